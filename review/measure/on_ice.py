"""How probable each number of men on the ice is: exact filtering over skaters and goalkeeper, both ways.

A team's men come and go by habit: at the strength allowed now and then one goes off and another comes on for
him a second later, seldom the other way round. What is seen bounds that: crossings move the count, men shown
together bound it from below, and a bench in view at which nobody crosses says that nobody was missing. Where
a bench is not in view only habit and the men shown are left, and the band opens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy.linalg import expm

from review.core.arrays import Array

__all__ = ["MOST", "Habits", "Looks", "Step", "band", "strength"]

#: Skaters a team can have on the ice as far as this is followed; a bench holds no more.
MOST_SKATERS = 21
MOST = MOST_SKATERS + 1
#: The longest that one look is evidence for; nearer ones share it.
EVIDENCE_S = 1.0
LEAST_S = 0.02
NEWS_S, AGAIN_SHARE = 1.5, 0.1  # what is shown for longer is evidence of so much less
BEFORE_S = 20.0  # of habit before the first look: enough to forget where it began


@dataclass(frozen=True, slots=True)
class Habits:
    """How often men come and go, a second; set on three rendered games of ten minutes and on their truth.

    Attributes
    ----------
    off_hz, on_hz : at the strength allowed a man goes off for whom another will come, or one comes too soon
    more_off_hz, more_on_hz : another one, while somebody is missing, or too many are on
    filled_hz, left_hz : the missing man comes, the one too many goes
    pulled_hz, back_hz : the goalkeeper goes for a skater, and comes back
    stopped_ratio : how much oftener men change while the clock stands
    brawl_first_hz, brawl_on_hz, brawl_left_hz : in an altercation a man leaves the bench seldom; once one
        has, others follow without end, and few go
    unseen_ratio : of crossings at a bench in view that are not found
    false_p : that a man shown for a second is none, or another team's; shown on, he proves little more
    keeper_missed_p : that a man shown for a skater is his team's goalkeeper
    habit_ratio : how much habit counts beside a crossing that was seen: 1 as it should if habits were known
    """

    off_hz: float = 0.033
    on_hz: float = 0.006
    more_off_hz: float = 0.20
    more_on_hz: float = 0.03
    filled_hz: float = 1.0
    left_hz: float = 0.3
    pulled_hz: float = 1 / 4000
    back_hz: float = 1 / 60
    stopped_ratio: float = 4.0
    brawl_first_hz: float = 0.03
    brawl_on_hz: float = 1.0
    brawl_left_hz: float = 0.1
    unseen_ratio: float = 0.15
    false_p: float = 0.03
    keeper_missed_p: float = 0.15
    habit_ratio: float = 0.5


@dataclass(frozen=True, slots=True)
class Looks:
    """What one team showed, a value a look, in order of time; a shot's first look follows the last one's.

    Attributes
    ----------
    time_s : (n,) seconds
    skaters : (n,) int, surely on the ice together
    goalkeeper : (n,) bool, he is surely on the ice
    watched : (n,) bool, the team's benches and boxes are in view
    allowed : (n,) int, men allowed, the goalkeeper among them
    stopped, brawl : (n,) bool, the clock stands; an altercation is on
    """

    time_s: Array
    skaters: Array
    goalkeeper: Array
    watched: Array
    allowed: Array
    stopped: Array
    brawl: Array


@dataclass(frozen=True, slots=True)
class Step:
    """A crossing: `by` +1 or −1 man, at `at_s`, with probability `p`; the goalkeeper's or a skater's."""

    at_s: float
    by: int
    p: float
    goalkeeper: bool = False


def strength(looks: Looks, steps: Sequence[Step], habits: Habits) -> Array:
    """(n, MOST + 1) probability of each number of men at each look, by everything seen before and after."""
    n = len(looks.time_s)
    if not n:
        return np.zeros((0, MOST + 1))
    moves = _moves(looks, steps, habits)
    seen = _evidence(looks, habits)
    state = np.full(2 * (MOST_SKATERS + 1), 1e-6)
    state[MOST_SKATERS + 1 + min(MOST_SKATERS, int(looks.allowed[0]) - 1)] = 1.0
    state = state @ _between(habits, int(looks.allowed[0]), round(BEFORE_S * 1000), False, False, False)
    forward = np.zeros((n, len(state)))
    for i in range(n):
        state = (state @ moves[i]) * seen[i]
        state /= state.sum()
        forward[i] = state
    after = np.ones(len(state))
    for i in range(n - 1, -1, -1):
        forward[i] *= after
        after = moves[i] @ (seen[i] * after)
        after /= after.sum()
    men = np.zeros((n, MOST + 1))
    men[:, : MOST_SKATERS + 1] += forward[:, : MOST_SKATERS + 1]
    men[:, 1:] += forward[:, MOST_SKATERS + 1 :]
    result: Array = men / men.sum(axis=1, keepdims=True)
    return result


def band(men: Array, inside_p: float) -> tuple[Array, Array, Array]:
    """(n,) low, high and likeliest number: the narrowest span about it that holds so much probability."""
    rows = np.arange(len(men))
    best = men.argmax(axis=1)
    low, high, mass = best.copy(), best.copy(), men[rows, best]
    for _ in range(men.shape[1]):
        short = mass < inside_p
        if not short.any():
            break
        below = np.where(low > 0, men[rows, np.maximum(low - 1, 0)], -1.0)
        above = np.where(high < men.shape[1] - 1, men[rows, np.minimum(high + 1, men.shape[1] - 1)], -1.0)
        down = short & (below >= above)
        up = short & ~down
        low, high = low - down, high + up
        mass = mass + np.where(down, below, 0.0) + np.where(up, above, 0.0)
    return low, high, best


def _moves(looks: Looks, steps: Sequence[Step], habits: Habits) -> list[Array]:
    """The change of state from each look's forerunner to it, the crossings between included."""
    waiting = sorted(steps, key=lambda s: (s.at_s, s.by, s.p, s.goalkeeper))
    moves = []
    for i, now_s in enumerate(looks.time_s.tolist()):
        past_ms = round((now_s - looks.time_s[i - 1]) * 1000) if i else 0
        allowed = int(looks.allowed[i])
        flags = bool(looks.watched[i]), bool(looks.stopped[i]), bool(looks.brawl[i])
        move = _between(habits, allowed, past_ms, *flags)
        while waiting and waiting[0].at_s <= now_s:
            move = move @ _stepped(habits, waiting.pop(0), allowed)
        moves.append(move)
    return moves


def _evidence(looks: Looks, habits: Habits) -> Array:
    """(n, states) how well each state explains the men shown; looks within a second are one piece of it."""
    span_s = np.clip(np.diff(looks.time_s, prepend=looks.time_s[0]), LEAST_S, EVIDENCE_S)
    weight = (span_s * np.where(_lately(looks), 1.0, AGAIN_SHARE))[:, None]
    skaters, keeper = _states()
    shown, known = looks.skaters[:, None], looks.goalkeeper[:, None]
    missing = skaters[None, :] < shown
    # without him among those shown, one of them may be the goalkeeper, taken for a skater
    with_him = ~known & (skaters + keeper >= shown)
    few = np.where(missing, np.where(with_him, habits.keeper_missed_p, habits.false_p) ** weight, 1.0)
    pulled = np.where((keeper[None, :] == 0) & known, habits.false_p**weight, 1.0)
    result: Array = few * pulled
    return result


def _lately(looks: Looks) -> Array:
    """(n,) bool: as many were not shown all the time since `NEWS_S` before, or the looks began since.

    Who is taken for another team's man stays taken for him.
    """
    shown = looks.skaters + looks.goalkeeper
    before = np.searchsorted(looks.time_s, looks.time_s - NEWS_S)
    began = looks.time_s - looks.time_s[0] < NEWS_S
    fresh = [a == i or shown[a:i].min() < shown[i] for i, a in enumerate(before)]
    return np.asarray(began | np.array(fresh, dtype=bool))


def _states() -> tuple[Array, Array]:
    """(states,) skaters and goalkeepers of each state."""
    skaters = np.tile(np.arange(MOST_SKATERS + 1), 2)
    return skaters, np.repeat([0, 1], MOST_SKATERS + 1)


def _rates(habits: Habits, allowed: int, stopped: bool, brawl: bool) -> tuple[Array, Array]:
    """(states,) how often a skater comes on, and goes off, in each state."""
    skaters, keeper = _states()
    over = skaters - (allowed - keeper)
    more = habits.stopped_ratio if stopped else 1.0
    on = np.select([over < 0, over == 0], [habits.filled_hz, habits.on_hz * more], habits.more_on_hz)
    off = np.select([over > 0, over == 0], [habits.left_hz, habits.off_hz * more], habits.more_off_hz)
    if brawl:
        on = np.select([over > 0, over == 0], [habits.brawl_on_hz, habits.brawl_first_hz], on)
        off = np.where(over > 0, habits.brawl_left_hz, off)
    on[skaters == MOST_SKATERS] = 0.0
    off[skaters == 0] = 0.0
    return on, off


@lru_cache(maxsize=4096)
def _between(habits: Habits, allowed: int, ms: int, watched: bool, stopped: bool, brawl: bool) -> Array:
    """States over a stretch without a crossing seen. At a bench in view most would have been: none was."""
    on, off = _rates(habits, allowed, stopped, brawl)
    n = len(on)
    rate = np.zeros((n, n))
    rate[np.arange(n - 1), np.arange(1, n)] = on[:-1]
    rate[np.arange(1, n), np.arange(n - 1)] = off[1:]
    half = n // 2
    rate[half + np.arange(half), np.arange(half)] = habits.pulled_hz
    rate[np.arange(half), half + np.arange(half)] = habits.back_hz
    found = habits.unseen_ratio if watched else 1.0
    leaves = rate.sum(axis=1) * (found if brawl else 1.0)  # no brawl lasts: nobody more proves nothing
    result: Array = expm((rate * found - np.diag(leaves)) * ms / 1000)
    return result


def _stepped(habits: Habits, step: Step, allowed: int) -> Array:
    """States across a crossing: with its probability a man more or less, likelier where habit expects it."""
    skaters, keeper = _states()
    n, half = len(skaters), len(skaters) // 2
    on, off = _rates(habits, allowed, False, False)
    if step.goalkeeper:
        to = np.where(step.by > 0, skaters + half, skaters)
        expected = np.ones(n)
    else:
        to = keeper * half + np.clip(skaters + step.by, 0, MOST_SKATERS)
        expected = (on if step.by > 0 else off) ** habits.habit_ratio
    move = np.eye(n) * (1 - step.p)
    move[np.arange(n), to] += step.p * expected
    result: Array = move / move.sum(axis=1).max()
    return result
