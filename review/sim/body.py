"""The body: one mesh, twenty bones and a stick, read once from package data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from review.sim.curves import Floats

STICK = 20  # the bone after the twenty of the man
STICK_MATERIALS = (8, 11)
BLADE_M = np.array([[0.0, -0.21, -0.133], [0.0, 0.09, -0.133]])  # toe and heel of the steel, from the ankle


@dataclass(frozen=True)
class Mesh:
    """Skinned triangles: positions and normals (v, 3), four bones and weights (v, 4), material (v,)."""

    positions: Floats
    normals: Floats
    triangles: NDArray[np.int64]
    bones: NDArray[np.int64]
    weights: Floats
    materials: NDArray[np.int64]

    def skinned(self, matrices: Floats) -> Floats:
        """Carry the vertices along with bone ``matrices`` (p, bones, 3, 4): world points (p, v, 3)."""
        still = np.concatenate([self.positions, np.ones((len(self.positions), 1))], axis=1)
        moved = np.zeros((len(matrices), len(still), 3))
        for k in range(self.bones.shape[1]):
            used = matrices[:, self.bones[:, k]]
            moved += self.weights[:, k, None] * np.einsum("pvij,vj->pvi", used, still)
        return moved

    def body_vertices(self) -> NDArray[np.bool_]:
        """True for what belongs to the man, false for his stick."""
        return ~np.isin(self.materials, STICK_MATERIALS)

    def vertex_areas_m2(self) -> Floats:
        """Share of the surface around each vertex, (v,): the weight of a vertex in `visible_share`."""
        a, b, c = (self.positions[self.triangles[:, k]] for k in range(3))
        area = np.linalg.norm(np.cross(b - a, c - a), axis=1) / 6
        out = np.zeros(len(self.positions))
        for k in range(3):
            np.add.at(out, self.triangles[:, k], area)
        return out


@dataclass(frozen=True)
class Body:
    """Rest joints (20, 3) of a man who faces -y, their parents, and his two outfits."""

    joints: Floats
    parents: tuple[int, ...]
    names: tuple[str, ...]
    skater: Mesh
    goalkeeper: Mesh

    def bone(self, name: str) -> int:
        """Return the index of the bone called ``name``."""
        return self.names.index(name)

    def between(self, child: str, parent: str) -> Floats:
        """Rest vector (3,) from one joint to another."""
        return np.asarray(self.joints[self.bone(child)] - self.joints[self.bone(parent)])


@cache
def load_body() -> Body:
    """Read the mesh shipped with the package (see data/NOTICE.md for where it comes from)."""
    file = resources.files("review.sim") / "data" / "body.npz"
    with file.open("rb") as stream, np.load(stream) as data:
        return Body(
            joints=data["J"].astype(float),
            parents=tuple(int(p) for p in data["par"]),
            names=tuple(str(n) for n in data["names"]),
            skater=_mesh(dict(data), "skater"),
            goalkeeper=_mesh(dict(data), "goalie"),
        )


def _mesh(data: dict[str, NDArray[np.float32]], kind: str) -> Mesh:
    return Mesh(
        positions=data[f"{kind}_v"].astype(float),
        normals=data[f"{kind}_n"].astype(float),
        triangles=data[f"{kind}_f"].astype(np.int64),
        bones=np.rint(data[f"{kind}_bi"]).astype(np.int64),
        weights=data[f"{kind}_bw"].astype(float),
        materials=np.rint(data[f"{kind}_m"]).astype(np.int64),
    )
