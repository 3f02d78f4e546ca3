"""One reading: an open question of a book, and the answers among which a pack chooses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["Reading"]


@dataclass(frozen=True, slots=True)
class Reading:
    """A pack setting. With `options` it is a choice, each option explained; with `dimension` a quantity.

    `ambiguity` is the number under which the book's open question is listed. `only_with` names another
    reading and the one option of it under which this one matters.
    """

    name: str
    ambiguity: str
    asks: str
    options: Mapping[str, str] = field(default_factory=dict)
    dimension: str | None = None
    only_with: tuple[str, str] | None = None
