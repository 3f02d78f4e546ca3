"""Opening a case file: is it there, is it ours, is it whole, is it of a version we read."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from review import __version__
from review.adapters.store_sqlite.faults import damaged, foreign, told, unusable
from review.adapters.store_sqlite.schema import APPLICATION_ID, MIGRATIONS
from review.core.errors import CaseUnusable

__all__ = ["FORMAT", "check_place", "connect", "enter", "migrate", "renewed"]

FORMAT = len(MIGRATIONS)
# A larger case would open too slowly: `case verify` checks it, and every read does what it touches.
_CHECK_WHOLE_BELOW_BYTES = 64 << 20
_BUSY_MS = 5000
_LEAST_BYTES = 512
_WAL_LIMIT_BYTES = 64 << 20


def check_place(path: Path, *, create: bool) -> None:
    """Refuse a folder, a missing file, a missing folder, an unreachable path.

    Raises
    ------
    CaseUnusable
    """
    if "\0" in str(path):
        raise CaseUnusable(f"{str(path)!r}: this is no path.", remedy="Give a .bgcase file.")
    try:
        if path.is_dir():
            raise CaseUnusable(f"{path}: this is a folder, not a case.", remedy="Give a .bgcase file.")
        size = path.stat().st_size if path.exists() else None
        parent_there = path.parent.is_dir()
    except CaseUnusable:
        raise
    except OSError as fault:
        raise unusable(path, fault) from fault
    if size is None and not create:
        raise CaseUnusable(
            f"{path}: there is no such case.", remedy="Check the path; benchgate analyze TAPE makes a case."
        )
    if size is None and not parent_there:
        raise CaseUnusable(
            f"{path}: the folder {path.parent} does not exist.",
            remedy="Make the folder, or give another place for the case.",
        )
    if size == 0 and not create:
        raise CaseUnusable(f"{path}: the file is empty.", remedy="Analyze the tape again.")
    if size and size < _LEAST_BYTES:  # SQLite would take it for empty, and write over it
        raise foreign(path)


def connect(path: Path, *, create: bool, readonly: bool) -> sqlite3.Connection:
    """A connection in autocommit mode with foreign keys on; nothing is written yet.

    A reader opens the file as a writer would, but may not change it: only so does SQLite tidy up the log
    and the index beside the case when the last one leaves.
    """
    connection = _connect(path, f"mode={'rwc' if create else 'rw'}")
    if not readonly:
        return connection
    try:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("PRAGMA schema_version").fetchone()
    except sqlite3.OperationalError:
        # A folder that may not be written holds no room for the index that readers share. Without a
        # log beside it the file cannot change under us, so it may be read as it stands.
        connection.close()
        if path.with_name(path.name + "-wal").exists():
            raise
        return _connect(path, "mode=ro&immutable=1")
    return connection


def _connect(path: Path, options: str) -> sqlite3.Connection:
    place = quote(str(path.absolute()).replace("\\", "/"))
    connection = sqlite3.connect(
        f"file:{place if place.startswith('/') else '/' + place}?{options}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        timeout=_BUSY_MS / 1000,
    )
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def enter(path: Path, connection: sqlite3.Connection, *, create: bool, readonly: bool) -> None:
    """Check that the file is a whole case that this version reads; make or bring it up to date.

    Raises
    ------
    CaseUnusable
    """
    with told(path):
        mark = connection.execute("PRAGMA application_id").fetchone()[0]
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if mark != APPLICATION_ID and (tables or mark or not create):
            raise CaseUnusable(
                f"{path}: this is an SQLite file of another program, not a case.",
                remedy="Give the .bgcase file that benchgate analyze wrote.",
            )
        _check_whole(path, connection)
        _check_version(path, connection)
        if not readonly:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute(f"PRAGMA journal_size_limit = {_WAL_LIMIT_BYTES}")
            migrate(connection)


def _check_whole(path: Path, connection: sqlite3.Connection) -> None:
    if path.stat().st_size < _CHECK_WHOLE_BELOW_BYTES:
        answer = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if answer != "ok":
            raise damaged(path, str(answer).splitlines()[-1])


def _check_version(path: Path, connection: sqlite3.Connection) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > FORMAT:
        raise CaseUnusable(
            f"{path}: the case is of format {version}, and Benchgate {__version__} reads up to {FORMAT}.",
            remedy="Install the newer Benchgate that wrote it.",
        )


def renewed(path: Path, connection: sqlite3.Connection) -> sqlite3.Connection:
    """The connection to read from: of an older case, a copy in memory brought up to date.

    The file stays as it is, so that looking at evidence never changes it; the next writer migrates it.
    """
    with told(path):
        if connection.execute("PRAGMA user_version").fetchone()[0] == FORMAT:
            return connection
        copy = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        connection.backup(copy)
        connection.close()
        copy.execute("PRAGMA foreign_keys = ON")
        migrate(copy)
        copy.execute("PRAGMA query_only = ON")
        return copy


def migrate(connection: sqlite3.Connection, *, upto: int = FORMAT) -> None:
    """Run the migrations the file lacks, each whole or not at all."""
    done = connection.execute("PRAGMA user_version").fetchone()[0]
    for number, (name, statements) in enumerate(MIGRATIONS[:upto], start=1):
        if number <= done:
            continue
        connection.execute("BEGIN IMMEDIATE")
        try:
            if number == 1:
                connection.execute(
                    "CREATE TABLE migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, "
                    "version TEXT NOT NULL, at TEXT NOT NULL) STRICT"
                )
            for statement in statements:
                connection.execute(statement)
            now = datetime.now(UTC).isoformat(timespec="seconds")
            connection.execute("INSERT INTO migration VALUES (?, ?, ?, ?)", (number, name, __version__, now))
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        except sqlite3.Error:
            with suppress(sqlite3.OperationalError):  # a full disk has already rolled back
                connection.execute("ROLLBACK")
            raise
