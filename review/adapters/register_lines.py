"""Registration along a tape: corners carry the view from picture to picture, lines hold it (OpenCV)."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from review.core.arrays import Array
from review.core.registration import ArenaCamera, LineEvidence, PictureShape, Registration
from review.core.rink import RinkModel
from review.measure.rink_align import Aligned, sample_evidence
from review.measure.rink_camera import POSE
from review.measure.rink_error import register_found
from review.measure.rink_field import rink_field
from review.measure.rink_gate import GATES_TRACKED, refusal, worth_trying
from review.measure.rink_locate import FINE, Found, refine
from review.measure.rink_motion import carry_points, carry_view
from review.measure.rink_place import place_known
from review.ports.registrar import LineFinder

__all__ = ["LineRegistrar"]

WIDTH_PX = 640
CORNERS, APART_PX = 300, 7
FEWEST = 20
AGREE_RATIO = 0.4  # of the corners; below, the lines are asked at once
LINES_EVERY = 5
TRY_AGAIN_EVERY = 8  # pictures between two searches from nothing
DRIFT_M = 0.02  # a picture since the lines were last asked


class LineRegistrar:
    """A `Registrar` for one camera that is known.

    Parameters
    ----------
    finder : finds lines in a picture
    lines_every : every so many pictures the view is brought back onto the lines; between, corners carry it
    """

    def __init__(
        self,
        rink: RinkModel,
        camera: ArenaCamera,
        finder: LineFinder,
        *,
        pixel_aspect_ratio: float = 1.0,
        lines_every: int = LINES_EVERY,
    ) -> None:
        self._field = rink_field(rink)
        self._camera = camera
        self._finder = finder
        self._aspect_ratio = pixel_aspect_ratio
        self._every = lines_every
        self.reset()

    def reset(self) -> None:
        """Forget where the camera looked."""
        self._view: Array | None = None
        self._speed = np.zeros(3)
        self._grey: Array | None = None
        self._held: Aligned | None = None
        self._since_lines = 0
        self._since_search = TRY_AGAIN_EVERY
        self._by_hand = False

    def start(self, aligned: Aligned) -> None:
        """Take this view, given by a person, for the next picture; corners carry it on without lines."""
        self.reset()
        self._view, self._held, self._by_hand = aligned.view, aligned, True

    def step(self, rgb: Array, people_xyxy_px: Array, graphics_mask: Array | None) -> Registration:
        """Where this picture looks, or why that is not known."""
        shape = PictureShape(rgb.shape[1], rgb.shape[0], self._aspect_ratio)
        grey = _small_grey(rgb, shape)
        given = self._by_hand and self._grey is None
        share = 1.0 if given else self._carry(grey, shape, people_xyxy_px, graphics_mask)
        self._grey = grey
        self._since_lines += 1
        self._since_search += 1
        if self._view is not None and share >= AGREE_RATIO and self._since_lines < self._every:
            return self._between(shape)
        evidence = self._finder.find(
            rgb, people_xyxy_px, graphics_mask, pixel_aspect_ratio=self._aspect_ratio
        )
        placed = self._ask_lines(evidence, may_search=not self._by_hand)
        if placed is None:
            if share >= AGREE_RATIO:
                return self._between(shape)
            self.reset()
            return Registration.refused("lost: the camera moved too fast since the points were clicked")
        return placed

    def _carry(self, grey: Array, shape: PictureShape, people: Array, graphics: Array | None) -> float:
        """Move the view along with the corners; the share that agrees, 0 where there is nothing to follow."""
        if self._view is None or self._grey is None or self._grey.shape != grey.shape:
            return 0.0
        small = PictureShape(grey.shape[1], grey.shape[0])
        guess = self._view.copy()
        guess[POSE] += self._speed
        free = _free(grey.shape, shape, people, graphics)
        before, after = _follow(self._grey, grey, free, self._view, guess)
        if len(before) < FEWEST:
            return 0.0
        moved, share = carry_view(self._view, small.to_unit(before), small.to_unit(after), guess)
        if share >= AGREE_RATIO:
            self._speed = moved[POSE] - self._view[POSE]
            self._view = moved
        return share

    def _between(self, shape: PictureShape) -> Registration:
        """Registered by corners alone since the lines were last asked."""
        assert self._view is not None and self._held is not None
        found = replace(self._held, view=self._view)
        placed = register_found(self._field, found, shape, free=(0, 1, 2))
        return _wider(placed, DRIFT_M * self._since_lines)

    def _ask_lines(self, evidence: LineEvidence | None, *, may_search: bool) -> Registration | None:
        """Registered by lines, or refused; None where they do not fit and a search is not wanted."""
        reason = worth_trying(evidence)
        if evidence is None or reason is not None:
            if not may_search:
                return None
            self.reset()
            return Registration.refused(reason or "no ice")
        if self._view is not None:
            found = refine(self._field, evidence, self._view)
            if refusal(found, GATES_TRACKED, evidence) is None:
                return self._hold(found, evidence)
        if not may_search:
            return None
        self._view, self._speed = None, np.zeros(3)
        if self._since_search < TRY_AGAIN_EVERY:
            return Registration.refused("lost: the rink's lines do not fit")
        self._since_search = 0
        placed, fresh = place_known(self._field, evidence, self._camera)
        if placed.H_m_from_px is not None and fresh is not None:
            self._take(fresh)
        return placed

    def _hold(self, found: Found, evidence: LineEvidence) -> Registration:
        self._take(found)
        sample = sample_evidence(evidence, FINE)
        return register_found(
            self._field, found.aligned, evidence.shape, free=found.free, sample=sample, camera=self._camera
        )

    def _take(self, found: Found) -> None:
        self._view, self._held, self._since_lines = found.view, found.aligned, 0


def _wider(placed: Registration, more_m: float) -> Registration:
    if placed.error_m is None:
        return placed
    return replace(placed, error_m=round(float(np.hypot(placed.error_m, more_m)), 4))


def _small_grey(rgb: Array, shape: PictureShape) -> Array:
    """Square pixels, `WIDTH_PX` wide."""
    size = (WIDTH_PX, round(WIDTH_PX * shape.half_height))
    grey: Array = cv2.cvtColor(cv2.resize(rgb, size, interpolation=cv2.INTER_AREA), cv2.COLOR_RGB2GRAY)
    return grey


def _free(size: tuple[int, ...], shape: PictureShape, people: Array, graphics: Array | None) -> Array:
    """(h, w) uint8: where corners may be taken."""
    height, width = size
    free = np.full((height, width), 255, np.uint8)
    if graphics is not None and graphics.size:
        mask = cv2.resize(np.asarray(graphics, np.uint8), (width, height), interpolation=cv2.INTER_NEAREST)
        free[cv2.dilate(mask, np.ones((9, 9), np.uint8)) > 0] = 0
    scale = [width / shape.width_px, height / shape.height_px] * 2
    for x0, y0, x1, y1 in np.asarray(people, np.float64).reshape(-1, 4) * scale:
        free[max(0, int(y0) - 2) : int(y1) + 3, max(0, int(x0) - 2) : int(x1) + 3] = 0
    return free


def _follow(grey: Array, other: Array, free: Array, view: Array, guess: Array) -> tuple[Array, Array]:
    """(n, 2) corners of one small picture and where they are in the next, near where `guess` has them."""
    corners = cv2.goodFeaturesToTrack(grey, CORNERS, 0.01, APART_PX, mask=free)
    if corners is None or len(corners) < FEWEST:
        return np.zeros((0, 2)), np.zeros((0, 2))
    small = PictureShape(grey.shape[1], grey.shape[0])
    before = corners.reshape(-1, 2)
    start = small.to_px(carry_points(view, guess, small.to_unit(before + 0.5))) - 0.5
    after, ok, _ = cv2.calcOpticalFlowPyrLK(
        grey,
        other,
        before.reshape(-1, 1, 2),
        start.astype(np.float32).reshape(-1, 1, 2).copy(),
        winSize=(17, 17),
        maxLevel=3,
        criteria=(cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 12, 0.03),
        flags=cv2.OPTFLOW_USE_INITIAL_FLOW,
    )
    good = ok.ravel() > 0
    return before[good] + 0.5, after.reshape(-1, 2)[good] + 0.5
