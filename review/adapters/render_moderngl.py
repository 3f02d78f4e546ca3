"""Draw the simulator by moderngl on EGL: no window, and no graphics card needed (Mesa's llvmpipe will do).

A camera turns but never moves, so the still world is baked once into wide pictures and looked up through an
exact homography; only what moves, and what it is seen through, is drawn for each frame.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from review.adapters.gl_cast import Cast
from review.adapters.gl_moving import Moving
from review.adapters.gl_standpoint import Standpoint
from review.adapters.gl_workshop import Workshop, draw_all, halton
from review.adapters.paint_boards import paint_adverts
from review.adapters.paint_crowd import paint_spectators
from review.adapters.paint_ice import SPAN_M, paint_ice
from review.adapters.paint_shirts import paint_digits, paint_letters
from review.core.errors import ReviewError
from review.sim.arena import build_arena
from review.sim.decor import Decor
from review.sim.filming import FAR_M, NEAR_M, Operator, View
from review.sim.pages import Page
from review.sim.scenario import Scenario
from review.sim.script import Motion

Image = NDArray[np.uint8]
GLANCE_S = 0.2  # how often a camera's way is sampled to know what it will look at


class RendererUnavailable(ReviewError, RuntimeError):
    """No OpenGL context could be made."""

    def __init__(self, cause: str) -> None:
        super().__init__(
            f"OpenGL without a window did not start: {cause}",
            remedy="Install Mesa's EGL (Debian: libegl1 libegl-mesa0 libgl1-mesa-dri) and benchgate[sim].",
        )


class ModernglRenderer:
    """Renderer port by moderngl: `picture` for colours, `identities` for the mask that truth is read from."""

    def __init__(self, scenario: Scenario, motion: Motion, staff: Mapping[str, Operator]) -> None:
        try:
            create_context: Any = moderngl.create_context
            self._gl: Any = create_context(standalone=True, backend="egl")
        except Exception as error:  # moderngl raises bare Exceptions when a driver is missing
            raise RendererUnavailable(str(error)) from error
        self._scenario, self._staff, self._size = scenario, staff, scenario.size_px
        self._shop = Workshop(self._gl)
        self._arena = build_arena(scenario)
        self._paint(scenario, self._arena.style)
        self._cast = Cast(self._shop, scenario, motion)
        self._moving = Moving(self._shop, self._arena, scenario, motion)
        self._still = {
            "span": np.array(SPAN_M),
            "half_m": np.array([scenario.rink.length_m / 2, scenario.rink.far_boards_m]),
            "kick": np.array(self._arena.style.kick),
        }
        self._standpoints: dict[str, Standpoint] = {}
        self._build_targets()

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
        mean = total // samples
        return np.ascontiguousarray(mean.astype(np.uint8)[::-1, :, :3])

    def identities(self, camera: str, at_s: float) -> Image:
        """Per pixel the row of the person seen there, from 1; 64 more on his stick; 0 nobody, (h, w)."""
        w, h = self._size
        self._draw(camera, at_s, (0.0, 0.0), colour=False)
        raw = self._id_texture.read(alignment=1)
        return np.ascontiguousarray(np.frombuffer(raw, np.uint8).reshape(h, w)[::-1])

    def _paint(self, scenario: Scenario, style: Decor) -> None:
        def rng(part: int) -> np.random.Generator:
            return np.random.default_rng([scenario.seed, 2, part])

        home = scenario.teams[0].colours
        fans = np.array([[int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in home[:2]], float)
        front, back = paint_spectators(rng(1), style, fans)
        made = {
            "ice": paint_ice(scenario, rng(2)),
            "adverts": paint_adverts(rng(3), coloured_ratio=style.coloured_ratio),
            "front": front,
            "back": back,
            "letters": paint_letters(scenario),
            "digits": paint_digits(),
        }
        flat = ("letters", "digits")
        self._shop.textures |= {n: self._shop.texture(i, mipmaps=n not in flat) for n, i in made.items()}

    def _build_targets(self) -> None:
        depth = self._gl.depth_renderbuffer(self._size)
        colour = self._gl.texture(self._size, 4)
        self._id_texture = self._gl.texture(self._size, 1, dtype="u1")
        self._colour_target = self._gl.framebuffer([colour], depth)
        self._number_target = self._gl.framebuffer([self._id_texture], depth)
        self._no_ids = bytes(self._size[0] * self._size[1])
        whole = np.array([[-1, -1], [3, -1], [-1, 3]])
        self._screens = {
            name: self._shop.array(name, whole, np.array([[0, 1, 2]]), "pos:2")
            for name in ("panorama", "hidden")
        }

    def _standpoint(self, camera: str) -> Standpoint:
        if camera not in self._standpoints:
            times = np.arange(0.0, self._scenario.duration_s + GLANCE_S, GLANCE_S)
            views = [self._staff[camera].view(float(t)) for t in times]
            shape = self._scenario.rink
            self._standpoints[camera] = Standpoint(self._shop, self._arena, shape, views, self._still)
        return self._standpoints[camera]

    def _draw(self, camera: str, at_s: float, shift: tuple[float, float], *, colour: bool) -> None:
        view, place = self._staff[camera].view(at_s), self._standpoint(camera)
        self._cast.move(at_s)
        self._moving.move(at_s)
        page, still, hiders = place.page(view)
        self._shop.textures |= {"panorama": still, "hiders": hiders}
        self._shop.bind({**self._lens(view, page, shift), "eye": view.eye_m})
        (self._draw_colours if colour else self._draw_numbers)(place)

    def _draw_colours(self, place: Standpoint) -> None:
        target = self._colour_target
        target.use()
        target.clear(depth=1.0)
        self._shop.opaque()
        self._screens["panorama"].render()
        draw_all(self._moving.digits if place.sees_clock else None)
        self._through(target, self._cast.draw_shadows)
        self._shop.opaque()
        draw_all(self._moving.doors, self._moving.puck)
        self._cast.draw("people")
        self._through(target, lambda: draw_all(place.nets, place.near_panes))

    def _draw_numbers(self, place: Standpoint) -> None:
        target = self._number_target
        target.use()
        target.clear(depth=1.0)
        self._id_texture.write(self._no_ids)
        target.color_mask = (False,) * 4  # boards and doors hide people but have no number
        target.use()
        self._shop.opaque()
        self._screens["hidden"].render()
        draw_all(self._moving.doors)
        target.color_mask = (True,) * 4
        target.use()
        self._cast.draw("who")

    @staticmethod
    def _lens(view: View, page: Page, shift: tuple[float, float]) -> dict[str, Any]:
        w, h = view.size_px
        lens = np.array([w / 2, h / 2, *shift]) / view.focal_px
        return {
            "clip_from_rink": view.clip_from_rink(shift_px=shift).T,
            "panorama_from_clip": page.place_from_clip(view, shift).T,
            "lens": lens,
            "depth_m": np.array([NEAR_M, FAR_M]),
        }

    def _through(self, target: Any, draw: Callable[[], None]) -> None:
        """Draw what is seen through, from far to near, so that it hides nothing."""
        self._shop.blend()
        target.depth_mask = False
        target.use()
        draw()
        target.depth_mask = True
        target.use()
