"""Running an archive's work on whatever there is: this desk, a cluster, a batch system's share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

__all__ = ["Executor", "Order", "Turn", "Work"]


@dataclass(frozen=True, slots=True)
class Order:
    """What a worker needs to begin; plain, so that it travels. Frames never do.

    `maps` are (from, to) prefixes by which this machine finds the tapes.
    """

    archive: str
    ledger: str
    holder: str
    device: str = "auto"
    overrides: tuple[str, ...] = ()
    maps: tuple[tuple[str, str], ...] = ()
    shard: tuple[int, int] = (0, 1)
    lease_s: float = 300.0


@dataclass(frozen=True, slots=True)
class Turn:
    """What a worker did when asked once. "idle": others hold what is left; "over": nothing is left."""

    outcome: Literal["did", "failed", "idle", "over", "paused"]
    words: str = ""
    tape_s: float = 0.0


Work = Callable[[Order], Turn]
"""Takes one unit, does it, and says so; it keeps what is dear to make for the next time."""


class Executor(Protocol):
    """Asks workers for turns until everything is over. A lost worker costs at most its last segment."""

    def run(self, work: Work, order: Order, *, slots: int, heard: Callable[[Turn], None]) -> None:
        """Blocks until no unit is left that could be done, the archive is paused, or Ctrl-C.

        `order.holder` is a stem; every worker adds its own number. `heard` is told of every turn.
        """
