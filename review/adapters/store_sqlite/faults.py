"""SQLite's and the operating system's faults as one sentence each, with what to do."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from review.adapters.store_sqlite.blobs import BlobDamaged
from review.adapters.store_sqlite.codec import TextDamaged
from review.core.errors import CaseUnusable

__all__ = ["damaged", "foreign", "told", "unusable"]

_CORRUPT, _NOTADB, _FULL, _READONLY, _BUSY, _CANTOPEN, _IOERR, _PERM = 11, 26, 13, 8, 5, 14, 10, 3
_COPY = "Restore the case from a copy, or analyze the tape again into a new case."

_SENTENCES = {
    _NOTADB: ("this is not a case file.", "Give the .bgcase file that benchgate analyze wrote."),
    _FULL: (
        "the disk is full, so the case could not be written.",
        "Free some space and run again: everything finished before is kept.",
    ),
    _READONLY: (
        "the case may not be written here.",
        "Give yourself permission to write the file and its folder, or open the case for reading.",
    ),
    _PERM: ("no permission to use this case.", "Give yourself permission to read and write the file."),
    _BUSY: ("another program keeps the case locked.", "Close the other program and try again."),
    _CANTOPEN: (
        "the case cannot be opened.",
        "Check that you may read and write the file and its folder, and that the disk is there.",
    ),
    _IOERR: ("the disk failed while the case was in use.", "Check the disk, then try again."),
}


def damaged(path: Path, detail: str) -> CaseUnusable:
    """The case is broken; `detail` is where."""
    return CaseUnusable(f"{path}: the case is damaged ({detail}).", remedy=_COPY)


def foreign(path: Path) -> CaseUnusable:
    """The file is something else altogether."""
    cause, remedy = _SENTENCES[_NOTADB]
    return CaseUnusable(f"{path}: {cause}", remedy=remedy)


def unusable(path: Path, fault: OSError | sqlite3.Error) -> CaseUnusable:
    """The sentence for a fault met while `path` was opened, read or written."""
    if isinstance(fault, sqlite3.Error):
        code = getattr(fault, "sqlite_errorcode", 0) & 0xFF
        if code == _CORRUPT:
            return damaged(path, str(fault))
        cause, remedy = _SENTENCES.get(code, (f"the case cannot be used ({fault}).", _COPY))
        return CaseUnusable(f"{path}: {cause}", remedy=remedy)
    if isinstance(fault, PermissionError):
        cause, remedy = _SENTENCES[_PERM]
        return CaseUnusable(f"{path}: {cause}", remedy=remedy)
    reason = (fault.strerror or str(fault)).lower()
    return CaseUnusable(
        f"{path}: the case cannot be opened ({reason}).", remedy="Check the path and the disk."
    )


@contextlib.contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn faults met inside into CaseUnusable about `path`.

    A broken constraint is no fault of the file but of what was to be written: ValueError.
    """
    try:
        yield
    except sqlite3.IntegrityError as fault:
        raise ValueError(f"what was to be kept contradicts itself: {fault}") from fault
    except sqlite3.Error as fault:
        raise unusable(path, fault) from fault
    except UnicodeDecodeError as fault:  # SQLite quotes the broken text in its own message
        raise damaged(path, "its tables cannot be read") from fault
    except (BlobDamaged, TextDamaged) as fault:
        raise damaged(path, str(fault)) from fault
