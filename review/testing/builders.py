"""One builder for each core type: a plausible value, with any field given by keyword instead.

Times are frames of a 29.97 fps tape (`at(30)` is frame 30), so that tests read like the tape.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from review.core.altercations import Altercation, AltercationSpan, Departure
from review.core.arrays import Array
from review.core.camera import CameraMotion
from review.core.case import Coverage, Ruling, Run
from review.core.changes import Change
from review.core.clock import ClockReading
from review.core.counts import CountPoint, CountTimeline
from review.core.crossings import Crossing, GateGap
from review.core.detections import Detections
from review.core.facts import Fact, Subject
from review.core.findings import Branch, Consequence, Finding, Notice
from review.core.game import Game, Penalty, RosterEntry, SpanText, Team
from review.core.gates import Gate
from review.core.glances import CHROMA_CELLS, LUMA_CELLS, Glances
from review.core.numbers import NumberReadings
from review.core.people import Person
from review.core.registration import Registrations
from review.core.shots import Shot
from review.core.tape import Gap, Tape
from review.core.times import FrameTime, Interval, Timecode, TimeScale
from review.core.tracks import Tracks
from review.ports.store import SegmentRecord

__all__ = [
    "TICKS",
    "TIME_BASE",
    "altercation",
    "at",
    "between",
    "change",
    "count_point",
    "count_timeline",
    "coverage",
    "crossing",
    "departure",
    "fact",
    "finding",
    "game",
    "gap",
    "gate",
    "gate_gap",
    "notice",
    "person",
    "ruling",
    "run",
    "segment_record",
    "shot",
    "tape",
    "tracks",
]

TIME_BASE = Fraction(1, 30000)
TICKS = 1001  # of TIME_BASE, from one frame to the next


def at(frame: int) -> FrameTime:
    """The time of a frame."""
    return FrameTime(frame * TICKS, TIME_BASE)


def between(first: int, last: int, best: int | None = None) -> Interval:
    """An interval from frame to frame."""
    return Interval(at(first), at(last), None if best is None else at(best))


def gap(first: int = 90, last: int = 92, reason: str = "frames 90 to 92 do not decode") -> Gap:
    """A stretch that could not be seen."""
    return Gap(at(first), at(last), reason)


def tape(**fields: Any) -> Tape:
    """373 frames of 720p, with timecode from 01:00:00:00 and one gap."""
    base = Tape(
        path="tapes/edm-buf.mp4",
        sha256="5e" * 32,
        container="mov,mp4,m4a,3gp,3g2,mj2",
        codec="h264",
        size_px=(1280, 720),
        pixel_format="yuv420p",
        pixel_aspect=Fraction(1),
        rate=Fraction(30000, 1001),
        variable_rate=False,
        field_order="progressive",
        rotation_deg=0,
        full_range=False,
        scale=TimeScale(0, TIME_BASE, Fraction(30000, 1001), Timecode(1, 0, 0, 0, 30)),
        last_pts=372 * TICKS,
        duration_s=12.4457667,
        frames=373,
        gaps=(gap(),),
        notes=("the container states 374 frames; 373 decode",),
    )
    return replace(base, **fields)


def run(**fields: Any) -> Run:
    """A run of version 0.1.0 on a processor."""
    base = Run(
        version="0.1.0",
        settings_sha256="a1" * 32,
        models=({"name": "people-960", "sha256": "b2" * 32},),
        pack="seeds@1",
        device="cpu",
        started="2026-03-01T12:00:00+00:00",
        speed_x=1.3,
        machine="bench-1",
        settings={"detector": {"every_s": 0.0667, "size_px": (960, 544)}},
    )
    return replace(base, **fields)


def game(**fields: Any) -> Game:
    """EDM at home to BUF, with a roster, a penalty and an altercation."""
    base = Game(
        edition="1",
        teams=(
            Team(
                "home",
                "EDM",
                ("#FF4C00", "#041E42"),
                "left",
                (RosterEntry(23, "Örjan Sample"), RosterEntry(97), RosterEntry(74, None, "goalkeeper")),
            ),
            Team("away", "BUF", ("#FFFFFF",), "right", (RosterEntry(4, "Ola <b>Test</b>"),)),
        ),
        penalties=(Penalty("BUF", 2.0, 120.0, 11),),
        altercations=(SpanText(8.0, 12.0),),
        definitions={"on_ice": "first_skate"},
    )
    return replace(base, **fields)


def coverage(first: int = 0, last: int = 372, *, seen: bool = True, reason: str | None = None) -> Coverage:
    """A stretch that was looked at."""
    return Coverage(at(first), at(last), seen, reason)


def shot(id: int = 1, first: int = 0, last: int = 199, **fields: Any) -> Shot:
    """A main-camera shot."""
    return replace(Shot(id, first, last, at(first), at(last), "start", "main", False), **fields)


def person(id: int = 7, **fields: Any) -> Person:
    """EDM 23."""
    base = Person(id, (4, 9), "EDM", 0.99, "skater", 0.98, number=23, number_p=0.97, name="Örjan Sample")
    return replace(base, **fields)


def gate(id: str = "EDM-bench", **fields: Any) -> Gate:
    """A players' bench on the far side, drawn on the first frame."""
    base = Gate(id, "EDM", "players_bench", at(0), np.array([[240.0, 178.5], [530.25, 171.0]]))
    return replace(base, **fields)


def crossing(id: int = 1, **fields: Any) -> Crossing:
    """EDM 23 comes on between frames 100 and 104."""
    base = Crossing(
        id=id,
        person=7,
        track=4,
        gate="EDM-bench",
        team="EDM",
        direction="on",
        when=between(100, 104, 102),
        confidence=0.93,
        first_skate=between(100, 102, 101),
        second_skate=None,
        reason="the second skate is hidden by the boards",
        number=23,
    )
    return replace(base, **fields)


def gate_gap(first: int = 200, last: int = 230, **fields: Any) -> GateGap:
    """The bench is not in the picture."""
    base = GateGap("EDM-bench", "EDM", between(first, last), "the gate is not in the picture")
    return replace(base, **fields)


def count_point(frame: int, low: int, best: int | None, high: int | None, **fields: Any) -> CountPoint:
    """A count from a frame on, six allowed."""
    base = CountPoint(at(frame), low, high, best, True, 6, 0.02, "start of the tape")
    return replace(base, **fields)


def count_timeline(team: str = "EDM", *points: CountPoint) -> CountTimeline:
    """A count that begins with six men certain."""
    return CountTimeline(team, points or (count_point(0, 6, 6, 6),))


def change(id: int = 1, **fields: Any) -> Change:
    """An early change: crossing 1 on, crossing 2 off."""
    base = Change(
        id=id,
        team="EDM",
        on_crossing=1,
        on_person=8,
        off_person=7,
        off_crossing=2,
        start=at(100),
        end=at(126),
        early_s=(0.567, 0.868),
        early_m=(3.1, None),
        verdict="early",
        reason="on before the retiring man was at the bench; how far he was is bounded from below only",
    )
    return replace(base, **fields)


def departure(crossing: int = 3, **fields: Any) -> Departure:
    """The first man off the BUF bench."""
    base = Departure(crossing, 9, "BUF", "players_bench", between(250, 252, 251), 1, 1)
    return replace(base, **fields)


def altercation(id: int = 1, **fields: Any) -> Altercation:
    """One departure, from BUF."""
    base = Altercation(
        span=AltercationSpan(
            id, between(240, 244), between(355, 372), "product", score_p=0.85, why=("the game clock stood",)
        ),
        departures=(departure(),),
        first={"EDM": None, "BUF": 3},
        second={"EDM": None, "BUF": None},
        reasons={
            "first.EDM": "nobody left the EDM bench in view",
            "second.EDM": "nobody left the EDM bench in view",
            "second.BUF": "one man left the BUF bench in view",
        },
    )
    return replace(base, **fields)


def fact(id: int = 21, **fields: Any) -> Fact:
    """The measured distance of a retiring man."""
    base = Fact(
        id=id,
        kind="retiring_distance",
        subject=Subject(team="EDM", person=7, number=23),
        start=at(100),
        end=at(104),
        value=(3.1, None),
        layer="measured",
        source="change 1",
        unit="m",
        confidence=0.9,
        links={"change": 1, "crossings": (1, 2)},
    )
    return replace(base, **fields)


def finding(id: int = 2, **fields: Any) -> Finding:
    """205.1a trips for EDM."""
    base = Finding(
        id=id,
        clause="205.1a",
        pack="seeds@1",
        verdict="trips",
        subject=Subject(team="EDM", person=8, number=97),
        start=at(100),
        end=at(126),
        measure={"early_s": (0.567, 0.868), "early_m": (3.1, None), "count": (7, 7)},
        missing=("deliberate",),
        consequence=(Consequence("bench_minor", True, {"minutes": 2}),),
        branches=(
            Branch("deliberate = yes and clock < 2:00", ("penalty_shot_or_optional_bench_minor",)),
            Branch("deliberate = no", ("bench_minor",)),
        ),
        facts=(21,),
        confidence=0.91,
        why=(
            "EDM 97 came on through EDM-bench between frames 100 and 104.",
            "EDM 23, whom he replaces, was at the bench between frames 121 and 126, not before.",
            "So the change was early by 0.567 to 0.868 s.",
        ),
    )
    return replace(base, **fields)


def notice(frame: int = 200, **fields: Any) -> Notice:
    """A stretch without a view of the bench."""
    return replace(Notice("bench_unseen", at(frame), "EDM bench not in view", at(frame + 30)), **fields)


def ruling(finding: int = 2, **fields: Any) -> Ruling:
    """A finding accepted by its reviewer."""
    base = Ruling(finding, "R. Reviewer", "2026-03-02T09:30:00+00:00", "accepted", "Clear on the wide angle.")
    return replace(base, **fields)


def tracks(*spans: tuple[int, int, int, int]) -> Tracks:
    """Each (id, shot, first, last) as a man who walks one pixel a frame to the right."""
    given = spans or ((4, 1, 95, 130), (9, 2, 231, 300))
    parts = [(id_, shot_, np.arange(first, last + 1)) for id_, shot_, first, last in sorted(given)]
    ordinal = np.concatenate([frames for _, _, frames in parts])
    left = 300.0 + ordinal + 0.25
    return Tracks(
        id=np.concatenate([np.full(len(frames), id_) for id_, _, frames in parts]),
        shot=np.concatenate([np.full(len(frames), shot_) for _, shot_, frames in parts]),
        ordinal=ordinal,
        pts=ordinal * TICKS,
        xyxy_px=np.column_stack([left, np.full_like(left, 120), left + 30, np.full_like(left, 200)]),
        conf=np.full(len(ordinal), 0.9),
        class_id=np.zeros(len(ordinal)),
        detection=ordinal % 12,
        foot_m=np.column_stack([ordinal / 10, np.where(ordinal % 5, 12.0, np.nan)]),
        foot_error_m=np.where(ordinal % 5, 0.2, np.nan),
    )


def segment_record(first: int = 0, last: int = 29, *, seed: int = 0, look: int = 8) -> SegmentRecord:
    """A segment with made-up people on every second frame, none on the first; the same for the same seed."""
    random = np.random.default_rng([seed, first, last])
    n = last - first + 1
    ordinal = np.arange(first, last + 1)
    looked = ordinal[::2]
    H = np.tile(np.eye(3), (n, 1, 1)) + random.normal(0, 0.001, (n, 3, 3))
    score = random.random(n)
    if first == 0:
        score[0] = np.nan
    return SegmentRecord(
        first=first,
        last=last,
        pts=ordinal * TICKS,
        motion=CameraMotion(ordinal, H, np.where(ordinal % 7 == 3, np.nan, 0.8)),
        cut_score=score,
        looked=looked,
        detections=tuple(_people(random, 0 if i == 0 else 3 + i % 4, look) for i in range(len(looked))),
        gaps=(gap(first, first + 1, "damaged"),) if first else (),
        clock=tuple(
            ClockReading(
                k / 30,
                1122.0 - k,
                (1.0, 0.1)[k % 2],
                0.9,
                (None, "1", "OT")[k % 3],
                (None, (2, k))[k % 2],
                (84.0, 30.0)[: k % 3],
            )
            for k in range(first, last, 10)
        ),
        numbers=NumberReadings(
            looked[::3], looked[::3] % 3, looked[::3] % 100, 0.2 + 0.6 * random.random(len(looked[::3]))
        ),
        glances=Glances(
            looked,
            random.integers(0, 256, (len(looked), *LUMA_CELLS)),
            random.integers(0, 256, (len(looked), *CHROMA_CELLS, 2)),
        ),
        rink=_rink(random, ordinal[::10]),
    )


def _rink(random: np.random.Generator, ordinal: Array) -> Registrations:
    """Every third frame is not registered."""
    known = ordinal % 3 != 0
    return Registrations(
        ordinal,
        np.where(known[:, None, None], random.normal(0, 1, (len(ordinal), 3, 3)), np.nan),
        np.where(known, 0.2, np.nan),
        tuple(None if one else "too little paint is seen" for one in known.tolist()),
    )


def _people(random: np.random.Generator, n: int, look: int) -> Detections:
    corner = random.random((n, 2)) * (1200, 600)
    return Detections(
        np.column_stack([corner, corner + 40 + random.random((n, 2)) * 30]),
        random.integers(0, 4, n),
        random.random(n),
        random.normal(0, 1, (n, look)),
    )
