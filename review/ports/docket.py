"""Keeping a docket: entries are appended by many people at once, and none is ever changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from review.core.chain import Verification
from review.core.docket import Act, Entry

__all__ = ["Docket"]


class Docket(Protocol):
    """One docket. Whatever `append` returned is on the disk, in one order for everybody."""

    def entries(self, case: int | None = None) -> tuple[Entry, ...]:
        """Every entry in order, or those of one case; one state, whoever writes meanwhile."""

    def append(self, acts: Sequence[Act], *, case: int | None, seen: int) -> tuple[Entry, ...]:
        """Enter acts in one case, all or none.

        Parameters
        ----------
        case : the case; None opens the next one, and the first act is `opened`
        seen : the case's version that the acts were made on (0 for a new case)

        Raises
        ------
        DocketMoved
            If the case has entries since `seen`, or another entry holds an act's `once`; `since` lists them.
        DocketRefused
            If there is no such case.
        """

    def head(self) -> str:
        """The newest link of the hash chain; zeros before there is one."""

    def heads(self) -> tuple[str, ...]:
        """Every link, oldest first: a head noted earlier is one of them, unless entries were cut off."""

    def verify(self) -> Verification:
        """Walk the whole chain and say what was altered, taken out or put in."""

    def close(self) -> None: ...
