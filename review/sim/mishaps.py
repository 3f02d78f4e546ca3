"""When the score bug lies or hides, and what slides over the picture: all from the seed and the sheet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from review.sim.bug_words import minutes
from review.sim.tables.graphics import Mishap
from review.sim.tables.sheet import SheetSpec

FADE_S = 0.2  # the bug comes and goes in so long
SLIDE_S = 0.4  # and whatever covers it
SLOT_S = 0.4  # a wrong clock stands so long
RIGHT_SHARE = 0.35  # of the slots of a glitch show the right clock
BANNER_AFTER_S, BANNER_S = 2.0, 5.0


@dataclass(frozen=True)
class Mood:
    """How the bug stands at a moment."""

    opacity: float = 1.0
    clock_at_s: float | None = None  # the second its clocks show, where they stand
    jump_s: float = 0.0  # how much its clock shows too much
    covered: float = 0.0  # how far the cover has slid over it, 0 to 1


def mood(mishaps: Iterable[Mishap], at_s: float, *, seed: int) -> Mood:
    """How the bug stands at ``at_s`` of the game."""
    opacity, clock_at_s, jump_s, covered = 1.0, None, 0.0, 0.0
    for mishap in mishaps:
        since_s, left_s = at_s - mishap.start_s, mishap.start_s + mishap.lasts_s - at_s
        if since_s < 0 or left_s <= 0:
            continue
        edge_s = min(since_s, left_s)
        if mishap.kind == "hidden":
            opacity = min(opacity, 1.0 - min(1.0, edge_s / FADE_S))
        elif mishap.kind == "covered":
            covered = max(covered, min(1.0, edge_s / SLIDE_S))
        elif mishap.kind == "frozen":
            clock_at_s = mishap.start_s
        else:
            jump_s = glitch_s(since_s, seed=seed)
    return Mood(opacity, clock_at_s, jump_s, covered)


def glitch_s(since_s: float, *, seed: int) -> float:
    """How many seconds too much the clock shows ``since_s`` after a glitch began; right at times."""
    rng = np.random.default_rng([seed, 907, int(since_s / SLOT_S)])
    if rng.random() < RIGHT_SHARE:
        return 0.0
    return float(rng.choice([-7, -6, -4, -3, -1, 1, 2, 4, 8, 60, 600]))


@dataclass(frozen=True)
class Banner:
    """A lower third about a team, and the man it names; slid in by ``part``."""

    title: str
    team: str
    number: int | None
    part: float


def banner(sheet: SheetSpec, at_s: float) -> Banner | None:
    """Return the lower third on air at ``at_s``: of the latest goal or penalty, for five seconds."""
    events: list[tuple[float, str, str, int | None]] = [(g.at_s, "GOAL", g.team, None) for g in sheet.goals]
    events += [(p.at_s, f"PENALTY  {minutes(60 * p.minutes)}", p.team, p.number) for p in sheet.penalties]
    for event_s, title, team, number in sorted(events, key=lambda e: -e[0]):
        since_s = at_s - event_s - BANNER_AFTER_S
        if 0.0 <= since_s < BANNER_S:
            part = min(1.0, since_s / SLIDE_S, (BANNER_S - since_s) / SLIDE_S)
            return Banner(title, team, number, part)
    return None
