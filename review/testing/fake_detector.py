"""A detector that answers from a list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from review.core.arrays import Array
from review.core.detections import Detections

__all__ = ["FakeDetector"]


class FakeDetector:
    """Gives the n-th answer for the n-th picture it is ever shown; nobody once the list is over.

    `seen` counts the pictures taken so far.
    """

    def __init__(self, answers: Sequence[Detections] = ()) -> None:
        self._answers = tuple(answers)
        self.seen = 0
        self.closed = False

    @property
    def name(self) -> str:
        """Says that it is a fake."""
        return "fake"

    @property
    def sha256(self) -> str:
        """Zeros: there are no weights."""
        return "0" * 64

    @property
    def device(self) -> str:
        """Says where the answers come from."""
        return "a list of answers"

    def detect(self, pictures: Iterable[Array]) -> Iterator[Detections]:
        """The answers in order, one a picture."""
        for _ in pictures:
            place, self.seen = self.seen, self.seen + 1
            yield self._answers[place] if place < len(self._answers) else Detections([], [], [])  # type: ignore[arg-type]

    def close(self) -> None:
        """Note that it was closed."""
        self.closed = True
