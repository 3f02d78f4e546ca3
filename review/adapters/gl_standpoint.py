"""The still arena from one camera's place: pages baked when first needed, and what hides people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from review.adapters.gl_workshop import Workshop, draw_all, halton
from review.sim.arena import Arena, could_hide, from_outside, without_blockers
from review.sim.curves import Floats
from review.sim.filming import View
from review.sim.pages import Album, Page
from review.sim.shape import RinkShape
from review.sim.stands import crowd_quads

SAMPLES = 4
DARK = (0.03, 0.03, 0.035, 1.0)


class Standpoint:
    """The arena as one eye sees it; what stands near and far is decided by where that eye is."""

    def __init__(
        self, shop: Workshop, arena: Arena, shape: RinkShape, views: Sequence[View], still: dict[str, Floats]
    ) -> None:
        self._shop, self._still = shop, still
        self.eye_m = np.asarray(views[0].eye_m, float)
        self.album = Album(views)
        self._baked: dict[int, tuple[Any, Any]] = {}
        solid = without_blockers(arena.solid.arrays(), self.eye_m, shape)
        cards = crowd_quads(arena.spectators, self.eye_m, shape)
        panes, nets = arena.panes.arrays(), arena.nets.arrays()
        outside = from_outside(panes, self.eye_m) & could_hide(panes, self.eye_m, shape)
        self._solid = shop.array("scenery", *solid)
        self._cards = shop.array("scenery", *cards)
        self._far_panes = shop.array(
            "scenery", panes[0], _far_first(panes[0], panes[1][~outside], self.eye_m)
        )
        self.near_panes = shop.array("near", panes[0], _far_first(panes[0], panes[1][outside], self.eye_m))
        self.nets = shop.array("near", nets[0], _far_first(nets[0], nets[1], self.eye_m))
        hidden = could_hide(solid, self.eye_m, shape)
        self._hiding = shop.array("reach", solid[0], solid[1][hidden])
        heads = could_hide(cards, self.eye_m, shape)
        self._hiding_cards = shop.array("reach", cards[0], cards[1][heads])
        digits = arena.digits.arrays()
        self.sees_clock = bool(len(digits[1]) and from_outside(digits, self.eye_m).all())
        fan = np.array([[0, i, i + 1] for i in range(1, len(arena.ice) - 1)])
        self._ice = shop.array("ice", arena.ice, fan, "pos:2")

    def page(self, view: View) -> tuple[Page, Any, Any]:
        """The page that covers ``view``, its texture, and how far what hides people is."""
        k = self.album.page_of(view)
        if k not in self._baked:
            page = self.album.pages[k]
            self._baked[k] = self._bake(page), self._measure(page)
        return (self.album.pages[k], *self._baked[k])

    def _bake(self, page: Page) -> Any:
        gl, (w, h) = self._shop.gl, page.size_px
        colour, depth = gl.texture(page.size_px, 4), gl.depth_renderbuffer(page.size_px)
        target = gl.framebuffer([colour], depth)
        total = np.zeros((h, w, 4), np.uint16)
        for k in range(SAMPLES):
            shift = (halton(k + 1, 2), halton(k + 1, 3))
            view = {"clip_from_rink": page.clip_from_rink(shift_px=shift).T, "eye": self.eye_m}
            self._shop.bind({**self._still, **view})
            target.use()
            target.clear(*DARK, depth=1.0)
            self._shop.opaque()
            draw_all(self._ice, self._solid)
            self._shop.blend()
            draw_all(self._cards, self._far_panes)
            total += np.frombuffer(target.read(components=4, alignment=1), np.uint8).reshape(h, w, 4)
        for made in (target, colour, depth):
            made.release()
        mean = ((total + SAMPLES // 2) // SAMPLES).astype(np.uint8)
        out = self._shop.texture(mean, mipmaps=False)
        out.repeat_x = out.repeat_y = False
        return out

    def _measure(self, page: Page) -> Any:
        """Texture of metres from the eye to what people may be behind, 0 where nothing hides them."""
        gl = self._shop.gl
        out = gl.texture(page.size_px, 1, dtype="f4")
        out.filter = (moderngl.NEAREST, moderngl.NEAREST)
        out.repeat_x = out.repeat_y = False
        target = gl.framebuffer([out], gl.depth_renderbuffer(page.size_px))
        self._shop.bind({**self._still, "clip_from_rink": page.clip_from_rink().T, "eye": self.eye_m})
        target.use()
        target.clear(depth=1.0)
        self._shop.opaque()
        draw_all(self._hiding, self._hiding_cards)
        target.release()
        return out


def _far_first(vertices: NDArray[np.float32], triangles: NDArray[np.int32], eye: Floats) -> NDArray[np.int32]:
    """Triangles by falling distance, as blending wants them."""
    if not len(triangles):
        return triangles
    away = np.linalg.norm(vertices[triangles][..., :3].mean(axis=1) - eye, axis=1)
    return triangles[np.argsort(-away, kind="stable")]
