"""What a worn analogue tape does to its pictures: narrow bands, noise, unsteady lines, dropouts (OpenCV)."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from review.adapters.tape_planes_cv2 import Plane, Planes

Floats = NDArray[np.float64]
SPARE_PX = 96  # noise is kept this much larger than the picture and shifted about
BLACK, GREY = 16, 128
BLANK_PX = (5, 8)  # left and right, of a line of 720


class Wear:
    """A tape played for the ``strength``-th time (0 new, 1 barely watchable).

    Luma keeps about 3 MHz of 5.5, chroma a tenth of that and arrives late and lower, as on VHS; edges
    ring from the player's sharpening; lines start at slightly different places, most of all in the band
    at the bottom where the heads switch. The same seed and frame give the same picture.
    """

    def __init__(self, strength: float, size_px: tuple[int, int], *, seed: int, interlaced: bool) -> None:
        self._strength, self._seed = strength, seed
        self._w, self._h = size_px
        self._unit_px = self._w / 720
        self._fields = 2 if interlaced else 1
        rng = np.random.default_rng([seed, 71])
        self._luma_taps, self._luma_rise = self._luma_filter()
        self._noise = self._luma_noise(rng)
        self._chroma_noise = [self._colour_noise(rng) for _ in range(2)]
        self._places = {
            w: np.meshgrid(np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32))
            for h, w in ((self._h, self._w), (self._h // 2, self._w // 2))
        }

    def played(self, planes: Planes, *, frame: int) -> Planes:
        """The planes as the tape gives them back."""
        rng = np.random.default_rng([self._seed, 73, frame])
        shift_px, drop_lines = self._line_starts(rng), self._vertical(rng)
        y = self._blanked(planes.y)
        y = cv2.sepFilter2D(y, -1, self._luma_taps, np.ones(1), delta=self._luma_rise)
        y = self._moved(y, shift_px, drop_lines)
        y = cv2.add(y, self._cut(self._noise, rng), dtype=cv2.CV_8U)
        self._dropouts(y, rng)
        self._switching(y, rng)
        half = shift_px.reshape(-1, 2 * self._fields)[:, : self._fields].reshape(-1) / 2
        u, v = (
            cv2.add(self._moved(self._bled(c), half, drop_lines / 2), self._cut(noise, rng), dtype=cv2.CV_8U)
            for c, noise in zip(planes[1:], self._chroma_noise, strict=True)
        )
        return Planes(np.clip(y, 16, 235), u, v)

    def _blanked(self, y: Plane) -> Plane:
        """A line's active part does not fill a digital line: black at both ends."""
        out = y.copy()
        out[:, : round(BLANK_PX[0] * self._unit_px)] = BLACK
        out[:, self._w - round(BLANK_PX[1] * self._unit_px) :] = BLACK
        return out

    def _luma_filter(self) -> tuple[Floats, float]:
        """Taps along a line (low-pass, sharpening that rings, a faint echo), and what they add to black."""
        a, unit = self._strength, self._unit_px
        reach = int(np.ceil(9 * unit)) + 1
        x = np.arange(-reach, reach + 1) / unit
        narrow, wide = _bell(x, 0.25 + 1.05 * a), _bell(x, 0.6 + 2.6 * a)
        taps = narrow + 0.75 * a * (narrow - wide) + 0.05 * a * _bell(x - 6.5, 0.9)
        gain = 1 - 0.10 * a
        taps *= gain / taps.sum()
        return taps[::-1].copy(), float(16 * (1 - gain) + 7 * a)

    def _bled(self, chroma: Plane) -> Plane:
        """Chroma smeared along its line, late to the right, and drawn down by a line or two."""
        a, unit = self._strength, self._unit_px / 2
        late = 3.5 * a
        reach = int(np.ceil((late + 14 * a) * unit)) + 1
        x = np.arange(-reach, reach + 1) / unit
        along = _bell(x - late, 0.5 + 5.5 * a)[::-1] * (1 + 0.12 * a)
        step = self._fields
        down = np.zeros(4 * step + 1)
        down[[0, step, 2 * step]] = [0.18 * a, 0.32 * a, 1 - 0.5 * a]
        rise = GREY * (1 - float(along.sum()))
        return np.asarray(cv2.sepFilter2D(chroma, -1, along.copy(), down, delta=rise), np.uint8)

    def _luma_noise(self, rng: np.random.Generator) -> NDArray[np.int16]:
        a, unit = self._strength, self._unit_px
        size = (self._h + SPARE_PX, self._w + SPARE_PX)
        fine = _grain(rng, size, along=0.7 * unit, across=0.0)
        streaks = _grain(rng, size, along=14 * unit, across=0.0)
        return np.rint(a * (8.0 * fine + 2.5 * streaks)).astype(np.int16)

    def _colour_noise(self, rng: np.random.Generator) -> NDArray[np.int16]:
        a, unit = self._strength, self._unit_px
        size = (self._h // 2 + SPARE_PX, self._w // 2 + SPARE_PX)
        return np.rint(a * 3.4 * _grain(rng, size, along=6 * unit, across=0.8)).astype(np.int16)

    def _cut(self, noise: NDArray[np.int16], rng: np.random.Generator) -> NDArray[np.int16]:
        down, right = rng.integers(0, SPARE_PX, 2)
        h, w = noise.shape[0] - SPARE_PX, noise.shape[1] - SPARE_PX
        return noise[down : down + h, right : right + w]

    def _line_starts(self, rng: np.random.Generator) -> Floats:
        """How far right each line of the frame starts, in px, (h,)."""
        a, n = self._strength, self._h // self._fields
        out = np.empty((n, self._fields))
        for field in range(self._fields):
            loose = rng.normal(0, 1, n)
            slow = cv2.GaussianBlur(rng.normal(0, 1, (n, 1)), (1, 0), sigmaX=1, sigmaY=14).ravel() * 7
            starts = 0.28 * loose + 0.55 * slow
            starts += 5 * a * np.exp(-np.arange(n) / 7) * rng.normal(0.3, 0.5)  # flagging at the top
            band = self._band_lines()
            skew = rng.uniform(6, 26) * np.linspace(1, 0.25, band) ** 2
            starts[n - band :] += skew + rng.normal(0, 1.5, band)
            out[:, field] = starts * a * self._unit_px
        return out.reshape(-1)

    def _band_lines(self) -> int:
        """Lines of a field below the switch of the heads."""
        return max(1, round(self._h / self._fields * (0.012 + 0.02 * self._strength)))

    def _vertical(self, rng: np.random.Generator) -> float:
        """Lines by which the frame stands too low."""
        slips = rng.random() < 0.04 * self._strength
        return float(self._fields * rng.choice([-1, 1]) if slips else 0)

    def _moved(self, plane: Plane, right_px: Floats, down_lines: float) -> Plane:
        at_x, at_y = self._places[plane.shape[1]]
        at_x = at_x - right_px.astype(np.float32)[:, None]
        at_y = at_y - np.float32(down_lines) if down_lines else at_y
        moved = cv2.remap(plane, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(moved, np.uint8)

    def _dropouts(self, y: Plane, rng: np.random.Generator) -> None:
        """Short streaks where the coating is gone, bright with a dark tail."""
        for _ in range(rng.poisson(1.6 * self._strength**2)):
            row = int(rng.integers(0, self._h))
            start = int(rng.integers(0, self._w))
            length = round(self._unit_px * rng.uniform(6, 90))
            lines = slice(row, row + self._fields * int(rng.integers(1, 3)), self._fields)
            y[lines, start : start + length] = rng.integers(205, 236)
            y[lines, start + length : start + length + length // 3] //= 2

    def _switching(self, y: Plane, rng: np.random.Generator) -> None:
        """Noise in the lines just below the switch of the heads."""
        lines = self._band_lines() * self._fields
        rows = slice(self._h - lines, self._h - lines + max(self._fields, lines // 3))
        snow = rng.normal(0, 34 * self._strength, y[rows].shape)
        y[rows] = np.clip(y[rows] + snow, 16, 235).astype(np.uint8)


def noise_bands(planes: Planes, *, seed: tuple[int, ...]) -> Planes:
    """Bands of snow without colour, with what is left of the picture torn sideways around them."""
    rng = np.random.default_rng(seed)
    y, u, v = (p.copy() for p in planes)
    h, w = y.shape
    for _ in range(int(rng.integers(2, 4))):
        tall = 4 * int(rng.integers(h // 64, h // 20))
        top = 4 * int(rng.integers(0, (h - tall) // 4))
        rows, half = slice(top, top + tall), slice(top // 2, (top + tall) // 2)
        snow = cv2.resize(rng.normal(0, 1, (tall, w // 3)), (w, tall), interpolation=cv2.INTER_LINEAR)
        strength = np.sin(np.linspace(0.15, np.pi - 0.15, tall))[:, None]
        torn = np.roll(y[rows], int(rng.integers(-w // 6, w // 6)), axis=1)
        y[rows] = np.clip(torn * (1 - strength) + (120 + 75 * snow) * strength, 16, 235).astype(np.uint8)
        u[half], v[half] = GREY, GREY
    return Planes(y, u, v)


def _bell(x: Floats, sigma: float) -> Floats:
    bell = np.exp(-0.5 * (x / sigma) ** 2)
    return np.asarray(bell / bell.sum())


def _grain(rng: np.random.Generator, size: tuple[int, int], *, along: float, across: float) -> Floats:
    """Noise of unit deviation, smooth over ``along`` px in a line and ``across`` lines."""
    grain = rng.normal(0, 1, size).astype(np.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), sigmaX=max(along, 0.01), sigmaY=max(across, 0.01))
    return np.asarray(grain / grain.std(), np.float64)
