"""Scrums: opposing men together at low speed, in metres of the rink, else of the bodies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from review.core.arrays import Array
from review.core.people import Person
from review.core.tracks import Track
from review.measure.scale import BodyScale

__all__ = ["Scrum", "Steps", "find_scrums", "steps_of"]

#: Two men who hold each other stand within this of one another, feet to feet. Measured on the rendered
#: altercations: 0.4 to 0.8 m; the two at a face-off dot stand 1.4 m apart or more.
HOLD_M = 0.9
#: A man within this of the two belongs to it.
NEAR_M = 2.0
#: Against the ice, over `STEP_S`: men who wrestle stay below 0.6, men who skate by one another above 1.5.
SLOW_MPS = 1.0
STEP_S = 0.34
#: So long two men hold each other before it is a scrum; a look at which they are not does not end it.
LEAST_S = 1.4
DIP_S = 0.6
#: Men who come together are near one another first. Where that was not seen they may have held for so long.
UNSEEN_S = 2.0
#: Registered to within this a foot is taken in metres of the rink.
SURE_M = 1.0
#: Depth is foreshortened in the picture: a metre away from the camera takes half the pixels or fewer.
DEPTH_RATIO = 2.0


@dataclass(frozen=True, slots=True)
class Steps:
    """One track's feet.

    Attributes
    ----------
    time_s : (n,) float64, seconds of tape; ordinal : (n,) int64, the look
    foot_m : (n, 2) on the rink, NaN where not registered well enough
    foot_px : (n, 2) in the picture; px_per_m : (n,) of a body standing there, NaN unknown
    speed_mps : (n,) against the ice, NaN unknown
    on_ice : (n,) bool, not behind a bench's boards
    """

    track: int
    ordinal: Array
    time_s: Array
    foot_m: Array
    foot_px: Array
    px_per_m: Array
    speed_mps: Array
    on_ice: Array


@dataclass(frozen=True, slots=True)
class Scrum:
    """Opposing men who held each other from `start_s` to `end_s` of tape.

    `within_s` are the widest such bounds: from when the two were near one another, or `UNSEEN_S` before where
    they were not seen to come, until they no longer were near. `men` are the most of each team within
    `NEAR_M` at once; `apart` the most other opposing pairs that stood still together elsewhere meanwhile.
    """

    start_s: float
    end_s: float
    within_s: tuple[float, float]
    men: Mapping[str, int]
    distance_m: float
    speed_mps: float
    apart: int


def steps_of(
    track: Track, time_s: Array, rows: Array, *, to_first: Array, scale: BodyScale, on_ice: Array
) -> Steps:
    """A track's feet and their speed against the ice.

    Parameters
    ----------
    time_s : (n,) seconds of tape of its rows; rows : (n,) their places among the shot's looks
    to_first : (looks, 3, 3) picture to the shot's first picture, by the camera's motion
    """
    foot_px = track.foot_px.astype(np.float64)
    foot_m = np.where((track.foot_error_m <= SURE_M)[:, None], track.foot_m, np.nan).astype(np.float64)
    px_per_m = scale.px_per_m(rows, foot_px[:, 1])
    rank = np.arange(len(time_s))  # on a tape of few looks a second, at least from one look to the next
    low = np.minimum(np.searchsorted(time_s, time_s - STEP_S), np.maximum(rank - 1, 0))
    high = np.maximum(
        np.searchsorted(time_s, time_s + STEP_S, side="right") - 1, np.minimum(rank + 1, len(rank) - 1)
    )
    took_s = time_s[high] - time_s[low]
    carried = np.linalg.inv(to_first[rows[high]]) @ to_first[rows[low]] @ _homogeneous(foot_px[low])
    with np.errstate(divide="ignore", invalid="ignore"):
        was_px = carried[:, :2, 0] / carried[:, 2:, 0]
        by_picture = _picture_m(foot_px[high] - was_px, px_per_m) / took_s
        by_rink = np.hypot(*(foot_m[high] - foot_m[low]).T) / took_s
    speed = np.where(took_s >= STEP_S / 2, np.where(np.isfinite(by_rink), by_rink, by_picture), np.nan)
    return Steps(track.id, track.ordinal, time_s, foot_m, foot_px, px_per_m, speed, on_ice)


def find_scrums(steps: Sequence[Steps], people: Mapping[int, Person]) -> list[Scrum]:
    """Scrums of one shot, in order of time: two opposing men within `HOLD_M`, both slow, for `LEAST_S`.

    `people` maps a track to its man; officials, staff and men of no known team hold nobody.
    """
    held: dict[tuple[int, int], list[_Hold]] = {}
    for look in _looks(steps, people):
        for a, b, distance_m in look.opposed:
            key = (min(look.person[a], look.person[b]), max(look.person[a], look.person[b]))
            slow = bool(max(look.speed_mps[a], look.speed_mps[b]) <= SLOW_MPS)
            held.setdefault(key, []).append(
                _Hold(
                    look.time_s, distance_m, float(max(look.speed_mps[a], look.speed_mps[b])),
                    slow and distance_m <= HOLD_M, look.around(a, b), look.others(a, b),
                )
            )  # fmt: skip
    found = [scrum for holds in held.values() for scrum in _stretches(holds)]
    return _joined(sorted(found, key=lambda s: (s.start_s, s.end_s)))


@dataclass(frozen=True, slots=True)
class _Hold:
    time_s: float
    distance_m: float
    speed_mps: float
    holds: bool
    men: Mapping[str, int]
    apart: int


@dataclass(frozen=True, slots=True)
class _Look:
    """Men of known teams on the ice at one look.

    `between_m` (n, n) is how far apart they are; `opposed` are pairs of opponents within `NEAR_M`.
    """

    time_s: float
    person: tuple[int, ...]
    team: tuple[str, ...]
    speed_mps: Array
    between_m: Array
    opposed: tuple[tuple[int, int, float], ...]

    def around(self, a: int, b: int) -> dict[str, int]:
        near = np.fmin(self.between_m[a], self.between_m[b]) <= NEAR_M
        near[[a, b]] = True
        men: dict[str, int] = {}
        for i in np.nonzero(near & ~(self.speed_mps > SLOW_MPS))[0]:
            men[self.team[i]] = men.get(self.team[i], 0) + 1
        return men

    def others(self, a: int, b: int) -> int:
        """Opposing pairs standing still within `NEAR_M` of one another, more than that from these two."""
        far = np.fmin(self.between_m[a], self.between_m[b]) > NEAR_M
        free = {int(i) for i in np.nonzero(far & (self.speed_mps <= SLOW_MPS))[0]}
        pairs = 0
        for i, j, _ in sorted(self.opposed, key=lambda pair: pair[2]):
            if {i, j} <= free:
                free -= {i, j}
                pairs += 1
        return pairs


def _looks(steps: Sequence[Steps], people: Mapping[int, Person]) -> list[_Look]:
    rows: dict[int, list[tuple[Steps, int, Person]]] = {}
    for one in steps:
        man = people.get(one.track)
        if man is None or man.team is None or man.role in ("official", "staff"):
            continue
        for row in np.nonzero(one.on_ice)[0].tolist():
            rows.setdefault(int(one.ordinal[row]), []).append((one, row, man))
    return [_look(rows[ordinal]) for ordinal in sorted(rows)]


def _look(men: Sequence[tuple[Steps, int, Person]]) -> _Look:
    foot_m = np.array([one.foot_m[row] for one, row, _ in men])
    foot_px = np.array([one.foot_px[row] for one, row, _ in men])
    px_per_m = np.array([one.px_per_m[row] for one, row, _ in men])
    by_rink = np.hypot(*(foot_m[:, None] - foot_m[None]).T)
    by_picture = _picture_m(foot_px[:, None] - foot_px[None], (px_per_m[:, None] + px_per_m[None]) / 2)
    between_m = np.where(np.isfinite(by_rink), by_rink, by_picture)
    team = np.array([str(man.team) for _, _, man in men])
    near = np.triu(between_m <= NEAR_M, 1) & (team[:, None] != team[None])
    return _Look(
        float(men[0][0].time_s[men[0][1]]),
        tuple(man.id for _, _, man in men),
        tuple(team.tolist()),
        np.array([one.speed_mps[row] for one, row, _ in men]),
        between_m,
        tuple((int(a), int(b), float(between_m[a, b])) for a, b in np.argwhere(near)),
    )


def _picture_m(apart_px: Array, px_per_m: Array) -> Array:
    result: Array = np.hypot(apart_px[..., 0], DEPTH_RATIO * apart_px[..., 1]) / px_per_m
    return result


def _homogeneous(points: Array) -> Array:
    result: Array = np.column_stack([points, np.ones(len(points))])[..., None]
    return result


def _stretches(holds: Sequence[_Hold]) -> list[Scrum]:
    """Stretches over which two men held each other, out of the looks at which they were near."""
    runs: list[list[_Hold]] = []
    for one in (hold for hold in holds if hold.holds):
        if runs and one.time_s - runs[-1][-1].time_s <= DIP_S:
            runs[-1].append(one)
        else:
            runs.append([one])
    return [_scrum(run, holds) for run in runs if run[-1].time_s - run[0].time_s >= LEAST_S]


def _scrum(run: Sequence[_Hold], holds: Sequence[_Hold]) -> Scrum:
    start_s, end_s = run[0].time_s, run[-1].time_s
    early_s, late_s = start_s, end_s
    for one in reversed([hold for hold in holds if hold.time_s < start_s]):
        early_s = one.time_s if early_s - one.time_s <= DIP_S else early_s
    if next(hold.distance_m for hold in holds if hold.time_s >= early_s) <= HOLD_M:
        early_s = max(0.0, early_s - UNSEEN_S)
    for one in (hold for hold in holds if hold.time_s > end_s):
        late_s = one.time_s if one.time_s - late_s <= DIP_S else late_s
    men: dict[str, int] = {}
    for one in run:
        men |= {team: max(n, men.get(team, 0)) for team, n in one.men.items()}
    return Scrum(
        start_s, end_s, (early_s, late_s), men,
        float(np.median([one.distance_m for one in run])),
        float(np.median([one.speed_mps for one in run])),
        int(np.median([one.apart for one in run])),
    )  # fmt: skip


def _joined(scrums: Sequence[Scrum]) -> list[Scrum]:
    """Scrums that overlap, or follow within `DIP_S`, as one."""
    out: list[Scrum] = []
    for one in scrums:
        last = out[-1] if out else None
        if last is None or one.start_s > last.end_s + DIP_S:
            out.append(one)
            continue
        men = {team: max(last.men.get(team, 0), one.men.get(team, 0)) for team in {**last.men, **one.men}}
        out[-1] = Scrum(
            last.start_s, max(last.end_s, one.end_s),
            (min(last.within_s[0], one.within_s[0]), max(last.within_s[1], one.within_s[1])),
            men, min(last.distance_m, one.distance_m), min(last.speed_mps, one.speed_mps),
            max(last.apart, one.apart),
        )  # fmt: skip
    return out
