"""Crossings found against crossings of the world (docs/formats/scores.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from review.evaluate.clip import Clip, TrueCrossing, best_s
from review.evaluate.pairing import pair_in_time
from review.evaluate.scores import Answers, Harmonic, Median, Moment, Part, Share, Tally

__all__ = ["Matched", "match_crossings", "score_crossings"]

WITHIN_S = 0.5
HELD_WITHIN_S = 2.0  # an interval is asked about its moment also where its best lies too far off to be a hit
ROUNDED_S = 0.0015  # times in both files are rounded to a millisecond
OTHER_WAY = {"on": "off", "off": "on"}


@dataclass(frozen=True, slots=True)
class Matched:
    """Which found crossing (by id) is which true one, and what became of the rest.

    Attributes
    ----------
    hits : found id -> true crossing in view
    unasked : ids of found crossings that are true but out of view: neither right nor wrong
    false : ids of found crossings that are neither
    missed : true crossings in view that nobody found
    turned : false id -> missed true crossing of the opposite direction
    """

    hits: Mapping[int, TrueCrossing]
    unasked: tuple[int, ...]
    false: tuple[int, ...]
    missed: tuple[TrueCrossing, ...]
    turned: Mapping[int, TrueCrossing]


def match_crossings(clip: Clip, *, within_s: float = WITHIN_S) -> Matched:
    """Pair one to one by team, kind of gate and direction; those in view first, then those out of view."""
    rows = list(clip.report["crossings"])
    in_view = [c for c in clip.true_crossings if c.in_view]
    hidden = [c for c in clip.true_crossings if not c.in_view]
    seen = _paired(clip, rows, in_view, within_s)
    rest = [row for row in rows if row["id"] not in seen]
    unasked = _paired(clip, rest, hidden, within_s)
    false = [row for row in rest if row["id"] not in unasked]
    taken = {c.row for c in seen.values()}
    missed = [c for c in in_view if c.row not in taken]
    turned = _paired(clip, false, missed, within_s, turn=True)
    return Matched(seen, tuple(unasked), tuple(row["id"] for row in false), tuple(missed), turned)


def _paired(
    clip: Clip,
    found: Sequence[Mapping[str, Any]],
    true: Sequence[TrueCrossing],
    within_s: float,
    *,
    turn: bool = False,
) -> dict[int, TrueCrossing]:
    def key(row: Mapping[str, Any]) -> tuple[str | None, str, str]:
        team, kind, direction = clip.found_key(row)
        return team, kind, OTHER_WAY[direction] if turn else direction

    events = [(key(row), best_s(row["when"])) for row in found]
    pairs = pair_in_time(events, [(c.key, c.s) for c in true], within_s=within_s)
    return {found[r]["id"]: true[c] for r, c in pairs.items()}


def score_crossings(clip: Clip) -> Part:
    """F1, wrong directions, error of the best moment, and how often the interval holds the truth."""
    matched = match_crossings(clip)
    rows = {row["id"]: row for row in clip.report["crossings"]}
    errors = tuple(abs(best_s(rows[i]["when"]) - c.s) for i, c in matched.hits.items())
    wide = match_crossings(clip, within_s=HELD_WITHIN_S).hits
    held = sum(_holds(rows[i]["when"], c.s) for i, c in wide.items())
    asked = [i for i in rows if i not in matched.unasked]
    return Part(
        {
            "crossing_f1_05s": Harmonic(len(matched.hits), len(matched.false), len(matched.missed)),
            "crossing_wrong_direction": Tally(len(matched.turned), len(matched.hits) + len(matched.missed)),
            "crossing_time_median_s": Median(errors),
            "interval_coverage": Share(held, len(wide)),
        },
        tuple(_moments(matched, rows)),
        {
            "crossings": Answers(
                tuple(float(rows[i]["confidence"]) for i in asked),
                tuple(i in matched.hits for i in asked),
                len(matched.hits) + len(matched.missed),
            )
        },
    )


def _holds(when: Mapping[str, Any], s: float) -> bool:
    return bool(when["earliest"]["s"] - ROUNDED_S <= s <= when["latest"]["s"] + ROUNDED_S)


def _moments(matched: Matched, rows: Mapping[int, Mapping[str, Any]]) -> list[Moment]:
    out = [
        Moment(
            "crossing_wrong_direction",
            c.s,
            f"crossing {i}: {_who(c)} goes {c.direction}, was taken to go {OTHER_WAY[c.direction]}",
            5.0,
        )
        for i, c in matched.turned.items()
    ]
    turned = {c.row for c in matched.turned.values()}
    out += [
        Moment("crossing_f1_05s", c.s, f"missed: {_who(c)} goes {c.direction}", 2.0)
        for c in matched.missed
        if c.row not in turned
    ]
    out += [
        Moment(
            "crossing_f1_05s",
            best_s(rows[i]["when"]),
            f"crossing {i}: nobody of {rows[i]['team'] or 'either team'} goes {rows[i]['direction']} here",
            1.0 + rows[i]["confidence"],
        )
        for i in matched.false
        if i not in matched.turned
    ]
    return out


def _who(c: TrueCrossing) -> str:
    return f"{c.team} {c.number}" if c.number is not None else f"{c.team} man {c.person}"
