"""Segments and gate lines: rows that say what is there, blobs that hold the columns."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence

import numpy as np

from review.adapters.store_sqlite.blobs import BlobDamaged, pack, unpack
from review.adapters.store_sqlite.codec import dumps, loads
from review.core.arrays import Array
from review.core.camera import CameraMotion
from review.core.clock import ClockReading
from review.core.detections import Detections
from review.core.glances import Glances
from review.core.numbers import NumberReadings
from review.core.registration import Registrations
from review.core.tape import Gap
from review.ports.store import SegmentRecord

__all__ = ["read_lines", "read_segment", "segment_bytes", "segment_of", "write_lines", "write_segment"]

_LINE_BIN = 256  # frames of one gate in a blob: small enough to read for one frame, large enough to pay


def write_segment(connection: sqlite3.Connection, record: SegmentRecord, inputs_sha256: str) -> None:
    """Put one segment in place of any with the same first frame and inputs."""
    frames = _pack_frames(record)
    key = (inputs_sha256, record.first)
    people = sum(len(found) for found in record.detections)
    connection.execute("DELETE FROM segment WHERE inputs_sha256 = ? AND first = ?", key)
    row = connection.execute(
        "INSERT INTO segment (inputs_sha256, first, last, looks, detections, frames, seen) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (*key, record.last, len(record.detections), people, frames, _pack_seen(record.kept())),
    )
    connection.executemany(
        "INSERT INTO gap (segment, seq, body) VALUES (?, ?, ?)",
        ((row.lastrowid, seq, dumps(gap)) for seq, gap in enumerate(record.gaps)),
    )


def _pack_frames(record: SegmentRecord) -> bytes:
    return pack(
        {
            "pts": np.asarray(record.pts, np.int64),
            "cut_score": np.asarray(record.cut_score),
            "motion_ordinal": record.motion.ordinal,
            "H_prev_from_px": record.motion.H_prev_from_px,
            "quality_ratio": record.motion.quality_ratio,
            **_glance_columns(record.glances),
            **_rink_columns(record.rink),
        }
    )


def segment_bytes(record: SegmentRecord) -> bytes:
    """A segment on its own, outside a case; the same record always gives the same bytes.

    One blob with the two that a case keeps and, as letters, the rest.
    """
    rest = {"first": record.first, "last": record.last, "gaps": [dumps(gap) for gap in record.gaps]}
    parts = {"rest": dumps(rest).encode(), "frames": _pack_frames(record), "seen": _pack_seen(record.kept())}
    return pack({name: np.frombuffer(part, np.uint8) for name, part in parts.items()})


def segment_of(data: bytes) -> SegmentRecord:
    """The record that `segment_bytes` wrote.

    Raises
    ------
    BlobDamaged
        If the bytes are not what was written.
    """
    parts = {name: part.tobytes() for name, part in unpack(data).items()}
    try:
        rest = loads(parts["rest"].decode())
        gaps = [loads(text) for text in rest["gaps"]]
        return _record(rest["first"], rest["last"], unpack(parts["frames"]), unpack(parts["seen"]), gaps)
    except (KeyError, IndexError, ValueError) as fault:
        raise BlobDamaged(f"segment: {fault}") from fault


def _pack_seen(record: SegmentRecord) -> bytes:
    """All looks of a segment end to end; appearances of each width (`look` may be absent) apart."""
    found = record.detections
    columns: dict[str, Array] = {
        "looked": np.asarray(record.looked),
        "people": np.array([len(d) for d in found], np.int32),
        "width": np.array([d.look.shape[1] for d in found if d.look is not None], np.int32),
        "xyxy_px": np.concatenate([np.zeros((0, 4), np.float32), *(d.xyxy_px for d in found)]),
        "class_id": np.concatenate([np.zeros(0, np.int8), *(d.class_id for d in found)]),
        "conf": np.concatenate([np.zeros(0, np.float32), *(d.conf for d in found)]),
    }
    looks = [d.look.ravel() for d in found if d.look is not None]
    columns["look"] = np.concatenate([np.zeros(0, np.float32), *looks]).astype(np.float16)
    return pack(columns | _clock_columns(record.clock) | _number_columns(record.numbers))


def _number_columns(numbers: NumberReadings) -> dict[str, Array]:
    return {
        "number_ordinal": numbers.ordinal,
        "number_detection": numbers.detection,
        "number_read": numbers.number,
        "number_p": numbers.p,
    }


def _unpack_numbers(seen: Mapping[str, Array]) -> NumberReadings:
    """Readings of a segment; none in one that was watched before numbers were read."""
    if "number_ordinal" not in seen:
        return NumberReadings.empty()
    return NumberReadings(
        seen["number_ordinal"], seen["number_detection"], seen["number_read"], seen["number_p"]
    )


def _glance_columns(glances: Glances) -> dict[str, Array]:
    """Each glance as the change from the one before: most cells stay, and nothing deflates better."""
    return {
        "glance_ordinal": glances.ordinal,
        "glance_luma": np.diff(glances.luma, axis=0, prepend=np.zeros_like(glances.luma[:1])),
        "glance_chroma": np.diff(glances.chroma, axis=0, prepend=np.zeros_like(glances.chroma[:1])),
    }


def _unpack_glances(frames: Mapping[str, Array]) -> Glances:
    """Glances of a segment; none in one that was watched before they were kept."""
    if "glance_ordinal" not in frames:
        return Glances.empty()
    luma, chroma = (np.cumsum(frames[f"glance_{of}"], axis=0, dtype=np.uint8) for of in ("luma", "chroma"))
    return Glances(frames["glance_ordinal"], luma, chroma)


def _rink_columns(rink: Registrations) -> dict[str, Array]:
    told = sorted({why for why in rink.reasons if why is not None})
    return {
        "rink_ordinal": rink.ordinal,
        "rink_H_m_from_px": rink.H_m_from_px,
        "rink_error_m": rink.error_m,
        "rink_reason": np.array([-1 if why is None else told.index(why) for why in rink.reasons], np.int16),
        "rink_reasons": np.frombuffer("\n".join(told).encode(), np.uint8),
    }


def _unpack_rink(frames: Mapping[str, Array]) -> Registrations:
    """Registrations of a segment; none in one that was watched before there were any."""
    if "rink_ordinal" not in frames:
        return Registrations.empty()
    told: list[str | None] = [*frames["rink_reasons"].tobytes().decode().split("\n"), None]
    reasons = tuple(told[k] for k in frames["rink_reason"].tolist())
    H, error_m = frames["rink_H_m_from_px"], frames["rink_error_m"]
    return Registrations(frames["rink_ordinal"], H, error_m, reasons)


def _clock_columns(clock: Sequence[ClockReading]) -> dict[str, Array]:
    periods = sorted({r.period for r in clock if r.period is not None})
    letters = "\n".join(periods).encode()
    return {
        "clock": np.array([(r.at_s, r.shown_s, r.step_s, r.conf) for r in clock], np.float64).reshape(-1, 4),
        "clock_period": np.array([periods.index(r.period) if r.period else -1 for r in clock], np.int8),
        "clock_periods": np.frombuffer(letters, np.uint8),
        "clock_score": np.array([r.score or (-1, -1) for r in clock], np.int16).reshape(-1, 2),
        "clock_beside": np.array([len(r.beside_s) for r in clock], np.int16),
        "clock_beside_s": np.array([value for r in clock for value in r.beside_s], np.float64),
    }


def _unpack_clock(seen: Mapping[str, Array]) -> tuple[ClockReading, ...]:
    """Readings of a segment; none in one that was watched before clocks were read."""
    if "clock" not in seen:
        return ()
    periods: list[str | None] = [*seen["clock_periods"].tobytes().decode().split("\n"), None]
    n = len(seen["clock"])  # a segment watched before scores were read has no column of them
    scores, counts = seen.get("clock_score", np.full((n, 2), -1)), seen.get("clock_beside", np.zeros(n, int))
    beside = np.split(seen.get("clock_beside_s", np.zeros(0)), np.cumsum(counts)[:-1]) if n else []
    columns = (seen["clock"], seen["clock_period"], scores)
    rows = zip(*(column.tolist() for column in columns), beside, strict=True)
    return tuple(
        ClockReading(
            at_s, shown_s, step_s, conf, periods[k], None if one < 0 else (one, other), tuple(values.tolist())
        )
        for (at_s, shown_s, step_s, conf), k, (one, other), values in rows
    )


def read_segment(connection: sqlite3.Connection, first: int, inputs_sha256: str) -> SegmentRecord | None:
    """The segment, or None where there is none."""
    row = connection.execute(
        "SELECT id, last, frames, seen FROM segment WHERE inputs_sha256 = ? AND first = ?",
        (inputs_sha256, first),
    ).fetchone()
    if row is None:
        return None
    id_, last, frames_blob, seen_blob = row
    frames, seen = unpack(frames_blob), unpack(seen_blob)
    gaps = connection.execute("SELECT body FROM gap WHERE segment = ? ORDER BY seq", (id_,))
    try:
        return _record(first, last, frames, seen, [loads(text) for (text,) in gaps])
    except (KeyError, IndexError, ValueError) as fault:
        raise BlobDamaged(f"segment from frame {first}: {fault}") from fault


def _record(
    first: int, last: int, frames: Mapping[str, Array], seen: Mapping[str, Array], gaps: Sequence[Gap]
) -> SegmentRecord:
    return SegmentRecord(
        first=first,
        last=last,
        pts=frames["pts"],
        motion=CameraMotion(frames["motion_ordinal"], frames["H_prev_from_px"], frames["quality_ratio"]),
        cut_score=frames["cut_score"],
        looked=seen["looked"],
        detections=_unpack_detections(seen),
        gaps=tuple(gaps),
        clock=_unpack_clock(seen),
        numbers=_unpack_numbers(seen),
        glances=_unpack_glances(frames),
        rink=_unpack_rink(frames),
    )


def _unpack_detections(seen: Mapping[str, Array]) -> tuple[Detections, ...]:
    out = []
    row = cell = 0
    for people, width in zip(seen["people"].tolist(), seen["width"].tolist(), strict=True):
        rows, cells = slice(row, row + people), slice(cell, cell + people * width)
        look = seen["look"][cells].astype(np.float32).reshape(people, width)
        out.append(Detections(seen["xyxy_px"][rows], seen["class_id"][rows], seen["conf"][rows], look))
        row, cell = rows.stop, cells.stop
    return tuple(out)


def write_lines(connection: sqlite3.Connection, ordinals: Sequence[int], lines: Mapping[str, Array]) -> None:
    """Put the gates' lines of these frames over what was there for them."""
    frames = np.asarray(ordinals, np.int64)
    for gate, points in lines.items():
        points = np.asarray(points, np.float32)
        if points.ndim != 3 or points.shape[0] != len(frames) or points.shape[2] != 2:
            raise ValueError(f"gate {gate!r}: lines of shape {points.shape} for {len(frames)} frames")
        for number in np.unique(frames // _LINE_BIN).tolist():
            inside = frames // _LINE_BIN == number
            _merge_lines(connection, gate, number, frames[inside], points[inside])


def _merge_lines(
    connection: sqlite3.Connection, gate: str, number: int, frames: Array, points: Array
) -> None:
    held = _lines(connection, gate, number)
    if held is not None and held[1].shape[1:] == points.shape[1:]:
        stays = ~np.isin(held[0], frames)
        frames = np.concatenate([held[0][stays], frames])
        points = np.concatenate([held[1][stays], points])
    order = np.argsort(frames, kind="stable")
    data = pack({"ordinal": frames[order], "points_px": points[order]})
    connection.execute(
        "INSERT OR REPLACE INTO gate_line (gate, bin, data) VALUES (?, ?, ?)", (gate, number, data)
    )


def _lines(connection: sqlite3.Connection, gate: str, number: int) -> tuple[Array, Array] | None:
    query = "SELECT data FROM gate_line WHERE gate = ? AND bin = ?"
    row = connection.execute(query, (gate, number)).fetchone()
    if row is None:
        return None
    columns = unpack(row[0])
    return columns["ordinal"], columns["points_px"]


def read_lines(connection: sqlite3.Connection, ordinal: int) -> dict[str, Array]:
    """Gate id -> (k, 2) float64 px at this frame, in order of id; a gate that is lost there is left out."""
    out: dict[str, Array] = {}
    number = ordinal // _LINE_BIN
    gates = connection.execute("SELECT gate FROM gate_line WHERE bin = ? ORDER BY gate", (number,)).fetchall()
    for (gate,) in gates:
        held = _lines(connection, gate, number)
        if held is None:
            continue
        found = np.flatnonzero(held[0] == ordinal)
        if len(found) and np.isfinite(points := held[1][found[0]]).all():
            out[gate] = points.astype(np.float64)
    return out
