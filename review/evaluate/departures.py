"""First and second man off each bench, as named against as they went."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from review.evaluate.clip import Clip, TrueCrossing
from review.evaluate.crossings import match_crossings
from review.evaluate.people import Identities, identify
from review.evaluate.scores import Answers, Moment, Part, Share, Tally
from review.evaluate.steps import overlap_s

__all__ = ["score_departures"]

RANKS = ("first", "second")


def score_departures(clip: Clip) -> Part:
    """A name is wrong when it is another man's; a rank is determinable when so many leave in view."""
    named = wrong = answered = determinable = 0
    moments: list[Moment] = []
    conf: list[float] = []
    right: list[bool] = []
    men = _Men(clip)
    for incident in clip.truth.get("altercations", ()):
        told = _same(clip, incident)
        for team in clip.teams or sorted({m["team"] for m in incident["order"]}):
            left = men.left(incident, team)
            for rank, word in enumerate(RANKS):
                open_ = len(left) > rank and all(c is not None and c.in_view for c in left[: rank + 1])
                determinable += open_
                name = None if told is None else told[word].get(team)
                if name is None:
                    continue
                named += 1
                answered += open_
                ok = men.is_one_of(name, _at_rank(left, rank, clip.frame_s))
                wrong += not ok
                conf.append(men.confidence(name))
                right.append(ok)
                if not ok:
                    s = float(incident["start_s"]) if len(left) <= rank else _when(left[rank], incident)
                    moments.append(
                        Moment("first_second_wrong", s, f"{team}: the {word} man named is another", 8.0)
                    )
    return Part(
        {
            "first_second_wrong": Tally(wrong, named),
            "first_second_answered": Share(answered, determinable),
        },
        tuple(moments),
        {"first_second": Answers(tuple(conf), tuple(right), determinable)},
    )


def _same(clip: Clip, incident: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The report's altercation that shares most time with the true one."""
    span = float(incident["start_s"]), float(incident["end_s"])

    def shared(one: Mapping[str, Any]) -> float:
        start, end = one["span"]["start"], one["span"]["end"]
        return overlap_s((float(start["earliest"]["s"]), float(end["latest"]["s"])), span)

    best = max(clip.report["altercations"], key=shared, default=None)
    return best if best is not None and shared(best) > 0 else None


def _when(crossing: TrueCrossing | None, incident: Mapping[str, Any]) -> float:
    return float(incident["start_s"]) if crossing is None else crossing.s


def _at_rank(left: list[TrueCrossing | None], rank: int, frame_s: float) -> list[TrueCrossing]:
    """Who has that rank: one man, or all who went within one frame of him."""
    if len(left) <= rank or left[rank] is None:
        return []
    there = left[rank]
    assert there is not None
    return [c for c in left if c is not None and abs(c.s - there.s) < frame_s]


class _Men:
    """Ties named men to true ones: by the crossing named, or else by his boxes."""

    def __init__(self, clip: Clip) -> None:
        self._clip = clip
        self._hits = match_crossings(clip).hits
        self._identities: Identities = identify(clip)
        self._rows = {row["id"]: row for row in clip.report["crossings"]}

    def left(self, incident: Mapping[str, Any], team: str) -> list[TrueCrossing | None]:
        """The true order of one team's men off a bench or out of a box, each once, with their crossings."""
        low, high = float(incident["start_s"]), float(incident["end_s"])
        out: list[TrueCrossing | None] = []
        for person in dict.fromkeys(m["person"] for m in incident["order"] if m["team"] == team):
            mine = [
                c
                for c in self._clip.true_crossings
                if c.person == person and c.direction == "on" and low <= c.s <= high
            ]
            out.append(mine[0] if mine else None)
        return out

    def is_one_of(self, name: Mapping[str, Any], men: list[TrueCrossing]) -> bool:
        hit = self._hits.get(name["crossing"])
        person = self._identities.true_of.get(name["person"]) if hit is None else hit.person
        return person is not None and person in {c.person for c in men}

    def confidence(self, name: Mapping[str, Any]) -> float:
        row = self._rows.get(name["crossing"])
        return float(row["confidence"]) if row else 0.0
