"""Lower thirds, the sponsor that slides over the bug, the channel's mark (OpenCV)."""

from __future__ import annotations

import numpy as np

from review.adapters.graphics_ink import Colour, Layer, letters, polygon

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
