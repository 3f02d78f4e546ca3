"""A docket in memory: the same behaviour as a database, without one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from review.core.chain import START, Link, Verification, broken, digest, linked
from review.core.docket import Act, Entry, columns_of, next_entries, refuse_moved

__all__ = ["FakeDocket"]


class FakeDocket:
    """See `review.ports.docket.Docket`. `clock` gives the time of recording, UTC."""

    def __init__(self, clock: Callable[[], str]) -> None:
        self._clock = clock
        self._entries: list[Entry] = []
        self._links: list[Link] = []

    def entries(self, case: int | None = None) -> tuple[Entry, ...]:
        """A copy."""
        return tuple(one for one in self._entries if case in (None, one.case))

    def append(self, acts: Sequence[Act], *, case: int | None, seen: int) -> tuple[Entry, ...]:
        """All or none."""
        keys = {act.once for act in acts if act.once}
        refuse_moved(
            case,
            seen,
            held=self.entries(case) if case is not None else (),
            clashes=tuple(one for one in self._entries if one.act.once in keys),
        )
        last = self._entries[-1] if self._entries else None
        made = next_entries(
            acts,
            case=case or max((one.case for one in self._entries), default=0) + 1,
            version=seen,
            last_number=last.number if last else 0,
            recorded=max(self._clock(), last.recorded if last else ""),
        )
        for entry in made:
            self._links.append(linked(self.head(), "entry", *columns_of(entry)))
            self._entries.append(entry)
        return made

    def head(self) -> str:
        """The newest link."""
        return self._links[-1].sha256 if self._links else START

    def heads(self) -> tuple[str, ...]:
        """Every link."""
        return tuple(link.sha256 for link in self._links)

    def verify(self) -> Verification:
        """Walk the chain."""
        own = {("entry", one.number): digest("entry", *columns_of(one)) for one in self._entries}
        return Verification(self.head(), len(self._entries), tuple(broken(self._links, own)))

    def close(self) -> None:
        """Nothing to do."""
