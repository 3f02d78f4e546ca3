"""A docket in SQLite or PostgreSQL: entries appended one after the other, whoever writes."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, cast

from sqlalchemy import Connection, Row, func, select

from review.adapters.docket_sql import door
from review.adapters.docket_sql.schema import chain, entry
from review.core.chain import START, Link, Verification, broken, digest, linked
from review.core.docket import Act, Entry, EntryKind, columns_of, next_entries, refuse_moved

__all__ = ["SqlDocket"]

_COLUMNS = ("number", "docket_case", "version", "recorded", "kind", "who", "valid", "once", "body")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")


class SqlDocket:
    """See `review.ports.docket.Docket`. `clock` gives the time of recording, UTC; tests set it."""

    def __init__(self, place: str, *, create: bool = False, clock: Callable[[], str] = _now) -> None:
        self.place = place
        self._clock = clock
        self._engine = door.engine_of(place)
        door.prepare(self._engine, place, create=create)

    @staticmethod
    def upgrade(place: str) -> str:
        """Set up a database or bring it up to date; returns its revision.

        Raises
        ------
        DocketUnusable
        """
        engine = door.engine_of(place)
        door.prepare(engine, place, create=True, migrate=True)
        with door.told(place), door.begin_read(engine) as db:
            return str(door.revision_of(db))

    def entries(self, case: int | None = None) -> tuple[Entry, ...]:
        """In order; one state."""
        with door.told(self.place), door.begin_read(self._engine) as db:
            return _read(db, case)

    def append(self, acts: Sequence[Act], *, case: int | None, seen: int) -> tuple[Entry, ...]:
        """All or none, in one transaction that no other writer shares."""
        with door.told(self.place), door.begin_write(self._engine) as db:
            keys = {act.once for act in acts if act.once}
            refuse_moved(
                case,
                seen,
                held=_read(db, case) if case is not None else (),
                clashes=tuple(_entry(row) for row in db.execute(select(entry).where(entry.c.once.in_(keys)))),
            )
            number, recorded, last_case = db.execute(
                select(
                    func.coalesce(func.max(entry.c.number), 0),
                    func.coalesce(func.max(entry.c.recorded), ""),
                    func.coalesce(func.max(entry.c.docket_case), 0),
                )
            ).one()
            made = next_entries(
                acts,
                case=case or last_case + 1,
                version=seen,
                last_number=number,
                recorded=max(self._clock(), recorded),
            )
            _write(db, made)
        return made

    def head(self) -> str:
        """The newest link."""
        with door.told(self.place), door.begin_read(self._engine) as db:
            return _head(db)

    def heads(self) -> tuple[str, ...]:
        """Every link."""
        with door.told(self.place), door.begin_read(self._engine) as db:
            return tuple(db.execute(select(chain.c.sha256).order_by(chain.c.number)).scalars())

    def verify(self) -> Verification:
        """Walk the chain as it lies in the database."""
        with door.told(self.place), door.begin_read(self._engine) as db:
            own = {
                ("entry", row.number): digest("entry", *(_text(value) for value in row))
                for row in db.execute(select(*(entry.c[name] for name in _COLUMNS)).order_by(entry.c.number))
            }
            links = [
                Link("entry", row.number, row.entry_sha256, row.sha256)
                for row in db.execute(select(chain).order_by(chain.c.number))
            ]
            return Verification(_head(db), len(links), tuple(broken(links, own)))

    def close(self) -> None:
        """Let the database go."""
        self._engine.dispose()


def _text(value: Any) -> Any:
    return "" if value is None else value


def _head(db: Connection) -> str:
    return str(db.execute(select(chain.c.sha256).order_by(chain.c.number.desc()).limit(1)).scalar() or START)


def _read(db: Connection, case: int | None) -> tuple[Entry, ...]:
    query = select(entry).order_by(entry.c.number)
    if case is not None:
        query = query.where(entry.c.docket_case == case)
    return tuple(_entry(row) for row in db.execute(query))


def _entry(row: Row[Any]) -> Entry:
    act = Act(cast(EntryKind, row.kind), row.who, row.valid, json.loads(row.body), row.once)
    return Entry(row.number, row.docket_case, row.version, row.recorded, act)


def _write(db: Connection, made: Sequence[Entry]) -> None:
    for one in made:
        columns = columns_of(one)
        link = linked(_head(db), "entry", *columns)
        row = dict(zip(_COLUMNS, columns, strict=True))
        db.execute(entry.insert(), {**row, "once": row["once"] or None})
        db.execute(
            chain.insert(), {"number": one.number, "entry_sha256": link.entry_sha256, "sha256": link.sha256}
        )
