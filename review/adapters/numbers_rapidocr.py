"""Numbers on backs: spots found without a network, read by RapidOCR's recogniser in cuts that must agree."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import cv2
import numpy as np

from review.adapters.number_spots import Spot, find_spots
from review.adapters.ocr_rapidocr import HEIGHT_PX, read_lines
from review.core.arrays import Array

__all__ = ["RapidNumbers", "Reading", "read_man"]

DIGITS = "0123456789"
LEAST_PX = 24  # width and height of what is left of a man in the picture
LEAST_SCORE = 0.7  # of a spot that is read at all
MOST_SPOTS = 2
FIRST_CONF = 0.3  # of the first cut; below it no other is read
#: A cut round a spot: margin across and down as shares of its height, degrees it is turned by.
FIRST_CUT = ((0.2, 0.2, 0.0),)
FURTHER_CUTS = ((0.35, 0.3, 0.0), (0.1, 0.1, 0.0), (0.25, 0.25, 12.0), (0.25, 0.25, -12.0))
#: One digit may be half a number: it counts where the spot is plain and little of its colour beside it.
PLAIN_SCORE, BESIDE_P, PLAIN_AGREED = 1.5, 0.4, 0.95
#: From this agreement on a reading is right with this probability (docs/numbers.md, Calibration).
TWO_DIGITS = ((0.0, 0.3), (0.35, 0.8), (0.75, 0.92))
ONE_DIGIT = ((0.0, 0.1), (0.7, 0.3))
PLAIN_DIGIT_P = 0.7


@dataclass(frozen=True, slots=True)
class Reading:
    """A number, how far the cuts agree on it (0 to 1), and the spot where it stands."""

    number: int
    agreed_share: float
    spot: Spot

    @property
    def p(self) -> float:
        """How often such a reading is right."""
        plain = self.spot.number_score >= PLAIN_SCORE and self.spot.beside_p <= BESIDE_P
        if self.number < 10 and plain and self.agreed_share >= PLAIN_AGREED:
            return PLAIN_DIGIT_P
        table = ONE_DIGIT if self.number < 10 else TWO_DIGITS
        return next(p for least, p in reversed(table) if self.agreed_share >= least)


class RapidNumbers:
    """Number reader port."""

    def read(self, rgb: Array, xyxy_px: Array) -> list[tuple[int, float] | None]:
        """Of each man a number and its probability, or None; see the port."""
        h, w = rgb.shape[:2]
        told: list[tuple[int, float] | None] = []
        for left, top, right, bottom in np.rint(np.asarray(xyxy_px, np.float64)).astype(int).tolist():
            reading = read_man(rgb[max(0, top) : min(h, bottom), max(0, left) : min(w, right)])
            told.append((reading.number, reading.p) if reading is not None else None)
        return told


def read_man(man: Array) -> Reading | None:
    """The number of a man cut out of a picture (h, w, 3).

    None where no spot is like a number, or two spots say different numbers.
    """
    if min(man.shape[:2]) < LEAST_PX:
        return None
    spots = [spot for spot in find_spots(man) if spot.number_score >= LEAST_SCORE][:MOST_SPOTS]
    firsts = [(spot, *_said(man, spot, FIRST_CUT)[0]) for spot in spots]
    told = [first for first in firsts if first[2] >= FIRST_CONF]
    if not told:
        return None
    spot, text, conf = max(told, key=lambda first: first[2] * min(1.0, first[0].number_score))
    rivals = [said for other, said, sure in told if sure >= conf / 2 and not _lies_in(other, spot)]
    if any(said not in text for said in rivals):
        return None
    votes: dict[str, float] = defaultdict(float, {text: conf})
    for said, sure in _said(man, spot, FURTHER_CUTS):
        votes[said] += sure
    text = max(votes, key=lambda t: (votes[t], t))
    agreed = votes[text] / (len(FIRST_CUT) + len(FURTHER_CUTS))
    return Reading(int(text), agreed, spot) if text else None


def _lies_in(spot: Spot, other: Spot) -> bool:
    """Whether a spot's middle lies in another's box: one of its digits, not something beside it."""
    x0, y0, x1, y1 = spot.box_px
    left, top, right, bottom = other.box_px
    return left <= (x0 + x1) / 2 <= right and top <= (y0 + y1) / 2 <= bottom


def _said(man: Array, spot: Spot, cuts: tuple[tuple[float, float, float], ...]) -> list[tuple[str, float]]:
    """What each cut round a spot says, with the probability of its least sure digit; "" is nothing."""
    told = []
    for words in read_lines(_cuts(man, spot.box_px, cuts), DIGITS):
        worn = 1 <= len(words.text) <= 2 and words.text[0] != "0"
        told.append((words.text, min(words.conf)) if worn else ("", 0.0))
    return told


def _cuts(
    man: Array, box: tuple[float, float, float, float], cuts: tuple[tuple[float, float, float], ...]
) -> Array:
    """(n, 48, w, 3): each margin and turn of a spot, all as wide as the widest needs."""
    x0, y0, x1, y1 = box
    high, middle = y1 - y0, np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    steps = [high * (1 + 2 * down) / HEIGHT_PX for _, down, _ in cuts]
    needed = [(x1 - x0 + 2 * cut[0] * high) / step for cut, step in zip(cuts, steps, strict=True)]
    wide = max(HEIGHT_PX, int(np.ceil(max(needed) / 8)) * 8)
    shown = []
    for (_, _, turn_deg), step in zip(cuts, steps, strict=True):
        cos, sin = step * np.cos(np.deg2rad(turn_deg)), step * np.sin(np.deg2rad(turn_deg))
        turned = np.array([[cos, -sin], [sin, cos]])
        placed = np.column_stack([turned, middle - turned @ np.array([wide / 2, HEIGHT_PX / 2])])
        shown.append(
            cv2.warpAffine(
                np.ascontiguousarray(man), placed, (wide, HEIGHT_PX),
                flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE,
            )
        )  # fmt: skip
    return np.stack(shown)
