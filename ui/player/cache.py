"""A bounded store of decoded frames around the one wanted."""

from __future__ import annotations

from typing import Generic, TypeVar

__all__ = ["FrameCache"]

T = TypeVar("T")


class FrameCache(Generic[T]):
    """Entries by frame ordinal within a budget of bytes; the farthest from the wanted frame go first."""

    def __init__(self, budget_bytes: int) -> None:
        self.budget_bytes = budget_bytes
        self.held_bytes = 0
        self._entries: dict[int, tuple[T, int]] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, ordinal: int) -> bool:
        return ordinal in self._entries

    def get(self, ordinal: int) -> T | None:
        """The entry, None where it is not held."""
        found = self._entries.get(ordinal)
        return found[0] if found else None

    def put(self, ordinal: int, entry: T, *, size_bytes: int, around: int) -> None:
        """Hold `entry`, first letting go of those farther from `around` until the budget is kept.

        Not held where all others are nearer and fill the budget; the frame `around` itself always is.
        """
        old = self._entries.pop(ordinal, None)
        self.held_bytes -= old[1] if old else 0
        while self._entries and self.held_bytes + size_bytes > self.budget_bytes:
            far = max(self._entries, key=lambda held: abs(held - around))
            if ordinal != around and abs(far - around) <= abs(ordinal - around):
                return
            self.held_bytes -= self._entries.pop(far)[1]
        self.held_bytes += size_bytes
        self._entries[ordinal] = (entry, size_bytes)

    def clear(self) -> None:
        """Hold nothing."""
        self._entries.clear()
        self.held_bytes = 0

    def first_missing(self, start: int, count: int) -> int | None:
        """The first ordinal in `start`, `start + 1` … not held, None where all `count` are."""
        return next((n for n in range(start, start + count) if n not in self._entries), None)
