"""The cast on the graphics side: meshes, kits and bones of everybody, and the shadows under them."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np

from review.adapters.gl_workshop import Workshop
from review.sim.body import STICK, Mesh, load_body
from review.sim.curves import Floats
from review.sim.scenario import Man, Scenario
from review.sim.script import Motion
from review.sim.skeleton import GOALKEEPER

SHADOW_M = 0.60
STANDING_M = 1.75
CUTS = {"hoops": 0, "plain": 1, "shoulders": 2, "stripes": 3}
OFFICIAL_KIT = ("#f0f0f0", "#101012", "#111113", "#0e0e10", "#0e0e10", "#0e0e10")
STAFF_KITS = (
    ("#23242c", "#d8d8d8", "#1c1c22", "#1c1c22", "#3a2a1c", "#6a1c22"),
    ("#2c3040", "#d8d8d8", "#20222c", "#20222c", "#17130f", "#20305c"),
    ("#4a4c50", "#d8d8d8", "#303236", "#303236", "#77726c", "#26262a"),
    ("#191a1e", "#d8d8d8", "#191a1e", "#191a1e", "#5a4228", "#5c5030"),
)


class Cast:
    """Everybody who moves; rows of the mask follow the scenario's order, drawing puts goalkeepers last."""

    def __init__(self, shop: Workshop, scenario: Scenario, motion: Motion) -> None:
        self._shop, self._motion = shop, motion
        keepers = motion.kind == GOALKEEPER
        self._order = np.r_[np.flatnonzero(~keepers), np.flatnonzero(keepers)]
        self._skaters = int((~keepers).sum())
        body = load_body()
        self._meshes = {
            program: [self._mesh(program, m) for m in (body.skater, body.goalkeeper)]
            for program in ("people", "who")
        }
        people = len(self._order)
        self._bones, self._blobs = shop.rows((STICK + 1) * 3, people), shop.rows(1, people)
        kit = shop.rows(8, people, self._kits(scenario))
        shop.textures |= {"kit": kit, "bones": self._bones, "blobs": self._blobs}
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        self._shadow = shop.array("shadow", corners, np.array([[0, 1, 2], [0, 2, 3]]), "pos:2")

    @property
    def order(self) -> Any:
        """Scenario's row of each drawn row."""
        return self._order

    def _kits(self, scenario: Scenario) -> Floats:
        kit = np.zeros((len(self._order), 8, 4))
        for row, i in enumerate(self._order):
            man = scenario.people[int(i)]
            cut = CUTS[scenario.team(man.team).spec.kit] if man.team else 1
            chance = np.random.default_rng([scenario.seed, man.id, 12]).random(2)
            kit[row, :6, :3] = [_rgb(c) for c in _kit(scenario, man)]
            kit[row, 6] = [man.number or 0, self._motion.kind[i], cut, i + 1]
            kit[row, 7, :2] = chance
        return kit

    def _mesh(self, program: str, mesh: Mesh) -> Any:
        columns = (mesh.positions, mesh.normals, mesh.bones, mesh.weights, mesh.materials[:, None])
        data = np.concatenate(columns, axis=1)
        return self._shop.array(program, data, mesh.triangles, "pos:3 nrm:3 bone:4 weight:4 material:1")

    def move(self, at_s: float) -> None:
        """Put bones and shadows where they are at ``at_s``."""
        matrices = self._motion.matrices(at_s)[self._order]
        self._bones.write(matrices.astype(np.float32).tobytes())
        blobs = np.zeros((len(matrices), 4), np.float32)
        pelvis = matrices[:, 0, :, :3] @ load_body().joints[0] + matrices[:, 0, :, 3]
        inside = self._motion.scenario.rink.inside_m(pelvis[:, :2])
        blobs[:, :2], blobs[:, 2] = pelvis[:, :2], np.where(inside > 0.3, SHADOW_M, 0.0)
        blobs[:, 3] = STANDING_M * np.clip(pelvis[:, 2], 0.3, 1.0)
        self._blobs.write(blobs.tobytes())

    def draw_shadows(self) -> None:
        """Shadows and mirror images on the ice."""
        self._shadow.render(instances=2 * len(self._order))

    def draw(self, program: str) -> None:
        """Everybody, in colour ("people") or as numbers ("who")."""
        self._shop.gl.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE)
        skater, keeper = self._meshes[program]
        first = self._shop.programs[program]["first"]
        first.value = 0
        skater.render(instances=self._skaters)
        first.value = self._skaters
        if self._skaters < len(self._order):
            keeper.render(instances=len(self._order) - self._skaters)


def _kit(scenario: Scenario, man: Man) -> tuple[str, ...]:
    if man.role == "official":
        return OFFICIAL_KIT
    if man.role == "staff":
        return STAFF_KITS[man.id % len(STAFF_KITS)]
    return scenario.team(man.team).colours


def _rgb(colour: str) -> list[float]:
    return [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
