"""What a frame shows of everybody: boxes and visibility from the mask, the rest from the posed bodies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from review.ports.renderer import Image
from review.sim.body import load_body
from review.sim.curves import Floats
from review.sim.filming import View
from review.sim.gates import openings
from review.sim.lens import Lens, straight_lens
from review.sim.scenario import Man
from review.sim.script import Motion
from review.sim.skeleton import GOALKEEPER
from review.sim.truth import PLAYERS, Truth, skates_down

STICK_FLAG = 64
SMALLEST_PX = 24  # a person of fewer visible pixels is left out of the frame's list
NEAREST_M = 0.3  # who has a part nearer to the lens's plane than this, or behind it, has no amodal box
GATE_REACH_M = 2.6  # how far behind and beside a gate its bench or box goes

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Sighting:
    """One man in one picture: boxes in its pixels, and the share of his body's surface that shows."""

    box_px: Box
    amodal_px: Box | None
    visible_share: float
    head_px: tuple[float, float] | None


class Observer:
    """Reads from masks and poses what a frame shows of everybody."""

    def __init__(self, motion: Motion, truth: Truth | None = None) -> None:
        self.motion = motion
        self.truth = truth or Truth(motion)
        body = load_body()
        self._parts = {}
        for keeper, mesh in ((False, body.skater), (True, body.goalkeeper)):
            self._parts[keeper] = (mesh, mesh.body_vertices(), mesh.vertex_areas_m2()[mesh.body_vertices()])
        self._gates = openings(motion.scenario)

    def people(
        self,
        at_s: float,
        view: View,
        identities: Image,
        *,
        lens: Lens | None = None,
        scale: tuple[float, float] = (1.0, 1.0),
    ) -> list[dict[str, Any]]:
        """Everybody seen at second ``at_s`` of the game, by the mask ``identities`` (h, w).

        The mask is as ``lens`` bends it; boxes are multiplied by ``scale``, the file's pixels per picture's.
        """
        matrices = self.motion.matrices(at_s)
        seen = self.sightings(matrices, view, identities, lens or straight_lens(view.size_px))
        down = skates_down(self.motion, at_s)
        rest = np.append(load_body().joints[0], 1.0)
        out = []
        for row, sighting in seen.items():
            man = self.motion.scenario.people[row]
            x, y, _ = matrices[row, 0] @ rest
            place = self._place(row, man, float(x), float(y), at_s)
            skates = int(down[row].sum()) if man.role != "staff" else 0  # they wear shoes
            out.append(_entry(man, sighting, scale) | place | {"skates_on_ice": skates})
        return out

    def sightings(self, matrices: Floats, view: View, identities: Image, lens: Lens) -> dict[int, Sighting]:
        """Who shows in the mask, by row."""
        mask = np.where(identities >= STICK_FLAG, 0, identities)
        boxes = visible_boxes(mask)
        out: dict[int, Sighting] = {}
        for keeper in (False, True):
            rows = [
                r
                for r in range(len(matrices))
                if (self.motion.kind[r] == GOALKEEPER) == keeper
                and boxes.get(r + 1, (None, 0))[1] >= SMALLEST_PX
            ]
            if rows:
                out |= self._of_one_kind(np.array(rows), keeper, matrices, view, mask, lens, boxes)
        return dict(sorted(out.items()))

    def _of_one_kind(
        self,
        rows: NDArray[np.int64],
        keeper: bool,
        matrices: Floats,
        view: View,
        mask: Image,
        lens: Lens,
        boxes: dict[int, tuple[tuple[int, int, int, int], int]],
    ) -> dict[int, Sighting]:
        mesh, body, weight = self._parts[keeper]
        at = view.project(mesh.skinned(matrices[rows])[:, body])
        places, depth = at[..., :2], at[..., 2].min(axis=1)
        heads = self._heads(matrices[rows], view)
        if not lens.straight:
            places, heads = lens.bent(places), lens.bent(heads)
        shares = _shown(places, rows, weight, mask)
        out = {}
        for k, row in enumerate(rows.tolist()):
            whole = bool(depth[k] > NEAREST_M)
            low, high = places[k].min(axis=0), places[k].max(axis=0)
            amodal = (float(low[0]), float(low[1]), float(high[0]), float(high[1])) if whole else None
            head = (float(heads[k, 0]), float(heads[k, 1])) if whole else None
            out[row] = Sighting(boxes[row + 1][0], amodal, float(shares[k]), head)
        return out

    def _heads(self, matrices: Floats, view: View) -> Floats:
        body = load_body()
        bone = body.bone("head")
        rest = np.append(body.joints[bone] + [0.0, 0.0, 0.1], 1.0)
        return view.project(matrices[:, bone] @ rest)[..., :2]

    def _place(self, row: int, man: Man, x: float, y: float, at_s: float) -> dict[str, Any]:
        inside = bool(self.motion.scenario.rink.inside_m([[x, y]])[0] > 0)
        on_ice = inside if man.role == "official" else self.truth.on_ice(row, at_s)
        return {
            "xyz_m": [round(x, 2), round(y, 2), 0.0],
            "on_ice": on_ice,
            "at": "ice" if on_ice else self._off_ice(x, y),
        }

    def _off_ice(self, x: float, y: float) -> str:
        """Name the place off the ice: bench, box, or out."""
        for gate in self._gates:
            behind_m = gate.side * y - gate.boards_m
            beside_m = max(gate.low_m - x, x - gate.high_m)
            if -1.0 < behind_m < GATE_REACH_M and beside_m < 0.6:
                return "bench" if gate.kind == "players_bench" else "box"
        return "out"


def _entry(man: Man, seen: Sighting, scale: tuple[float, float]) -> dict[str, Any]:
    sx, sy = scale
    box = [_file_px(v, s) for v, s in zip(seen.box_px, (sx, sy, sx, sy), strict=True)]
    amodal = None
    if seen.amodal_px is not None:
        amodal = [round(v * s, 1) for v, s in zip(seen.amodal_px, (sx, sy, sx, sy), strict=True)]
    head = None
    if seen.head_px is not None:
        head = [round(v * s, 1) for v, s in zip(seen.head_px, scale, strict=True)]
    return {
        "id": man.id,
        "team": man.team or None,
        "role": man.role,
        "number": man.number if man.role in PLAYERS else None,
        "position": man.position,
        "box_px": box,
        "amodal_px": amodal,
        "head_px": head,
        "visible_share": round(seen.visible_share, 2),
    }


def _file_px(value: float, scale: float) -> float:
    return value if scale == 1.0 else round(value * scale, 1)


def _shown(places: Floats, rows: NDArray[np.int64], weight: Floats, mask: Image) -> Floats:
    """Share of each body's surface whose place (p, v, 2) in the picture shows that body, (p,)."""
    h, w = mask.shape
    limit = 4.0 * max(h, w)
    x, y = (np.floor(np.clip(places[..., k], -limit, limit)).astype(int) for k in (0, 1))
    seen = np.zeros(x.shape, bool)
    for dx, dy in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)):
        px, py = x + dx, y + dy
        inside = (px >= 0) & (px < w) & (py >= 0) & (py < h)
        found = mask[np.clip(py, 0, h - 1), np.clip(px, 0, w - 1)]
        seen |= inside & (found == (rows + 1)[:, None])
    return np.asarray((seen * weight).sum(axis=1) / weight.sum())


def visible_boxes(mask: Image) -> dict[int, tuple[tuple[int, int, int, int], int]]:
    """Box (left, top, right, bottom; the last two one past) and pixels of every number in ``mask``."""
    out: dict[int, tuple[tuple[int, int, int, int], int]] = {}
    places = np.flatnonzero(mask)
    if not len(places):
        return out
    ys, xs = np.divmod(places, mask.shape[1])
    values = mask.ravel()[places]
    order = np.argsort(values, kind="stable")
    values, xs, ys = values[order], xs[order], ys[order]
    starts = np.flatnonzero(np.r_[True, np.diff(values) > 0])
    for a, b in zip(starts, [*starts[1:], len(values)], strict=True):
        box = (int(xs[a:b].min()), int(ys[a:b].min()), int(xs[a:b].max()) + 1, int(ys[a:b].max()) + 1)
        out[int(values[a])] = (box, int(b - a))
    return out
