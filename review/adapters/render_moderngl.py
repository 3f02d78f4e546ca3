"""Draw the simulator by moderngl on EGL: no window, and no graphics card needed (Mesa's llvmpipe will do).

The camera turns but never moves, so the still world is baked once into a panorama and looked up through an
exact homography; only people, their shadows and what stands before them are drawn for each frame.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from review.adapters import rink_paint
from review.core.errors import ReviewError
from review.sim.arena import Arena, build_arena
from review.sim.body import STICK, Mesh, load_body
from review.sim.curves import Floats
from review.sim.filming import Operator, View, look
from review.sim.scenario import Man, Scenario
from review.sim.script import Motion
from review.sim.skeleton import GOALKEEPER

Image = NDArray[np.uint8]
PANORAMA_PX = (6400, 1920)
PANORAMA_HFOV_DEG = 84.0
PANORAMA_SAMPLES = 6
SHADOW_M = 0.62
PROGRAMS = ("people", "scenery", "near", "ice", "shadow", "panorama", "depth")
UNITS = {
    "bones": 0,
    "kit": 1,
    "blobs": 2,
    "ice": 4,
    "crowd": 5,
    "adverts": 6,
    "numbers": 7,
    "panorama": 8,
    "heads": 9,
}
OFFICIAL_KIT = ("#f0f0f0", "#0c0c0e", "#0e0e10", "#0e0e10", "#0e0e10", "#0e0e10")
STAFF_KITS = (
    ("#23242c", "#d8d8d8", "#1c1c22", "#1c1c22", "#3a2a1c", "#23242c"),
    ("#2c3040", "#d8d8d8", "#20222c", "#20222c", "#17130f", "#2c3040"),
)


class RendererUnavailable(ReviewError, RuntimeError):
    """No OpenGL context could be made."""

    def __init__(self, cause: str) -> None:
        super().__init__(
            f"OpenGL without a window did not start: {cause}",
            remedy="Install Mesa's EGL (Debian: libegl1 libegl-mesa0 libgl1-mesa-dri) and benchgate[sim].",
        )


def halton(index: int, base: int) -> float:
    """Return the ``index``-th number of Halton's sequence, minus a half: even offsets for antialiasing."""
    part, out = 1.0, 0.0
    while index:
        part /= base
        out += part * (index % base)
        index //= base
    return out - 0.5


class ModernglRenderer:
    """Renderer port by moderngl: `picture` for colours, `identities` for the mask that truth is read from."""

    def __init__(self, scenario: Scenario, motion: Motion, staff: Mapping[str, Operator]) -> None:
        try:
            create_context: Any = moderngl.create_context
            self._gl: Any = create_context(standalone=True, backend="egl")
        except Exception as error:  # moderngl raises bare Exceptions when a driver is missing
            raise RendererUnavailable(str(error)) from error
        self._motion, self._staff, self._size = motion, staff, scenario.size_px
        keepers = motion.kind == GOALKEEPER
        self._order = np.r_[np.flatnonzero(~keepers), np.flatnonzero(keepers)]
        self._skaters = int((~keepers).sum())
        self._programs = {n: self._program(n) for n in PROGRAMS}
        self._textures = self._paint(scenario)
        self._build_people(scenario)
        arena = build_arena(scenario)
        self._build_scenery(arena)
        self._build_targets()
        self._bake(scenario, arena)

    def close(self) -> None:
        """Give the drawing context back."""
        self._gl.release()

    def picture(self, camera: str, at_s: float, *, shutter_s: float, samples: int) -> Image:
        """Colours (h, w, 3) RGB averaged over ``samples`` moments while the shutter is open."""
        w, h = self._size
        total = np.zeros((h, w, 4), np.uint16)  # four channels are faster to read and add than three
        for k in range(samples):
            moment = at_s + ((k + 0.5) / samples - 0.5) * shutter_s
            shift = (halton(k + 1, 2), halton(k + 1, 3)) if samples > 1 else (0.0, 0.0)
            self._draw(camera, moment, shift, colour=True)
            raw = self._colour_target.read(components=4, alignment=1)
            total += np.frombuffer(raw, np.uint8).reshape(h, w, 4)
        mean = total // samples if samples > 1 else total
        return np.ascontiguousarray(mean.astype(np.uint8)[::-1, :, :3])

    def identities(self, camera: str, at_s: float) -> Image:
        """Per pixel the row of the person seen there, from 1; 64 more on his stick; 0 nobody, (h, w)."""
        w, h = self._size
        self._draw(camera, at_s, (0.0, 0.0), colour=False)
        raw = self._id_texture.read(alignment=1)
        return np.ascontiguousarray(np.frombuffer(raw, np.uint8).reshape(h, w)[::-1])

    def _program(self, name: str) -> Any:
        folder = resources.files("review.adapters") / "shaders"
        corners = "scenery" if name == "near" else name
        vert = (folder / f"{corners}.vert").read_text(encoding="utf-8")
        frag = (folder / f"{name}.frag").read_text(encoding="utf-8")
        light = (folder / "light.glsl").read_text(encoding="utf-8")
        return self._gl.program(vertex_shader=vert, fragment_shader=frag.replace("//LIGHT", light))

    def _paint(self, scenario: Scenario) -> dict[str, Any]:
        rng = np.random.default_rng([scenario.seed, 2])
        made = {
            "ice": rink_paint.paint_ice(scenario.rink, rng),
            "crowd": rink_paint.paint_crowd(rng),
            "adverts": rink_paint.paint_adverts(rng),
            "heads": rink_paint.paint_heads(rng),
            "numbers": rink_paint.paint_numbers(),
        }
        out = {name: self._texture(image, mipmaps=name != "numbers") for name, image in made.items()}
        out["heads"].repeat_y = False  # or coats would shine through above the heads
        return out

    def _texture(self, image: Image, *, mipmaps: bool) -> Any:
        if image.shape[2] == 3:
            image = np.dstack([image, np.full(image.shape[:2], 255, np.uint8)])
        size = (image.shape[1], image.shape[0])
        out = self._gl.texture(size, image.shape[2], np.ascontiguousarray(image).tobytes(), alignment=1)
        if mipmaps:
            out.build_mipmaps()
            out.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
        return out

    def _rows(self, width: int, data: Floats | None = None) -> Any:
        """A float texture with one row a person."""
        raw = None if data is None else data.astype(np.float32).tobytes()
        out = self._gl.texture((width, len(self._order)), 4, raw, dtype="f4")
        out.filter = (moderngl.NEAREST, moderngl.NEAREST)
        return out

    def _array(self, program: str, data: NDArray[Any], triangles: NDArray[Any], layout: str) -> Any:
        """Vertex array from columns named in ``layout`` ("pos:3 nrm:3"); ignored columns are skipped."""
        made = self._programs[program]
        parts = [p.split(":") for p in layout.split()]
        form = " ".join(f"{n}f" if name in made else f"{4 * int(n)}x" for name, n in parts)
        names = [name for name, _ in parts if name in made]
        buffer = self._gl.buffer(np.ascontiguousarray(data, np.float32).tobytes())
        index = self._gl.buffer(np.ascontiguousarray(triangles, np.int32).tobytes())
        return self._gl.vertex_array(made, [(buffer, form, *names)], index)

    def _build_people(self, scenario: Scenario) -> None:
        body = load_body()
        self._skater, self._keeper = (self._mesh(m) for m in (body.skater, body.goalkeeper))
        kit = np.zeros((len(self._order), 7, 4))
        for row, i in enumerate(self._order):
            man = scenario.people[int(i)]
            kit[row, :6, :3] = [_rgb(c) for c in _kit(scenario, man)]
            kit[row, 6] = [man.number or 0, self._motion.kind[i], 0.0, i + 1]
        self._bones, self._blobs = self._rows((STICK + 1) * 3), self._rows(1)
        self._textures |= {"kit": self._rows(7, kit), "bones": self._bones, "blobs": self._blobs}
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        self._shadow = self._array("shadow", corners, np.array([[0, 1, 2], [0, 2, 3]]), "pos:2")

    def _mesh(self, mesh: Mesh) -> Any:
        columns = (mesh.positions, mesh.normals, mesh.bones, mesh.weights, mesh.materials[:, None])
        data = np.concatenate(columns, axis=1)
        return self._array("people", data, mesh.triangles, "pos:3 nrm:3 bone:4 weight:4 material:1")

    def _build_scenery(self, arena: Arena) -> None:
        layout = "pos:3 nrm:3 uv:2 tint:3 surface:1"
        arrays = {n: getattr(arena, n).arrays() for n in ("solid", "see_through", "near")}
        self._solid, self._panes, self._near = (
            self._array(program, arrays[n][0], arrays[n][1], layout)
            for n, program in (("solid", "scenery"), ("see_through", "scenery"), ("near", "near"))
        )
        vertices, triangles = arrays["solid"]
        corners = vertices[triangles][..., :3]
        hides = (np.abs(corners[..., 1]).max(1) < 15.4) & (corners[..., 2].max(1) < 3.2)
        self._hiding = self._array("depth", vertices[:, :3], triangles[hides], "pos:3")
        fan = np.array([[0, i, i + 1] for i in range(1, len(arena.ice) - 1)])
        self._ice = self._array("ice", arena.ice, fan, "pos:2")
        whole = np.array([[-1, -1], [3, -1], [-1, 3]])
        self._screen = self._array("panorama", whole, np.array([[0, 1, 2]]), "pos:2")

    def _build_targets(self) -> None:
        depth = self._gl.depth_renderbuffer(self._size)
        colour = self._gl.texture(self._size, 4)
        self._id_texture = self._gl.texture(self._size, 1, dtype="u1")
        self._colour_target = self._gl.framebuffer([colour], depth)
        self._both_target = self._gl.framebuffer([self._gl.texture(self._size, 4), self._id_texture], depth)
        self._no_ids = bytes(self._size[0] * self._size[1])

    def _bake(self, scenario: Scenario, arena: Arena) -> None:
        eye = np.asarray(scenario.cameras[0].eye_m)
        self._wide = look(eye, [5.0, 2.2, 0.8], PANORAMA_HFOV_DEG, PANORAMA_PX)
        w, h = PANORAMA_PX
        target = self._gl.framebuffer(
            [self._gl.texture(PANORAMA_PX, 4)], self._gl.depth_renderbuffer(PANORAMA_PX)
        )
        total = np.zeros((h, w, 3), np.uint16)
        for k in range(PANORAMA_SAMPLES):
            view = self._wide.clip_from_rink(shift_px=(halton(k + 1, 2), halton(k + 1, 3)))
            self._set(view, eye)
            target.use()
            target.clear(0.05, 0.05, 0.06, 1.0, depth=1.0)
            self._gl.enable_only(moderngl.DEPTH_TEST)
            self._ice.render()
            self._solid.render()
            self._blend()
            self._panes.render()
            total += np.frombuffer(target.read(components=3, alignment=1), np.uint8).reshape(h, w, 3)
        mean = (total / PANORAMA_SAMPLES + 0.5).astype(np.uint8)
        self._textures["panorama"] = self._texture(mean, mipmaps=False)
        self._textures["panorama"].filter = (moderngl.LINEAR, moderngl.LINEAR)
        target.release()

    def _blend(self) -> None:
        self._gl.enable_only(moderngl.DEPTH_TEST | moderngl.BLEND)
        self._gl.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA

    def _set(self, clip_from_rink: Floats, eye: Floats) -> None:
        """Bind textures and give every program the view."""
        for name, texture in self._textures.items():
            texture.use(UNITS[name])
        values = {"clip_from_rink": clip_from_rink.T, "eye": eye, "span": np.array(rink_paint.ICE_SPAN_M)}
        for program in self._programs.values():
            for name, value in values.items():
                if name in program:
                    program[name].write(np.ascontiguousarray(value, np.float32).tobytes())
            for name, unit in UNITS.items():
                if name in program:
                    program[name].value = unit

    def _draw(self, camera: str, at_s: float, shift: tuple[float, float], *, colour: bool) -> None:
        view = self._staff[camera].view(at_s)
        matrices = self._motion.matrices(at_s)[self._order]
        self._bones.write(matrices.astype(np.float32).tobytes())
        self._set(view.clip_from_rink(shift_px=shift), view.eye_m)
        target = self._colour_target if colour else self._both_target
        target.use()
        target.clear(depth=1.0)
        if colour:
            self._draw_background(view, shift, matrices)
        else:
            self._id_texture.write(self._no_ids)
        self._gl.enable_only(moderngl.DEPTH_TEST)
        target.color_mask = ((False,) * 4,) * (1 if colour else 2) if not colour else (False,) * 4
        target.use()
        self._hiding.render()
        target.color_mask = ((True,) * 4,) * 2 if not colour else (True,) * 4
        target.use()
        self._draw_people()
        if colour:
            self._blend()
            target.depth_mask = False  # the near side is drawn back to front
            target.use()
            self._near.render()
            target.depth_mask = True

    def _draw_background(self, view: View, shift: tuple[float, float], matrices: Floats) -> None:
        self._gl.enable_only(moderngl.NOTHING)
        turn = _panorama_from_clip(view, self._wide, shift)
        self._programs["panorama"]["panorama_from_clip"].write(
            np.ascontiguousarray(turn.T, np.float32).tobytes()
        )
        self._screen.render()
        blobs = np.zeros((len(matrices), 4), np.float32)
        pelvis = matrices[:, 0, :, :3] @ load_body().joints[0] + matrices[:, 0, :, 3]
        inside = self._motion.scenario.rink.inside_m(pelvis[:, :2])
        blobs[:, :2], blobs[:, 2] = pelvis[:, :2], np.where(inside > 0.3, SHADOW_M, 0.0)
        self._blobs.write(blobs.tobytes())
        self._gl.enable_only(moderngl.BLEND)
        self._gl.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        self._shadow.render(instances=len(blobs))

    def _draw_people(self) -> None:
        self._gl.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE)
        self._programs["people"]["first"].value = 0
        self._skater.render(instances=self._skaters)
        self._programs["people"]["first"].value = self._skaters
        self._keeper.render(instances=len(self._order) - self._skaters)


def _panorama_from_clip(view: View, wide: View, shift: tuple[float, float]) -> Floats:
    """Homography (3, 3) from a picture's clip coordinates to places in the panorama's texture."""
    w, h = view.size_px
    ray = np.array(
        [
            [w / 2 / view.focal_px, 0.0, shift[0] / view.focal_px],
            [0.0, h / 2 / view.focal_px, shift[1] / view.focal_px],
            [0.0, 0.0, 1.0],
        ]
    )
    out_of_view = np.stack([view.right, -view.down, view.ahead], axis=1)
    into_wide = np.stack([wide.right, -wide.down, wide.ahead])
    pw, ph = wide.size_px
    place = np.array([[wide.focal_px / pw, 0.0, 0.5], [0.0, wide.focal_px / ph, 0.5], [0.0, 0.0, 1.0]])
    return np.asarray(place @ into_wide @ out_of_view @ ray)


def _kit(scenario: Scenario, man: Man) -> tuple[str, ...]:
    if man.role == "official":
        return OFFICIAL_KIT
    if man.role == "staff":
        return STAFF_KITS[man.id % len(STAFF_KITS)]
    return scenario.team(man.team).colours


def _rgb(colour: str) -> list[float]:
    return [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
