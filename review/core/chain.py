"""A hash chain over entries that are only ever appended: whether any was altered after the fact.

Each link is the SHA-256 of the link before, the kind and number of its entry, and the entry's own hash.
Cutting off the newest entries together with their links leaves a shorter, sound chain: the head, which
reports print, is what shows that.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

__all__ = ["START", "Link", "Verification", "broken", "digest", "linked"]

START = "0" * 64


@dataclass(frozen=True, slots=True)
class Link:
    """One link: the entry it speaks of (`kind`, `number`), the entry's hash, and the link's own."""

    kind: str
    number: int
    entry_sha256: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Verification:
    """What was checked. `problems` is empty where nothing was altered; `head` names the state."""

    head: str
    entries: int
    problems: tuple[str, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing was found altered."""
        return not self.problems


def digest(*parts: object) -> str:
    """SHA-256 over parts written as text, each with its length before it."""
    out = hashlib.sha256()
    for part in parts:
        data = str(part).encode()
        out.update(len(data).to_bytes(8, "little") + data)
    return out.hexdigest()


def linked(before: str, kind: str, number: int, *rest: object) -> Link:
    """The link of an entry after the link `before`; `rest` are its columns after the number, in order."""
    own = digest(kind, number, *rest)
    return Link(kind, number, own, digest(before, kind, number, own))


def broken(links: Iterable[Link], own: Mapping[tuple[str, int], str]) -> Iterator[str]:
    """What is wrong with a chain, in words.

    Parameters
    ----------
    links : all of them, in order
    own : (kind, number) -> the hash of each entry as it stands now
    """
    left = dict(own)
    before = START
    for link in links:
        found = left.pop((link.kind, link.number), None)
        if found is None:
            yield f"{link.kind} {link.number} was taken out"
        elif found != link.entry_sha256:
            yield f"{link.kind} {link.number} was altered"
        if digest(before, link.kind, link.number, link.entry_sha256) != link.sha256:
            yield f"the chain is broken at {link.kind} {link.number}"
        before = link.sha256
    yield from (f"{kind} {number} was put in from outside" for kind, number in left)
