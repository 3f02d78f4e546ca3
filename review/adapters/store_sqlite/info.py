"""What a case holds, at a glance."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from review.adapters.store_sqlite import chain
from review.adapters.store_sqlite.door import FORMAT
from review.adapters.store_sqlite.store import SqliteStore

__all__ = ["case_info", "copy_case", "verify_case"]

_COUNTED = ("shot", "person", "gate", "crossing", "change", "altercation", "fact", "finding", "notice")


def case_info(store: SqliteStore) -> dict[str, Any]:
    """Plain data for people and programs; keys as in docs/formats/case.md."""
    tape = store.tape()
    aside = len(store.rulings_set_aside())
    with store.reading() as db:
        runs = db.execute("SELECT number, version, pack, started, inputs_sha256 FROM run ORDER BY number")
        verdicts = db.execute("SELECT verdict, count(*) FROM finding GROUP BY verdict ORDER BY verdict")
        rulings = int(db.execute("SELECT count(*) FROM ruling").fetchone()[0])
        acts = int(db.execute("SELECT count(*) FROM journal").fetchone()[0])
        return {
            "path": str(store.path),
            "format": FORMAT,
            "size_bytes": store.path.stat().st_size,
            "head_sha256": chain.head(db),
            "tape": None
            if tape is None
            else {
                "path": tape.path,
                "sha256": tape.sha256,
                "duration_s": tape.duration_s,
                "frames": tape.frames,
                "gaps": len(tape.gaps),
            },
            "runs": [
                dict(zip(("number", "version", "pack", "started", "inputs_sha256"), row, strict=True))
                for row in runs
            ],
            "segments": _segments(store),
            "rows": {t: int(db.execute(f"SELECT count(*) FROM {t}").fetchone()[0]) for t in _COUNTED},
            "findings": dict(verdicts.fetchall()),
            "rulings": {"all": rulings, "set_aside": aside},
            "acts": acts,
        }


def _segments(store: SqliteStore) -> list[dict[str, Any]]:
    """One entry for each set of inputs: how many segments, and the frames they cover as joined spans."""
    query = "SELECT inputs_sha256, first, last FROM segment ORDER BY inputs_sha256, first"
    out: dict[str, dict[str, Any]] = {}
    for inputs, first, last in store.connection.execute(query):
        entry = out.setdefault(inputs, {"inputs_sha256": inputs, "done": 0, "frames": []})
        entry["done"] += 1
        spans = entry["frames"]
        if spans and first <= spans[-1][1] + 1:
            spans[-1][1] = max(spans[-1][1], last)
        else:
            spans.append([first, last])
    return list(out.values())


def verify_case(path: str | Path) -> chain.Verification:
    """Open a case for reading and say whether anything in it was altered.

    Raises
    ------
    CaseUnusable
        If it is no case, or too damaged to be read.
    """
    with SqliteStore.open(path, create=False, readonly=True) as store:
        return store.verify()


def copy_case(path: Path, out: Path) -> None:
    """Copy a case whole into a new file, also what still stands in the log beside it.

    Raises
    ------
    CaseUnusable
        If it is no case, or too damaged to be read.
    """
    with SqliteStore.open(path, create=False, readonly=True) as store:
        target = sqlite3.connect(out)
        try:
            store.connection.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
        finally:
            target.close()
