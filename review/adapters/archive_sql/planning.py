"""Tapes and what is wanted of them, as rows."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, Row, delete, select, update

from review.adapters.archive_sql.schema import output, tape, unit
from review.adapters.archive_sql.units import conclude_if_covered, hold, recount
from review.core.archive import TapeEntry, TapePlan, shard_of

__all__ = ["entry_of", "put_tape", "want_tape"]

Wanted = dict[tuple[str, str, int], tuple[int, float]]


def entry_of(row: Row[Any]) -> TapeEntry:
    """The entry that a row keeps."""
    told = json.loads(row.body)
    return TapeEntry(**(told | {"size_px": tuple(told["size_px"])}))


def put_tape(db: Connection, entry: TapeEntry) -> bool:
    """Insert or bring up to date; True if it is new."""
    values = {
        "path": entry.path,
        "duration_s": entry.duration_s,
        "day": entry.day,
        "season": entry.season,
        "body": json.dumps(asdict(entry), sort_keys=True),
    }
    if db.execute(update(tape).where(tape.c.sha256 == entry.sha256).values(**values)).rowcount:
        return False
    counts = {"ready": 0, "leased": 0}
    db.execute(tape.insert().values(sha256=entry.sha256, shard=shard_of(entry.sha256), **values, **counts))
    return True


def want_tape(db: Connection, plan: TapePlan) -> None:
    """Units of exactly this plan; those there already stay as they are."""
    row = db.execute(select(tape).where(tape.c.sha256 == plan.sha256).with_for_update()).one_or_none()
    if row is None:
        return
    entry = entry_of(row)
    wanted: Wanted = {
        ("watch", plan.watch_key, first): (count, _seconds(entry, first, count))
        for first, count in plan.parts
    }
    wanted["conclude", plan.judge_key, 0] = (1, entry.duration_s)
    there = {
        (u.stage, u.key, u.first_segment): u for u in db.execute(select(unit).where(unit.c.tape == row.id))
    }
    same = (row.watch_key, row.judge_key) == (plan.watch_key, plan.judge_key)
    if same and {k: u.segments for k, u in there.items()} == {k: count for k, (count, _) in wanted.items()}:
        return
    for key, old in there.items():
        if key not in wanted or wanted[key][0] != old.segments or old.stage == "conclude":
            db.execute(delete(unit).where(unit.c.id == old.id))
    keys = {"watch_key": plan.watch_key, "judge_key": plan.judge_key}
    db.execute(update(tape).where(tape.c.id == row.id).values(**keys))
    kept = {k for k, u in there.items() if k in wanted and wanted[k][0] == u.segments and k[0] == "watch"}
    _insert(db, row.id, {k: v for k, v in wanted.items() if k not in kept})
    held = hold(db, row.id)
    if held is not None:
        conclude_if_covered(db, held, (entry.first_pts, entry.end_pts))
    recount(db, row.id)


def _seconds(entry: TapeEntry, first: int, count: int) -> float:
    return max(0.0, min(entry.duration_s, (first + count) * entry.segment_s) - first * entry.segment_s)


def _insert(db: Connection, tape_id: int, wanted: Wanted) -> None:
    """New units; done where all their outputs are there from an earlier time."""
    made: dict[tuple[str, str], set[int]] = {}
    there = select(output.c.stage, output.c.key, output.c.segment).where(output.c.tape == tape_id)
    for stage, key, segment in db.execute(there):
        made.setdefault((stage, key), set()).add(segment)
    rows = []
    for (stage, key, first), (count, tape_s) in wanted.items():
        done = made.get((stage, key), set()).issuperset(range(first, first + count))
        fresh = "ready" if stage == "watch" else "waiting"
        rows.append(
            {
                "tape": tape_id, "stage": stage, "key": key, "first_segment": first, "segments": count,
                "tape_s": tape_s, "state": "done" if done else fresh, "attempt": 0,
            }
        )  # fmt: skip
    if rows:
        db.execute(unit.insert(), rows)
