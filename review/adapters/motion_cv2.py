"""Camera motion from the background: a corner grid followed by pyramidal Lucas-Kanade, fitted robustly."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from review.core.arrays import Array
from review.core.camera import apply_homography

__all__ = ["BackgroundMotion"]

TILE_PX = 20  # one corner a tile: crowd and boards may not outvote the ice
WINDOW_PX = 17
LEVELS = 3
TOLERANCE_PX = 1.2  # of the small picture
ENOUGH = 24  # features that agree before eight unknowns are trusted
FEWEST = 12  # features that agree before four are
AGREE_RATIO = 0.4  # below this share it is chance or another scene
KEEP_RATIO = 0.6  # a keyframe serves while this share of its corners is still found
CONVICTION_RATIO = 0.65  # a first guess this good is not argued with


@dataclass(frozen=True, slots=True)
class _View:
    """One picture made ready for matching, and where it lies in the keyframe."""

    grey: Array
    free: Array
    H_key_from_px: Array


@dataclass(frozen=True, slots=True)
class _Fit:
    H_key_from_px: Array
    share_ratio: float
    found_ratio: float
    count: int
    agree: Array  # rows of the keyframe's corners


class BackgroundMotion:
    """Streaming camera motion in a small grey picture (a `MotionEstimator`).

    A broadcast camera turns and zooms about a fixed point, so one homography carries ice, boards, glass
    and crowd alike. Corners of a keyframe are looked for in each new picture where the motion so far says
    they should be; where that fails, phase correlation and then ORB features give another start. The
    keyframe serves as long as most of its corners are found, so errors add up once a keyframe, not once a
    frame. A picture that fits nothing (blur, flash) gives identity and NaN, and the next one is measured
    against the keyframe again: the chain of steps then closes over the lost picture. Where it cannot, and
    two pictures in a row agree with each other only, the scene is taken for a new one.

    Parameters
    ----------
    width_px : int
        Width of the picture worked on; larger ones are reduced, smaller ones taken as they are.
    """

    def __init__(self, *, width_px: int = 640) -> None:
        self._width_px = width_px
        self.reset()

    def reset(self) -> None:
        """Forget all pictures."""
        self._key: _View | None = None
        self._corners_px: Array = np.zeros((0, 2), np.float32)
        self._held: Array = np.eye(3)
        self._step: Array = np.eye(3)
        self._last: _View | None = None
        self._lost = False

    def step(self, rgb: Array, people_xyxy_px: Array, graphics_mask: Array | None) -> tuple[Array, float]:
        """(H_prev_from_px 3×3, share of features that agree); identity and NaN when first or lost."""
        scale = min(1.0, self._width_px / rgb.shape[1])
        view = _prepare(rgb, scale, people_xyxy_px, graphics_mask)
        if self._key is None or self._key.grey.shape != view.grey.shape:
            self.reset()
            self._plant(view)
            self._last = view
            return np.eye(3), float("nan")
        fit = self._match(view)
        if fit is None:
            return self._give_up(view)
        H_prev = np.linalg.inv(self._held) @ fit.H_key_from_px
        self._step = H_prev / H_prev[2, 2]
        self._held, self._lost = fit.H_key_from_px, False
        self._last = _View(view.grey, view.free, fit.H_key_from_px)
        shrink = np.diag([scale, scale, 1.0])
        H_full = np.linalg.inv(shrink) @ self._step @ shrink
        return H_full / H_full[2, 2], fit.share_ratio

    def _plant(self, view: _View) -> None:
        """Make this picture the keyframe."""
        self._key = _View(view.grey, view.free, np.eye(3))
        self._corners_px = _corners(view.grey, view.free)
        self._held = np.eye(3)

    def _match(self, view: _View) -> _Fit | None:
        """Against the keyframe; against the last picture, as the new keyframe, where that is needed."""
        assert self._key is not None and self._last is not None
        old = self._key, self._corners_px, self._held
        fit = _best_fit(self._key, self._corners_px, view, (self._held @ self._step, self._held))
        if fit is not None and fit.found_ratio >= KEEP_RATIO:
            return fit
        self._plant(self._last)
        fresh = _best_fit(self._key, self._corners_px, view, (self._step, np.eye(3)))
        if fresh is None or fresh.share_ratio < CONVICTION_RATIO:
            again = _dear_fit(self._key, self._corners_px, view)
            fresh = max((f for f in (fresh, again) if f is not None), key=_count, default=None)
            if fit is None:
                fit = _dear_fit(old[0], old[1], view)
        if fresh is not None and (fit is None or fresh.count > fit.count):
            self._corners_px = self._corners_px[fresh.agree]  # weak corners serve once
            return fresh
        self._key, self._corners_px, self._held = old
        return fit

    def _give_up(self, view: _View) -> tuple[Array, float]:
        """Hold the pose; the unmatched picture becomes the one that the next may agree with."""
        self._last = _View(view.grey, view.free, self._held)
        self._step, self._lost = np.eye(3), True
        return np.eye(3), float("nan")


def _prepare(rgb: Array, scale: float, people_xyxy_px: Array, graphics_mask: Array | None) -> _View:
    import cv2

    h, w = round(rgb.shape[0] * scale), round(rgb.shape[1] * scale)
    small = cv2.resize(rgb, (w, h), interpolation=cv2.INTER_AREA) if scale < 1 else rgb
    grey = cv2.cvtColor(small, cv2.COLOR_RGB2GRAY)
    free = np.zeros((h, w), np.uint8)
    free[4:-4, 4:-4] = 1
    if graphics_mask is not None:
        mask = cv2.resize(np.asarray(graphics_mask, np.uint8), (w, h), interpolation=cv2.INTER_NEAREST)
        free[cv2.dilate(mask, np.ones((9, 9), np.uint8)) > 0] = 0
    for x0, y0, x1, y1 in np.asarray(people_xyxy_px, np.float64).reshape(-1, 4) * scale:
        free[max(0, int(y0) - 3) : int(y1) + 4, max(0, int(x0) - 3) : int(x1) + 4] = 0
    return _View(grey, free, np.eye(3))


def _corners(grey: Array, free: Array) -> Array:
    """(n, 2) float32: the strongest corner of each tile that has one, outside people and graphics."""
    import cv2

    strength = cv2.cornerMinEigenVal(grey, 5) * free
    rows, cols = (n // TILE_PX for n in strength.shape)
    tiles = strength[: rows * TILE_PX, : cols * TILE_PX].reshape(rows, TILE_PX, cols, TILE_PX)
    flat = tiles.transpose(0, 2, 1, 3).reshape(rows * cols, -1)
    at = flat.argmax(axis=1)
    best = flat[np.arange(len(at)), at]
    y = np.repeat(np.arange(rows), cols) * TILE_PX + at // TILE_PX
    x = np.tile(np.arange(cols), rows) * TILE_PX + at % TILE_PX
    strong = best > max(2e-5, 0.002 * float(best.max(initial=0.0)))
    result: Array = np.column_stack([x, y])[strong].astype(np.float32)
    return result


def _count(fit: _Fit) -> int:
    return fit.count


def _best_fit(key: _View, corners_px: Array, view: _View, guesses: Iterable[Array | None]) -> _Fit | None:
    """The motion that most corners agree with, from any of these starts for H_key_from_px."""
    best: _Fit | None = None
    for guess in guesses:
        fit = None if guess is None else _follow(key, corners_px, view, guess)
        if fit is not None and (best is None or fit.count > best.count):
            best = fit
        if best is not None and best.share_ratio >= CONVICTION_RATIO and best.found_ratio >= KEEP_RATIO:
            break
    return best


def _dear_fit(key: _View, corners_px: Array, view: _View) -> _Fit | None:
    """As `_best_fit`, from starts that need no motion so far: phase correlation, then ORB."""
    starts = (find(key, view) for find in (_correlate, _match_features))
    return _best_fit(key, corners_px, view, starts)


def _follow(key: _View, corners_px: Array, view: _View, guess: Array) -> _Fit | None:
    """Look for the keyframe's corners around a guess and fit the motion that they agree on."""
    import cv2

    if len(corners_px) < FEWEST:
        return None
    h, w = view.grey.shape
    start = apply_homography(np.linalg.inv(guess), corners_px)
    inside = ((start > 4) & (start < [w - 4, h - 4])).all(axis=1)
    if inside.sum() < FEWEST:
        return None
    source = corners_px[inside]
    place, ok, _ = cv2.calcOpticalFlowPyrLK(
        key.grey,
        view.grey,
        source.reshape(-1, 1, 2),
        start[inside].astype(np.float32).reshape(-1, 1, 2).copy(),
        winSize=(WINDOW_PX, WINDOW_PX),
        maxLevel=LEVELS,
        criteria=(cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 12, 0.03),
        flags=cv2.OPTFLOW_USE_INITIAL_FLOW,
    )
    place = place.reshape(-1, 2)
    good = (ok.ravel() > 0) & ((place > 1) & (place < [w - 2, h - 2])).all(axis=1)
    at = place[good].astype(int)
    kept = np.flatnonzero(good)[view.free[at[:, 1], at[:, 0]] > 0]
    return _fit(corners_px, np.flatnonzero(inside)[kept], place[kept])


def _fit(corners_px: Array, rows: Array, place: Array) -> _Fit | None:
    """Homography where enough corners agree, similarity where some do, else nothing."""
    import cv2

    source = corners_px[rows]
    if len(source) < FEWEST:
        return None
    H, agree = cv2.findHomography(
        place, source, cv2.USAC_MAGSAC, TOLERANCE_PX, maxIters=400, confidence=0.999
    )
    count = 0 if H is None else int(agree.sum())
    if count < ENOUGH:
        A, agree = cv2.estimateAffinePartial2D(
            place, source, method=cv2.RANSAC, ransacReprojThreshold=TOLERANCE_PX, maxIters=400
        )
        count = 0 if A is None else int(agree.sum())
        H = None if A is None else np.vstack([A, [0, 0, 1]])
    share = count / len(source)
    if H is None or count < FEWEST or share < AGREE_RATIO or not _plausible(H):
        return None
    return _Fit(H / H[2, 2], share, count / len(corners_px), count, rows[agree.ravel() > 0])


def _plausible(H: Array) -> bool:
    """Whether a turning, zooming camera can do this between two pictures near in time."""
    area = np.linalg.det(H[:2, :2])
    return bool(0.4 < area < 2.5 and np.abs(H[2, :2]).max() < 2e-3 and abs(H[0, 1] - H[1, 0]) < 0.6)


def _correlate(key: _View, view: _View) -> Array | None:
    """A shift by phase correlation of quarter-size pictures, people and graphics blanked."""
    import cv2

    small = []
    for each in (key, view):
        grey = cv2.resize(each.grey, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA).astype(np.float32)
        free = cv2.resize(each.free, (grey.shape[1], grey.shape[0]), interpolation=cv2.INTER_AREA)
        level = float(grey[free > 0].mean()) if free.any() else 0.0
        grey = np.where(free > 0, grey - level, 0).astype(np.float32)
        small.append(grey)
    window = cv2.createHanningWindow((small[0].shape[1], small[0].shape[0]), cv2.CV_32F)
    (dx, dy), _ = cv2.phaseCorrelate(small[1], small[0], window)
    H = np.eye(3)
    H[:2, 2] = 4 * dx, 4 * dy
    return H


def _match_features(key: _View, view: _View) -> Array | None:
    """A similarity from ORB features: slow, but needs no guess."""
    import cv2

    orb = cv2.ORB.create(nfeatures=700, fastThreshold=8)
    found = [orb.detectAndCompute(each.grey, each.free * 255) for each in (key, view)]
    if any(d is None or len(d) < FEWEST for _, d in found):
        return None
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(found[1][1], found[0][1])
    if len(pairs) < FEWEST:
        return None
    place = np.array([found[1][0][m.queryIdx].pt for m in pairs], np.float32)
    source = np.array([found[0][0][m.trainIdx].pt for m in pairs], np.float32)
    A, _ = cv2.estimateAffinePartial2D(place, source, method=cv2.RANSAC, ransacReprojThreshold=5)
    return None if A is None else np.vstack([A, [0, 0, 1]])
