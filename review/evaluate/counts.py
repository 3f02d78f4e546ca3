"""Men on the ice as counted against men on the ice, on an exact merged step function."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from review.evaluate.clip import Clip
from review.evaluate.scores import Moment, Part, Share
from review.evaluate.steps import merged

__all__ = ["score_counts"]

NARROW = 1
WORTH_A_LOOK_S = 0.3
GRAVEST = 3
ROUNDED_S = 0.0015


def score_counts(clip: Clip) -> Part:
    """Shares of seconds of live main-camera play, added up over the teams that truth counts."""
    total = dict.fromkeys(("live", "banded", "inside", "decided", "told", "best"), 0.0)
    moments: list[Moment] = []
    told = {row["team"]: row["points"] for row in clip.report["counts"]}
    for row in clip.truth.get("counts", ()):
        true = [(float(p["s"]), int(p["n"])) for p in row["points"]]
        made = [(float(p["t"]["s"]), p) for p in told.get(row["team"], ())]
        outside: list[tuple[float, float, str]] = []
        for start, end, n, point in merged(true, _snapped(made, true), clip.live_spans_s):
            if n is not None:
                _add(total, end - start, n, point)
                if point is not None and not _inside(n, point):
                    outside.append((start, end, _words(row["team"], n, point)))
        moments += _longest(outside)
    return Part(
        {
            "count_inside": Share(total["inside"], total["banded"]),
            "count_best": Share(total["best"], total["told"]),
            "count_decided": Share(total["decided"], total["live"]),
        },
        tuple(moments),
    )


def _snapped(made: list[tuple[float, Any]], true: list[tuple[float, int]]) -> list[tuple[float, Any]]:
    """Change points that differ from a true one by rounding only, put on it."""
    return [(next((t for t, _ in true if abs(t - s) <= ROUNDED_S), s), point) for s, point in made]


def _add(total: dict[str, float], length_s: float, n: int, point: Mapping[str, Any] | None) -> None:
    total["live"] += length_s
    if point is None:
        return
    total["banded"] += length_s
    total["inside"] += length_s * _inside(n, point)
    if point["high"] is not None and point["high"] - point["low"] <= NARROW:
        total["decided"] += length_s
        if point["best"] is not None:
            total["told"] += length_s
            total["best"] += length_s * (point["best"] == n)


def _inside(n: int, point: Mapping[str, Any]) -> bool:
    return bool(point["low"] <= n and (point["high"] is None or n <= point["high"]))


def _words(team: str, n: int, point: Mapping[str, Any]) -> str:
    band = f"{point['low']} to {'any' if point['high'] is None else point['high']}"
    return f"{team} has {n} men on the ice, counted {band} ({point['cause']})"


def _longest(outside: list[tuple[float, float, str]]) -> list[Moment]:
    joined: list[tuple[float, float, str]] = []
    for start, end, words in outside:
        if joined and start - joined[-1][1] < 1e-6:
            joined[-1] = (joined[-1][0], end, joined[-1][2])
        else:
            joined.append((start, end, words))
    worth = sorted((s for s in joined if s[1] - s[0] > WORTH_A_LOOK_S), key=lambda s: s[0] - s[1])
    return [
        Moment("count_inside", (a + b) / 2, f"{words}, for {b - a:.1f} s", 1.0 + min(b - a, 30) / 10)
        for a, b, words in worth[:GRAVEST]
    ]
