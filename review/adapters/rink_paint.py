"""Paint for the simulator, by OpenCV: ice, adverts, crowd, heads, numbers. All brands are made up."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from review.sim.shape import RinkShape

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]

ICE_PX_PER_M = 72
ICE_SPAN_M = (64.0, 29.0)
FONT = cv2.FONT_HERSHEY_DUPLEX
BRANDS: tuple[tuple[str, Colour], ...] = (
    ("NORDBANK", (20, 60, 130)),
    ("Kraft+", (190, 40, 40)),
    ("ISBJORN", (30, 100, 50)),
    ("TELKO", (140, 40, 140)),
    ("VARGEN", (20, 20, 22)),
    ("polar oil", (215, 120, 30)),
    ("RINKAB", (40, 50, 150)),
    ("SAGA TV", (150, 30, 40)),
    ("Fjell", (30, 110, 120)),
    ("HAMMARE", (60, 60, 64)),
    ("ELVERK", (20, 20, 26)),
    ("lumo", (0, 110, 170)),
)


def paint_ice(shape: RinkShape, rng: np.random.Generator) -> Image:
    """Ice seen from above, (h, w, 3) RGB: milky paint under scratches, snow and the gloss of lamps."""
    width, height = (int(v * ICE_PX_PER_M) for v in ICE_SPAN_M)
    image = np.full((height, width, 3), (240, 238, 241), np.uint8)
    pen = _Pen(image)
    _lines(pen, shape)
    _circles(pen, shape)
    for x, y, text, colour, size in (
        (0.0, 1.0, "NORDBANK", (30, 60, 130), 3.6),
        (-13.0, -5.0, "KRAFT+", (170, 40, 50), 3.6),
        (13.5, 5.2, "ISBJORN", (40, 100, 60), 3.2),
        (12.8, -8.4, "telko", (110, 60, 120), 3.4),
        (-13.4, 6.6, "VARGEN", (50, 50, 56), 3.2),
    ):
        pen.write(x, y, text, colour, size)
    milk = image.astype(np.float32) * 0.60 + np.array([236, 233, 237], np.float32) * 0.40
    milk = cv2.GaussianBlur(milk, (0, 0), 1.2)
    return np.asarray(np.clip(milk + _wear(shape, rng, (height, width)), 0, 255), np.uint8)


class _Pen:
    """Draws in rink metres on the ice image."""

    def __init__(self, image: Image) -> None:
        self.image = image

    def at(self, x: float, y: float) -> tuple[int, int]:
        return int((x + ICE_SPAN_M[0] / 2) * ICE_PX_PER_M), int((ICE_SPAN_M[1] / 2 - y) * ICE_PX_PER_M)

    def band(self, x: float, width: float, colour: Colour) -> None:
        cv2.rectangle(self.image, self.at(x - width / 2, 14), self.at(x + width / 2, -14), colour, -1)

    def ring(self, x: float, y: float, radius: float, colour: Colour, *, thick: int = 4) -> None:
        cv2.circle(self.image, self.at(x, y), int(radius * ICE_PX_PER_M), colour, thick, cv2.LINE_AA)

    def write(self, x: float, y: float, text: str, colour: Colour, size: float) -> None:
        (w, h), _ = cv2.getTextSize(text, FONT, size, 9)
        px, py = self.at(x, y)
        cv2.putText(self.image, text, (px - w // 2, py + h // 2), FONT, size, colour, 9, cv2.LINE_AA)


def _lines(pen: _Pen, shape: RinkShape) -> None:
    red, blue = (186, 44, 62), (62, 74, 176)
    pen.band(0.0, 0.3, red)
    for y in np.arange(-13.2, 13.2, 0.6):
        cv2.rectangle(pen.image, pen.at(-0.1, y + 0.28), pen.at(0.1, y), (236, 232, 236), -1)
    for side in (-1.0, 1.0):
        pen.band(side * shape.blue_line_m, 0.3, blue)
        pen.band(side * shape.goal_line_m, 0.06, red)
        angle = np.linspace(-np.pi / 2, np.pi / 2, 40)
        x = side * (shape.goal_line_m - 1.83 * np.cos(angle))
        crease = np.array([pen.at(a, b) for a, b in zip(x, 1.83 * np.sin(angle), strict=True)])
        cv2.fillPoly(pen.image, [crease], (160, 196, 228), cv2.LINE_AA)
        cv2.polylines(pen.image, [crease], True, red, 4, cv2.LINE_AA)


def _circles(pen: _Pen, shape: RinkShape) -> None:
    red, blue = (186, 44, 62), (62, 74, 176)
    pen.ring(0.0, 0.0, shape.circle_m, blue)
    pen.ring(0.0, 0.0, 0.15, blue, thick=-1)
    for sx in (-1.0, 1.0):
        for sy in (-1.0, 1.0):
            y = sy * shape.spot_y_m
            pen.ring(sx * shape.neutral_spot_x_m, y, 0.3, red, thick=-1)
            pen.ring(sx * shape.spot_x_m, y, shape.circle_m, red)
            pen.ring(sx * shape.spot_x_m, y, 0.3, red, thick=-1)
            for a in (-1.0, 1.0):
                for b in (-1.0, 1.0):
                    x0, y0 = sx * shape.spot_x_m + a * 0.6, y + b * 0.45
                    cv2.line(pen.image, pen.at(x0, y0), pen.at(x0 + a * 1.2, y0), red, 4, cv2.LINE_AA)
                    cv2.line(pen.image, pen.at(x0, y0), pen.at(x0, y0 + b * 0.9), red, 4, cv2.LINE_AA)


def _wear(shape: RinkShape, rng: np.random.Generator, size: tuple[int, int]) -> NDArray[np.float32]:
    """Brightness to add, (h, w, 1): scratches, snow where men skated, uneven water, reflected lamps."""
    scratch = np.zeros(size, np.float32)
    pen = _Pen(np.zeros((1, 1, 3), np.uint8))
    for _ in range(3600):
        at = pen.at(rng.uniform(-30, 30), rng.normal(0, 6))
        radius, start = rng.uniform(1, 14) * ICE_PX_PER_M, rng.uniform(0, 360)
        axes = (int(radius), int(radius * rng.uniform(0.5, 1)))
        arc = (rng.uniform(0, 180), start, start + rng.uniform(4, 30))
        cv2.ellipse(scratch, at, axes, *arc, float(rng.uniform(0.2, 1)), int(rng.integers(1, 4)), cv2.LINE_AA)
    snow = cv2.GaussianBlur(scratch, (0, 0), 9)
    patches = cv2.resize(
        rng.normal(0, 1, (14, 31)).astype(np.float32), size[::-1], interpolation=cv2.INTER_CUBIC
    )
    lamps = np.zeros(size, np.float32)
    for x in np.arange(-27, 28, 9.0):
        for y in (-7.5, -2.0, 3.5, 9.0):
            axes = (int(0.3 * ICE_PX_PER_M), int(1.3 * ICE_PX_PER_M))
            cv2.ellipse(lamps, pen.at(float(x), y), axes, float(x) * 0.8, 0, 360, 1.0, -1)
    lamps = cv2.GaussianBlur(lamps, (0, 0), 26) * 9 + cv2.GaussianBlur(lamps, (0, 0), 90) * 10
    out = scratch * 4 + snow * 10 - patches * 1.6 + lamps - 9
    return np.asarray(out[..., None], np.float32)


def paint_adverts(rng: np.random.Generator) -> Image:
    """A strip of adverts for the boards, (128, 8192, 3) RGB, that repeats."""
    strip = np.full((128, 8192, 3), 244, np.uint8)
    x, k = 30, int(rng.integers(len(BRANDS)))
    while x < 7800:
        text, colour = BRANDS[k % len(BRANDS)]
        width = int(rng.integers(230, 420))
        reverse = rng.random() < 0.4
        if reverse:
            cv2.rectangle(strip, (x - 20, 0), (x + width, 128), colour, -1)
        (w, _), _ = cv2.getTextSize(text, FONT, 1.9, 5)
        size = min(1.9, 1.9 * (width - 40) / w)
        ink = (245, 245, 245) if reverse else colour
        start = x + int((width - 20 - w * size / 1.9) / 2)
        cv2.putText(strip, text, (start, 86), FONT, size, ink, 5, cv2.LINE_AA)
        x, k = x + width + int(rng.integers(20, 90)), k + int(rng.integers(1, 4))
    return strip


HAIR = np.array([[40, 30, 24], [72, 50, 34], [120, 92, 56], [30, 28, 28], [128, 122, 116], [90, 52, 36]])
CLOTHES = np.array(
    [
        [34, 34, 40],
        [58, 52, 50],
        [70, 62, 120],
        [150, 44, 44],
        [168, 168, 172],
        [92, 88, 82],
        [44, 66, 48],
        [26, 40, 90],
    ]
)


def paint_crowd(rng: np.random.Generator) -> Image:
    """The far stands, (1024, 4096, 3) RGB: seats, stairs and people who sit as they please."""
    height, width, rows = 1024, 4096, 14
    image = np.full((height, width, 3), (30, 28, 30), np.uint8)
    step = height // rows
    for r in range(rows):
        y = r * step
        cv2.rectangle(image, (0, y + step - 9), (width, y + step), (52, 50, 52), -1)
        full = rng.uniform(0.45, 0.9)
        x = int(rng.integers(0, 20))
        while x < width:
            stairs = (x // 480) % 2 == 0 and x % 480 < 40
            if stairs:
                cv2.rectangle(image, (x, y), (x + 30, y + step), (84, 82, 84), -1)
            else:
                cv2.rectangle(image, (x - 13, y + step - 42), (x + 13, y + step - 8), (86, 34, 38), -1)
                crowded = full * (0.6 + 0.4 * np.sin(x / 300.0 + r))
                if rng.random() < crowded:
                    _spectator(image, x + int(rng.integers(-6, 7)), y + step - int(rng.integers(48, 66)), rng)
            x += int(rng.integers(29, 37))
    image = cv2.GaussianBlur(image, (0, 0), 2.2)
    light = cv2.resize(
        rng.normal(1, 0.2, (9, 40)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC
    )
    return np.asarray(np.clip(image * light[..., None], 0, 255), np.uint8)


def _spectator(image: Image, x: int, y: int, rng: np.random.Generator) -> None:
    coat = _shade(CLOTHES[rng.integers(len(CLOTHES))], rng.uniform(0.6, 1.25))
    skin = _shade(np.array([200, 152, 124]), rng.uniform(0.5, 1.0))
    hair = _shade(np.array([84, 60, 40]), rng.uniform(0.2, 1.8))
    cv2.ellipse(image, (x, y + 32), (int(rng.integers(12, 17)), 25), 0, 0, 360, coat, -1, cv2.LINE_AA)
    cv2.ellipse(image, (x, y), (8, 10), 0, 0, 360, skin, -1, cv2.LINE_AA)
    cv2.ellipse(image, (x, y - 3), (8, 8), 0, 180, 360, hair, -1, cv2.LINE_AA)


def _shade(colour: NDArray[np.int64], factor: float) -> Colour:
    r, g, b = (int(min(255.0, v * factor)) for v in colour)
    return r, g, b


def paint_heads(rng: np.random.Generator) -> Image:
    """A row of spectators from behind, (160, 2048, 4) RGBA, to stand before the near boards."""
    strip = np.zeros((160, 2048, 4), np.uint8)
    x = 24
    while x < 2020:
        if rng.random() < 0.88:
            _from_behind(strip, x, 46 + int(rng.integers(-12, 14)), rng)
        x += int(rng.integers(40, 62))
    strip[..., :3] = cv2.GaussianBlur(strip[..., :3], (0, 0), 1.4)
    return strip


def _from_behind(strip: Image, x: int, y: int, rng: np.random.Generator) -> None:
    coat = (*_shade(CLOTHES[rng.integers(len(CLOTHES))], rng.uniform(0.5, 1.0)), 255)
    scarf = (*_shade(CLOTHES[rng.integers(len(CLOTHES))], rng.uniform(0.5, 1.2)), 255)
    hair = (*_shade(HAIR[rng.integers(len(HAIR))], rng.uniform(0.6, 1.2)), 255)
    skin = (*_shade(np.array([196, 150, 124]), rng.uniform(0.5, 0.9)), 255)
    wide = int(rng.integers(19, 25))
    cv2.ellipse(strip, (x, y + 76), (wide, 52), 0, 0, 360, coat, -1, cv2.LINE_AA)
    cv2.rectangle(strip, (x - 6, y + 10), (x + 6, y + 26), skin, -1)
    if rng.random() < 0.3:
        cv2.ellipse(strip, (x, y + 28), (11, 6), 0, 0, 360, scarf, -1, cv2.LINE_AA)
    cv2.ellipse(strip, (x, y + 2), (10, 16), 0, 0, 360, skin, -1, cv2.LINE_AA)
    long_hair = rng.random() < 0.3
    cv2.ellipse(strip, (x, y - 1), (10, 16 if not long_hair else 26), 0, 0, 360, hair, -1, cv2.LINE_AA)
    if rng.random() < 0.3:
        cv2.ellipse(strip, (x, y - 4), (11, 13), 0, 180, 360, scarf, -1, cv2.LINE_AA)


def paint_numbers() -> NDArray[np.uint8]:
    """Numbers 0 to 99 in a 10 by 10 sheet, (960, 960, 2): the digits, and the digits with their outline."""
    sheet = np.zeros((960, 960, 2), np.uint8)
    for n in range(100):
        text, size = str(n), 2.35
        (w, h), _ = cv2.getTextSize(text, FONT, size, 8)
        at = ((96 - w) // 2, (96 + h) // 2)
        row, column = divmod(n, 10)
        for layer, thick in ((0, 10), (1, 18)):
            cell = np.zeros((96, 96), np.uint8)
            cv2.putText(cell, text, at, FONT, size, 255, thick, cv2.LINE_AA)
            sheet[row * 96 : row * 96 + 96, column * 96 : column * 96 + 96, layer] = cell
    return sheet
