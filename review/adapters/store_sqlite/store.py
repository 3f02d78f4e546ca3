"""The case file as a Store: one writer, readers at any moment, whole or not at all."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

from review.adapters.store_sqlite import chain, door, judged, segments
from review.adapters.store_sqlite.codec import dumps, loads
from review.adapters.store_sqlite.faults import told, unusable
from review.adapters.store_sqlite.lock import WriterLock
from review.core.arrays import Array
from review.core.case import Judgement, Ruling
from review.core.errors import CaseUnusable
from review.core.rulings import RuledOn, carry_rulings, same_matter
from review.core.tape import Tape
from review.core.tracks import Tracks
from review.ports.store import JournalEntry, SegmentRecord

__all__ = ["SqliteStore"]


class SqliteStore:
    """One `.bgcase` file. Make it with `open`.

    Every write is one transaction in SQLite's write-ahead log: killed at any moment, the case opens with
    everything committed before. After a loss of power the newest segments may be missing (the log is
    flushed at checkpoints only), never half there; a person's acts are flushed at once.
    A writer holds `CASE-lock` as long as it is open, so a window opens for reading, and for writing only
    for the moment of an act. One store may be used from several threads.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path, lock: WriterLock | None) -> None:
        self._connection = connection
        self._path = path
        self._lock = lock
        self._guard = threading.RLock()

    @classmethod
    def open(cls, path: str | Path, *, create: bool, readonly: bool = False, wait_s: float = 1.0) -> Self:
        """Open a case, or make one where there is none and `create` says so.

        Parameters
        ----------
        wait_s
            How long to wait for another writer to finish.

        Raises
        ------
        CaseUnusable
            Missing, a folder, not ours, damaged, newer, in use by another writer, or out of reach.
        """
        if create and readonly:
            raise ValueError("a case is made by writing")
        path = Path(path)
        door.check_place(path, create=create)
        lock = None
        try:
            lock = None if readonly else WriterLock(path, wait_s=wait_s)
            with told(path):
                connection = door.connect(path, create=create, readonly=readonly)
        except OSError as fault:
            if lock is not None:
                lock.release()
            if isinstance(fault, CaseUnusable):
                raise
            raise unusable(path, fault) from fault
        store = cls(connection, path, lock)
        try:
            with told(path):
                door.enter(path, connection, create=create, readonly=readonly)
                if readonly:
                    store._connection = door.renewed(path, connection)
        except CaseUnusable:
            store.close()
            raise
        return store

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def path(self) -> Path:
        """Where the case lies."""
        return self._path

    @property
    def connection(self) -> sqlite3.Connection:
        """For reading what this class has no method for; see docs/formats/case.md for the tables."""
        return self._connection

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """One state of the case for everything read inside, whatever a writer does meanwhile."""
        with self._guard, told(self._path):
            if self._connection.in_transaction:
                yield self._connection
                return
            self._connection.execute("BEGIN")
            try:
                yield self._connection
            finally:
                self._connection.execute("COMMIT")

    @contextlib.contextmanager
    def _writing(self, *, flush: bool = False) -> Iterator[sqlite3.Connection]:
        if self._lock is None:
            raise CaseUnusable(
                f"{self._path}: the case is open for reading only.", remedy="Open it for writing."
            )
        db = self._connection
        with self._guard, told(self._path):
            if flush:
                db.execute("PRAGMA synchronous = FULL")
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.OperationalError):  # a full disk has already rolled back
                    db.execute("ROLLBACK")
                raise
            finally:
                if flush:
                    db.execute("PRAGMA synchronous = NORMAL")

    def tape(self) -> Tape | None:
        """The tape of this case, None before it is known."""
        with self.reading() as db:
            return self._tape(db)

    def _tape(self, db: sqlite3.Connection) -> Tape | None:
        row = db.execute("SELECT body FROM tape").fetchone()
        return None if row is None else loads(row[0])

    def put_tape(self, tape: Tape) -> None:
        """Record the tape's facts; raises CaseUnusable if the case holds another tape (by hash)."""
        with self._writing() as db:
            self._put_tape(db, tape)

    def _put_tape(self, db: sqlite3.Connection, tape: Tape) -> None:
        held = self._tape(db)
        if held is not None and held.sha256 != tape.sha256:
            raise CaseUnusable(
                f"{self._path}: the case belongs to another tape: {held.path} (sha256 {held.sha256[:12]}…), "
                f"not {tape.path} (sha256 {tape.sha256[:12]}…).",
                remedy="Give the tape of this case, or make another case for this tape.",
            )
        db.execute(
            "INSERT OR REPLACE INTO tape (one, sha256, body) VALUES (1, ?, ?)", (tape.sha256, dumps(tape))
        )

    def segments_done(self, inputs_sha256: str) -> list[tuple[int, int]]:
        """(first, last) of each finished segment made from these inputs, in order."""
        query = "SELECT first, last FROM segment WHERE inputs_sha256 = ? ORDER BY first"
        with self.reading() as db:
            return [(first, last) for first, last in db.execute(query, (inputs_sha256,))]

    def put_segment(self, record: SegmentRecord, inputs_sha256: str) -> None:
        """Commit a segment as a whole; one already there with this first frame and inputs is replaced."""
        with self._writing() as db:
            segments.write_segment(db, record, inputs_sha256)

    def segment(self, first: int, inputs_sha256: str) -> SegmentRecord:
        """`record.kept()` of what was put; raises CaseUnusable where there is none."""
        with self.reading() as db:
            record = segments.read_segment(db, first, inputs_sha256)
        if record is None:
            raise CaseUnusable(
                f"{self._path}: the case holds no segment from frame {first} made from these inputs.",
                remedy="Analyze the tape again with this case.",
            )
        return record

    def put_judgement(self, judgement: Judgement, tracks: Tracks, inputs_sha256: str) -> None:
        """Replace the judged rows in one transaction, and append the run to the history.

        Rulings are never replaced: those of `judgement` not yet in the case are appended, the others stay.
        """
        with self._writing() as db:
            self._put_tape(db, judgement.tape)
            judged.write(db, judgement, tracks)
            run = int(db.execute("SELECT coalesce(max(number), 0) + 1 FROM run").fetchone()[0])
            db.execute("DELETE FROM judgement")
            body = dumps(judgement.run)
            texts = (dumps(judgement.tape), dumps(judgement.game))
            # The hash covers tape and game as the row holds them, so they go in first; the run they name
            # follows in the same transaction, where SQLite checks that it exists.
            db.execute("PRAGMA defer_foreign_keys = ON")
            db.execute("INSERT INTO judgement (one, run, tape, game) VALUES (1, ?, ?, ?)", (run, *texts))
            entry = (run, inputs_sha256, judgement.tape.sha256, judged.content_sha256(db), body)
            db.execute(
                "INSERT INTO run (number, inputs_sha256, tape_sha256, content_sha256, body) "
                "VALUES (?, ?, ?, ?, ?)",
                entry,
            )
            chain.append(db, "run", *entry)
            self._append_rulings(db, judgement)

    def _append_rulings(self, db: sqlite3.Connection, judgement: Judgement) -> None:
        numbers: list[int] = []
        for ruling in judgement.rulings:
            finding = next((f for f in judgement.findings if f.id == ruling.finding), None)
            if finding is None:
                raise ValueError(f"a ruling names finding {ruling.finding}, which is not there")
            known = (
                entry.number
                for entry in self._history(db)
                if same_matter(entry.finding, finding)
                and replace(entry.ruling, finding=0, supersedes=None)
                == replace(ruling, finding=0, supersedes=None)
            )
            earlier = None if ruling.supersedes is None else numbers[ruling.supersedes - 1]
            number = next(known, None)
            if number is None:
                number = self._append_ruling(db, RuledOn(0, replace(ruling, supersedes=earlier), finding))
            numbers.append(number)

    def _append_ruling(self, db: sqlite3.Connection, entry: RuledOn) -> int:
        number = int(db.execute("SELECT coalesce(max(number), 0) + 1 FROM ruling").fetchone()[0])
        run = db.execute("SELECT run FROM judgement").fetchone()[0]
        row = (number, run, dumps(entry.finding), dumps(entry.ruling))
        db.execute("INSERT INTO ruling (number, run, finding, body) VALUES (?, ?, ?, ?)", row)
        chain.append(db, "ruling", *row)
        return number

    def _history(self, db: sqlite3.Connection) -> list[RuledOn]:
        rows = db.execute("SELECT number, body, finding FROM ruling ORDER BY number")
        return [RuledOn(number, loads(body), loads(finding)) for number, body, finding in rows]

    def judgement(self) -> Judgement | None:
        """The last complete judgement, None before there is one."""
        with self.reading() as db:
            found = judged.read(db)
            if found is None:
                return None
            return replace(found, rulings=carry_rulings(self._history(db), found.findings)[0])

    def tracks(self, first: int, last: int) -> Tracks:
        """Track rows whose ordinal lies in first..last."""
        with self.reading() as db:
            return judged.read_tracks(db, first, last)

    def gate_lines(self, ordinal: int) -> dict[str, Array]:
        """Gate id -> (k, 2) px polyline at that frame, as carried; absent where lost."""
        with self.reading() as db:
            return segments.read_lines(db, ordinal)

    def put_gate_lines(self, ordinals: Sequence[int], lines: dict[str, Array]) -> None:
        """Gate id -> (n, k, 2) px for those frames; NaN where lost. Kept in single precision."""
        with self._writing() as db:
            segments.write_lines(db, ordinals, lines)

    def rule(self, ruling: Ruling) -> int:
        """Append a ruling on a finding of the last judgement; `supersedes` is a place in its rulings.

        Returns its own place there, from 1. Raises CaseUnusable if there is no such finding or ruling.
        """
        with self._writing(flush=True) as db:
            findings = judged.read_findings(db)
            finding = next((f for f in findings if f.id == ruling.finding), None)
            if finding is None:
                numbers = ", ".join(str(f.id) for f in findings) or "none"
                raise CaseUnusable(
                    f"{self._path}: the case has no finding {ruling.finding}.",
                    remedy=f"Its findings are: {numbers}.",
                )
            history = self._history(db)
            held, aside = carry_rulings(history, findings)
            if ruling.supersedes is not None:
                ruling = replace(ruling, supersedes=self._superseded(ruling, held, history, aside))
            self._append_ruling(db, RuledOn(0, ruling, finding))
            return len(held) + 1

    def _superseded(
        self,
        ruling: Ruling,
        held: Sequence[Ruling],
        history: Sequence[RuledOn],
        aside: Sequence[RuledOn],
    ) -> int:
        place = ruling.supersedes or 0
        if not 1 <= place <= len(held) or held[place - 1].finding != ruling.finding:
            raise CaseUnusable(
                f"{self._path}: ruling {place} on finding {ruling.finding} does not exist.",
                remedy="Name a ruling on the same finding.",
            )
        gone = {entry.number for entry in aside}
        return [entry.number for entry in history if entry.number not in gone][place - 1]

    def rulings_set_aside(self) -> tuple[RuledOn, ...]:
        """Rulings on findings that the last run does not make in the same way any more."""
        with self.reading() as db:
            return carry_rulings(self._history(db), judged.read_findings(db))[1]

    def note(self, who: str, act: Mapping[str, Any], *, at: str) -> int:
        """Append a person's act (plain JSON data) to the journal; returns its number, from 1."""
        with self._writing(flush=True) as db:
            number = int(db.execute("SELECT coalesce(max(number), 0) + 1 FROM journal").fetchone()[0])
            row = (number, who, at, json.dumps(dict(act), allow_nan=False))
            db.execute("INSERT INTO journal (number, who, at, act) VALUES (?, ?, ?, ?)", row)
            chain.append(db, "journal", *row)
            return number

    def journal(self) -> list[JournalEntry]:
        """Every act in order."""
        with self.reading() as db:
            rows = db.execute("SELECT number, who, at, act FROM journal ORDER BY number").fetchall()
        return [JournalEntry(number, who, at, json.loads(act)) for number, who, at, act in rows]

    def content_sha256(self) -> str:
        """The hash over everything that the last run judged; empty before there was one."""
        with self.reading() as db:
            row = db.execute("SELECT content_sha256 FROM run ORDER BY number DESC LIMIT 1").fetchone()
        return "" if row is None else str(row[0])

    def head_sha256(self) -> str:
        """The newest link of the hash chain, for a report to print; zeros before there is one."""
        with self.reading() as db:
            return chain.head(db)

    def verify(self) -> chain.Verification:
        """Whether anything was altered since it was written; raises CaseUnusable if SQLite cannot read it."""
        with self.reading() as db:
            return chain.verify(db, self._path)

    def close(self) -> None:
        """Fold the log into the file and let others write."""
        with self._guard:
            if self._lock is not None:
                with contextlib.suppress(sqlite3.Error):
                    self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._connection.close()
            if self._lock is not None:
                self._lock.release()
                self._lock = None
