"""Altercations proposed: where opposing men held each other, weighed with the clock and the benches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from review.core.crossings import Crossing
from review.measure.crowded import AROUND_S
from review.measure.scrum import LEAST_S, Scrum

__all__ = ["PROPOSED_P", "Proposal", "propose_altercations"]

#: From this score on a scrum is proposed; the weights below are points on the same scale.
PROPOSED_P = 0.6
HELD, STOPPED, LONG, MEN, EXITS = 0.45, 0.3, 0.15, 0.1, 0.3
#: Play that goes on around two men who lean on one another before a net; men lined up in pairs for a
#: face-off; both teams on the ice in numbers before two of them came together: hands shaken, not thrown.
GOES_ON, LINED_UP, CROWDED = -0.4, -0.4, -0.4
#: After a goal men of one team hold each other and their bench comes on; an opponent among them is more
#: often a man taken for one.
SCORED, GOAL_S = -0.4, 10.0
LONG_S = 3.0
#: The clock stops so soon after men begin to hold each other, or went on so near their letting go.
STOPS_WITHIN_S = 3.0
DROP_S = 1.0
#: So many of one team off one bench within so many seconds leave it: a change brings as many back.
LEAVERS, LEAVE_S = 2, 5.0
#: Other opposing pairs standing still elsewhere: a face-off has wingers at both sides of the dot.
PAIRS = 2
#: The end of a scrum is seen to within this: measured on the rendered altercations, 0.0 to 0.5 s.
END_S = 0.5


@dataclass(frozen=True, slots=True)
class Proposal:
    """A span in seconds of tape, each end as (earliest, best, latest); `why` in words, what was seen when."""

    start_s: tuple[float, float, float]
    end_s: tuple[float, float, float]
    score_p: float
    why: tuple[str, ...]


def propose_altercations(
    scrums: Sequence[Scrum],
    exits: Sequence[tuple[Crossing, float]],
    *,
    clock: Sequence[tuple[float, float, bool]],
    crowded_s: Sequence[tuple[float, float]] = (),
    goals_s: Sequence[tuple[float, float]] = (),
) -> list[Proposal]:
    """Scrums that look like altercations, in order of time.

    A bench that empties proposes nothing by itself: men come on for a goal and for the last horn too. A
    proposal is a question to a person, and accuses nobody.

    Parameters
    ----------
    exits : sure crossings at players' benches, either way, with their likeliest second of tape
    clock : stretches over which the game clock was read: from, to, and whether it stood
    crowded_s : stretches in which both teams had far more men on the ice than play allows
    goals_s : stretches in which the score on the bug went up
    """
    weighed = (_weighed(one, exits, clock, crowded_s, goals_s) for one in scrums)
    return [one for one in weighed if one.score_p >= PROPOSED_P]


def _weighed(
    scrum: Scrum,
    exits: Sequence[tuple[Crossing, float]],
    clock: Sequence[tuple[float, float, bool]],
    crowded_s: Sequence[tuple[float, float]],
    goals_s: Sequence[tuple[float, float]],
) -> Proposal:
    start_s, end_s = scrum.start_s, scrum.end_s
    least, most = min(scrum.men.values()), sum(scrum.men.values())
    told = [_held(scrum), _clock(scrum, clock)]
    if any(a < end_s and start_s < b + GOAL_S for a, b in goals_s):
        told.append((SCORED, "the score went up: men may celebrate"))
    else:
        told += _left(scrum, exits)
    if end_s - start_s >= LONG_S:
        told.append((LONG, f"for {end_s - start_s:.1f} s"))
    if least >= 2 and len(scrum.men) > 1:
        told.append((MEN, f"{most} men within reach, two or more of each team"))
    if scrum.apart >= PAIRS:
        told.append((LINED_UP, f"{scrum.apart} other opposing pairs stood still elsewhere, as at a face-off"))
    if any(a + AROUND_S <= start_s <= b for a, b in crowded_s):
        told.append((CROWDED, "both teams were on the ice in numbers before it began"))
    return Proposal(
        (scrum.within_s[0], start_s, start_s + LEAST_S),
        (end_s - END_S, end_s, max(scrum.within_s[1], end_s + END_S)),
        round(min(1.0, max(0.0, sum(points for points, _ in told))), 2),
        tuple(words for _, words in told if words),
    )


def _held(scrum: Scrum) -> tuple[float, str]:
    return HELD, (
        f"opposing men {scrum.distance_m:.1f} m apart at {scrum.speed_mps:.1f} m/s "
        f"from {scrum.start_s:.1f} to {scrum.end_s:.1f} s"
    )


def _clock(scrum: Scrum, clock: Sequence[tuple[float, float, bool]]) -> tuple[float, str]:
    """What the game clock says of a scrum: that play was dead, that it went on, or nothing."""
    start_s, end_s = scrum.start_s, scrum.end_s
    stood = [(a, b) for a, b, stands in clock if stands and a <= start_s + STOPS_WITHIN_S and b > start_s]
    if stood:
        a, b = stood[0]
        runs = [a2 for a2, b2, stands in clock if not stands and b2 > b]
        if runs and abs(end_s - b) <= DROP_S and start_s > a + STOPS_WITHIN_S:
            return GOES_ON, f"the clock went on at {b:.1f} s, when they let go: a face-off"
        return STOPPED, f"the game clock stood from {a:.1f} s"
    until_s = min(end_s, start_s + STOPS_WITHIN_S)
    if any(not stands and a <= start_s and b >= until_s for a, b, stands in clock):
        return GOES_ON, "the game clock ran on"
    return 0.0, "the game clock was not read there"


def _left(scrum: Scrum, exits: Sequence[tuple[Crossing, float]]) -> list[tuple[float, str]]:
    """Men of one team who left one bench together about then while nobody went off for them."""
    by_bench: dict[str, list[tuple[Crossing, float]]] = {}
    for crossing, at_s in exits:
        if scrum.start_s - DROP_S <= at_s <= scrum.end_s + LEAVE_S:
            by_bench.setdefault(crossing.gate, []).append((crossing, at_s))
    words = []
    for gate, crossings in sorted(by_bench.items()):
        on = sorted(s for c, s in crossings if c.direction == "on")
        off = sum(c.direction == "off" for c, _ in crossings)
        most, first_s = max(((sum(s <= t <= s + LEAVE_S for t in on), -s) for s in on), default=(0, 0.0))
        if most - off >= LEAVERS:
            words.append(
                f"{most} men left {gate} within {LEAVE_S:.0f} s from {-first_s:.1f} s, {off} went off"
            )
    return [(EXITS, "; ".join(words))] if words else []
