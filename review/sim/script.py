"""From a scenario to motion: for every person and every fiftieth of a second, what his body does."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from review.sim.acts import first_act_s, play_acts
from review.sim.body import load_body
from review.sim.carriage import carriage
from review.sim.course import STEP_S, DoorUse, Draft, build
from review.sim.curves import Floats, ease, smooth
from review.sim.gates import doors
from review.sim.passages import drafted
from review.sim.play import kept_apart, play_path, puck_path
from review.sim.scenario import Scenario
from review.sim.skeleton import GOALKEEPER, OFFICIAL, SKATER, STAFF, Poser, Stances

KINDS = {"skater": SKATER, "goalkeeper": GOALKEEPER, "official": OFFICIAL, "staff": STAFF}
PUCK_M = 0.013  # from its underside to its middle
DOOR_OPEN_RAD, DOOR_SWING_S = 1.4, 0.5

__all__ = ["STEP_S", "Motion"]


class Motion:
    """The whole cast in motion; `stances` reads any instant."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.times_s = np.arange(0.0, scenario.duration_s + 2 * STEP_S, STEP_S)
        people = scenario.people
        rng = np.random.default_rng([scenario.seed, 999])
        hand = np.where(rng.random(len(people)) < 0.62, 1.0, -1.0)
        self.kind = np.array([KINDS[m.role] for m in people])
        self.poser = Poser(
            load_body(), self.kind.astype(float), hand, np.array([build(scenario, m) for m in people])
        )
        self._play = play_path(scenario, self.times_s)
        drafts = {m.id: drafted(scenario, m, self.times_s, first_act_s(scenario, m.id)) for m in people}
        play_acts(scenario, drafts)
        written = [drafts[m.id] for m in people]
        self._uses = [use for draft in written for use in draft.uses]
        _keep_apart(scenario, written)
        self._columns = self._carried(written)
        self._posed: tuple[float, Floats] | None = None

    def stances(self, at_s: float, rows: Sequence[int] | None = None) -> Stances:
        """What everybody, or the men of ``rows``, do at ``at_s``, read between the grid's samples."""
        place = float(np.clip(at_s / STEP_S, 0.0, len(self.times_s) - 1.001))
        i, part = int(place), place - int(place)
        which: slice | list[int] = slice(None) if rows is None else list(rows)
        mixed = {}
        for name, column in self._columns.items():
            two = column[which, i : i + 2].astype(float)
            mixed[name] = two[:, 0] * (1 - part) + two[:, 1] * part
        return Stances(**mixed)

    def matrices(self, at_s: float) -> Floats:
        """Bone matrices of everybody at ``at_s``, (p, 21, 3, 4), read-only: a picture asks several times."""
        if self._posed is None or self._posed[0] != at_s:
            made = self.poser.matrices(self.stances(at_s))
            made.setflags(write=False)
            self._posed = (at_s, made)
        return self._posed[1]

    def blades(self, row: int, samples: NDArray[np.int64]) -> Floats:
        """Steel of one man at grid ``samples``, (n, left and right, toe and heel, 3)."""
        taken = {name: column[row, samples].astype(float) for name, column in self._columns.items()}
        return self.poser.taken(np.full(len(samples), row)).skates(Stances(**taken))

    def blades_at(self, row: int, at_s: float) -> Floats:
        """Steel of one man at any second, (left and right, toe and heel, 3)."""
        return np.asarray(self.poser.taken(np.array([row])).skates(self.stances(at_s, [row]))[0])

    def pelvis_m(self, at_s: float) -> Floats:
        """Where everybody's pelvis is, (p, 3)."""
        rest = np.append(load_body().joints[0], 1.0)
        return np.asarray(self.matrices(at_s)[:, 0] @ rest)

    def ground_m(self, row: int, at_s: float) -> Floats:
        """The ground under one man, (2,)."""
        return np.asarray(self.stances(at_s, [row]).xy[0])

    def grounds_m(self, row: int, samples: NDArray[np.int64]) -> Floats:
        """The ground under one man at grid ``samples``, (n, 2)."""
        return np.asarray(self._columns["xy"][row, samples], float)

    def doors(self, at_s: float) -> Floats:
        """How far each of `gates.doors` stands open, in radians away from the ice, (d,)."""
        out = np.zeros(len(doors(self.scenario)))
        for use in self._uses:
            out[use.door] = max(out[use.door], DOOR_OPEN_RAD * _ajar(use, at_s))
        return out

    def puck_m(self, at_s: float) -> Floats:
        """Where the puck is, (3,)."""
        return np.asarray(puck_path(self.scenario, np.array([at_s]))[0] + [0.0, 0.0, PUCK_M])

    def _carried(self, written: list[Draft]) -> dict[str, NDArray[np.float32]]:
        """Columns of `Stances`, each (p, n, …), from everybody's course."""
        out: dict[str, NDArray[np.float32]] = {}
        for row, draft in enumerate(written):
            for name, values in carriage(draft, self._play).items():
                if name not in out:
                    out[name] = np.empty((len(written), *values.shape), np.float32)
                out[name][row] = values
            written[row].pins.rows = []
        return out


def _ajar(use: DoorUse, at_s: float) -> float:
    opened = ease(at_s, use.start_s - DOOR_SWING_S, use.start_s)
    return float(opened * (1.0 - ease(at_s, use.end_s, use.end_s + DOOR_SWING_S)))


def _keep_apart(scenario: Scenario, written: list[Draft]) -> None:
    for draft in written:
        draft.pinned_down()
    moving = [d for d in written if (d.course.on_ice > 0).any()]
    apart = kept_apart(
        np.stack([d.course.xy for d in moving]),
        np.stack([d.course.on_ice for d in moving]),
        np.stack([d.course.free for d in moving]),
        scenario.rink,
        step_s=STEP_S,
    )
    for draft, xy in zip(moving, apart, strict=True):
        loose = (1.0 - draft.course.pinned_w)[:, None]
        draft.course.xy = xy + (smooth(xy, 6) - xy) * loose
