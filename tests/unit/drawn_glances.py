"""Glances of made-up scenes: a wide picture that a camera pans over, with men who move in it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from review.core.arrays import Array
from review.core.glances import Glances

RATE_HZ = 12.5
ROWS, COLUMNS = 18, 32


def scene(seed: int) -> Array:
    """(18, 320, 3) float: stands, boards and ice, in colours of its own."""
    random = np.random.default_rng(seed)
    wide = np.full((ROWS, 320, 3), 128.0)
    level = random.permutation([60.0, 120.0, 215.0])
    wide[:5, :, 0], wide[5:7, :, 0], wide[7:, :, 0] = level
    wide[:, :, 1:] += random.normal(0, 6, 2)
    blocks = random.normal(0, 25, (6, 40)).repeat(3, 0).repeat(8, 1)
    wide[:, :, 0] += blocks
    return wide


def picture(wide: Array, game_s: float, *, pan: float = 6.0) -> Array:
    """What a camera shows at a second of play: it pans, and six men go about."""
    at = 40 + pan * game_s
    left, part = int(at), at - int(at)
    out = (1 - part) * wide[:, left : left + COLUMNS] + part * wide[:, left + 1 : left + 1 + COLUMNS]
    for man in range(6):
        x = (5 * man + 4 * np.sin(1.3 * game_s + man) + 2) % (COLUMNS - 1)
        y = 8 + (man + 3 * np.cos(0.9 * game_s + 2 * man)) % 9
        out[int(y), int(x) : int(x) + 2, 0] = 40.0
    return out


def glances(pictures: Sequence[Array]) -> tuple[Glances, Array]:
    """Two frames of tape a glance; their seconds."""
    random = np.random.default_rng(5)
    stack = np.stack(pictures) + random.normal(0, 0.5, (len(pictures), ROWS, COLUMNS, 3))
    stack = np.clip(stack, 0, 255)
    chroma = stack[:, :, :, 1:].reshape(len(stack), 9, 2, 16, 2, 2).mean(axis=(2, 4))
    ordinal = 2 * np.arange(len(stack))
    return Glances(ordinal, stack[..., 0].astype(np.uint8), chroma.astype(np.uint8)), ordinal / 25


def play(wide: Array, start_s: float, seconds: float, *, pace: float = 1.0, pan: float = 6.0) -> list[Array]:
    """Pictures of so many seconds of tape from a second of play on."""
    times = start_s + pace * np.arange(round(seconds * RATE_HZ)) / RATE_HZ
    return [picture(wide, float(t), pan=pan) for t in times]


def dissolve(before: Sequence[Array], after: Sequence[Array]) -> list[Array]:
    """Both at once, the second coming."""
    count = len(before)
    return [
        (1 - k / (count + 1)) * a + k / (count + 1) * b
        for k, (a, b) in enumerate(zip(before, after, strict=True), 1)
    ]


def wipe(
    before: Sequence[Array], after: Sequence[Array], band: tuple[float, float, float] | None
) -> list[Array]:
    """From left to right; with a band of one colour, 12 cells wide, running before the new picture."""
    count = len(before)
    out = []
    for k, (a, b) in enumerate(zip(before, after, strict=True), 1):
        width = 0 if band is None else 12
        edge = round(k / (count + 1) * (COLUMNS + width)) - width
        mixed = a.copy()
        mixed[:, : max(0, edge)] = b[:, : max(0, edge)]
        if band is not None:
            mixed[:, max(0, edge) : max(0, edge + width)] = band
        out.append(mixed)
    return out
