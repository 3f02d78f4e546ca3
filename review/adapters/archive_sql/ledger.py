"""The ledger in SQLite or PostgreSQL: whoever works, every step is one short transaction."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, delete, func, select, text, update
from sqlalchemy.dialects import sqlite

from review.adapters.archive_sql import door, planning, reading, units
from review.adapters.archive_sql.schema import disagreement, mark, mention, output, tape, unit
from review.core.archive import (
    Claim,
    Disagreement,
    Failure,
    Found,
    Mention,
    Output,
    Query,
    Receipt,
    Stage,
    Tally,
    TapeEntry,
    TapePlan,
    TapeStand,
)

__all__ = ["SqlLedger"]

_T = TypeVar("_T")
_BATCH = 500
_REST_S = 15.0  # after a first failure; doubled with each


class SqlLedger:
    """See `review.ports.ledger.Ledger`. `clock` gives seconds since 1970; PostgreSQL has its own."""

    def __init__(self, place: str, *, create: bool = False, clock: Callable[[], float] | None = None) -> None:
        self.place = place
        self._clock = clock
        self._engine = door.engine_of(place)
        door.prepare(self._engine, place, create=create)

    def now_s(self) -> float:
        """One clock for all workers: the server's, or this desk's."""
        with door.told(self.place), door.begin(self._engine) as db:
            return self._now(db)

    def _now(self, db: Connection) -> float:
        if self._clock is not None:
            return self._clock()
        if db.dialect.name == "sqlite":
            return time.time()
        return float(db.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one())

    def put_tapes(self, tapes: Sequence[TapeEntry]) -> int:
        """In batches, each whole or not at all."""
        new = 0
        for some in _batches(tapes):
            with door.told(self.place), door.begin_write(self._engine, alone=True) as db:
                new += sum(planning.put_tape(db, entry) for entry in some)
        return new

    def tapes(self) -> tuple[TapeEntry, ...]:
        """In the order added."""
        with door.told(self.place), door.begin(self._engine) as db:
            return tuple(planning.entry_of(row) for row in db.execute(select(tape).order_by(tape.c.id)))

    def want(self, plans: Sequence[TapePlan]) -> int:
        """In batches, each whole or not at all."""
        for some in _batches(plans):
            with door.told(self.place), door.begin_write(self._engine, alone=True) as db:
                for plan in some:
                    planning.want_tape(db, plan)
        with door.told(self.place), door.begin(self._engine) as db:
            return int(db.execute(select(func.count()).where(unit.c.state != "done")).scalar_one())

    def wanted(self) -> tuple[TapePlan, ...]:
        """Keys as planned last."""
        with door.told(self.place), door.begin(self._engine) as db:
            rows = db.execute(select(tape).where(tape.c.watch_key.is_not(None)).order_by(tape.c.id))
            return tuple(TapePlan(row.sha256, row.watch_key, row.judge_key, ()) for row in rows)

    def claim(
        self, holder: str, *, lease_s: float, near: str | None = None, shard: tuple[int, int] = (0, 1)
    ) -> Claim | None:
        """One transaction."""
        with door.told(self.place), door.begin_write(self._engine) as db:
            if _is_paused(db):
                return None
            now = self._now(db)
            units.sweep(db, now)
            taken = units.take(db, holder, until_s=now + lease_s, near=near, shard=shard)
            if taken is None:
                return None
            one, row = taken
            entry = planning.entry_of(row)
            return Claim(
                one.id, entry, one.stage, one.key, one.first_segment, one.segments, one.attempt + 1, holder,
                now + lease_s, row.watch_key,
            )  # fmt: skip

    def put_output(self, claim: Claim, output_: Output, *, lease_s: float) -> Receipt:
        """The first digest stays; a second that differs is put on record."""
        with door.told(self.place), door.begin_write(self._engine) as db:
            now = self._now(db)
            tape_id = _tape_id(db, claim)
            held = self._insert(db, claim, tape_id, output_, now)
            if held is not None and held != output_.digest:
                db.execute(
                    disagreement.insert().values(
                        tape=tape_id, stage=claim.stage, key=claim.key, segment=output_.segment, held=held,
                        other=output_.digest, holder=claim.holder, at_s=now,
                    )
                )  # fmt: skip
            renewed: dict[str, Any] = {"until_s": now + lease_s} | ({"attempt": 1} if held is None else {})
            mine = _mine(claim)
            still = bool(db.execute(update(unit).where(*mine).values(**renewed)).rowcount)
        if held is None:
            return Receipt("kept", still)
        return Receipt("same" if held == output_.digest else "differs", still)

    def _insert(self, db: Connection, claim: Claim, tape_id: int, made: Output, now: float) -> str | None:
        """The digest that is there already, None if this one is the first."""
        insert: Any = sqlite.insert
        if db.dialect.name != "sqlite":
            from sqlalchemy.dialects import postgresql

            insert = postgresql.insert
        key = {"tape": tape_id, "stage": claim.stage, "key": claim.key, "segment": made.segment}
        row = key | {
            "digest": made.digest, "start_pts": made.start_pts, "end_pts": made.end_pts,
            "size_bytes": made.size_bytes, "tape_s": made.tape_s, "wall_s": made.wall_s, "cpu_s": made.cpu_s,
            "read_bytes": made.read_bytes, "holder": claim.holder, "at_s": now,
        }  # fmt: skip
        new = insert(output).values(**row).on_conflict_do_nothing().returning(output.c.segment)
        if db.execute(new).one_or_none() is not None:
            return None
        same = [output.c[name] == value for name, value in key.items()]
        return str(db.execute(select(output.c.digest).where(*same)).scalar_one())

    def finish(self, claim: Claim, mentions: Sequence[Mention] = ()) -> bool:
        """Whoever finishes: what counts is that every output is there."""
        with door.told(self.place), door.begin_write(self._engine) as db:
            row = units.hold(db, _tape_id(db, claim))
            if row is None:
                return False
            made = db.execute(
                select(func.count()).where(
                    output.c.tape == row.id,
                    output.c.stage == claim.stage,
                    output.c.key == claim.key,
                    output.c.segment.between(claim.first_segment, claim.first_segment + claim.segments - 1),
                )
            ).scalar_one()
            if made < claim.segments:
                self._give_back(db, claim, row.id)
                return False
            same = (unit.c.key == claim.key, unit.c.first_segment == claim.first_segment)
            there = db.execute(select(unit.c.id).where(unit.c.id == claim.unit, *same))
            if there.one_or_none() is not None:
                units.set_state(db, claim.unit, "done")
            if claim.stage == "conclude" and claim.key == row.judge_key:
                _index(db, row.id, mentions)
            else:
                entry = planning.entry_of(row)
                units.conclude_if_covered(db, row, (entry.first_pts, entry.end_pts))
            units.recount(db, row.id)
            return True

    def _give_back(self, db: Connection, claim: Claim, tape_id: int) -> None:
        if db.execute(select(unit.c.id).where(*_mine(claim))).one_or_none() is not None:
            units.set_state(db, claim.unit, "ready")
            units.recount(db, tape_id)

    def fail(self, claim: Claim, *, cause: str, reason: str, again: bool) -> None:
        """It rests longer each time."""
        with door.told(self.place), door.begin_write(self._engine) as db:
            row = units.hold(db, _tape_id(db, claim))
            one = db.execute(select(unit).where(*_mine(claim))).one_or_none()
            if row is None or one is None:
                return
            told = {"cause": cause, "reason": reason}
            if again and one.attempt < units.MOST_LOST:
                until = self._now(db) + _REST_S * 2 ** (one.attempt - 1)
                units.set_state(db, one.id, "resting", until_s=until, **told)
            else:
                units.set_state(db, one.id, "failed", **told)
            units.recount(db, row.id)

    def release(self, holder: str, *, reason: str, lost: bool = True) -> int:
        """Of a worker that was lost the attempt counts, of one that stopped it does not."""
        with door.told(self.place), door.begin_write(self._engine) as db:
            held = select(unit).where(unit.c.holder == holder, units.HELD)
            rows = db.execute(held).all()
            for one in rows:
                units.hold(db, one.tape)
                if lost and one.attempt >= units.MOST_LOST:
                    told = {"cause": "worker lost", "reason": reason}
                    units.set_state(db, one.id, "failed", **told)
                else:
                    units.set_state(db, one.id, "ready", attempt=one.attempt - (not lost))
                units.recount(db, one.tape)
            return len(rows)

    def retry(self, *, cause: str | None = None) -> int:
        """Failed units get their attempts back; a tape that was not covered is watched anew."""
        with door.told(self.place), door.begin_write(self._engine, alone=True) as db:
            which = [unit.c.state == "failed", *([] if cause is None else [unit.c.cause == cause])]
            rows = db.execute(select(unit).where(*which)).all()
            for one in rows:
                row = units.hold(db, one.tape)
                units.set_state(db, one.id, "ready", attempt=0)
                if one.cause == "not covered" and row is not None:
                    units.forget(db, row, "watch", row.watch_key, -1)
                units.recount(db, one.tape)
            return len(rows)

    def pause(self, paused: bool) -> None:
        """Kept in the ledger, so that it holds for workers on every machine."""
        with door.told(self.place), door.begin_write(self._engine, alone=True) as db:
            db.execute(delete(mark).where(mark.c.name == "paused"))
            if paused:
                db.execute(mark.insert().values(name="paused", value="yes"))

    def paused(self) -> bool:
        """Whether work is held."""
        with door.told(self.place), door.begin(self._engine) as db:
            return _is_paused(db)

    def left(self, *, shard: tuple[int, int] = (0, 1)) -> int:
        """What waits for a unit that has failed is not counted."""
        with door.told(self.place), door.begin(self._engine) as db:
            query = (
                select(func.count())
                .select_from(unit.join(tape, tape.c.id == unit.c.tape))
                .where(
                    unit.c.state.in_(("ready", "leased", "resting")),
                    tape.c.shard % shard[1] == shard[0],
                )
            )
            return int(db.execute(query).scalar_one())

    def holders(self) -> tuple[str, ...]:
        """In order."""
        with door.told(self.place), door.begin(self._engine) as db:
            query = select(unit.c.holder).where(units.HELD).distinct().order_by(unit.c.holder)
            return tuple(db.execute(query).scalars())

    def outputs(self, sha256: str, stage: Stage, key: str) -> tuple[Output, ...]:
        """By segment."""
        with door.told(self.place), door.begin(self._engine) as db:
            query = (
                select(output)
                .join(tape, tape.c.id == output.c.tape)
                .where(tape.c.sha256 == sha256, output.c.stage == stage, output.c.key == key)
                .order_by(output.c.segment)
            )
            return tuple(reading.output_of(row) for row in db.execute(query))

    def tallies(self) -> tuple[Tally, ...]:
        """By stage and state."""
        return self._read(reading.tallies)

    def stands(self) -> tuple[TapeStand, ...]:
        """Of every tape."""
        return self._read(reading.stands)

    def failures(self) -> tuple[Failure, ...]:
        """By cause."""
        return self._read(reading.failures)

    def disagreements(self) -> tuple[Disagreement, ...]:
        """In order."""
        return self._read(reading.disagreements)

    def began_s(self, *, since_s: float) -> float | None:
        """By when it was recorded and how long it took."""
        with door.told(self.place), door.begin(self._engine) as db:
            first = func.min(output.c.at_s - output.c.wall_s)
            found = db.execute(select(first).where(output.c.at_s >= since_s)).scalar()
            return None if found is None else float(found)

    def index(self, sha256: str, mentions: Sequence[Mention]) -> None:
        """In one transaction."""
        with door.told(self.place), door.begin_write(self._engine) as db:
            _index(db, db.execute(select(tape.c.id).where(tape.c.sha256 == sha256)).scalar_one(), mentions)

    def undo(self, sha256: str, stage: str, key: str, segment: int) -> None:
        """In one transaction."""
        with door.told(self.place), door.begin_write(self._engine, alone=True) as db:
            row = db.execute(select(tape).where(tape.c.sha256 == sha256)).one_or_none()
            if row is not None:
                units.forget(db, row, stage, key, segment)

    def spent(self, *, since_s: float = 0.0) -> tuple[Output, ...]:
        """Sums, by stage."""
        return self._read(lambda db: reading.spent(db, since_s))

    def find(self, query: Query) -> tuple[Found, ...]:
        """By day, tape and time."""
        return self._read(lambda db: reading.find(db, query))

    def _read(self, ask: Callable[[Connection], _T]) -> _T:
        with door.told(self.place), door.begin(self._engine) as db:
            return ask(db)

    def close(self) -> None:
        """Let the database go."""
        self._engine.dispose()


def _index(db: Connection, tape_id: int, mentions: Sequence[Mention]) -> None:
    db.execute(delete(mention).where(mention.c.tape == tape_id))
    if mentions:
        db.execute(mention.insert(), [reading.mention_row(tape_id, one) for one in mentions])


def _batches(rows: Sequence[_T]) -> list[Sequence[_T]]:
    return [rows[k : k + _BATCH] for k in range(0, len(rows), _BATCH)]


def _mine(claim: Claim) -> tuple[Any, ...]:
    return unit.c.id == claim.unit, unit.c.holder == claim.holder, unit.c.state == "leased"


def _tape_id(db: Connection, claim: Claim) -> int:
    return int(db.execute(select(tape.c.id).where(tape.c.sha256 == claim.tape.sha256)).scalar_one())


def _is_paused(db: Connection) -> bool:
    return db.execute(select(mark.c.value).where(mark.c.name == "paused")).one_or_none() is not None
