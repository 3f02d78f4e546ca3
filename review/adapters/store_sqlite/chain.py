"""The hash chain over a case's runs, rulings and acts (see `review.core.chain`)."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from review.adapters.store_sqlite.blobs import BlobDamaged, unpack
from review.adapters.store_sqlite.judged import content_sha256
from review.core.chain import START, Link, Verification, broken, digest, linked
from review.core.errors import CaseUnusable

__all__ = ["Verification", "append", "head", "verify"]

_ENTRIES = {
    "run": "SELECT number, inputs_sha256, tape_sha256, content_sha256, body FROM run ORDER BY number",
    "ruling": "SELECT number, run, finding, body FROM ruling ORDER BY number",
    "journal": "SELECT number, who, at, act FROM journal ORDER BY number",
}


def head(connection: sqlite3.Connection) -> str:
    """The newest link; zeros before there is one."""
    row = connection.execute("SELECT sha256 FROM chain ORDER BY number DESC LIMIT 1").fetchone()
    return str(row[0]) if row else START


def append(connection: sqlite3.Connection, kind: str, number: int, *rest: object) -> None:
    """Link an entry; `rest` are its columns after the number, in the order of the table."""
    link = linked(head(connection), kind, number, *rest)
    connection.execute(
        "INSERT INTO chain (kind, entry, entry_sha256, sha256) VALUES (?, ?, ?, ?)",
        (link.kind, link.number, link.entry_sha256, link.sha256),
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
        (kind, row[0]): digest(kind, *row)
        for kind, query in _ENTRIES.items()
        for row in connection.execute(query)
    }
    rows = connection.execute("SELECT kind, entry, entry_sha256, sha256 FROM chain ORDER BY number")
    return broken((Link(*row) for row in rows), own)


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
