"""Order: who left a bench first and second in an altercation, per team and over both, or why it is open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from review.core.altercations import Altercation, AltercationSpan, Departure
from review.core.crossings import Crossing, GateGap
from review.core.ranks import Leaver, Place, Unwatched, find_place, rank_bands
from review.core.times import Interval

__all__ = ["OVERALL", "Scope", "judge_altercation", "order_departures", "within"]

Scope = Literal["per_team", "overall"]
OVERALL = "overall"
BENCHES = ("players_bench", "penalty_box")


@dataclass(frozen=True, slots=True)
class _Exit:
    crossing: Crossing
    leaves: Literal["players_bench", "penalty_box"]
    during: bool | None


def within(when: Interval, span: AltercationSpan) -> bool | None:
    """Whether a moment lies in the altercation: True, False, or None where the intervals cannot tell.

    A crossing at the very instant of the start counts as inside: it was not made before.
    """
    if when.latest < span.start.earliest or when.earliest > span.end.latest:
        return False
    if when.earliest >= span.start.latest and when.latest <= span.end.earliest:
        return True
    return None


def order_departures(
    crossings: Sequence[Crossing],
    gaps: Sequence[GateGap],
    *,
    span: AltercationSpan,
    gate_kinds: Mapping[str, str],
    teams: Sequence[str],
    scope: Scope = "per_team",
) -> dict[tuple[str, int], Place]:
    """First and second man off a bench.

    Parameters
    ----------
    crossings : all crossings of the tape; those onto the ice through a bench's gate within the span count
    gaps : stretches in which a gate could not be watched
    gate_kinds : gate id -> "players_bench", "penalty_box" or "other"
    teams : both teams' names
    scope : rank within each team, or over both

    Returns
    -------
    (team, 1) and (team, 2) for each team, or ("overall", 1) and ("overall", 2); keys of a `Place` are
    crossing ids. A man who leaves twice counts once, by his first crossing.
    """
    exits = _exits(crossings, span, gate_kinds)
    names: Sequence[str | None] = teams if scope == "per_team" else [None]
    found: dict[tuple[str, int], Place] = {}
    for team in names:
        leavers = _leavers(exits, team)
        unwatched = _unwatched(gaps, span, gate_kinds, team)
        for place in (1, 2):
            found[team or OVERALL, place] = find_place(place, leavers, unwatched)
    return found


def judge_altercation(
    span: AltercationSpan,
    crossings: Sequence[Crossing],
    gaps: Sequence[GateGap],
    *,
    gate_kinds: Mapping[str, str],
    teams: Sequence[str],
) -> Altercation:
    """The altercation with its departures in order of time, their ranks, and the reasons where none holds.

    `reasons` has a key such as "second.EDM" or "first.overall" for each place that nobody certainly holds.
    """
    exits = _exits(crossings, span, gate_kinds)
    rank_team: dict[int, int | None] = {}
    for team in teams:
        rank_team |= _ranks(exits, gaps, span, gate_kinds, team)
    rank_all = _ranks(exits, gaps, span, gate_kinds, None)
    places: dict[tuple[str, int], Place] = {}
    for scope in ("per_team", "overall"):
        places |= order_departures(
            crossings, gaps, span=span, gate_kinds=gate_kinds, teams=teams, scope=scope
        )
    words = {1: "first", 2: "second"}
    return Altercation(
        span=span,
        departures=tuple(
            Departure(
                crossing=one.crossing.id,
                person=one.crossing.person,
                team=one.crossing.team,
                leaves=one.leaves,
                when=one.crossing.when,
                rank_team=rank_team.get(one.crossing.id) if one.crossing.team in teams else None,
                rank_all=rank_all.get(one.crossing.id),
            )
            for one in exits
        ),
        first={team: places[team, 1].key for team in teams},
        second={team: places[team, 2].key for team in teams},
        reasons={
            f"{words[place]}.{name}": answer.reason
            for (name, place), answer in places.items()
            if answer.value is not True
        },
    )


def _exits(
    crossings: Sequence[Crossing], span: AltercationSpan, gate_kinds: Mapping[str, str]
) -> list[_Exit]:
    """Crossings onto the ice that lie or may lie in the span, each man's first certain one only."""
    order = sorted(crossings, key=lambda c: (c.when.earliest, c.when.latest, c.id))
    out: list[_Exit] = []
    for crossing in order:
        kind = gate_kinds.get(crossing.gate, "other")
        during = within(crossing.when, span)
        if crossing.direction != "on" or kind not in BENCHES or during is False:
            continue
        if any(
            one.during and one.crossing.person == crossing.person and one.crossing.when.before(crossing.when)
            for one in out
        ):
            continue
        leaves: Literal["players_bench", "penalty_box"] = (
            "players_bench" if kind == "players_bench" else "penalty_box"
        )
        out.append(_Exit(crossing, leaves, during))
    return out


def _leavers(exits: Sequence[_Exit], team: str | None) -> list[Leaver]:
    """Those of `team` (None = everybody); a man of unknown team may be anybody's."""
    leavers = []
    for one in exits:
        crossing = one.crossing
        if team is not None and crossing.team not in (team, None):
            continue
        doubt = ""
        if one.during is None:
            doubt = f"crossing {crossing.id} may lie outside the altercation"
        elif team is not None and crossing.team is None:
            doubt = f"the team of crossing {crossing.id} is not known"
        when = crossing.when
        leavers.append(
            Leaver(
                crossing.id,
                f"crossing {crossing.id}",
                when.earliest.exact_s,
                when.latest.exact_s,
                not doubt,
                doubt,
            )
        )
    return leavers


def _unwatched(
    gaps: Sequence[GateGap], span: AltercationSpan, gate_kinds: Mapping[str, str], team: str | None
) -> list[Unwatched]:
    """Gaps of the team's bench gates that reach into the span, earliest first."""
    relevant = [
        gap
        for gap in gaps
        if gate_kinds.get(gap.gate, "other") in BENCHES
        and (team is None or gap.team in (team, None))
        and gap.when.latest >= span.start.earliest
        and gap.when.earliest <= span.end.latest
    ]
    relevant.sort(key=lambda gap: (gap.when.earliest, gap.when.latest, gap.gate))
    return [
        Unwatched(gap.when.earliest.exact_s, gap.when.latest.exact_s, f"gate {gap.gate}, {gap.reason}")
        for gap in relevant
    ]


def _ranks(
    exits: Sequence[_Exit],
    gaps: Sequence[GateGap],
    span: AltercationSpan,
    gate_kinds: Mapping[str, str],
    team: str | None,
) -> dict[int, int | None]:
    bands = rank_bands(_leavers(exits, team), _unwatched(gaps, span, gate_kinds, team))
    return {band.leaver.key: band.rank for band in bands}
