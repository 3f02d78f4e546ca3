"""Made-up crops of men for the number reader: backs with numbers, fronts and sides, worn as on tape."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from review.adapters.number_window import GREY, TALL_SHARE, WINDOW_PX
from review.core.arrays import Array
from review.train.glyphs import name_bar, number_masks
from review.train.scenery import backdrop, colour_pair, spoil

__all__ = ["Made", "made_crop"]

#: Drawn at half as much again as the window's size; a man's box is so many rows high there.
WIDE_PX, TALL_PX = WINDOW_PX[0] * 3 // 2, WINDOW_PX[1] * 3 // 2
BODY_PX = TALL_PX / TALL_SHARE
CLOTH_PX = (240, 160)  # of the shirt unrolled: round the half that is seen, and from shoulder to hem
ROUND_RAD = 3.5  # that `CLOTH_PX` goes round
SEEN_SHARE, HIDDEN_SHARE = 0.6, 0.4
LETTERS = "ACDEFGHJKLMNPRTUVWXY"  # on chests; the others look like digits


@dataclass(frozen=True, slots=True)
class Made:
    """A crop as the reader is given it.

    `number` is None where none is drawn; `legible` None leaves it open. `spots_px` (2, 2) is where tens and
    units show, (x, y) in the window; NaN where they do not.
    """

    rgb: Array
    number: int | None
    legible: bool | None
    spots_px: Array


@dataclass(slots=True)
class _Pose:
    """Where a torso is: (x, y) px of the shoulders' middle, half width, length, lean and turn in radians."""

    at_px: Array
    half_px: float
    long_px: float
    lean_rad: float
    turn_rad: float
    bow_ratio: float


def made_crop(seed: int, k: int) -> Made:
    """Crop number `k` of a seed: about six in ten show a number."""
    rng = np.random.default_rng([seed, k])
    sheet = backdrop((TALL_PX, WIDE_PX), rng)
    if rng.random() < 0.05:
        return Made(spoil(sheet, 0.0, rng)[0], None, False, np.full((2, 2), np.nan))
    ink = colour_pair(rng)
    number = int(rng.integers(10)) if rng.random() < 0.3 else int(rng.integers(10, 100))
    number = number if rng.random() < 0.65 else -1
    pose = _pose(rng, back=number >= 0)
    cloth, marks, tall_px = _cloth(number, ink, rng)
    if rng.random() < 0.35:
        _other_man(sheet, rng)
    visible = np.zeros((TALL_PX, WIDE_PX, 2), np.float32)
    _draw_man(sheet, visible, pose, cloth, marks, ink, rng)
    full = _full_area(marks, pose)
    _hide(sheet, visible, rng)
    _box(sheet, visible, pose, rng)
    rgb, sharp_px = spoil(sheet, tall_px * pose.long_px / CLOTH_PX[1] * pose.bow_ratio, rng)
    if number < 0:
        return Made(rgb, None, False, np.full((2, 2), np.nan))
    shares = [float(visible[..., i].sum()) / full[i] for i in (0, 1) if full[i] > 0]
    return Made(rgb, number, _legible(min(shares), sharp_px), _spots(visible))


def _spots(visible: Array) -> Array:
    """(2, 2) middles of the digits' masks as far as they show, in px of the window."""
    y, x = np.mgrid[0:TALL_PX, 0:WIDE_PX] + 0.5
    weight = visible.sum(axis=(0, 1))
    spots = np.full((2, 2), np.nan)
    for i in np.flatnonzero(weight > 1):
        spots[i] = (visible[..., i] * x).sum() / weight[i], (visible[..., i] * y).sum() / weight[i]
    return spots * WINDOW_PX[0] / WIDE_PX


def _legible(share: float, sharp_px: float) -> bool | None:
    """`sharp_px`: digits' height on tape, less what blur takes of it."""
    if share < HIDDEN_SHARE or sharp_px < 5.0:
        return False
    return True if share > SEEN_SHARE and sharp_px > 6.5 else None


def _pose(rng: np.random.Generator, *, back: bool) -> _Pose:
    lean = float(np.clip(rng.normal(0, 0.32), -0.95, 0.95))
    scale = BODY_PX * rng.uniform(0.85, 1.3)
    turn = rng.normal(0, 0.42) if back else rng.uniform(-1.5, 1.5)
    if back and rng.random() < 0.2:
        turn = rng.uniform(0.6, 2.0) * rng.choice([-1, 1])
    at = np.array([WIDE_PX / 2 - 0.5 * np.sin(-lean) * 0.3 * scale, scale * rng.uniform(0.06, 0.17)])
    at[0] += rng.normal(0, 0.05) * scale
    half = scale * rng.uniform(0.125, 0.185) * (0.75 + 0.25 * abs(np.cos(turn)))
    return _Pose(at, half, scale * rng.uniform(0.34, 0.45), lean, float(turn), float(rng.uniform(0.7, 1.0)))


def _cloth(number: int, ink: Array, rng: np.random.Generator) -> tuple[Array, Array, float]:
    """The shirt unrolled (160, 192, 3), (160, 192, 2) digit masks, and the digits' height in its px."""
    wide, tall = CLOTH_PX
    cloth = np.empty((tall, wide, 3), np.uint8)
    cloth[:] = ink[0]
    _trim(cloth, ink, rng)
    marks = np.zeros((tall, wide, 2), np.uint8)
    if number < 0:
        if rng.random() < 0.75:
            _crest(cloth, ink, rng)
        return cloth, marks, 0.0
    high = round(tall * rng.uniform(0.3, 0.47))
    masks = number_masks(number, rng)
    width = max(4, min(round(masks[1].shape[1] * high / masks[1].shape[0]), round(wide * 0.42)))
    top = round(tall * rng.uniform(0.2, 0.34))
    left = (wide - width) // 2 + int(rng.integers(-4, 5))
    area = np.s_[top : top + high, left : left + width]
    for i, mask in enumerate(masks):
        marks[(*area, i)] = cv2.resize(mask, (width, high), interpolation=cv2.INTER_AREA)[: tall - top]
    _sew(cloth, cv2.max(marks[..., 0], marks[..., 1]), ink, rng)
    if rng.random() < 0.7:
        _name(cloth, ink[1], top, rng)
    return cloth, marks, float(high)


def _trim(cloth: Array, ink: Array, rng: np.random.Generator) -> None:
    """Yoke, hem stripes and side panels."""
    tall, wide = cloth.shape[:2]
    if rng.random() < 0.3:
        cloth[: round(tall * rng.uniform(0.08, 0.22))] = ink[3]
    if rng.random() < 0.4:
        cloth[:, : round(wide * 0.27)] = cloth[:, round(wide * 0.73) :] = ink[3]
    y = tall * rng.uniform(0.72, 0.85)
    for _ in range(int(rng.integers(4))):
        step = tall * rng.uniform(0.02, 0.07)
        cloth[round(y) : round(y + step)] = ink[int(rng.integers(1, 4))]
        y += 1.5 * step
    if rng.random() < 0.3:
        cv2.line(cloth, (0, round(tall * 0.9)), (wide, round(tall * rng.uniform(0.7, 1))), ink[1].tolist(), 5)


def _sew(cloth: Array, mask: Array, ink: Array, rng: np.random.Generator) -> None:
    """Digits in ink 1, with a shadow or up to two outlines."""
    layers = [(mask, ink[1])]
    if rng.random() < 0.45:
        grown = mask
        for k in range(int(rng.integers(1, 3))):
            size = int(rng.integers(3, 8))
            grown = cv2.dilate(grown, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))
            layers.insert(0, (grown, ink[2 if k == 0 else 0]))
    if rng.random() < 0.12:
        shift = np.array([[1, 0, rng.integers(-4, 5)], [0, 1, rng.integers(2, 5)]], np.float32)
        layers.insert(0, (cv2.warpAffine(mask, shift, mask.shape[::-1]), ink[2]))
    for layer, colour in layers:
        x, y, w, h = cv2.boundingRect(layer)
        part = cloth[y : y + h, x : x + w]
        share = layer[y : y + h, x : x + w, None].astype(np.float32) / 255
        part[:] = part + (colour.astype(np.float32) - part) * share


def _name(cloth: Array, colour: Array, top: int, rng: np.random.Generator) -> None:
    bar = name_bar(rng)
    high = max(5, round(cloth.shape[0] * rng.uniform(0.06, 0.1)))
    width = min(round(bar.shape[1] * high / bar.shape[0]), round(cloth.shape[1] * 0.45))
    y, x = top - high - int(rng.integers(3, 10)), (cloth.shape[1] - width) // 2
    if y >= 0:
        share = cv2.resize(bar, (width, high), interpolation=cv2.INTER_AREA)[..., None] / 255.0
        cloth[y : y + high, x : x + width] = cloth[y : y + high, x : x + width] * (1 - share) + colour * share


def _crest(cloth: Array, ink: Array, rng: np.random.Generator) -> None:
    """A badge on the chest: blobs, stars, letters, rings."""
    tall, wide = cloth.shape[:2]
    size = tall * rng.uniform(0.12, 0.24)
    middle = np.array([wide / 2, tall * rng.uniform(0.3, 0.5)]) + rng.normal(0, 3, 2)
    for layer in range(int(rng.integers(1, 4))):
        colour = ink[(1, 2, 0)[layer]].tolist()
        kind = int(rng.integers(4))
        if kind == 0:
            spokes = int(rng.integers(5, 14))
            reach = size * (1 - 0.25 * layer) * rng.uniform(0.35, 1.0, spokes)
            turn = np.linspace(0, 2 * np.pi, spokes, endpoint=False) + rng.uniform(0, 6)
            ring = middle + np.column_stack([np.cos(turn), np.sin(turn)]) * reach[:, None]
            cv2.fillPoly(cloth, [ring.astype(np.int32)], colour, cv2.LINE_AA)
        elif kind == 1:
            axes = (size * rng.uniform(0.4, 1, 2) * (1 - 0.25 * layer)).astype(int) + 1
            cv2.ellipse(cloth, middle.astype(int).tolist(), axes.tolist(), float(rng.uniform(0, 180)), 0, 360,
                        colour, -1 if rng.random() < 0.6 else 5, cv2.LINE_AA)  # fmt: skip
        elif kind == 2:
            letter = cv2.FontFace("sans")
            at = (round(middle[0] - size / 2), round(middle[1] + size / 2))
            cv2.putText(
                cloth, LETTERS[int(rng.integers(len(LETTERS)))], at, colour, letter, round(1.4 * size), 800
            )
        else:
            y = round(middle[1] + rng.uniform(-0.5, 0.5) * size)
            cv2.line(cloth, (round(wide * 0.3), y), (round(wide * 0.7), y + int(rng.integers(-20, 21))),
                     colour, int(rng.integers(3, 14)))  # fmt: skip


def _draw_man(
    sheet: Array,
    visible: Array,
    pose: _Pose,
    cloth: Array,
    marks: Array,
    ink: Array,
    rng: np.random.Generator,
) -> None:
    """Legs, torso with its cloth, head, arms; `visible` gets the digits' masks where they show."""
    _legs(sheet, pose, ink, rng)
    inside, map_x, map_y, light = _wrap(pose, rng)
    worn = cv2.remap(cloth, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    shown = cv2.remap(marks, map_x, map_y, cv2.INTER_LINEAR)
    sheet[inside] = np.minimum(worn[inside] * light[inside][:, None], 255)
    visible[:] = shown * (inside[..., None] * np.float32(1 / 255))
    _arms(sheet, visible, pose, ink, rng)
    head = _place(pose, 0.0, rng.uniform(-0.26, -0.1))
    size = round(0.2 * pose.long_px * rng.uniform(0.8, 1.2))
    at, axes = head.astype(int).tolist(), (size, round(size * 1.15))
    _paint(sheet, visible, lambda s, c: cv2.ellipse(s, at, axes, 0, 0, 360, c, -1, cv2.LINE_AA), ink[4])


def _wrap(pose: _Pose, rng: np.random.Generator) -> tuple[Array, Array, Array, Array]:
    """(inside, map_x, map_y, light) of a torso round as a barrel, bent and turned, over the sheet."""
    y, x = (line.astype(np.float32) for line in np.ogrid[0:TALL_PX, 0:WIDE_PX])
    cos, sin = np.cos(pose.lean_rad), np.sin(pose.lean_rad)
    dx, dy = x - pose.at_px[0], y - pose.at_px[1]
    v = (-sin * dx + cos * dy) / (pose.long_px * pose.bow_ratio)
    u = (cos * dx + sin * dy) / (pose.half_px * (1 + rng.uniform(-0.15, 0.2) * (v - 0.4)))
    v = v + rng.normal(0, 0.05) * u**2 + rng.normal(0, 0.03) * u
    fold = rng.uniform(0, 0.045)
    wave = np.sin(v * rng.uniform(5, 14) + u * rng.uniform(-4, 4) + rng.uniform(0, 6))
    round_ = np.arcsin(np.clip(u + fold * wave, -0.999, 0.999))
    turn = (round_ - pose.turn_rad + np.pi) % (2 * np.pi) - np.pi
    wide, tall = CLOTH_PX
    map_x = (turn / ROUND_RAD * wide + wide / 2).astype(np.float32)
    map_y = ((v + fold * np.cos(u * 6 + 3 * v)) * tall).astype(np.float32)
    sloped = 0.12 * np.abs(u) ** 3
    inside = (np.abs(u) < 1) & (v > sloped) & (v < 1)
    slope = rng.uniform(-0.35, 0.35)
    light = 1 + slope * u + rng.uniform(0, 0.16) * wave - rng.uniform(0.1, 0.35) * u**2
    return inside, map_x, map_y, (light * rng.uniform(0.65, 1.1)).astype(np.float32)


def _full_area(marks: Array, pose: _Pose) -> list[float]:
    """What each digit would cover, seen straight from behind."""
    per = ROUND_RAD * pose.half_px / CLOTH_PX[0] * pose.long_px * pose.bow_ratio / CLOTH_PX[1]
    return [float(marks[..., i].sum()) / 255 * per for i in (0, 1)]


def _place(pose: _Pose, u: float, v: float) -> Array:
    """Sheet px of a spot: u half widths to the side, v lengths down."""
    across, down = u * pose.half_px, v * pose.long_px * pose.bow_ratio
    cos, sin = np.cos(pose.lean_rad), np.sin(pose.lean_rad)
    spot: Array = pose.at_px + np.array([cos * across - sin * down, sin * across + cos * down])
    return spot


def _paint(sheet, visible, draw, colour) -> None:  # type: ignore[no-untyped-def]
    """Draw in a colour, and wipe what it hides from the digits seen."""
    stamp = np.zeros(sheet.shape[:2], np.uint8)
    draw(stamp, 255)
    x, y, w, h = cv2.boundingRect(stamp)
    area = np.s_[y : y + h, x : x + w]
    share = stamp[area][..., None].astype(np.float32) / 255
    sheet[area] += (np.asarray(colour, np.float32) - sheet[area]) * share
    visible[area] *= 1 - share


def _legs(sheet: Array, pose: _Pose, ink: Array, rng: np.random.Generator) -> None:
    hip = _place(pose, 0, 0.9)
    wide = max(6, round(pose.half_px * rng.uniform(0.7, 1.0)))
    for side in (-0.45, 0.45):
        start = hip + np.array([side * pose.half_px, 0])
        end = start + np.array([rng.normal(0, 0.5) * pose.half_px + side * 8, 0.9 * pose.long_px])
        cv2.line(
            sheet, start.astype(int).tolist(), end.astype(int).tolist(), ink[5].tolist(), wide, cv2.LINE_AA
        )


def _arms(sheet: Array, visible: Array, pose: _Pose, ink: Array, rng: np.random.Generator) -> None:
    sleeve = ink[0] if rng.random() < 0.6 else ink[3]
    for side in (-1.0, 1.0):
        u = side * rng.uniform(0.8, 1.0)
        elbow = (side * rng.uniform(0.9, 1.6), rng.uniform(0.3, 0.6))
        hand = (side * rng.uniform(0.3, 1.7), rng.uniform(0.5, 1.0))
        points = np.array([_place(pose, u, 0.1), _place(pose, *elbow), _place(pose, *hand)]).astype(np.int32)
        thick = max(3, round(pose.half_px * rng.uniform(0.3, 0.5)))
        tone = np.clip(sleeve * rng.uniform(0.6, 1.05), 0, 255)
        _paint(
            sheet,
            visible,
            lambda s, c, p=points, t=thick: cv2.polylines(s, [p], False, c, t, cv2.LINE_AA),
            tone,
        )
        middle = (0.5 * (points[0] + points[1])).astype(int)
        if rng.random() < 0.45:
            _arm_number(sheet, middle, thick, ink, rng)
        elif rng.random() < 0.5:
            across = np.array([thick // 2, 0])
            cv2.line(sheet, (middle - across).tolist(), (middle + across).tolist(), ink[1].tolist(), 3)
        _paint(sheet, visible, lambda s, c, p=points, t=thick: cv2.circle(
            s, p[2].tolist(), round(0.6 * t), c, -1, cv2.LINE_AA), ink[5])  # fmt: skip


def _arm_number(sheet: Array, at: Array, thick: int, ink: Array, rng: np.random.Generator) -> None:
    """The small number on a sleeve: there to be passed over."""
    mask = np.maximum(*number_masks(int(rng.integers(100)), rng))
    high = max(4, round(0.7 * thick))
    wide = max(3, round(mask.shape[1] * high / mask.shape[0]))
    x, y = int(at[0]) - wide // 2, int(at[1]) - high // 2
    if x < 0 or y < 0 or x + wide > WIDE_PX or y + high > TALL_PX:
        return
    share = cv2.resize(mask, (wide, high), interpolation=cv2.INTER_AREA)[..., None] / 255.0
    part = sheet[y : y + high, x : x + wide]
    part[:] = part * (1 - share) + ink[1] * share


def _other_man(sheet: Array, rng: np.random.Generator) -> None:
    """Somebody behind, cut off by the box."""
    ink = colour_pair(rng)
    pose = _pose(rng, back=True)
    pose.at_px[0] += rng.choice([-1, 1]) * rng.uniform(0.45, 0.8) * WIDE_PX
    cloth, marks, _ = _cloth(int(rng.integers(100)) if rng.random() < 0.4 else -1, ink, rng)
    _draw_man(sheet, np.zeros((*sheet.shape[:2], 2), np.float32), pose, cloth, marks, ink, rng)


def _hide(sheet: Array, visible: Array, rng: np.random.Generator) -> None:
    """Sticks, glass posts, and men in front."""
    if rng.random() < 0.3:
        ends = rng.uniform(-20, 140, (2, 2)).astype(int).tolist()
        thick = int(rng.integers(1, 4))
        tone = rng.uniform(20, 230, 3)
        _paint(sheet, visible, lambda s, c: cv2.line(s, ends[0], ends[1], c, thick, cv2.LINE_AA), tone)
    if rng.random() < 0.08:
        x = int(rng.integers(WIDE_PX))
        wide = int(rng.integers(2, 9))
        _paint(
            sheet, visible, lambda s, c: cv2.line(s, (x, 0), (x, TALL_PX), c, wide), rng.uniform(120, 240, 3)
        )
    if rng.random() < 0.12:
        at = (int(rng.integers(WIDE_PX)), int(rng.integers(TALL_PX // 3, TALL_PX)))
        axes = (int(rng.integers(6, 30)), int(rng.integers(12, 40)))
        turn = float(rng.uniform(0, 180))
        _paint(sheet, visible, lambda s, c: cv2.ellipse(s, at, axes, turn, 0, 360, c, -1, cv2.LINE_AA),
               colour_pair(rng)[0])  # fmt: skip


def _box(sheet: Array, visible: Array, pose: _Pose, rng: np.random.Generator) -> None:
    """What lies outside the man's box is grey, as in the product; a box is never quite right."""
    wide = min(WIDE_PX, BODY_PX * rng.uniform(0.42, 0.85))
    middle = WIDE_PX / 2 + rng.normal(0, 0.03) * WIDE_PX
    left, right = max(0, round((WIDE_PX - wide) / 2)), min(WIDE_PX, round((WIDE_PX + wide) / 2))
    shift = round(middle - WIDE_PX / 2)
    if shift:
        for image in (sheet, visible):
            image[:] = np.roll(image, shift, axis=1)
    sheet[:, :left] = sheet[:, right:] = GREY
    visible[:, :left] = visible[:, right:] = 0
