"""Where on a man's back a number stands: marks of one colour on a shirt of another, as large as digits are.

No network: the colours of the middle of the torso are laid along the line on which they differ most, cut at
several levels, and connected marks of a digit's size that keep their shape from level to level are kept;
two such side by side, of one colour on one ground, are a number of two digits.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np

from review.core.arrays import Array

__all__ = ["Spot", "find_spots"]

MAN_PX = 224  # a man is brought to this height
TORSO = (0.10, 0.56)  # of his height from the top
LEVELS = range(40, 220, 22)
#: A digit's height and width, as shares of a man's height.
HIGH, WIDE = (0.075, 0.22), (0.018, 0.19)
MIDDLE = (0.0, 0.28)  # where numbers stand: across from the box's middle, down from its top
SPREAD = (0.22, 0.10)
MOST = 3
LEAST_SCORE = 0.3
SAME_COLOUR = 40.0  # summed difference in Lab of the 8-bit scale


@dataclass(frozen=True, slots=True)
class Spot:
    """A mark that may be a number: (left, top, right, bottom) in px of the picture given.

    `number_score` says how much it is like a number by place, size, steadiness and contrast, from 0 up;
    `beside_p` how much of the ground to its left or right, where another digit would stand, is of its colour.
    """

    box_px: tuple[float, float, float, float]
    number_score: float
    beside_p: float


@dataclass(frozen=True, slots=True)
class _Mark:
    box: tuple[int, int, int, int]
    bright: bool
    steady_score: float
    ink: Array
    ground: Array
    uneven_score: float


def find_spots(man: Array) -> list[Spot]:
    """At most three spots of a man (h, w, 3) cut out of a picture, likeliest first."""
    torso, scale, top = _torso(man)
    if min(torso.shape[:2]) < 24:
        return []
    lab = cv2.cvtColor(torso, cv2.COLOR_RGB2LAB).astype(np.float32)
    marks = _steady(_marks(_contrast(lab), lab))
    marks += [pair for one, other in combinations(marks, 2) if (pair := _paired(one, other)) is not None]
    scored = sorted(((_score(m, torso.shape[1]), m) for m in marks), key=lambda s: -s[0])
    kept: list[tuple[float, _Mark]] = []
    for score, mark in scored:
        if score >= LEAST_SCORE and all(_iou(mark.box, k.box) < 0.5 for _, k in kept) and len(kept) < MOST:
            kept.append((score, mark))
    return [_spot(mark, score, lab, scale, top) for score, mark in kept]


def _torso(man: Array) -> tuple[Array, float, int]:
    h, w = man.shape[:2]
    scale, top = MAN_PX / h, int(TORSO[0] * h)
    part = np.ascontiguousarray(man[top : int(TORSO[1] * h)])
    size = (max(1, round(w * scale)), max(1, round(part.shape[0] * scale)))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return cv2.resize(part, size, interpolation=how), scale, top


def _contrast(lab: Array) -> Array:
    """(h, w) uint8: colours along the line on which those of the torso's middle differ most."""
    h, w = lab.shape[:2]
    middle = lab[int(0.12 * h) : int(0.75 * h), int(0.25 * w) : int(0.75 * w)].reshape(-1, 3)
    centre = np.median(middle, axis=0)
    spread = middle - centre
    line = np.linalg.eigh(spread.T @ spread)[1][:, -1]
    line = line * np.sign(line[int(np.argmax(np.abs(line)))])
    low, high = np.percentile(spread @ line, [1, 99])
    level: Array = np.clip(((lab - centre) @ line - low) / (high - low + 1e-6), 0, 1) * 255
    return level.astype(np.uint8)


def _marks(level: Array, lab: Array) -> list[_Mark]:
    h, w = level.shape
    found = []
    for cut in LEVELS:
        for bright in (False, True):
            mask = (level > cut if bright else level < cut).astype(np.uint8)
            _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
            x, y, wide, high, area = stats.T
            fits = (high >= HIGH[0] * MAN_PX) & (high <= HIGH[1] * MAN_PX)
            fits &= (wide >= WIDE[0] * MAN_PX) & (wide <= WIDE[1] * MAN_PX) & (wide <= 1.15 * high)
            fits &= (area > 0.2 * wide * high) & (area < 0.95 * wide * high)
            fits &= (x > 1) & (y > 1) & (x + wide < w - 1) & (y + high < h - 1)
            fits[0] = False
            found += [_mark(k, stats[k], labels, lab, bright) for k in np.flatnonzero(fits).tolist()]
    return found


def _mark(k: int, stat: Array, labels: Array, lab: Array, bright: bool) -> _Mark:
    x, y, wide, high = (int(v) for v in stat[:4])
    around = slice(max(0, y - 4), y + high + 4), slice(max(0, x - 4), x + wide + 4)
    inside = (labels[around] == k).astype(np.uint8)
    ring = cv2.dilate(inside, np.ones((9, 9), np.uint8)) > cv2.dilate(inside, np.ones((3, 3), np.uint8))
    ground = lab[around][ring]
    usual = np.median(ground, axis=0)
    uneven_score = float(np.abs(ground - usual).sum(axis=1).mean())
    ink = np.median(lab[around][inside > 0], axis=0)
    return _Mark((x, y, x + wide, y + high), bright, 1.0, ink, usual, uneven_score)


def _steady(marks: list[_Mark]) -> list[_Mark]:
    """Marks that are the same at several levels as one, which counts them."""
    groups: list[list[_Mark]] = []
    for mark in marks:
        for group in groups:
            if group[0].bright == mark.bright and _iou(group[len(group) // 2].box, mark.box) > 0.6:
                group.append(mark)
                break
        else:
            groups.append([mark])
    middles = [(group[len(group) // 2], len(group)) for group in groups]
    return [_Mark(m.box, m.bright, float(n), m.ink, m.ground, m.uneven_score) for m, n in middles]


def _paired(one: _Mark, other: _Mark) -> _Mark | None:
    """Both as the two digits of a number, if they stand side by side and look alike."""
    left, right = sorted((one, other), key=lambda m: m.box[0])
    a, b = left.box, right.box
    high_a, high_b = a[3] - a[1], b[3] - b[1]
    high, gap = (high_a + high_b) / 2, b[0] - a[2]
    down = (b[1] + b[3] - a[1] - a[3]) / 2
    beside = 0.72 < high_a / high_b < 1.38 and -0.2 * high < gap < 0.5 * high and abs(down) <= 0.5 * high
    alike = max(np.abs(left.ink - right.ink).sum(), np.abs(left.ground - right.ground).sum())
    if left.bright != right.bright or not beside or alike > SAME_COLOUR:
        return None
    return _Mark(
        (a[0], min(a[1], b[1]), b[2], max(a[3], b[3])),
        left.bright,
        1.8 * min(left.steady_score, right.steady_score) + 0.5,  # two that fit are worth more than either
        (left.ink + right.ink) / 2,
        (left.ground + right.ground) / 2,
        max(left.uneven_score, right.uneven_score),
    )


def _score(mark: _Mark, width_px: int) -> float:
    x0, y0, x1, y1 = mark.box
    across = (x0 + x1) / 2 / width_px - 0.5 - MIDDLE[0]
    down = (y0 + y1) / 2 / MAN_PX + TORSO[0] - MIDDLE[1]
    place = np.exp(-((across / SPREAD[0]) ** 2) - (down / SPREAD[1]) ** 2)
    contrast = min(1.0, float(np.abs(mark.ink - mark.ground).sum()) / 60)
    size = min(1.0, (y1 - y0) / (0.12 * MAN_PX))
    return float(mark.steady_score * place * contrast * size * min(1.0, 30 / max(1e-6, mark.uneven_score)))


def _spot(mark: _Mark, score: float, lab: Array, scale: float, top: int) -> Spot:
    x0, y0, x1, y1 = (v / scale for v in mark.box)
    return Spot((x0, y0 + top, x1, y1 + top), score, _beside(mark, lab))


def _beside(mark: _Mark, lab: Array) -> float:
    """The larger share of the mark's colour where a next digit would stand, left or right of it."""
    x0, y0, x1, y1 = mark.box
    high = y1 - y0
    rows = slice(y0 + high // 8, y1 - high // 8)
    near, far = max(2, round(0.1 * high)), round(0.6 * high)
    shares = [0.0]
    for columns in (slice(max(0, x0 - far), max(0, x0 - near)), slice(x1 + near, x1 + far)):
        window = lab[rows, columns]
        if window.size:
            like = np.abs(window - mark.ink).sum(axis=2) < np.abs(window - mark.ground).sum(axis=2)
            shares.append(float(like.mean()))
    return max(shares)


def _iou(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    if wide <= 0 or high <= 0:
        return 0.0
    shared = wide * high
    sizes = sum((b[2] - b[0]) * (b[3] - b[1]) for b in (one, other))
    return shared / (sizes - shared)
