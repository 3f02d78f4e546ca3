"""Men on the ice by what another rule judges: out of their box too soon, or away in an altercation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from review.core.altercations import Altercation
from review.core.crossings import Crossing
from review.core.game import Penalty
from review.core.times import FrameTime, TimeScale

__all__ = ["Surplus", "back_early"]


def back_early(
    team: str,
    crossings: Sequence[Crossing],
    gate_kinds: Mapping[str, str],
    penalties: Sequence[Penalty],
    scale: TimeScale,
) -> tuple[tuple[FrameTime, float], ...]:
    """(when he may have come out, second of tape at which the last penalty running then ends) for each man.

    Until then he is on the ice too soon, which other clauses judge by whose error it was: he makes no change
    premature and no team one too many by its bench.
    """
    out = []
    for one in crossings:
        if one.team != team or one.direction != "on" or gate_kinds.get(one.gate) != "penalty_box":
            continue
        came_s = scale.seconds(one.when.earliest)
        running = [
            p.start_s + p.length_s
            for p in penalties
            if p.team == team and p.start_s <= came_s < p.start_s + p.length_s
        ]
        if running:
            out.append((one.when.earliest, max(running)))
    return tuple(out)


@dataclass(frozen=True, slots=True)
class Surplus:
    """Such men of a team; `back` as `back_early` gives them."""

    team: str
    altercations: Sequence[Altercation]
    crossings: Sequence[Crossing]
    back: Sequence[tuple[FrameTime, float]]
    scale: TimeScale

    def at(self, t: FrameTime) -> int | None:
        """How many; None inside an altercation."""
        now_s = self.scale.seconds(t)
        left = sum(came <= t and now_s < until_s for came, until_s in self.back)
        for altercation in self.altercations:
            span = altercation.span
            if span.start.earliest <= t <= span.end.latest:
                return None
            if span.end.latest < t:
                out = sum(d.team == self.team for d in altercation.departures)
                gone = sum(
                    c.team == self.team and c.direction == "off" and span.start.earliest <= c.when.latest <= t
                    for c in self.crossings
                )
                left += max(0, out - gone)
        return left
