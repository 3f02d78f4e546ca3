"""How far an archive is, how fast it goes, and when it will be done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from review.core.archive import Failure, Tally, TapeStand

__all__ = ["Progress", "by_cause", "eta_s", "progress_of"]


@dataclass(frozen=True, slots=True)
class Progress:
    """Tapes and seconds of tape, done and in all; `speed_x` is × real time, None while nobody works."""

    tapes: int
    tapes_done: int
    total_s: float
    watched_s: float
    units: tuple[Tally, ...]
    speed_x: float | None
    eta_s: float | None


def eta_s(left_s: float, speed_x: float | None) -> float | None:
    """Seconds until what is left is done at this speed; None where the speed is not known.

    Examples
    --------
    >>> eta_s(600, 2.0), eta_s(0, None), eta_s(5, None)
    (300.0, 0.0, None)
    """
    if left_s <= 0:
        return 0.0
    return left_s / speed_x if speed_x else None


def progress_of(
    stands: Sequence[TapeStand], tallies: Sequence[Tally], *, tape_s: float, span_s: float
) -> Progress:
    """Parameters: how far each tape is, units by state, and seconds of tape watched in the last `span_s`."""
    total_s = sum(one.duration_s for one in stands)
    watched_s = sum(one.watched_s for one in stands)
    speed_x = tape_s / span_s if tape_s > 0 and span_s > 0 else None
    return Progress(
        len(stands),
        sum(one.conclude == "done" for one in stands),
        total_s,
        watched_s,
        tuple(tallies),
        speed_x,
        eta_s(total_s - watched_s, speed_x),
    )


def by_cause(failures: Sequence[Failure]) -> dict[str, list[Failure]]:
    """Failures under their causes, the commonest first."""
    counts = Counter(one.cause for one in failures)
    return {cause: [one for one in failures if one.cause == cause] for cause, _ in counts.most_common()}
