"""Units of work as they pass from hand to hand. Every step holds the row of its tape, so that two
workers of PostgreSQL never step on one tape at a time; in SQLite there is one writer anyway."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, delete, func, select, text, true, update

from review.adapters.archive_sql.schema import output, tape, unit
from review.core.archive import holes

__all__ = [
    "HELD",
    "MOST_LOST",
    "conclude_if_covered",
    "forget",
    "hold",
    "recount",
    "set_state",
    "sweep",
    "take",
]

#: A unit that loses so many holders one after another without an output is given up.
MOST_LOST = 3
_SWEEP_ROWS = 64
#: In words, not as parameters: only so does SQLite see that a partial index serves.
_HAS_WORK = text("tape.ready > 0")
_TIMED = text("unit.state IN ('leased', 'resting')")
HELD = text("unit.state = 'leased'")


def hold(db: Connection, tape_id: int, *, skip: bool = False) -> Row[Any] | None:
    """The tape's row, held until the transaction ends; None if `skip` and another holds it."""
    query = select(tape).where(tape.c.id == tape_id).with_for_update(skip_locked=skip)
    return db.execute(query).one_or_none()


def set_state(db: Connection, unit_id: int, state: str, **values: Any) -> None:
    """Put a unit into a state; it is in nobody's hands unless `values` say so."""
    told = {"holder": None, "until_s": None, "cause": None, "reason": None} | values
    db.execute(update(unit).where(unit.c.id == unit_id).values(state=state, **told))


def recount(db: Connection, tape_id: int) -> None:
    """How many units of a tape are ready and leased, for the search for work."""
    counts = {
        name: select(func.count()).where(unit.c.tape == tape_id, unit.c.state == name).scalar_subquery()
        for name in ("ready", "leased")
    }
    db.execute(update(tape).where(tape.c.id == tape_id).values(**counts))


def sweep(db: Connection, now_s: float) -> None:
    """Take back what nobody holds any more, and wake what has rested."""
    late = and_(_TIMED, unit.c.until_s < now_s)
    for unit_id, tape_id in db.execute(
        select(unit.c.id, unit.c.tape).where(late).order_by(unit.c.until_s).limit(_SWEEP_ROWS)
    ).all():
        if hold(db, tape_id, skip=True) is None:
            continue
        row = db.execute(select(unit).where(unit.c.id == unit_id, late)).one_or_none()
        if row is None:
            continue
        if row.state == "leased" and row.attempt >= MOST_LOST:
            reason = f"{row.attempt} workers in a row were lost at it, the last {row.holder}"
            set_state(db, unit_id, "failed", cause="worker lost", reason=reason)
        else:
            set_state(db, unit_id, "ready")
        recount(db, tape_id)


def take(
    db: Connection, holder: str, *, until_s: float, near: str | None, shard: tuple[int, int]
) -> tuple[Row[Any], Row[Any]] | None:
    """(unit, tape) that is the holder's now, or None."""
    mine = true() if shard[1] == 1 else tape.c.shard % shard[1] == shard[0]
    choices: list[tuple[ColumnElement[bool], tuple[Any, ...]]] = [
        (tape.c.leased == 0, (tape.c.id,)),
        (tape.c.leased > 0, (tape.c.leased, tape.c.id)),
    ]
    if near is not None:
        choices.insert(0, (tape.c.sha256 == near, (tape.c.id,)))
    for which, order in choices:
        query = select(tape).where(_HAS_WORK, mine, which).order_by(*order).limit(1)
        found = db.execute(query.with_for_update(skip_locked=True)).one_or_none()
        if found is None:
            continue
        one = db.execute(
            select(unit)
            .where(unit.c.tape == found.id, unit.c.state == "ready")
            .order_by(unit.c.first_segment)
            .limit(1)
        ).one_or_none()
        if one is not None:
            set_state(db, one.id, "leased", holder=holder, until_s=until_s, attempt=one.attempt + 1)
            recount(db, found.id)
            return one, found
    return None


def conclude_if_covered(db: Connection, held: Row[Any], span: tuple[int, int]) -> None:
    """Make the conclusion of a watched tape ready, or say which stretches nothing covers."""
    watching = select(func.count()).where(
        unit.c.tape == held.id, unit.c.stage == "watch", unit.c.state != "done"
    )
    one = db.execute(
        select(unit).where(unit.c.tape == held.id, unit.c.stage == "conclude", unit.c.state == "waiting")
    ).one_or_none()
    if one is None or db.execute(watching).scalar_one():
        return
    made = select(output.c.start_pts, output.c.end_pts).where(
        output.c.tape == held.id, output.c.stage == "watch", output.c.key == held.watch_key
    )
    left = holes([(a, b) for a, b in db.execute(made)], span)
    if not left:
        set_state(db, one.id, "ready")
        return
    where = ", ".join(f"pts {a} to {b}" for a, b in left[:3])
    set_state(
        db, one.id, "failed", cause="not covered", reason=f"the spans do not add up to the tape: {where}"
    )


def forget(db: Connection, held: Row[Any], stage: str, key: str, segment: int) -> None:
    """Let an output be made again, and what was built on it; segment -1 means all of the stage."""
    mine = [output.c.tape == held.id, output.c.stage == stage, output.c.key == key]
    parts = [unit.c.tape == held.id, unit.c.stage == stage, unit.c.key == key]
    if segment >= 0:
        mine.append(output.c.segment == segment)
        parts += [unit.c.first_segment <= segment, unit.c.first_segment + unit.c.segments > segment]
    fresh = {"attempt": 0, "holder": None, "until_s": None, "cause": None, "reason": None}
    db.execute(delete(output).where(*mine))
    settled = unit.c.state.in_(("done", "failed"))
    db.execute(update(unit).where(*parts, settled).values(state="ready", **fresh))
    if stage == "watch":
        judged = (unit.c.tape == held.id, unit.c.stage == "conclude")
        last = (output.c.tape == held.id, output.c.stage == "conclude", output.c.key == held.judge_key)
        db.execute(delete(output).where(*last))
        db.execute(update(unit).where(*judged, unit.c.state != "leased").values(state="waiting", **fresh))
    recount(db, held.id)
