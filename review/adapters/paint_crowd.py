"""Spectators one by one, from the front and from behind, and empty seats, by OpenCV."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from review.adapters.paint_pen import Image
from review.sim.decor import Decor
from review.sim.stands import BROAD_M, EMPTY, TALL_M, VARIANTS

CELL_PX = (80, 130)
COLUMNS = 32
PX_PER_M = 100
HAIR = np.array([[34, 26, 22], [62, 44, 30], [108, 84, 52], [26, 25, 26], [122, 116, 110], [78, 46, 32]])
COATS = np.array(
    [
        *([28, 28, 32], [36, 36, 44], [46, 44, 46], [24, 30, 50], [60, 58, 60], [54, 44, 36], [88, 84, 80]),
        *([120, 34, 36], [30, 50, 90], [38, 62, 48], [150, 146, 142], [180, 178, 176], [96, 60, 84]),
    ]
)
SKINS = np.array([[206, 158, 132], [188, 140, 112], [150, 104, 78], [108, 74, 56], [214, 170, 146]])

Row = NDArray[np.float64]


@dataclass(frozen=True)
class _Person:
    """One spectator's wardrobe and pose."""

    coat: Row
    second: Row
    hair: Row
    skin: Row
    lean_m: float
    broad_m: float
    head_m: float
    hat: int  # 0 none, 1 beanie, 2 cap
    long_hair: bool
    arms: int  # 0 lap, 1 crossed, 2 cup, 3 raised, 4 telephone
    striped: bool


def paint_spectators(rng: np.random.Generator, style: Decor, fans: Row) -> tuple[Image, Image]:
    """Atlases (1040, 2560, 4) RGBA of everyone from the front and from behind; cells as `stands` counts."""
    front, back = (np.zeros((CELL_PX[1] * 8, CELL_PX[0] * COLUMNS, 4), np.uint8) for _ in range(2))
    seat = np.array(style.seat) * 255
    for k in range(VARIANTS):
        row, column = divmod(k, COLUMNS)
        area = np.s_[
            row * CELL_PX[1] : (row + 1) * CELL_PX[1], column * CELL_PX[0] : (column + 1) * CELL_PX[0]
        ]
        someone = None if k >= VARIANTS - EMPTY else _someone(rng, style, fans)
        front[area] = _finished(_front(someone, seat * rng.uniform(0.85, 1.1)), rng)
        back[area] = _finished(_back(someone, seat * rng.uniform(0.85, 1.1)), rng)
    return front, back


def _someone(rng: np.random.Generator, style: Decor, fans: Row) -> _Person:
    coat = COATS[rng.integers(len(COATS))] * rng.uniform(0.6, 1.3)
    fan = rng.random() < style.fans_ratio
    return _Person(
        coat=fans[0] * rng.uniform(0.6, 1.0) if fan else coat,
        second=fans[1] if fan else COATS[rng.integers(len(COATS))] * rng.uniform(0.8, 1.5),
        hair=HAIR[rng.integers(len(HAIR))] * rng.uniform(0.6, 1.25),
        skin=SKINS[rng.integers(len(SKINS))] * rng.uniform(0.8, 1.05),
        lean_m=float(rng.normal(0, 0.03)),
        broad_m=float(rng.uniform(0.19, 0.25)),
        head_m=float(rng.uniform(1.12, 1.19)),
        hat=int(rng.choice([0, 1, 2], p=[0.72, 0.14, 0.14])),
        long_hair=bool(rng.random() < 0.3),
        arms=int(rng.choice(5, p=[0.46, 0.24, 0.1, 0.08, 0.12])),
        striped=bool(fan and rng.random() < 0.6),
    )


class _Card:
    """A person's card: draws in metres from the middle of the feet."""

    def __init__(self) -> None:
        size = (round(TALL_M * PX_PER_M), round(BROAD_M * PX_PER_M))
        self.colour: NDArray[Any] = np.full((*size, 3), 20.0, np.float32)
        self.cover = np.zeros(size, np.uint8)

    def at(self, x: float, z: float) -> tuple[int, int]:
        return round((x + BROAD_M / 2) * PX_PER_M), round((TALL_M - z) * PX_PER_M)

    def _fill(self, mask: Image, colour: Row) -> None:
        part = mask[..., None].astype(np.float32) / 255
        self.colour = self.colour * (1 - part) + np.asarray(colour, np.float32) * part
        self.cover = np.asarray(cv2.max(self.cover, mask), np.uint8)

    def blob(
        self, x: float, z: float, rx: float, rz: float, colour: Row, *, span: tuple[int, int] = (0, 360)
    ) -> None:
        mask = np.zeros(self.cover.shape, np.uint8)
        axes = (max(1, round(rx * PX_PER_M)), max(1, round(rz * PX_PER_M)))
        cv2.ellipse(mask, self.at(x, z), axes, 0, *span, 255, -1, cv2.LINE_AA)
        self._fill(mask, colour)

    def limb(self, places: list[tuple[float, float]], thick: float, colour: Row) -> None:
        mask = np.zeros(self.cover.shape, np.uint8)
        line = np.array([self.at(x, z) for x, z in places], np.int32)
        cv2.polylines(mask, [line], False, 255, round(thick * PX_PER_M), cv2.LINE_AA)
        self._fill(mask, colour)

    def poly(self, places: list[tuple[float, float]], colour: Row) -> None:
        mask = np.zeros(self.cover.shape, np.uint8)
        cv2.fillPoly(mask, [np.array([self.at(x, z) for x, z in places], np.int32)], 255, cv2.LINE_AA)
        self._fill(mask, colour)


def _seat(card: _Card, seat: Row, *, top: float) -> None:
    card.poly([(-0.24, 0.42), (0.24, 0.42), (0.23, top), (-0.23, top)], seat)
    card.limb([(-0.22, top), (0.22, top)], 0.03, seat * 1.35)
    card.poly([(-0.24, 0.36), (0.24, 0.36), (0.24, 0.45), (-0.24, 0.45)], seat * 0.7)


def _front(p: _Person | None, seat: Row) -> _Card:
    card = _Card()
    _seat(card, seat, top=0.86)
    if p is None:
        return card
    legs = p.second * 0.35 + 14
    x, wide = p.lean_m, p.broad_m
    for side in (-1, 1):
        card.limb([(side * 0.10, 0.48), (side * 0.14, 0.40), (side * 0.14, 0.04)], 0.15, legs)
        card.blob(side * 0.14, 0.44, 0.085, 0.08, legs * 1.25)
    shoulders = [(x - wide, 0.93), (x - 0.08, 1.03), (x + 0.08, 1.03), (x + wide, 0.93)]
    card.poly([*shoulders, (0.17, 0.44), (-0.17, 0.44)], p.coat)
    if p.striped:
        card.poly([(x - wide * 0.9, 0.70), (x + wide * 0.9, 0.70), (0.19, 0.60), (-0.19, 0.60)], p.second)
    else:
        card.limb([(x, 1.0), (0.0, 0.5)], 0.02, p.coat * 0.55)
    _arms(card, p)
    card.blob(x, 1.03, 0.06, 0.07, p.skin * 0.75)
    if p.long_hair:
        card.blob(x, p.head_m - 0.05, 0.105, 0.15, p.hair)
    card.blob(x, p.head_m, 0.082, 0.108, p.skin)
    card.blob(x - 0.032, p.head_m + 0.01, 0.016, 0.009, p.skin * 0.4)
    card.blob(x + 0.032, p.head_m + 0.01, 0.016, 0.009, p.skin * 0.4)
    card.blob(x, p.head_m - 0.055, 0.03, 0.012, p.skin * 0.6)
    _hair(card, p, front=True)
    return card


def _arms(card: _Card, p: _Person) -> None:
    x, wide, sleeve = p.lean_m, p.broad_m, p.coat * 0.86
    for side in (-1, 1):
        hand = (side * 0.07, 0.52)
        elbow = (side * (wide + 0.05), 0.66)
        if p.arms == 1:
            hand = (-side * 0.12, 0.72)
        elif p.arms == 3:
            elbow, hand = (side * (wide + 0.06), 0.98), (side * (wide - 0.02), 1.24)
        elif (p.arms == 2 and side > 0) or p.arms == 4:
            hand = (side * 0.05, 0.80)
        card.limb([(x + side * wide * 0.92, 0.92), elbow, hand], 0.105, sleeve)
        card.blob(*hand, 0.045, 0.045, p.skin * 0.9)
    if p.arms == 2:
        card.poly([(0.02, 0.78), (0.09, 0.78), (0.10, 0.92), (0.01, 0.92)], np.array([214.0, 200.0, 170.0]))
    if p.arms == 4:
        card.poly([(-0.05, 0.78), (0.05, 0.78), (0.05, 0.84), (-0.05, 0.84)], np.array([150.0, 170.0, 190.0]))


def _hair(card: _Card, p: _Person, *, front: bool) -> None:
    x, z = p.lean_m, p.head_m
    if p.hat == 1:
        card.blob(x, z + 0.03, 0.092, 0.09, p.second, span=(180, 360))
        card.limb([(x - 0.085, z + 0.035), (x + 0.085, z + 0.035)], 0.035, p.second * 0.75)
    elif p.hat == 2:
        card.blob(x, z + 0.035, 0.088, 0.082, p.coat * 0.8 + 10, span=(180, 360))
        if front:
            card.limb([(x - 0.07, z + 0.04), (x + 0.07, z + 0.04)], 0.022, p.coat * 0.45)
    else:
        card.blob(x, z + 0.03, 0.088, 0.088, p.hair, span=(180, 360))


def _back(p: _Person | None, seat: Row) -> _Card:
    card = _Card()
    if p is not None:
        x, wide = p.lean_m, p.broad_m
        for side in (-1, 1):
            card.limb([(x + side * wide * 0.9, 0.92), (side * (wide + 0.05), 0.66)], 0.12, p.coat * 0.8)
            if p.arms == 3:
                card.limb([(x + side * wide, 0.93), (side * (wide + 0.05), 1.22)], 0.10, p.coat * 0.8)
        shoulders = [(x - wide, 0.92), (x - 0.09, 1.03), (x + 0.09, 1.03), (x + wide, 0.92)]
        card.poly([*shoulders, (0.20, 0.40), (-0.20, 0.40)], p.coat)
        if p.striped:
            card.poly([(x - wide * 0.9, 0.74), (x + wide * 0.9, 0.74), (0.2, 0.66), (-0.2, 0.66)], p.second)
        card.limb([(x - 0.09, 1.0), (x, 0.97), (x + 0.09, 1.0)], 0.05, p.coat * 0.65)  # collar or hood
        card.blob(x, 1.04, 0.055, 0.06, p.skin * 0.7)
        card.blob(x, p.head_m, 0.084, 0.108, p.hair if p.hat != 2 else p.skin * 0.6)
        if p.long_hair:
            card.blob(x, p.head_m - 0.07, 0.10, 0.15, p.hair * 0.9)
        for side in (-1, 1):
            card.blob(x + side * 0.083, p.head_m - 0.01, 0.014, 0.025, p.skin * 0.8)
        _hair(card, p, front=False)
    _seat(card, seat * 0.8, top=0.72)
    return card


def _finished(card: _Card, rng: np.random.Generator) -> Image:
    """Light from above and the side, a weave of noise, and soft edges; (130, 80, 4)."""
    h, w = card.cover.shape
    form = cv2.GaussianBlur(card.cover.astype(np.float32) / 255, (0, 0), 4.5)
    slope = (
        cv2.Sobel(form, cv2.CV_32F, 0, 1, ksize=3) * 0.8 + cv2.Sobel(form, cv2.CV_32F, 1, 0, ksize=3) * 0.25
    )
    edges = cv2.GaussianBlur(card.colour.mean(axis=2), (0, 0), 1)
    relief = (cv2.Sobel(edges, cv2.CV_32F, 0, 1, ksize=3)) * 0.0008
    height = np.linspace(1.08, 0.62, h, dtype=np.float32)[:, None]
    patchy = cv2.resize(
        rng.normal(1, 0.13, (13, 8)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC
    )
    light = height * patchy * (0.78 + 0.22 * form) + slope * 2.0 - relief
    colour = np.clip(card.colour * light[..., None], 0, 255).astype(np.uint8)
    return np.dstack([colour, card.cover])
