"""Records at the edge: files of the league's in, RECORD.json out."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from review.core.errors import RecordWrong
from review.core.record import Document, Record
from review.imports.record_json import extended, read_document, read_record, record_text
from review.pipeline.record import PlannedRecord

__all__ = ["import_files", "planned_record", "record_at", "write_record"]

MOST_BYTES = 64 << 20  # of one document; a season's schedule has a hundredth of it


def record_at(path: Path) -> Record:
    """A RECORD.json; RecordWrong where it is none."""
    return read_record(_bytes(path), str(path))


def planned_record(path: Path) -> PlannedRecord:
    """A RECORD.json for an analysis, with its hash."""
    data = _bytes(path)
    return PlannedRecord(read_record(data, str(path)), hashlib.sha256(data).hexdigest())


def import_files(
    record: Record, paths: Sequence[Path], *, team: str | None = None
) -> tuple[Record, list[tuple[Document, bool]]]:
    """The record with those files, and of each what was read and whether it was new."""
    read = []
    for path in paths:
        document = read_document(_bytes(path), path.name, team=team)
        longer = extended(record, document)
        read.append((longer.documents[-1] if longer is not record else document, longer is not record))
        record = longer
    return record, read


def write_record(record: Record, path: Path) -> None:
    """Write RECORD.json whole or not at all."""
    half = path.with_name(path.name + ".part")
    try:
        half.write_text(record_text(record), encoding="utf-8", newline="")
        half.replace(path)
    except OSError as error:
        half.unlink(missing_ok=True)
        raise RecordWrong(
            f"{path}: cannot be written ({error.strerror or error}).",
            remedy="Choose another place with --out.",
        ) from error


def _bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise RecordWrong(f"{path}: larger than any document of a league.", remedy="Give the right file.")
        return path.read_bytes()
    except OSError as error:
        raise RecordWrong(
            f"{path}: {error.strerror or error}.", remedy="Give the path of a readable file."
        ) from error
