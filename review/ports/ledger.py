"""The truth about an archive's work, and the shelf that its outputs lie on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from review.core.archive import (
    Claim,
    Disagreement,
    Failure,
    Found,
    Mention,
    Output,
    Query,
    Receipt,
    Stage,
    Tally,
    TapeEntry,
    TapePlan,
    TapeStand,
)

__all__ = ["Ledger", "Shelf"]


class Ledger(Protocol):
    """One ledger, written by many workers at once. Whatever a method returned is on the disk.

    A unit of work is `ready`, `leased`, `resting` after a failure, `done` or `failed`; concluding is
    `waiting` until the tape is watched. Outputs outlive their units: what was ever made under a key counts
    whenever that key is wanted again.
    """

    def put_tapes(self, tapes: Sequence[TapeEntry]) -> int:
        """Add tapes, or bring those of the same hash up to date; returns how many are new."""

    def tapes(self) -> tuple[TapeEntry, ...]:
        """Every tape, in the order added."""

    def want(self, plans: Sequence[TapePlan]) -> int:
        """Make the units that these plans need, and drop those of other keys; returns units not done."""

    def claim(
        self, holder: str, *, lease_s: float, near: str | None = None, shard: tuple[int, int] = (0, 1)
    ) -> Claim | None:
        """Take a unit: first of the tape `near`, then of a tape that nobody works on, then any.

        Leases that ran out are taken back first; a unit three of whose holders were lost without an output
        has failed. None where nothing is ready, or the archive is paused. `shard` (i, n) takes every
        n-th tape by hash, from i.
        """

    def put_output(self, claim: Claim, output: Output, *, lease_s: float) -> Receipt:
        """Record what came of a segment and prolong the lease; the first digest recorded stays."""

    def finish(self, claim: Claim, mentions: Sequence[Mention] = ()) -> bool:
        """The unit is done; False where outputs of it are missing, and it goes back.

        The last part of a tape makes its conclusion ready if the covered spans add up to the tape; where
        they do not it has failed, and `retry` lets the tape be watched anew. Mentions replace the tape's.
        """

    def fail(self, claim: Claim, *, cause: str, reason: str, again: bool) -> None:
        """The unit failed: it rests and is tried again, or is given up. Nothing if it was taken back."""

    def release(self, holder: str, *, reason: str, lost: bool = True) -> int:
        """Take back what a holder who was lost, or who stopped, has in hands; returns how many units."""

    def retry(self, *, cause: str | None = None) -> int:
        """Make failed units ready, or only those of one cause; returns how many."""

    def pause(self, paused: bool) -> None:
        """While paused nobody is given work."""

    def paused(self) -> bool: ...

    def left(self, *, shard: tuple[int, int] = (0, 1)) -> int:
        """Units that somebody works on, or will be able to: neither done nor failed, nor waiting for one."""

    def holders(self) -> tuple[str, ...]:
        """Everybody who has a unit in hands."""

    def outputs(self, sha256: str, stage: Stage, key: str) -> tuple[Output, ...]:
        """By segment."""

    def tallies(self) -> tuple[Tally, ...]: ...

    def stands(self) -> tuple[TapeStand, ...]:
        """Of every tape, in the order added."""

    def failures(self) -> tuple[Failure, ...]: ...

    def disagreements(self) -> tuple[Disagreement, ...]: ...

    def began_s(self, *, since_s: float) -> float | None:
        """When the first of the outputs recorded since was begun; None where there are none."""

    def index(self, sha256: str, mentions: Sequence[Mention]) -> None:
        """Put these in place of what was mentioned of a tape."""

    def undo(self, sha256: str, stage: str, key: str, segment: int) -> None:
        """Forget an output that is lost, and have it made again; segment -1 forgets all of the stage."""

    def spent(self, *, since_s: float = 0.0) -> tuple[Output, ...]:
        """Sums over the outputs recorded since, one for each stage: segment 0 watching, 1 concluding."""

    def now_s(self) -> float:
        """The ledger's clock, seconds since 1970."""

    def wanted(self) -> tuple[TapePlan, ...]:
        """The keys that every tape was last planned with; parts are left out."""

    def find(self, query: Query) -> tuple[Found, ...]:
        """Mentions, by day, tape and time."""

    def close(self) -> None: ...


class Shelf(Protocol):
    """Outputs by their content: written whole or not at all, by however many at once."""

    def put(self, data: bytes) -> str:
        """Keep bytes; returns their sha256. Keeping the same again changes nothing."""

    def get(self, digest: str) -> bytes:
        """The bytes; ArchiveUnusable where they are missing or are not what they were."""

    def digests(self) -> tuple[str, ...]:
        """Everything that lies there, in order."""
