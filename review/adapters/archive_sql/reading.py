"""What a ledger says when it is asked: how far things are, what failed, what was found."""

from __future__ import annotations

from typing import Any, cast

from sqlalchemy import ColumnElement, Connection, and_, func, or_, select

from review.adapters.archive_sql.schema import disagreement, mention, output, tape, unit
from review.core.archive import Disagreement, Failure, Found, Mention, Output, Query, State, Tally, TapeStand

__all__ = ["disagreements", "failures", "find", "mention_row", "output_of", "spent", "stands", "tallies"]


def output_of(row: Any) -> Output:
    """The output that a row keeps."""
    return Output(
        row.segment, row.digest, row.start_pts, row.end_pts, row.size_bytes, row.tape_s, row.wall_s,
        row.cpu_s, row.read_bytes,
    )  # fmt: skip


def tallies(db: Connection) -> tuple[Tally, ...]:
    """Units by stage and state."""
    query = select(unit.c.stage, unit.c.state, func.count(), func.sum(unit.c.tape_s))
    rows = db.execute(query.group_by(unit.c.stage, unit.c.state).order_by(unit.c.stage, unit.c.state))
    return tuple(Tally(stage, state, count, float(tape_s)) for stage, state, count, tape_s in rows)


def _underway() -> Any:
    """Seconds of tape that are watched in units not yet done, by tape."""
    inside = and_(
        output.c.tape == unit.c.tape,
        output.c.stage == unit.c.stage,
        output.c.key == unit.c.key,
        output.c.segment >= unit.c.first_segment,
        output.c.segment < unit.c.first_segment + unit.c.segments,
    )
    return (
        select(unit.c.tape, func.sum(output.c.tape_s))
        .join(output, inside)
        .where(unit.c.stage == "watch", unit.c.state != "done")
        .group_by(unit.c.tape)
    )


def stands(db: Connection) -> tuple[TapeStand, ...]:
    """How far every tape is."""
    done = and_(unit.c.stage == "watch", unit.c.state == "done")
    finished = select(unit.c.tape, func.sum(unit.c.tape_s)).where(done).group_by(unit.c.tape)
    watched = {one: float(value) for one, value in db.execute(finished)}
    for one, value in db.execute(_underway()):
        watched[one] = watched.get(one, 0.0) + float(value)
    given_up = select(unit.c.tape, func.count()).where(unit.c.state == "failed").group_by(unit.c.tape)
    failed = {one: int(count) for one, count in db.execute(given_up)}
    last = select(unit.c.tape, unit.c.state).where(unit.c.stage == "conclude")
    ends: dict[int, State] = {one: cast(State, state) for one, state in db.execute(last)}
    return tuple(
        TapeStand(
            row.sha256, row.path, row.duration_s, min(row.duration_s, watched.get(row.id, 0.0)),
            ends.get(row.id, "waiting"), failed.get(row.id, 0),
        )
        for row in db.execute(select(tape).order_by(tape.c.id))
    )  # fmt: skip


def failures(db: Connection) -> tuple[Failure, ...]:
    """Units that are given up, by cause."""
    query = (
        select(unit, tape.c.sha256, tape.c.path)
        .join(tape, tape.c.id == unit.c.tape)
        .where(unit.c.state == "failed")
        .order_by(unit.c.cause, tape.c.id, unit.c.first_segment)
    )
    return tuple(
        Failure(row.sha256, row.path, row.stage, row.first_segment, row.attempt, row.cause, row.reason)
        for row in db.execute(query)
    )


def disagreements(db: Connection) -> tuple[Disagreement, ...]:
    """In the order in which they came up."""
    query = select(disagreement, tape.c.sha256).join(tape, tape.c.id == disagreement.c.tape)
    return tuple(
        Disagreement(row.sha256, row.stage, row.segment, row.held, row.other, row.holder, row.at_s)
        for row in db.execute(query.order_by(disagreement.c.id))
    )


def spent(db: Connection, since_s: float) -> tuple[Output, ...]:
    """Sums over outputs since a moment, by stage."""
    columns = [output.c[name] for name in ("size_bytes", "tape_s", "wall_s", "cpu_s", "read_bytes")]
    query = select(output.c.stage, *(func.sum(one) for one in columns)).where(output.c.at_s >= since_s)
    sums = {row[0]: row[1:] for row in db.execute(query.group_by(output.c.stage))}
    return tuple(
        Output(number, "", 0, 0, int(size), float(tape_s), float(wall_s), float(cpu_s), int(read))
        for number, stage in enumerate(("watch", "conclude"))
        for size, tape_s, wall_s, cpu_s, read in [sums.get(stage, (0, 0.0, 0.0, 0.0, 0))]
    )


def mention_row(tape_id: int, one: Mention) -> dict[str, Any]:
    """A mention as a row."""
    (low_m, high_m), (low_s, high_s) = one.margin_m, one.margin_s
    return {
        "tape": tape_id, "kind": one.kind, "start_s": one.start_s, "end_s": one.end_s,
        "verdict": one.verdict, "clause": one.clause, "team": one.team, "number": one.number,
        "name": one.name, "direction": one.direction, "low_m": low_m, "high_m": high_m, "low_s": low_s,
        "high_s": high_s, "rank": one.rank, "confidence": one.confidence, "words": one.words,
    }  # fmt: skip


def find(db: Connection, query: Query) -> tuple[Found, ...]:
    """Mentions that fit, by day, tape and time."""
    asked = (
        select(mention, tape.c.sha256, tape.c.path, tape.c.day, tape.c.season)
        .join(tape, tape.c.id == mention.c.tape)
        .where(*_conditions(query))
        .order_by(tape.c.day.is_not(None), tape.c.day, tape.c.path, mention.c.start_s, mention.c.id)
        .limit(query.limit)
    )
    return tuple(_found(row) for row in db.execute(asked))


def _conditions(query: Query) -> list[ColumnElement[bool]]:
    exact = {
        mention.c.kind: query.kind,
        mention.c.clause: query.clause,
        mention.c.verdict: query.verdict,
        mention.c.number: query.number,
        mention.c.direction: query.direction,
        mention.c.rank: query.rank,
        tape.c.season: query.season,
    }
    out: list[ColumnElement[bool]] = [column == value for column, value in exact.items() if value is not None]
    if query.team is not None:
        out.append(func.lower(mention.c.team) == query.team.lower())
    if query.since is not None:
        out.append(tape.c.day >= query.since)
    if query.until is not None:
        out.append(tape.c.day <= query.until)
    for bound, low, high in (
        (query.over_m, mention.c.low_m, mention.c.high_m),
        (query.over_s, mention.c.low_s, mention.c.high_s),
    ):
        if bound is not None:  # an end that nothing bounds may be anywhere
            measured = or_(low.is_not(None), high.is_not(None))
            may_be = and_(measured, or_(high > bound, high.is_(None)))
            out.append(may_be if query.possibly else low > bound)
    return out


def _found(row: Any) -> Found:
    one = Mention(
        row.kind, row.start_s, row.end_s, row.verdict, row.clause, row.team, row.number, row.name,
        row.direction, (row.low_m, row.high_m), (row.low_s, row.high_s), row.rank, row.confidence, row.words,
    )  # fmt: skip
    return Found(one, row.sha256, row.path, row.day, row.season)
