"""Lower thirds, the sponsor that slides over the bug, the channel's mark, full-screen tables (OpenCV)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from review.adapters.graphics_ink import Colour, Image, Layer, letters, polygon, readable_on

MARKS = ("ISEN", "HK9", "RINK+", "SARG TV")
SPONSORS = ("KALDVIK BRYGGERI", "ORRELL TYRES", "NIVA BANK", "TERN & SONS")
Rect = tuple[int, int, int, int]


def plate(size_px: tuple[int, int], top: Colour, low: Colour, *, lean_px: float = 0.0) -> Layer:
    """A plate that shades from ``top`` to ``low``, leaning to the right."""
    w, h = size_px
    layer = Layer.empty(size_px)
    corners = np.array([(lean_px, 0), (w, 0), (w - lean_px, h), (0, h)], float)
    down = np.linspace(0, 1, h, dtype=np.float32)[:, None, None]
    paint = np.asarray(top, np.float32) + (np.asarray(low, np.float32) - np.asarray(top, np.float32)) * down
    layer.add(polygon(corners, size_px) * np.float32(0.96), np.broadcast_to(paint, layer.rgb.shape))
    return layer


def lower_third(title: str, line: str, team: Colour, scale: float) -> Layer:
    """Two lines beside a team's colour."""
    w, h = round(500 * scale), round(66 * scale)
    layer = plate((w, h), (30, 38, 62), (12, 16, 30))
    edge = round(14 * scale)
    layer.add(np.ones((h, edge), np.float32), team)
    for text, height, weight, y in ((title, 24, 700, 3), (line, 20, 400, 33)):
        box = w - 3 * edge, round(30 * scale)
        mask = letters(text, box, height_px=height * scale, weight=weight, align="left", face="sans")
        layer.add(mask, (255, 255, 255), (2 * edge, round(y * scale)))
    return layer


def sponsor(name: str, size_px: tuple[int, int]) -> Layer:
    """A made-up sponsor's plate of that size."""
    layer = plate(size_px, (250, 250, 250), (214, 219, 228))
    mask = letters(name, size_px, height_px=0.5 * size_px[1], weight=800, align="centre", face="italic")
    layer.add(mask, (150, 24, 40))
    return layer


def channel_mark(name: str, scale: float) -> Layer:
    """A made-up channel's mark."""
    w, h = round(104 * scale), round(40 * scale)
    layer = Layer.empty((w, h))
    block = round(0.16 * w)
    slant = np.array([(0.3 * h, 0), (block + 0.3 * h, 0), (block, h), (0, h)])
    layer.add(polygon(slant, (w, h)), (255, 255, 255))
    box = w - block - round(0.35 * h), h
    layer.add(
        letters(name, box, height_px=0.66 * h, weight=800, align="left", face="italic"),
        (255, 255, 255),
        (block + round(0.3 * h), 0),
    )
    return layer


@dataclass(frozen=True)
class Column:
    """One side of a full-screen table."""

    title: str
    main: Colour
    rows: tuple[tuple[str, str, str], ...]  # number, name, place


def full_table(title: str, columns: tuple[Column, Column], size_px: tuple[int, int]) -> Image:
    """A full-screen table of two columns on a dark ground."""
    w, h = size_px
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    glow = np.exp(-(((x - 0.5 * w) / (0.6 * w)) ** 2) - (((y - 0.2 * h) / (0.7 * h)) ** 2))[..., None]
    rays = (np.sin((x + 1.7 * y) * 40 / w) > 0.72).astype(np.float32)[..., None]
    out: Image = (np.array([8, 14, 30]) + np.array([22, 44, 78]) * glow + 7 * rays).astype(np.uint8)
    band = plate((round(0.84 * w), round(0.1 * h)), (40, 86, 140), (14, 34, 66))
    _words(band, title, (0, 0), band.alpha.shape[1::-1], 0.5, "centre", (255, 255, 255))
    band.foil().onto(out, (round(0.08 * w), round(0.06 * h)))
    for k, column in enumerate(columns):
        _column(column, (round(0.41 * w), round(0.76 * h))).foil().onto(
            out, (round((0.08 + 0.43 * k) * w), round(0.18 * h))
        )
    return out


def _column(column: Column, size_px: tuple[int, int]) -> Layer:
    w = size_px[0]
    head = round(0.1 * size_px[1])
    step = min(0.075 * size_px[1], (size_px[1] - head) / max(len(column.rows), 1))
    layer = plate((w, round(head + step * max(len(column.rows), 8))), (20, 30, 54), (14, 20, 38))
    layer.add(np.ones((head, w), np.float32), column.main)
    _words(layer, column.title, (0, 0), (w, head), 0.6, "centre", readable_on(column.main))
    for k, row in enumerate(column.rows):
        top = round(head + k * step)
        if k % 2:
            layer.add(np.full((round(step), w), 0.06, np.float32), (255, 255, 255), (0, top))
        for text, left, share, align in zip(
            row, (0.03, 0.16, 0.84), (0.1, 0.66, 0.13), ("right", "left", "left"), strict=True
        ):
            _words(
                layer,
                text,
                (round(left * w), top),
                (round(share * w), round(step)),
                0.62,
                align,
                (236, 240, 246),
            )
    return layer


def _words(
    layer: Layer,
    text: str,
    at_px: tuple[int, int],
    size_px: tuple[int, int],
    share: float,
    align: str,
    ink: Colour,
) -> None:
    mask = letters(text, size_px, height_px=share * size_px[1], weight=600, align=align, face="sans")
    layer.add(mask, ink, at_px)
