"""Reading a tape: facts, exact access, streaming."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from review.core.tape import Frame, Gap, PacketIndex, Tape

__all__ = ["Reader"]


class Reader(Protocol):
    """One open tape. Ordinals count decodable frames in presentation order from 0.

    The n-th frame by `frame` equals the n-th frame by `frames`, to the byte.
    Every method raises `TapeUnreadable` with cause and remedy; damage inside a good tape is a `Gap`.
    """

    @property
    def tape(self) -> Tape: ...

    @property
    def index(self) -> PacketIndex: ...

    def frame(self, ordinal: int) -> Frame:
        """Exactly this frame; IndexError outside the tape, TapeUnreadable where it is damaged."""

    def frames(self, first: int = 0, last: int | None = None) -> Iterator[Frame]:
        """Frames `first`..`last` (both inside) in order, bounded memory; damaged ones left out, listed."""

    def approach(self, ordinal: int, *, whole_from: int | None = None) -> Iterator[Frame]:
        """Frames on the way to this one, then it and all after it in order, as `frames` gives them, sooner.

        Before `whole_from` (this frame where None) frames may be missing; damaged ones are left out.
        """

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """Stretches found undecodable so far."""

    def close(self) -> None: ...
