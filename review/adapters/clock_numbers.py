"""Where a score bug shows its two scores: lone numbers that stay near the clock, alike and in line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from review.adapters.clock_boxes import Box, middle, part, tight
from review.adapters.ocr_rapidocr import Line
from review.core.arrays import Array

__all__ = ["score_places"]

NUMBER = re.compile(r"(?<![\w:.])(\d{1,2})(?![\w:.])")
OTHERS = re.compile(r"(?:SOG|SHOTS?|TOL|PP)\W*$", re.I)  # numbers after these are no score
FEWEST_PICTURES, SHARE = 2, 0.25
SAME_PLACE = 0.6  # of the clock's height: so far may a number stray
SMALLEST, LARGEST = 0.5, 2.2  # of the clock's height
NEAR_ROWS = 3.0  # heights of the clock above and below it
ALIKE = 1.25  # ratio of heights of the two
TALLER = 1.15  # than any other pair, by which the scores are told from other numbers


@dataclass(frozen=True)
class _Place:
    box_px: Array  # (4,)
    pictures: int

    @property
    def height_px(self) -> float:
        return float(self.box_px[3] - self.box_px[1])


def score_places(
    clock: Array, taken: Sequence[Box | None], seen: Sequence[tuple[int, Line]]
) -> tuple[Box, Box] | None:
    """Boxes of the two scores, left or upper one first; None where no single pair of numbers stands out.

    Parameters
    ----------
    clock : box (4,) of the clock
    taken : boxes whose numbers are something else
    seen : picture and line, from pictures all over the tape
    """
    pictures = len({k for k, _ in seen})
    wanted = max(FEWEST_PICTURES, SHARE * pictures)
    places = [p for p in _places(clock, taken, seen) if p.pictures >= wanted]
    pairs = [(a, b) for a, b in combinations(places, 2) if _pair(a, b)]
    pairs.sort(key=lambda two: -min(two[0].height_px, two[1].height_px))
    if not pairs:
        return None
    if len(pairs) > 1 and _tall(pairs[0]) < TALLER * _tall(pairs[1]):
        return None
    one, other = pairs[0]
    row = abs(middle(one.box_px)[1] - middle(other.box_px)[1]) < 0.35 * _tall(pairs[0])
    first, second = sorted(pairs[0], key=lambda p: float(p.box_px[0 if row else 1]))
    return tight(first.box_px), tight(second.box_px)


def _tall(pair: tuple[_Place, _Place]) -> float:
    return min(one.height_px for one in pair)


def _places(clock: Array, taken: Sequence[Box | None], seen: Sequence[tuple[int, Line]]) -> list[_Place]:
    height = float(clock[3] - clock[1])
    groups: list[list[tuple[int, Array]]] = []
    for k, line in seen:
        for found in NUMBER.finditer(line.words.text):
            box = part(line, *found.span())
            if OTHERS.search(line.words.text[: found.start()]) or not _may_be(box, clock, height, taken):
                continue
            for group in groups:
                if np.abs(middle(box) - middle(group[0][1])).max() <= SAME_PLACE * height:
                    group.append((k, box))
                    break
            else:
                groups.append([(k, box)])
    return [_Place(np.median([b for _, b in group], axis=0), len({k for k, _ in group})) for group in groups]


def _may_be(box: Array, clock: Array, height: float, taken: Sequence[Box | None]) -> bool:
    at, tall = middle(box), box[3] - box[1]
    near = abs(at[1] - middle(clock)[1]) <= NEAR_ROWS * height
    free = not any(b is not None and b[0] <= at[0] <= b[2] and b[1] <= at[1] <= b[3] for b in taken)
    return bool(near and free and SMALLEST * height <= tall <= LARGEST * height)


def _pair(one: _Place, other: _Place) -> bool:
    """Whether two numbers are alike, and in one row or one column."""
    tall, small = max(one.height_px, other.height_px), min(one.height_px, other.height_px)
    dx, dy = np.abs(middle(one.box_px) - middle(other.box_px))
    return bool(tall <= ALIKE * small and (dy < 0.35 * small or (dx < 0.5 * small and dy < 3.0 * tall)))
