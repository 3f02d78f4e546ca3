"""Which number a man wears: readings of his track weighed together, the roster as prior, or no answer.

A reading says a number and how probable it is, `p`. As likelihood of number n, beside one who says nothing,
it is ``100 · p`` for that number; what is left goes to all others, of one digit `HALF_P` of it to numbers
with that digit (of 17 only the 7 was seen), of two digits `TRIM_P` of it to either alone (trim for a 1).
Looks that follow on one another share their mistakes: those within `GLANCE_S` share one vote. A
reader that errs on a shirt errs on it again: `SYSTEMATIC_P` of the answer stays with the prior.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from review.core.arrays import Array
from review.core.game import Team
from review.core.numbers import NUMBERS, TrackNumbers
from review.core.people import Person

__all__ = ["Told", "number_people", "number_prior", "tell_number", "weigh_reading"]

GLANCE_S = 2.0
HALF_P, TRIM_P = 0.6, 0.1
SLIP_P = 0.03  # of one reading: wrong, whatever the reader believes
SYSTEMATIC_P = 0.02
NOT_ON_ROSTER_P = 0.02
ANSWER_P = 0.9  # least probability of a number that is stated
#: A number is stated only if so many glances say it, each with at least this probability.
LEAST_SAYING, SAYING_P = 2, 0.5
NAME_TEAM_P = 0.8


@dataclass(frozen=True, slots=True)
class Told:
    """The likeliest number and its probability; `saying` counts the glances that say it by themselves."""

    number: int
    p: float
    saying: int

    @property
    def answered(self) -> bool:
        """Whether it is sure enough to be stated."""
        return self.p >= ANSWER_P and self.saying >= LEAST_SAYING


def weigh_reading(number: int, p: float) -> Array:
    """(100,) likelihood of each number where a look says `number` with probability `p`; 1 says nothing."""
    akin = np.array([_akin(number, n) for n in range(NUMBERS)])
    others = ~akin
    others[number] = False
    akin_p = HALF_P if number < 10 else TRIM_P
    share = akin_p * akin / akin.sum() + (1 - akin_p) * others / others.sum()
    share[number] = 0.0
    told: Array = NUMBERS * (1 - p) * share
    told[number] = NUMBERS * p
    result: Array = (1 - SLIP_P) * told + SLIP_P
    return result


def number_prior(team: str | None, team_p: float, teams: Sequence[Team]) -> Array:
    """(100,) probability of each number before anything is read, by the rosters of the teams.

    A man whose team is not certain may be the other team's; one of no known team is either's. A team without
    a roster may wear any number, and one with a roster keeps `NOT_ON_ROSTER_P` for numbers it forgot.
    """
    known = [one.name for one in teams]
    share = {name: 1 / len(known) for name in known}
    if team in share:
        others = max(1, len(known) - 1)
        share = {name: team_p if name == team else (1 - team_p) / others for name in known}
    prior = np.zeros(NUMBERS)
    for one in teams:
        prior += share[one.name] * _roster(one)
    total = float(prior.sum())
    return prior / total if total > 0 else np.full(NUMBERS, 1 / NUMBERS)


def tell_number(number: Array, p: Array, at_s: Array, prior: Array) -> Told | None:
    """Weigh the readings (n,) of one man at seconds `at_s` together; None where there are none."""
    if not len(number):
        return None
    near = np.abs(np.asarray(at_s)[:, None] - np.asarray(at_s)[None]) < GLANCE_S / 2
    weight = p / (near @ np.asarray(p, np.float64))
    told = np.stack([weigh_reading(int(n), float(q)) for n, q in zip(number, p, strict=True)])
    log = np.log(np.maximum(prior, 1e-12)) + weight @ np.log(told)
    posterior = (1 - SYSTEMATIC_P) * _softmax(log) + SYSTEMATIC_P * prior
    best = int(np.argmax(posterior))
    said = np.sort(np.asarray(at_s)[(number == best) & (p >= SAYING_P)])
    return Told(best, float(posterior[best]), _glances(said))


def number_people(
    people: Sequence[Person],
    readings: Mapping[int, TrackNumbers],
    spans_s: Mapping[int, tuple[float, float]],
    teams: Sequence[Team],
) -> tuple[Person, ...]:
    """The same people, with number, its probability, and name where they are told.

    Two men of one team who are in the picture at once cannot both wear a number: of those who claim it each
    keeps what is left when all the others are wrong, and states it only if that is enough.

    Parameters
    ----------
    readings : by track; tracks of which nothing was read may be left out
    spans_s : from which second of tape to which each track lasts
    """
    told: dict[int, Told] = {}
    for man in people:
        if man.role in ("official", "staff"):
            continue
        seen = [readings[t] for t in man.tracks if t in readings]
        if seen:
            prior = number_prior(man.team, man.team_p, teams)
            number, p, at_s = (
                np.concatenate(parts) for parts in zip(*((s.number, s.p, s.at_s) for s in seen), strict=True)
            )
            answer = tell_number(number, p, at_s, prior)
            if answer is not None:
                told[man.id] = answer
    when = {man.id: [spans_s[t] for t in man.tracks if t in spans_s] for man in people}
    return tuple(_numbered(man, _left(man, told, people, when), teams) for man in people)


def _numbered(man: Person, told: Told | None, teams: Sequence[Team]) -> Person:
    if told is None or not told.answered:
        return man
    roster = next((team.roster for team in teams if team.name == man.team), ())
    named = [entry.name for entry in roster if entry.number == told.number]
    name = named[0] if named and man.team_p >= NAME_TEAM_P else man.name
    return replace(man, number=told.number, number_p=round(told.p, 3), name=name)


def _left(
    man: Person,
    told: Mapping[int, Told],
    people: Sequence[Person],
    when: Mapping[int, Sequence[tuple[float, float]]],
) -> Told | None:
    """His number with the probability that he has it and nobody beside him: odds against all who claim it."""
    mine = told.get(man.id)
    if mine is None or man.team is None:
        return mine
    rivals = [
        told[other.id]
        for other in people
        if other.id != man.id and other.team == man.team and other.id in told
        and told[other.id].number == mine.number and _together(when[man.id], when[other.id])
    ]  # fmt: skip
    if not rivals:
        return mine
    odds = _odds(mine.p)
    return replace(mine, p=odds / (1 + odds + sum(_odds(r.p) for r in rivals)))


def _odds(p: float) -> float:
    return p / max(1e-9, 1 - p)


def _together(one: Sequence[tuple[float, float]], other: Sequence[tuple[float, float]]) -> bool:
    return any(a < d and c < b for a, b in one for c, d in other)


def _roster(team: Team) -> Array:
    worn = np.zeros(NUMBERS)
    worn[[entry.number for entry in team.roster]] = 1.0
    if not worn.any():
        return np.full(NUMBERS, 1 / NUMBERS)
    off = 1 - worn
    prior: Array = (1 - NOT_ON_ROSTER_P) * worn / worn.sum() + NOT_ON_ROSTER_P * off / max(1.0, off.sum())
    return prior


def _glances(at_s: Array) -> int:
    """How many of these seconds, in order, lie far enough apart to be looks of their own."""
    count, last = 0, -np.inf
    for at in at_s.tolist():
        if at - last >= GLANCE_S / 2:
            count, last = count + 1, at
    return count


def _akin(one: int, other: int) -> bool:
    """Whether one of two numbers is a digit of the other."""
    short, long = sorted((str(one), str(other)), key=len)
    return len(short) < len(long) and short in long


def _softmax(row: Array) -> Array:
    raised = np.exp(row - row.max())
    result: Array = raised / raised.sum()
    return result
