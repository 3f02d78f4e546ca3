"""Lettering and emblems for painted adverts, as masks (h, w), by OpenCV. All brands are made up."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from review.adapters.paint_emblems import EMBLEMS, emblem

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]

NAMES = (
    *("Nordbank", "KRAFT+", "Isbjörn", "TELKO", "Vargen", "polar oil", "RINKAB", "SAGA TV", "Fjell Bygg"),
    *(
        "HAMMARE",
        "ELVERK",
        "lumo",
        "Østre Kaffe",
        "BERGSETH",
        "Tallinja",
        "Kvarn 1887",
        "MÅKEN",
        "Pukk & Sön",
    ),
    *(
        "Halvorsen",
        "dalaglass",
        "VINTERGATAN",
        "SMIE",
        "Hytta",
        "trafo",
        "GRANSKOG",
        "Björk Bad",
        "FURU",
        "Odde",
    ),
)
INKS: tuple[Colour, ...] = (
    *((18, 48, 116), (186, 28, 36), (22, 96, 56), (112, 34, 120), (18, 18, 20), (222, 110, 20)),
    *((0, 108, 168), (146, 24, 40), (20, 110, 120), (58, 60, 66), (214, 160, 20), (10, 80, 60)),
)


@dataclass(frozen=True)
class Brand:
    """One advertiser: words, how they are set, and the emblem before them."""

    name: str
    ink: Colour
    second: Colour
    weight: int
    italic: bool
    stretch_ratio: float
    emblem: int | None
    serif: bool
    slogan: bool


def brands(rng: np.random.Generator) -> list[Brand]:
    """Every name in this arena's own dress."""
    order = rng.permutation(len(NAMES))
    return [
        Brand(
            name=NAMES[int(k)],
            ink=INKS[int(rng.integers(len(INKS)))],
            second=INKS[int(rng.integers(len(INKS)))],
            weight=int(rng.choice([300, 500, 700, 900])),
            italic=bool(rng.random() < 0.25),
            stretch_ratio=float(rng.choice([0.72, 0.9, 1.0, 1.25])),
            emblem=int(rng.integers(EMBLEMS)) if rng.random() < 0.6 else None,
            serif=bool(rng.random() < 0.3),
            slogan=bool(rng.random() < 0.3),
        )
        for k in order
    ]


def lettering(
    text: str,
    height_px: int,
    *,
    weight: int = 700,
    italic: bool = False,
    stretch_ratio: float = 1.0,
    serif: bool = False,
) -> Image:
    """Words as a mask (height_px, w), set tight."""
    face = cv2.FontFace("italic" if italic else "sans")
    big = 96
    left, _, wide, _ = cv2.getTextSize((4000, 400), text, (0, 0), face, big, weight)
    sheet = np.zeros((big * 2, wide + 2 * big, 3), np.uint8)
    cv2.putText(sheet, text, (big - left, int(big * 1.45)), (255, 255, 255), face, big, weight)
    mask = sheet[..., 0]
    if serif:
        mask = _with_serifs(mask)
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    mask = mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    width = max(2, round(mask.shape[1] * height_px / mask.shape[0] * stretch_ratio))
    return np.asarray(cv2.resize(mask, (width, height_px), interpolation=cv2.INTER_AREA), np.uint8)


def _with_serifs(mask: Image) -> Image:
    """Feet and heads on upright strokes: bars spread sideways where strokes end."""
    inside = cv2.erode(mask, np.ones((9, 1), np.uint8))
    ends = cv2.subtract(mask, cv2.erode(mask, np.ones((13, 1), np.uint8)))
    flat = cv2.morphologyEx(ends, cv2.MORPH_OPEN, np.ones((3, 9), np.uint8))
    feet = cv2.dilate(flat, np.ones((1, 17), np.uint8))
    return np.asarray(cv2.max(cv2.max(mask, inside), feet), np.uint8)


def lay(image: Image, mask: Image, at: tuple[int, int], ink: Colour) -> None:
    """Print ``mask`` in ``ink`` on ``image`` with its top left corner ``at`` (x, y); cut at the edges."""
    x, y = at
    x0, y0 = max(0, x), max(0, y)
    x1, y1 = min(image.shape[1], x + mask.shape[1]), min(image.shape[0], y + mask.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    part = mask[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) / 255
    under = image[y0:y1, x0:x1]
    under[:] = (under * (1 - part) + np.array(ink, np.float32) * part + 0.5).astype(np.uint8)


def signed(brand: Brand, height_px: int) -> list[tuple[Image, int, bool]]:
    """A brand set in one line: masks, their x, and whether in the second ink."""
    out: list[tuple[Image, int, bool]] = []
    x = 0
    if brand.emblem is not None:
        out.append((emblem(brand.emblem, height_px), 0, True))
        x = round(height_px * 1.3)
    words = lettering(
        brand.name,
        round(height_px * (0.62 if brand.slogan else 0.86)),
        weight=brand.weight,
        italic=brand.italic,
        stretch_ratio=brand.stretch_ratio,
        serif=brand.serif,
    )
    out.append((words, x, False))
    return out
