"""Which number a man wears: readings of his track weighed together, the roster as prior, or no answer.

A reading says two things: whether a number can be read at all, and which. As likelihood of number n it is
``g · q(n) · 100 + (1 - g)``: where nothing can be read (g = 0) it says nothing. Readings of one glance share
their mistakes: within `GLANCE_S` they count together as one. A reader that errs on a shirt errs on it again,
however often he looks: `SYSTEMATIC_P` of the answer stays with the prior.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from review.core.arrays import Array
from review.core.game import Team
from review.core.numbers import NUMBERS, TrackNumbers
from review.core.people import Person

__all__ = ["Told", "number_people", "number_prior", "single_reading", "tell_number"]

GLANCE_S = 1.0
SLIP_P = 0.03  # of one reading: wrong, whatever the reader believes
SYSTEMATIC_P = 0.02
NOT_ON_ROSTER_P = 0.02
ANSWER_P = 0.9  # least probability of a number that is stated
#: A number is stated only if so many readings say it, each with at least this probability.
LEAST_SAYING, SAYING_P = 2, 0.5
NAME_TEAM_P = 0.8


@dataclass(frozen=True, slots=True)
class Told:
    """The likeliest number and its probability; `saying` counts the readings that say it by themselves."""

    number: int
    p: float
    saying: int

    @property
    def answered(self) -> bool:
        """Whether it is sure enough to be stated."""
        return self.p >= ANSWER_P and self.saying >= LEAST_SAYING


def single_reading(logits: Array) -> tuple[Array, Array]:
    """(n,) probability that a number can be read, and (n, 100) which it is if so, of readings (n, 22)."""
    told = np.asarray(logits, np.float64)
    legible = 1 / (1 + np.exp(-told[:, 0]))
    tens, units = _softmax(told[:, 1:12]), _softmax(told[:, 12:])
    # no tens digit is numbers 0 to 9; a written 0 before a digit is none that is worn
    leading = np.delete(tens, 1, axis=1)
    which = (leading[:, :, None] * units[:, None, :]).reshape(-1, NUMBERS)
    result: Array = which / which.sum(axis=1, keepdims=True)
    return legible, result


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


def tell_number(logits: Array, at_s: Array, prior: Array) -> Told | None:
    """Weigh the readings (n, 22) of one track at seconds `at_s` together; None where there are none."""
    if not len(logits):
        return None
    legible, which = single_reading(logits)
    near = np.abs(np.asarray(at_s)[:, None] - np.asarray(at_s)[None]) < GLANCE_S / 2
    weight = 1 / np.maximum(1.0, near @ legible)
    told = (1 - SLIP_P) * (legible[:, None] * which * NUMBERS + 1 - legible[:, None]) + SLIP_P
    log = np.log(np.maximum(prior, 1e-12)) + weight @ np.log(told)
    posterior = (1 - SYSTEMATIC_P) * _softmax(log[None])[0] + SYSTEMATIC_P * prior
    best = int(np.argmax(posterior))
    saying = int(np.sum((which.argmax(axis=1) == best) & (legible * which[:, best] >= SAYING_P)))
    return Told(best, float(posterior[best]), saying)


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
            logits, at_s = np.concatenate([s.logits for s in seen]), np.concatenate([s.at_s for s in seen])
            answer = tell_number(logits, at_s, prior)
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


def _softmax(rows: Array) -> Array:
    raised = np.exp(rows - rows.max(axis=1, keepdims=True))
    result: Array = raised / raised.sum(axis=1, keepdims=True)
    return result
