"""A small truth made by hand, with one of everything that is scored, and looks of an eye that sees all."""

from __future__ import annotations

from typing import Any

import numpy as np

from review.core.detections import CLASSES, Detections
from review.evaluate.clip import Clip, Look
from review.testing.from_truth import report_of

Truth = dict[str, Any]


def person(id_: int, team: str | None, number: int | None, x: float, **more: Any) -> dict[str, Any]:
    """A man 20 px wide and 50 px high, his left side at ``x``."""
    return {
        "id": id_, "team": team, "role": "skater", "number": number, "box_px": [x, 100, x + 20, 150],
        "visible_share": 1.0, "on_ice": True, "skates_on_ice": 2, **more,
    }  # fmt: skip


def crossing(
    id_: int, team: str, direction: str, first_s: float, *, in_view: bool = True, number: int | None = None
) -> dict[str, Any]:
    """Both skates 0.1 s apart."""
    return {
        "person": id_, "number": number, "gate": f"{team}-bench", "team": team, "direction": direction,
        "first_skate_s": first_s, "second_skate_s": round(first_s + 0.1, 3), "in_view": in_view,
    }  # fmt: skip


def expected(clause: str, span_s: list[float], person: int) -> dict[str, Any]:
    """A finding that trips for a man of RED."""
    subject = {"team": "RED", "person": person}
    return {"clause": clause, "verdict": "trips", "span_s": span_s, "subject": subject}


def small_truth() -> Truth:
    """Twenty seconds: a legal change, an early one, a sixth man, a scuffle that two men join, a replay.

    RED: man 1 off at 2.1 s, man 2 on at 3 s; man 3 on at 6 s, man 4 off at 7.1 s (early); man 5 on at 8 s and
    stays; men 6 and 7 join the scuffle at 13 and 14 s. BLU: man 8 on at 5 s out of view.
    """
    frames = []
    for i in range(500):
        x = 10 + i % 250
        people = [person(k, "RED", 10 + k, x + 40 * k) for k in range(1, 8)]
        people += [person(8, "BLU", 18, 700 - x), person(9, None, None, 800.0, role="official")]
        people += [person(10, "BLU", 20, 900.0, on_ice=False)]
        clock = f"P1 12:{59 - i // 25:02d}.{9 - i % 25 * 10 // 25}"
        frames.append({"i": i, "pts": i, "s": round(i / 25, 6), "shot": 1, "clock": clock, "people": people})
    return {
        "schema": "benchgate.truth/1", "clip": "small.mp4", "sha256": "ab" * 32, "scenario": "small",
        "group": "by hand", "rate": "25/1", "frames": frames,
        "gates": [{"gate": f"{t}-bench", "team": t, "kind": "players_bench"} for t in ("RED", "BLU")],
        "crossings": [
            crossing(1, "RED", "off", 2.0), crossing(2, "RED", "on", 3.0),
            crossing(8, "BLU", "on", 5.0, in_view=False),
            crossing(3, "RED", "on", 6.0), crossing(4, "RED", "off", 7.0), crossing(5, "RED", "on", 8.0),
            crossing(6, "RED", "on", 13.0), crossing(7, "RED", "on", 14.0),
        ],
        "counts": [
            {"team": "RED", "points": [
                {"s": 0.0, "n": 6}, {"s": 2.1, "n": 5}, {"s": 3.0, "n": 6}, {"s": 6.0, "n": 7},
                {"s": 7.1, "n": 6}, {"s": 8.0, "n": 7}, {"s": 13.0, "n": 8}, {"s": 14.0, "n": 9},
            ]},
            {"team": "BLU", "points": [{"s": 0.0, "n": 6}, {"s": 5.0, "n": 7}]},
        ],
        "changes": [
            {"team": "RED", "off": 1, "on": 2, "early_s": 0.0, "early_m": 0.0, "verdict": "legal"},
            {"team": "RED", "off": 4, "on": 3, "early_s": 0.9, "early_m": 5.0, "verdict": "early"},
        ],
        "altercations": [{"start_s": 12.0, "end_s": 15.0, "order": [
            {"person": 6, "team": "RED", "from": "players_bench"},
            {"person": 7, "team": "RED", "from": "players_bench"},
        ]}],
        "shots": [
            {"id": 1, "start_s": 0.0, "end_s": 16.0, "enters_by": "start", "view": "main", "replay": False},
            {"id": 2, "start_s": 16.0, "end_s": 18.0, "enters_by": "wipe", "settled_s": 16.6, "view": "main",
             "replay": True},
            {"id": 3, "start_s": 18.0, "end_s": 20.0, "enters_by": "cut", "view": "main", "replay": False},
        ],
        "replays": [{"start_s": 16.0, "end_s": 18.0}],
        "expected": [
            expected("205.1a", [6.0, 7.0], 3),
            expected("205.6", [8.0, 12.0], 5),
            expected("72c", [13.0, 13.0], 6),
        ],
    }  # fmt: skip


def all_seeing(truth: Truth, *, every: int = 5) -> list[Look]:
    """Every fifth frame: each man found where he is, his track his own id."""
    looks = []
    for frame in truth["frames"][::every]:
        people = [p for p in frame["people"] or () if p["on_ice"]]
        boxes = np.array([p["box_px"] for p in people], np.float32).reshape(-1, 4)
        ids = np.array([p["id"] for p in people], np.int64)
        roles = np.array([CLASSES.index(p["role"]) for p in people], np.int8)
        found = Detections(boxes, roles, np.linspace(0.9, 0.5, len(people), dtype=np.float32))
        looks.append(Look(frame["s"], found, ids, boxes))
    return looks


def faultless(truth: Truth) -> Clip:
    """Truth against itself."""
    return Clip("small", report_of(truth), truth, all_seeing(truth))
