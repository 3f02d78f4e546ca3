"""The ice seen from above, by OpenCV: markings by the book, adverts under the ice, wear on top of it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from review.adapters.paint_emblems import emblem
from review.adapters.paint_pen import Brand, Colour, Image, brands, lay, lettering, signed
from review.sim.markings import Arc, Disc, Line, Outline, markings
from review.sim.scenario import Scenario
from review.sim.shape import RinkShape

PX_PER_M = 72
SPAN_M = (64.0, 32.0)
SHIFT = 4  # fractional bits of OpenCV's drawing
BASE: Colour = (242, 243, 244)
MILK = (0.44, 0.58)  # how much of the paint the ice above it takes, from arena to arena
SLOGANS = (
    "ENTREPRENAD & SERVICE",
    "SEDAN 1946",
    "BYGG  ·  TRÄ  ·  FÄRG",
    "www.tallinja.example",
    "DIN BANK HEMMA",
)


def paint_ice(scenario: Scenario, rng: np.random.Generator) -> Image:
    """Ice (h, w, 3) RGB: adverts and markings, paled by the ice above them, then scratches and snow."""
    width, height = (int(v * PX_PER_M) for v in SPAN_M)
    image = np.full((height, width, 3), BASE, np.uint8)
    _adverts(image, scenario, rng)
    _markings(image, scenario.rink)
    above = rng.uniform(*MILK)
    milk = image.astype(np.float32) * (1 - above) + np.array(BASE, np.float32) * above
    milk = cv2.GaussianBlur(milk, (0, 0), 1.1)
    worn = milk + _wear(rng, (height, width)) * (0.55 + 0.45 * (255 - milk[..., 1:2]) / 120)
    return np.asarray(np.clip(worn, 0, 255), np.uint8)


def at_px(x_m: float, y_m: float) -> tuple[int, int]:
    """Pixel of a place on the ice, with OpenCV's fractional bits."""
    scale = PX_PER_M * (1 << SHIFT)
    return round((x_m + SPAN_M[0] / 2) * scale), round((SPAN_M[1] / 2 - y_m) * scale)


def _points(places: list[tuple[float, float]]) -> NDArray[np.int32]:
    return np.array([at_px(x, y) for x, y in places], np.int32)


def _markings(image: Image, shape: RinkShape) -> None:
    for mark in markings(shape):
        if isinstance(mark, Outline):
            cv2.fillPoly(image, [_points(mark.corners_m)], mark.colour, cv2.LINE_AA, SHIFT)
        elif isinstance(mark, Line):
            half = np.array(_normal(mark.start_m, mark.end_m)) * mark.width_m / 2
            (ax, ay), (bx, by) = mark.start_m, mark.end_m
            dx, dy = half.tolist()
            face = [(ax + dx, ay + dy), (bx + dx, by + dy), (bx - dx, by - dy), (ax - dx, ay - dy)]
            cv2.fillPoly(image, [_points(face)], mark.colour, cv2.LINE_AA, SHIFT)
        elif isinstance(mark, Disc):
            radius = round(mark.radius_m * PX_PER_M * (1 << SHIFT))
            cv2.circle(image, at_px(*mark.at_m), radius, mark.colour, -1, cv2.LINE_AA, SHIFT)
        elif isinstance(mark, Arc):
            turn = np.radians(np.linspace(mark.start_deg, mark.end_deg, 120))
            rim: list[tuple[float, float]] = []
            for radius_m in (mark.radius_m - mark.width_m / 2, mark.radius_m + mark.width_m / 2):
                ring = [
                    (mark.at_m[0] + radius_m * float(np.cos(a)), mark.at_m[1] + radius_m * float(np.sin(a)))
                    for a in turn
                ]
                rim += ring if not rim else ring[::-1]
            cv2.fillPoly(image, [_points(rim)], mark.colour, cv2.LINE_AA, SHIFT)


def _normal(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    along = np.array(b) - np.array(a)
    along /= np.linalg.norm(along)
    return float(-along[1]), float(along[0])


def _adverts(image: Image, scenario: Scenario, rng: np.random.Generator) -> None:
    shape, buyers = scenario.rink, brands(rng)
    _centre(image, scenario, buyers[0], rng)
    x, y = shape.blue_line_m + 5.6, shape.far_boards_m
    neutral = shape.blue_line_m * 0.60
    places = [
        (-x, -y * 0.12, 3.4),
        (x, y * 0.10, 3.4),
        (neutral, -y * 0.72, 2.0),
        (-neutral, -y * 0.70, 2.2),
        (neutral, y * 0.74, 2.0),
        (-neutral, y * 0.74, 1.9),
        (-x, y * 0.83, 1.7),
        (x, -y * 0.84, 1.8),
        (-x - 3.4, -y * 0.80, 1.7),
        (x + 3.0, y * 0.82, 1.7),
    ]
    for (px, py, tall), brand in zip(places, buyers[1:], strict=False):
        if rng.random() < 0.85:
            _advert(image, px, py, tall * float(rng.uniform(0.8, 1.15)), brand)


def _advert(image: Image, x_m: float, y_m: float, tall_m: float, brand: Brand) -> None:
    """One buyer's sign, at most 7 m long, sometimes on two lines."""
    tall = int(tall_m * PX_PER_M * 0.55)
    parts = signed(brand, tall)
    total = parts[-1][1] + parts[-1][0].shape[1]
    if total > 7 * PX_PER_M:
        tall = int(tall * 7 * PX_PER_M / total)
        parts = signed(brand, tall)
        total = parts[-1][1] + parts[-1][0].shape[1]
    px, py = (v >> SHIFT for v in at_px(x_m, y_m))
    for mask, at, in_second in parts:
        lay(image, mask, (px - total // 2 + at, py - tall // 2), brand.second if in_second else brand.ink)
    if brand.slogan:
        line = lettering(SLOGANS[len(brand.name) % len(SLOGANS)], max(8, tall // 4), weight=500)
        lay(image, line, (px - line.shape[1] // 2, py + tall // 2 + 6), (70, 72, 78))


def _centre(image: Image, scenario: Scenario, brand: Brand, rng: np.random.Generator) -> None:
    """The home team's badge in the circle, its name and the arena's along the rim."""
    home = scenario.teams[0]
    ink, trim = (_rgb(c) for c in home.colours[:2])
    ink = ink if sum(ink) < 560 else _rgb(home.colours[1])
    radius = scenario.rink.circle_m
    size = int(radius * 1.15 * PX_PER_M)
    px, py = (v >> SHIFT for v in at_px(0.0, 0.0))
    badge = emblem(int(rng.choice([0, 2, 4, 8])), size)
    lay(image, cv2.dilate(badge, np.ones((9, 9), np.uint8)), (px - size // 2, py - size // 2), trim)
    lay(image, cv2.erode(badge, np.ones((7, 7), np.uint8)), (px - size // 2, py - size // 2), ink)
    words = lettering(home.name.upper(), int(size * 0.17), weight=900)
    ground = np.full((words.shape[0] + 22, words.shape[1] + 40), 255, np.uint8)
    lay(image, ground, (px - ground.shape[1] // 2, py - ground.shape[0] // 2), (246, 246, 246))
    lay(image, words, (px - words.shape[1] // 2, py - words.shape[0] // 2), ink)
    _around(image, home.name.upper() + " ARENA", radius * 0.80, 90.0, ink)
    _around(image, brand.name.upper(), radius * 0.80, -90.0, brand.ink)


def _around(image: Image, text: str, radius_m: float, middle_deg: float, ink: Colour) -> None:
    """Letters along a circle about centre ice, upright at ``middle_deg``."""
    tall = int(0.6 * PX_PER_M)
    glyphs = [None if c == " " else lettering(c, tall, weight=800, stretch_ratio=0.9) for c in text]
    widths = np.array([0.3 * tall if g is None else g.shape[1] + 0.16 * tall for g in glyphs])
    middles = np.cumsum(widths) - widths / 2 - widths.sum() / 2
    for glyph, middle in zip(glyphs, middles, strict=True):
        if glyph is None:
            continue
        step = np.degrees(middle / (radius_m * PX_PER_M))
        angle = middle_deg + (step if middle_deg < 0 else -step)
        side = 3 * tall
        card = np.zeros((side, side), np.uint8)
        lay_at = ((side - glyph.shape[1]) // 2, (side - tall) // 2)
        card[lay_at[1] : lay_at[1] + tall, lay_at[0] : lay_at[0] + glyph.shape[1]] = glyph
        turn = angle - 90 if middle_deg > 0 else angle + 90
        spun = cv2.warpAffine(card, cv2.getRotationMatrix2D((side / 2, side / 2), turn, 1.0), (side, side))
        x, y = radius_m * np.cos(np.radians(angle)), radius_m * np.sin(np.radians(angle))
        px, py = (v >> SHIFT for v in at_px(float(x), float(y)))
        lay(image, np.asarray(spun, np.uint8), (px - side // 2, py - side // 2), ink)


def _rgb(colour: str) -> Colour:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _wear(rng: np.random.Generator, size: tuple[int, int]) -> NDArray[np.float32]:
    """Brightness to add, (h, w, 1): scratches, snow where men skated, uneven water, reflected lamps."""
    scratch = np.zeros(size, np.uint8)
    for _ in range(5200):
        x, y = (v >> SHIFT for v in at_px(rng.uniform(-30, 30), rng.normal(0, 6)))
        radius, start = rng.uniform(1, 14) * PX_PER_M, rng.uniform(0, 360)
        axes = (int(radius), int(radius * rng.uniform(0.5, 1)))
        arc = (rng.uniform(0, 180), start, start + rng.uniform(4, 30))
        grey, thick = int(rng.integers(40, 255)), int(rng.integers(1, 3))
        cv2.ellipse(scratch, (x, y), axes, *arc, grey, thick, cv2.LINE_AA)
    half = cv2.resize(scratch, (size[1] // 4, size[0] // 4), interpolation=cv2.INTER_AREA)
    snow = cv2.GaussianBlur(half.astype(np.float32), (0, 0), 5)
    smear = _clouds(rng, size, (26, 60)) + 0.8 * _clouds(rng, size, (7, 15))
    gloss = np.zeros((size[0] // 4, size[1] // 4), np.float32)
    for x_m in np.arange(-27, 28, 6.0):
        for y_m in (-9.0, -3.5, 3.5, 9.0):
            px, py = (v >> SHIFT for v in at_px(float(x_m), y_m))
            cv2.ellipse(gloss, (px // 4, py // 4), (5, 20), 0.0, 0, 360, 1.0, -1)
    gloss = cv2.GaussianBlur(gloss, (0, 0), 7) * 12 + cv2.GaussianBlur(gloss, (0, 0), 26) * 14
    coarse = cv2.resize(snow * 0.12 + gloss, size[::-1], interpolation=cv2.INTER_LINEAR)
    out = scratch.astype(np.float32) * 0.065 - smear * 3.0 + coarse - 12
    return np.asarray(out[..., None], np.float32)


def _clouds(rng: np.random.Generator, size: tuple[int, int], cells: tuple[int, int]) -> NDArray[np.float32]:
    noise = rng.normal(0, 1, cells).astype(np.float32)
    return np.asarray(cv2.resize(noise, size[::-1], interpolation=cv2.INTER_CUBIC), np.float32)
