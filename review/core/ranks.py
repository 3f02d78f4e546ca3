"""Ranks of departures: who was certainly first or second, given intervals and stretches nobody watched.

A rank is never guessed. Each man gets the band of ranks he may hold; a rank is established where the
band is one number. Overlapping intervals, men who may not count and unwatched stretches widen bands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

__all__ = ["Band", "Leaver", "Place", "Unwatched", "find_place", "rank_bands"]


@dataclass(frozen=True, slots=True)
class Leaver:
    """One man who left, or may have left, a bench in [earliest_s, latest_s].

    `key` tells leavers apart; `label` is what a reader calls the moment ("crossing 12").
    `certain` is False where it is open whether he counts at all; `doubt` then says why.
    """

    key: int
    label: str
    earliest_s: Fraction
    latest_s: Fraction
    certain: bool = True
    doubt: str = ""

    def __post_init__(self) -> None:
        if self.latest_s < self.earliest_s:
            raise ValueError(f"{self.label}: the interval ends before it begins")

    def certainly_before(self, other: Leaver) -> bool:
        """Whether the intervals do not even touch, this one being the earlier."""
        return self.latest_s < other.earliest_s


@dataclass(frozen=True, slots=True)
class Unwatched:
    """A stretch in which somebody may have left unseen; None = without bound on that side."""

    start_s: Fraction | None
    end_s: Fraction | None
    reason: str

    def reaches(self, moment_s: Fraction) -> bool:
        """Whether an unseen man may have left at or before `moment_s`."""
        return self.start_s is None or self.start_s <= moment_s


@dataclass(frozen=True, slots=True)
class Band:
    """The ranks a leaver may hold: `low` to `high`; `high` None = no bound, others may have left unseen."""

    leaver: Leaver
    low: int
    high: int | None

    @property
    def rank(self) -> int | None:
        """The rank where it is established, else None."""
        return self.low if self.leaver.certain and self.low == self.high else None

    def may_be(self, place: int) -> bool:
        """Whether this man may hold `place`."""
        return self.low <= place and (self.high is None or place <= self.high)


@dataclass(frozen=True, slots=True)
class Place:
    """The answer for one place (1 = first).

    `value` True: `key` holds it; False: nobody does, and it was watched; None: not established.
    `candidates` are keys of those who may hold it; `margin_s` is the gap to the next man, if one follows.
    """

    place: int
    value: bool | None
    key: int | None
    candidates: tuple[int, ...]
    reason: str
    margin_s: float | None = None


def _in_order(leavers: Sequence[Leaver]) -> list[Leaver]:
    return sorted(leavers, key=lambda one: (one.earliest_s, one.latest_s, one.key))


def rank_bands(leavers: Sequence[Leaver], unwatched: Sequence[Unwatched]) -> tuple[Band, ...]:
    """The band of each leaver, in order of time. The order of the arguments is irrelevant.

    Examples
    --------
    >>> a = Leaver(1, "crossing 1", Fraction(3), Fraction(4))
    >>> b = Leaver(2, "crossing 2", Fraction(4), Fraction(5))
    >>> [(band.low, band.high) for band in rank_bands([a, b], [])]
    [(1, 2), (1, 2)]
    """
    bands = []
    for one in _in_order(leavers):
        others = [other for other in leavers if other.key != one.key]
        low = 1 + sum(other.certain and other.certainly_before(one) for other in others)
        high: int | None = 1 + sum(not one.certainly_before(other) for other in others)
        if any(gap.reaches(one.latest_s) for gap in unwatched):
            high = None
        bands.append(Band(one, low, high))
    return tuple(bands)


def find_place(place: int, leavers: Sequence[Leaver], unwatched: Sequence[Unwatched]) -> Place:
    """Who certainly holds `place`, that nobody does, or why it is not established."""
    bands = rank_bands(leavers, unwatched)
    for band in bands:
        if band.rank == place:
            return Place(place, True, band.leaver.key, (band.leaver.key,), "", _margin_s(band, bands))
    candidates = tuple(band for band in bands if band.may_be(place))
    keys = tuple(band.leaver.key for band in candidates)
    if not candidates and not unwatched:
        word = "nobody was seen to leave" if place == 1 else f"fewer than {place} men were seen to leave"
        return Place(place, False, None, (), f"{word}, and the benches were watched throughout")
    return Place(place, None, None, keys, _reason(place, candidates, unwatched))


def _margin_s(band: Band, bands: Sequence[Band]) -> float | None:
    after = [other.leaver.earliest_s for other in bands if band.leaver.certainly_before(other.leaver)]
    return float(min(after) - band.leaver.latest_s) if after else None


def _reason(place: int, candidates: Sequence[Band], unwatched: Sequence[Unwatched]) -> str:
    """Why the place stays open; times are told as lengths, so that moving the tape changes no word."""
    men = [band.leaver for band in candidates]
    reasons = [_gap_words(gap, men) for gap in unwatched if not men or gap.reaches(men[0].latest_s)][:1]
    for a, b in combinations(men, 2):
        shared = min(a.latest_s, b.latest_s) - max(a.earliest_s, b.earliest_s)
        if shared >= 0:
            reasons.append(f"the intervals of {_both(a.label, b.label)} overlap by {float(shared):.2f} s")
            break
    reasons += [one.doubt for one in men if not one.certain][:1]
    if not reasons:
        reasons = [_gap_words(gap, men) for gap in unwatched][:1]
    return "not established: " + "; ".join(reasons)


def _both(a: str, b: str) -> str:
    word = "crossing "
    if a.startswith(word) and b.startswith(word):
        return f"crossings {a.removeprefix(word)} and {b.removeprefix(word)}"
    return f"{a} and {b}"


def _gap_words(gap: Unwatched, men: Sequence[Leaver]) -> str:
    if gap.start_s is None or gap.end_s is None:
        return gap.reason
    length = f"for {float(gap.end_s - gap.start_s):.2f} s nobody could watch: {gap.reason}"
    return f"{length}, before {men[0].label} was over" if men else length
