"""Finding people in pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from review.core.arrays import Array
from review.core.detections import Detections

__all__ = ["Detector"]


class Detector(Protocol):
    """Finds people. Pictures are (h, w, 3) uint8 RGB of any one size; boxes come back in their pixels."""

    @property
    def name(self) -> str: ...

    @property
    def sha256(self) -> str:
        """Hash of the weights actually loaded."""

    @property
    def device(self) -> str:
        """Where it runs and at what precision, in words."""

    def detect(self, pictures: Iterable[Array]) -> Iterator[Detections]:
        """Detections a picture, in order; works ahead on a bounded number of pictures."""

    def close(self) -> None: ...
