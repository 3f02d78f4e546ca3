"""A score bug drawn from its layout: plates once, words when they change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from review.adapters.graphics_ink import (
    Colour,
    Floats,
    Foil,
    Layer,
    colour,
    crest,
    letters,
    polygon,
    readable_on,
)
from review.sim.bugs import Block, Part, place

KEPT = 400  # drawn words that are kept
Words = Mapping[str, str]
Rect = tuple[int, int, int, int]  # left, top, right, bottom; the last two one past


@dataclass(frozen=True)
class Side:
    """A team as the bug shows it."""

    initial: str
    main: Colour
    trim: Colour


class DrawnBlock:
    """One block of a score bug in pictures of one size."""

    def __init__(self, block: Block, size_px: tuple[int, int], sides: tuple[Side, Side]) -> None:
        self._block, self._sides = block, dict(zip(("home", "away"), sides, strict=True))
        left, top, self._scale = place(block, size_px)
        self.at_px = int(left), int(top)
        self._off = left - int(left), top - int(top)
        w, h = block.size_px
        lean = max((p.slant_px for p in block.parts), default=0.0)
        self.size_px = (
            int(np.ceil(self._off[0] + (w + lean) * self._scale)),
            int(np.ceil(self._off[1] + h * self._scale)),
        )
        self._plates: dict[tuple[int, ...], Layer] = {}
        self._words: dict[tuple[int, str], Floats] = {}
        self._last: tuple[tuple[str, ...], Foil] | None = None

    def foil(self, words: Words) -> Foil:
        """Return the block as it stands with ``words``."""
        said = tuple(words.get(part.shows, "") for part in self._block.parts)
        if self._last is None or self._last[0] != said:
            drawn = tuple(k for k, p in enumerate(self._block.parts) if self._stands(p, said[k]))
            layer = self._plate(drawn).copy()
            for k in drawn:
                if said[k]:
                    self._write(layer, k, said[k])
            self._last = said, layer.foil()
        return self._last[1]

    def boxes(self, words: Words | None = None) -> dict[str, Rect]:
        """Box of each part that shows words, in the picture; only those that stand, where words are given."""
        out = {}
        for part in self._block.parts:
            if part.shows and (words is None or words.get(part.shows)):
                x, y, w, h = self._box(part)
                left, top = self.at_px[0] + x, self.at_px[1] + y
                right = left + w + part.slant_px * self._scale
                out[part.shows] = int(left), int(top), int(np.ceil(right)), int(np.ceil(top + h))
        return out

    @property
    def whole_px(self) -> Rect:
        """Box of the block in the picture."""
        (x, y), (w, h) = self.at_px, self.size_px
        return x, y, x + w, y + h

    @staticmethod
    def _stands(part: Part, said: str) -> bool:
        return not part.shows or part.shows.startswith("crest") or bool(said)

    def _box(self, part: Part) -> tuple[float, float, float, float]:
        x, y, w, h = (v * self._scale for v in part.box_px)
        return x + self._off[0], y + self._off[1], w, h

    def _plate(self, drawn: tuple[int, ...]) -> Layer:
        if drawn not in self._plates:
            layer = Layer.empty(self.size_px)
            for k in drawn:
                part = self._block.parts[k]
                if part.fill:
                    self._fill(layer, part)
                if part.shows.startswith("crest"):
                    self._crest(layer, part)
            self._plates[drawn] = layer
        return self._plates[drawn]

    def _fill(self, layer: Layer, part: Part) -> None:
        x, y, w, h = self._box(part)
        lean = part.slant_px * self._scale
        corners = np.array([(x + lean, y), (x + w + lean, y), (x + w, y + h), (x, y + h)])
        mask = polygon(corners, self.size_px) * part.alpha
        if part.fades:
            mask = mask * np.clip((x + w - np.arange(self.size_px[0])) / (0.3 * w), 0, 1).astype(np.float32)
        top = np.array(self._colour(part.fill), np.float32)
        low = np.array(self._colour(part.fill_to or part.fill), np.float32)
        down = np.clip((np.arange(self.size_px[1]) - y) / h, 0, 1).astype(np.float32)[:, None, None]
        paint = np.zeros_like(layer.rgb) + top + (low - top) * down
        layer.add(mask, paint.astype(np.float32))

    def _crest(self, layer: Layer, part: Part) -> None:
        x, y, w, h = self._box(part)
        side = self._sides[part.shows.removeprefix("crest_")]
        made = crest(side.initial, (round(w), round(h)), main=side.main, trim=side.trim).foil()
        layer.add(made.alpha, made.rgb.astype(np.float32), (round(x), round(y)))

    def _write(self, layer: Layer, k: int, said: str) -> None:
        part = self._block.parts[k]
        x, y, w, h = self._box(part)
        pad = 3 * self._scale
        left, top = int(x + pad), int(y)
        right, bottom = int(np.ceil(x + w + part.slant_px * self._scale - pad)), int(np.ceil(y + h))
        if (k, said) not in self._words:
            if len(self._words) >= KEPT:
                self._words.pop(next(iter(self._words)))
            self._words[k, said] = letters(
                said, (right - left, bottom - top), height_px=part.size_px * self._scale,
                weight=part.weight, align=part.align, face=part.face,
            )  # fmt: skip
        ink = readable_on(self._colour(part.fill)) if part.ink == "auto" else self._colour(part.ink)
        layer.add(self._words[k, said], ink, (left, top))

    def _colour(self, name: str) -> Colour:
        if name.startswith("#"):
            return colour(name)
        side = self._sides[name.split("_")[0]]
        return side.trim if name.endswith("_trim") else side.main
