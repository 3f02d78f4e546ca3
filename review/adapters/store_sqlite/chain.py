"""The hash chain over runs, rulings and acts: whether anything in a case was altered after the fact.

Each link is the SHA-256 of the link before, the kind and number of its entry, and the entry's own hash.
Cutting off the newest entries together with their links leaves a shorter, sound chain: the head, which
reports print, is what shows that.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from review.adapters.store_sqlite.blobs import BlobDamaged, unpack
from review.adapters.store_sqlite.judged import content_sha256
from review.core.errors import CaseUnusable

__all__ = ["Verification", "append", "head", "verify"]

_ENTRIES = {
    "run": "SELECT number, inputs_sha256, tape_sha256, content_sha256, body FROM run ORDER BY number",
    "ruling": "SELECT number, run, finding, body FROM ruling ORDER BY number",
    "journal": "SELECT number, who, at, act FROM journal ORDER BY number",
}
_START = "0" * 64


@dataclass(frozen=True, slots=True)
class Verification:
    """What was checked of a case. `problems` is empty where nothing was altered; `head` names its state."""

    head: str
    entries: int
    problems: tuple[str, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing was found altered."""
        return not self.problems


def _sha256(*parts: object) -> str:
    digest = hashlib.sha256()
    for part in parts:
        data = str(part).encode()
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.hexdigest()


def head(connection: sqlite3.Connection) -> str:
    """The newest link; zeros before there is one."""
    row = connection.execute("SELECT sha256 FROM chain ORDER BY number DESC LIMIT 1").fetchone()
    return str(row[0]) if row else _START


def append(connection: sqlite3.Connection, kind: str, *entry: object) -> None:
    """Link an entry; `entry` begins with its number and lists its columns in the order of the table."""
    own = _sha256(kind, *entry)
    link = _sha256(head(connection), kind, entry[0], own)
    connection.execute(
        "INSERT INTO chain (kind, entry, entry_sha256, sha256) VALUES (?, ?, ?, ?)",
        (kind, entry[0], own, link),
    )


def verify(connection: sqlite3.Connection, path: Path) -> Verification:
    """Walk the whole file: SQLite's own check, every link, every blob, and the last judgement's content."""
    problems = [str(row[0]) for row in connection.execute("PRAGMA quick_check") if row[0] != "ok"]
    if problems:
        raise CaseUnusable(
            f"{path}: the case is damaged ({problems[0].splitlines()[-1]}).",
            remedy="Restore the case from a copy, or analyze the tape again into a new case.",
        )
    problems = [*_links(connection), *_judgement(connection), *_blobs(connection)]
    count = connection.execute("SELECT count(*) FROM chain").fetchone()[0]
    return Verification(head(connection), int(count), tuple(problems))


def _links(connection: sqlite3.Connection) -> Iterator[str]:
    own = {
        (kind, row[0]): _sha256(kind, *row)
        for kind, query in _ENTRIES.items()
        for row in connection.execute(query)
    }
    before = _START
    links = connection.execute("SELECT kind, entry, entry_sha256, sha256 FROM chain ORDER BY number")
    for kind, entry, entry_sha256, sha256 in links:
        found = own.pop((kind, entry), None)
        if found is None:
            yield f"{kind} {entry} was taken out"
        elif found != entry_sha256:
            yield f"{kind} {entry} was altered"
        if _sha256(before, kind, entry, entry_sha256) != sha256:
            yield f"the chain is broken at {kind} {entry}"
        before = sha256
    yield from (f"{kind} {entry} was put in from outside" for kind, entry in own)


def _judgement(connection: sqlite3.Connection) -> Iterator[str]:
    row = connection.execute(
        "SELECT run.number, run.content_sha256 FROM judgement JOIN run ON run.number = judgement.run"
    ).fetchone()
    if row is not None and content_sha256(connection) != row[1]:
        yield f"what run {row[0]} judged was altered"


def _blobs(connection: sqlite3.Connection) -> Iterator[str]:
    places = {
        "SELECT 'segment from frame ' || first, frames FROM segment": "frames",
        "SELECT 'segment from frame ' || first, seen FROM segment": "people",
        "SELECT 'line of gate ' || gate, data FROM gate_line": "points",
    }
    for query, what in places.items():
        for name, blob in connection.execute(query):
            try:
                unpack(blob)
            except BlobDamaged as fault:
                yield f"{name}: its {what} are damaged ({fault})"
