"""OpenGL without a window by moderngl on EGL: context, programs, textures, vertex arrays."""

from __future__ import annotations

from importlib import resources
from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
VERTICES = {
    "near": "scenery",
    "reach": "scenery",
    "who": "people",
    "hidden": "panorama",
}  # fragment shaders that share another's vertex shader
PROGRAMS = ("people", "scenery", "near", "ice", "shadow", "panorama", "reach", "who", "hidden")
UNITS = {
    "bones": 0,
    "kit": 1,
    "blobs": 2,
    "ice": 4,
    "front": 5,
    "adverts": 6,
    "letters": 7,
    "panorama": 8,
    "back": 9,
    "digits": 10,
    "hiders": 11,
}
SCENERY = "pos:3 nrm:3 uv:2 tint:3 surface:1"


def halton(index: int, base: int) -> float:
    """Return the ``index``-th number of Halton's sequence, minus a half: even offsets for antialiasing."""
    part, out = 1.0, 0.0
    while index:
        part /= base
        out += part * (index % base)
        index //= base
    return out - 0.5


def draw_all(*parts: Any) -> None:
    """Draw vertex arrays in order; None is one with nothing in it."""
    for part in parts:
        if part is not None:
            part.render()


class Workshop:
    """One drawing context with the programs of this package compiled in it."""

    def __init__(self, context: Any) -> None:
        self.gl = context
        self.programs = {name: self._program(name) for name in PROGRAMS}
        self.textures: dict[str, Any] = {}

    def _program(self, name: str) -> Any:
        folder = resources.files("review.adapters") / "shaders"
        vert = (folder / f"{VERTICES.get(name, name)}.vert").read_text(encoding="utf-8")
        frag = (folder / f"{name}.frag").read_text(encoding="utf-8")
        light = (folder / "light.glsl").read_text(encoding="utf-8")
        return self.gl.program(vertex_shader=vert, fragment_shader=frag.replace("//LIGHT", light))

    def texture(self, image: Image, *, mipmaps: bool) -> Any:
        """Texture of a picture (h, w, 2 to 4)."""
        if image.shape[2] == 3:
            image = np.dstack([image, np.full(image.shape[:2], 255, np.uint8)])
        size = (image.shape[1], image.shape[0])
        out = self.gl.texture(size, image.shape[2], np.ascontiguousarray(image).tobytes(), alignment=1)
        if mipmaps:
            out.build_mipmaps()
            out.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
        return out

    def rows(self, width: int, people: int, data: NDArray[np.float64] | None = None) -> Any:
        """A float texture with one row a person."""
        raw = None if data is None else data.astype(np.float32).tobytes()
        out = self.gl.texture((width, people), 4, raw, dtype="f4")
        out.filter = (moderngl.NEAREST, moderngl.NEAREST)
        return out

    def array(self, program: str, data: NDArray[Any], triangles: NDArray[Any], layout: str = SCENERY) -> Any:
        """Vertex array from columns named in ``layout`` ("pos:3 nrm:3"), None when there is nothing to draw.

        Columns that the program does not read are skipped.
        """
        if not len(triangles):
            return None
        buffer = self.gl.buffer(np.ascontiguousarray(data, np.float32).tobytes())
        return self.array_of(program, buffer, triangles, layout)

    def array_of(self, program: str, buffer: Any, triangles: NDArray[Any], layout: str = SCENERY) -> Any:
        """Vertex array over a buffer that its owner rewrites."""
        made = self.programs[program]
        parts = [p.split(":") for p in layout.split()]
        form = " ".join(f"{n}f" if name in made else f"{4 * int(n)}x" for name, n in parts)
        names = [name for name, _ in parts if name in made]
        index = self.gl.buffer(np.ascontiguousarray(triangles, np.int32).tobytes())
        return self.gl.vertex_array(made, [(buffer, form, *names)], index)

    def bind(self, values: dict[str, NDArray[Any]]) -> None:
        """Bind all textures and hand ``values`` to every program that reads them."""
        for name, texture in self.textures.items():
            texture.use(UNITS[name])
        for program in self.programs.values():
            for name, value in values.items():
                if name in program:
                    program[name].write(np.ascontiguousarray(value, np.float32).tobytes())
            for name, unit in UNITS.items():
                if name in program:
                    program[name].value = unit

    def blend(self) -> None:
        """Draw what follows half transparent, behind what is nearer."""
        self.gl.enable_only(moderngl.DEPTH_TEST | moderngl.BLEND)
        self.gl.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA

    def opaque(self) -> None:
        """Draw what follows in front of what is farther."""
        self.gl.enable_only(moderngl.DEPTH_TEST)
