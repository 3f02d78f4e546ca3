"""The rows of a judgement: written all together, read back equal."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from review.adapters.store_sqlite.blobs import pack, unpack
from review.adapters.store_sqlite.codec import dumps, loads
from review.core.arrays import Array
from review.core.case import Judgement
from review.core.counts import CountTimeline
from review.core.findings import Finding
from review.core.tracks import Track, Tracks

__all__ = ["content_sha256", "read", "read_findings", "read_tracks", "write"]

_BIN_S = 10
_TRACK_COLUMNS = ("ordinal", "pts", "xyxy_px", "conf", "class_id", "detection", "foot_m", "foot_error_m")


@dataclass(frozen=True, slots=True)
class _Rows:
    """One table of records: the field of Judgement it keeps, and its real columns besides seq and body.

    A `late` table came after cases were judged without it: empty, it is not part of the content's hash.
    """

    table: str
    field: str
    columns: Mapping[str, Callable[[Any], Any]]
    late: bool = False


def _get(name: str) -> Callable[[Any], Any]:
    return lambda record: getattr(record, name)


_ID = {"id": _get("id")}
_TABLES = (
    _Rows("coverage", "coverage", {}),
    _Rows("shot", "shots", _ID),
    _Rows("person", "people", _ID),
    _Rows("gate", "gates", _ID),
    _Rows("crossing", "crossings", {**_ID, "person": _get("person"), "gate": _get("gate")}),
    _Rows("gate_gap", "gate_gaps", {"gate": _get("gate")}),
    _Rows("change", "changes", {**_ID, "on_crossing": _get("on_crossing")}),
    _Rows("altercation", "altercations", {"id": lambda record: record.span.id}),
    _Rows("fact", "facts", _ID),
    _Rows("finding", "findings", _ID),
    _Rows("notice", "notices", {}),
    _Rows("clock_span", "clock_spans", {}),
    _Rows("clock_anchor", "clock_anchors", {}, late=True),
    _Rows("score_span", "scores", {}, late=True),
    _Rows("penalty_clock", "penalty_clocks", {}, late=True),
)


def write(connection: sqlite3.Connection, judgement: Judgement, tracks: Tracks) -> None:
    """Replace every judged row and track; the caller holds the transaction and writes run and judgement."""
    for rows in _TABLES:
        names = [*rows.columns, "seq", "body"]
        connection.execute(f"DELETE FROM {rows.table}")
        connection.executemany(
            f"INSERT INTO {rows.table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})",
            (
                (*(value(record) for value in rows.columns.values()), seq, dumps(record))
                for seq, record in enumerate(getattr(judgement, rows.field))
            ),
        )
    _write_counts(connection, judgement.counts)
    _write_tracks(connection, tracks, judgement.tape.scale.time_base)
    connection.execute("DELETE FROM gate_line WHERE gate NOT IN (SELECT id FROM gate)")


def _write_counts(connection: sqlite3.Connection, counts: tuple[CountTimeline, ...]) -> None:
    connection.execute("DELETE FROM count_point")
    connection.execute("DELETE FROM count_timeline")
    for seq, timeline in enumerate(counts):
        connection.execute("INSERT INTO count_timeline (team, seq) VALUES (?, ?)", (timeline.team, seq))
        connection.executemany(
            "INSERT INTO count_point (team, seq, body) VALUES (?, ?, ?)",
            ((timeline.team, at, dumps(point)) for at, point in enumerate(timeline.points)),
        )


def _write_tracks(connection: sqlite3.Connection, tracks: Tracks, time_base: Fraction) -> None:
    connection.execute("DELETE FROM track")
    ticks = max(1, round(_BIN_S / time_base))
    for track in tracks.each():
        bins = track.pts // ticks
        starts = np.flatnonzero(np.r_[True, bins[1:] != bins[:-1]])
        connection.executemany(
            "INSERT INTO track (id, bin, shot, first, last, rows, data) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                _chunk(track, int(bins[a]), slice(a, b))
                for a, b in zip(starts, [*starts[1:], len(track)], strict=True)
            ),
        )


def _chunk(track: Track, number: int, rows: slice) -> tuple[Any, ...]:
    ordinal = track.ordinal[rows]
    data = pack({name: getattr(track, name)[rows] for name in _TRACK_COLUMNS})
    first, last = int(ordinal.min()), int(ordinal.max())
    return track.id, number, track.shot, first, last, len(ordinal), data


def read(connection: sqlite3.Connection) -> Judgement | None:
    """The last judgement without its rulings; None before there is one."""
    row = connection.execute(
        "SELECT judgement.tape, run.body, judgement.game "
        "FROM judgement JOIN run ON run.number = judgement.run"
    ).fetchone()
    if row is None:
        return None
    fields = {
        rows.field: tuple(
            loads(text) for (text,) in connection.execute(f"SELECT body FROM {rows.table} ORDER BY seq")
        )
        for rows in _TABLES
    }
    tape, run, game = (loads(text) for text in row)
    return Judgement(tape=tape, run=run, game=game, counts=_read_counts(connection), **fields)


def _read_counts(connection: sqlite3.Connection) -> tuple[CountTimeline, ...]:
    teams = connection.execute("SELECT team FROM count_timeline ORDER BY seq").fetchall()
    query = "SELECT body FROM count_point WHERE team = ? ORDER BY seq"
    return tuple(
        CountTimeline(team, tuple(loads(text) for (text,) in connection.execute(query, (team,))))
        for (team,) in teams
    )


def read_findings(connection: sqlite3.Connection) -> tuple[Finding, ...]:
    """The findings of the last judgement."""
    return tuple(loads(text) for (text,) in connection.execute("SELECT body FROM finding ORDER BY seq"))


def read_tracks(connection: sqlite3.Connection, first: int, last: int) -> Tracks:
    """Track rows whose ordinal lies in first..last."""
    chunks = connection.execute(
        "SELECT id, shot, data FROM track WHERE last >= ? AND first <= ? ORDER BY id, bin", (first, last)
    )
    parts: dict[str, list[Any]] = {name: [] for name in ("id", "shot", *_TRACK_COLUMNS)}
    for id_, shot, data in chunks:
        columns = _with_feet(unpack(data))
        inside = (columns["ordinal"] >= first) & (columns["ordinal"] <= last)
        for name in _TRACK_COLUMNS:
            parts[name].append(columns[name][inside])
        parts["id"].append(np.full(int(inside.sum()), id_, np.int64))
        parts["shot"].append(np.full(int(inside.sum()), shot, np.int64))
    if not parts["id"]:
        return Tracks.empty()
    return Tracks(**{name: np.concatenate(columns) for name, columns in parts.items()})


def _with_feet(columns: dict[str, Array]) -> dict[str, Array]:
    """Tracks of a case judged before registration are nowhere on the rink."""
    n = len(columns["ordinal"])
    return {"foot_m": np.full((n, 2), np.nan), "foot_error_m": np.full(n, np.nan)} | columns


def content_sha256(connection: sqlite3.Connection) -> str:
    """A hash over everything the last run judged, read from the rows themselves."""
    digest = hashlib.sha256()
    queries = {"judgement": "SELECT tape, game FROM judgement"}
    for rows in _TABLES:
        names = ", ".join([*rows.columns, "seq", "body"])
        queries[rows.table] = f"SELECT {names} FROM {rows.table} ORDER BY seq"
    queries["count_timeline"] = "SELECT team, seq FROM count_timeline ORDER BY seq"
    queries["count_point"] = "SELECT team, seq, body FROM count_point ORDER BY team, seq"
    queries["track"] = "SELECT id, bin, shot, first, last, rows, data FROM track ORDER BY id, bin"
    late = {rows.table for rows in _TABLES if rows.late}
    for table, query in queries.items():
        if table in late and connection.execute(query).fetchone() is None:
            continue
        digest.update(table.encode())
        for row in connection.execute(query):
            for value in row:
                data = value if isinstance(value, bytes) else str(value).encode()
                digest.update(len(data).to_bytes(8, "little") + data)
    return digest.hexdigest()
