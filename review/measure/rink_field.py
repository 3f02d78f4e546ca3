"""For every place on and around the rink: the nearest line of each kind. A raster, computed once a rink."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy.ndimage import distance_transform_edt

from review.core.arrays import Array
from review.core.rink import KINDS, LineKind, RinkModel, rink_lines

__all__ = ["MATCHES", "RinkField", "rink_field"]

CELLS_PER_M = 14
REACH_M = (37.0, 22.0)

#: What evidence of a kind may lie on. Thin paint is red or blue; a wide line's rim looks thin.
MATCHES: dict[LineKind, tuple[LineKind, ...]] = {
    "red": ("red", "thin"),
    "blue": ("blue",),
    "boards": ("boards",),
    "thin": ("red", "blue", "thin"),
}


@dataclass(frozen=True, slots=True)
class _Raster:
    """Nearest line point of each cell; its place, the line's normal there, and how far it is."""

    nearest: Array
    points_m: Array
    normals: Array
    away_m: Array


@dataclass(frozen=True, slots=True)
class RinkField:
    """Look-ups for one rink."""

    rink: RinkModel
    rasters: dict[LineKind, _Raster]

    def away_m(self, kind: LineKind, xy_m: Array) -> Array:
        """(…) metres from points (…, 2) to the nearest line that this kind of evidence may lie on."""
        result: Array = self.rasters[kind].away_m[_cells(xy_m)]
        return result

    def closest(self, kind: LineKind, xy_m: Array) -> tuple[Array, Array]:
        """Points on the lines nearest to points (…, 2), and the lines' unit normals there."""
        raster = self.rasters[kind]
        rows = raster.nearest[_cells(xy_m)]
        return raster.points_m[rows], raster.normals[rows]


def _cells(xy_m: Array) -> tuple[Array, Array]:
    x = ((xy_m[..., 0] + REACH_M[0]) * CELLS_PER_M).astype(np.int64)
    y = ((xy_m[..., 1] + REACH_M[1]) * CELLS_PER_M).astype(np.int64)
    last_x, last_y = (int(2 * reach * CELLS_PER_M) - 1 for reach in REACH_M)
    return np.clip(y, 0, last_y), np.clip(x, 0, last_x)


@lru_cache(maxsize=8)
def rink_field(rink: RinkModel) -> RinkField:
    """The look-ups of a rink."""
    return RinkField(rink, {kind: _raster(rink, kind) for kind in KINDS})


def _raster(rink: RinkModel, kind: LineKind) -> _Raster:
    lines = [line.points_m for line in rink_lines(rink) if line.kind in MATCHES[kind]]
    points = np.concatenate(lines)
    along = np.concatenate([np.gradient(line, axis=0) for line in lines])
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    width, height = (int(2 * reach * CELLS_PER_M) for reach in REACH_M)
    owner = np.full((height, width), -1, np.int32)
    owner[_cells(points)] = np.arange(len(points))
    away, (rows, columns) = distance_transform_edt(owner < 0, return_indices=True)
    normals = np.column_stack([-along[:, 1], along[:, 0]])
    return _Raster(owner[rows, columns], points, normals, (away / CELLS_PER_M).astype(np.float32))
