"""Change from picture to picture: PySceneDetect's content measure, weighed with the change of colours."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from review.core.arrays import Array
from review.core.errors import TapeUnreadable
from review.ports.reader import Reader

__all__ = ["METER_WIDTH_PX", "SceneDetectMeter", "change_by_reading", "meter_size"]

METER_WIDTH_PX = 320
"""Width of the pictures to feed: small enough to cost about 1 ms, large enough to see a close-up coming."""
_SPREAD_BINS = 1.0


@cache
def _detector_class() -> Any:
    from scenedetect import FrameTimecode
    from scenedetect.detectors import ContentDetector

    class Measure(ContentDetector):  # type: ignore[misc]
        """Gives out the score that the detector itself compares with its threshold."""

        def change(self, bgr: Array) -> float:
            return float(self._calculate_frame_score(FrameTimecode(0, fps=25.0), bgr))

    return Measure


class SceneDetectMeter:
    """Fulfils `review.ports.cut_meter.CutMeter`.

    The score is the geometric mean of PySceneDetect's content value (mean change of hue, saturation and
    brightness, pixel by pixel) and the Hellinger distance of the colour histograms times 100. A pan
    changes pixels and keeps colours, so a cut stands out more in both together than in either alone.
    Histograms (brightness; both colour differences jointly) are blurred, so that a slow change of light
    does not jump from bin to bin.

    Only the picture before is remembered: after `reset` and one picture fed again, scores are those of
    an uninterrupted run.
    """

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Forget the picture before."""
        self._measure = _detector_class()()
        self._colours: tuple[Array, ...] | None = None

    def score(self, rgb: Array) -> float:
        """Change against the picture before, >= 0; NaN for the first. Pictures of one size, (h, w, 3) RGB."""
        import cv2

        bgr = np.ascontiguousarray(rgb[:, :, ::-1])
        content = self._measure.change(bgr)
        yuv = cv2.cvtColor(bgr, cv2.COLOR_BGR2YUV)
        colours = tuple(
            _spread(cv2.calcHist([yuv], channels, None, bins, [0, 256] * len(bins)))
            for channels, bins in (([0], [64]), ([1, 2], [64, 64]))
        )
        before, self._colours = self._colours, colours
        if before is None:
            return math.nan
        alike = math.prod(float(a @ b) for a, b in zip(before, colours, strict=True))
        return math.sqrt(content * 100.0 * math.sqrt(max(0.0, 1.0 - alike)))


def _spread(counts: Array) -> Array:
    """Square roots of the shares in each bin, blurred over its neighbours: a unit vector."""
    import cv2

    table = counts.reshape(len(counts), -1)
    reach = 2 * math.ceil(3 * _SPREAD_BINS) + 1
    blurred = cv2.GaussianBlur(table, (reach if table.shape[1] > 1 else 1, reach), _SPREAD_BINS)
    roots = np.sqrt(blurred.ravel())
    return np.asarray(roots / np.linalg.norm(roots))


def meter_size(size_px: tuple[int, int]) -> tuple[int, int]:
    """The (width, height) at which a tape's pictures are fed to the meter."""
    width, height = size_px
    return METER_WIDTH_PX, max(2, round(METER_WIDTH_PX * height / width / 2) * 2)


def change_by_reading(reader: Reader) -> Callable[[int, int], float]:
    """A function of two ordinals that reads both frames and scores the change; NaN where one is damaged."""
    size = meter_size(reader.tape.size_px)

    def change(first: int, second: int) -> float:
        meter = SceneDetectMeter()
        try:
            meter.score(reader.frame(first).resized(size))
            return meter.score(reader.frame(second).resized(size))
        except TapeUnreadable:
            return math.nan

    return change
