"""Which frames a tape holds, when each was exposed, and what goes wrong with it."""

from __future__ import annotations

from fractions import Fraction
from math import floor

import numpy as np

from review.ports.renderer import Exposure
from review.sim.tables.tape import TapeSpec

HOLDS = (1, 1, 1, 2, 2, 3)  # nominal frames for which a frame of a variable tape stays on
UNEVEN = 0.25  # of a nominal frame: how far its time strays to either side
SLACK_S = 0.001  # a container may have rounded a frame's time by half of that


def deck_schedule(tape: TapeSpec, duration_s: float, *, seed: int) -> tuple[Exposure, ...]:
    """Frames in the order of the file, with pts in ticks of ``tape.time_base`` from 0.

    Seconds are those of the tick, so that what a container rounds is rounded in the truth as well. The
    second field is exposed half a frame after the first.
    """
    base = tape.time_base
    moments = _uneven(tape, duration_s, seed) if tape.variable else _even(tape, duration_s)
    out: list[Exposure] = []
    for moment in moments:
        kinds = faults_at(tape, float(moment))
        if "truncate" in kinds:
            break
        if "drop" in kinds:
            continue
        pts = floor(moment / base + Fraction(1, 2))
        fields_s = [float(pts * base)]
        if tape.interlaced:
            fields_s.append(float(pts * base + 1 / (2 * tape.rate_fps)))
        out.append(Exposure(len(out), pts, tuple(fields_s)))
    return tuple(out)


def _even(tape: TapeSpec, duration_s: float) -> list[Fraction]:
    return [i / tape.rate_fps for i in range(round(duration_s * tape.rate_fps))]


def _uneven(tape: TapeSpec, duration_s: float, seed: int) -> list[Fraction]:
    rng = np.random.default_rng([seed, 83])
    out, at = [Fraction(0)], 0
    while (at := at + int(rng.choice(HOLDS))) < round(duration_s * tape.rate_fps):
        stray = Fraction(int(rng.integers(-1000, 1001)), 1000) * Fraction(UNEVEN)
        out.append((at + stray) / tape.rate_fps)
    return out


def faults_at(tape: TapeSpec, at_s: float) -> tuple[str, ...]:
    """Kinds of the faults that the tape's picture at second ``at_s`` suffers, in the order of the table.

    A tape has no picture at a second of ``drop`` or after ``truncate``; of ``duplicate`` only the
    pictures that are not new suffer.
    """
    out = []
    for fault in tape.faults:
        since = at_s - fault.start_s + SLACK_S
        inside = since >= 0 and (since < fault.lasts_s or fault.kind == "truncate")
        again = fault.kind != "duplicate" or floor(since * tape.rate_fps) % 2 == 0
        if inside and again:
            out.append(fault.kind)
    return tuple(out)
