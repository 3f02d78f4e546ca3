"""RECORD.json, `benchgate.record/1`: every document imported for a game, all revisions of each."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from pydantic import TypeAdapter, ValidationError

from review.core.errors import RecordWrong
from review.core.record import Document, Record
from review.imports.big_data_cup_csv import (
    CUP_COLUMNS,
    CUP_POWER_PLAYS,
    CUP_ROSTER,
    read_cup_plays,
    read_cup_power_plays,
    read_cup_roster,
)
from review.imports.hockeytech_json import (
    read_feed_plays,
    read_feed_roster,
    read_feed_schedule,
    read_feed_shifts,
)
from review.imports.nhl_club_json import read_club_roster, read_club_schedule
from review.imports.nhl_json import read_boxscore, read_landing, read_plays, read_shift_chart
from review.imports.plain_csv import PLAIN_COLUMNS, plain_shape, read_plain
from review.imports.record_reading import json_of
from review.imports.scraped_csv import SCRAPED_COLUMNS, read_scraped

__all__ = ["SCHEMA", "extended", "read_document", "read_record", "record_text"]

SCHEMA = "benchgate.record/1"
_KNOWN = (
    "Known are NHL play-by-play, landing, boxscore, shift chart, club schedule and club roster; HockeyTech "
    "play-by-play, game shifts, roster and schedule; and CSV as in docs/formats/record.md."
)
Reader = Callable[[Any, str, str], Document]


def read_document(data: bytes, file: str, *, team: str | None = None) -> Document:
    """A file of the league's, told by its shape and not by its name.

    Parameters
    ----------
    team : whose roster it is, where the document does not say

    Raises
    ------
    RecordWrong
        Where the shape is not known, or something in it is not as it should be.
    """
    if not data.strip():
        raise RecordWrong(f"{file}: the file is empty.", remedy="Save the document again.")
    sha256 = hashlib.sha256(data).hexdigest()
    if data.lstrip()[:1] in (b"{", b"[", b"(") or data.lstrip(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"["):
        return _from_json(json_of(data, file), file, sha256, team)
    return _from_csv(data, file, sha256)


def _from_json(value: Any, file: str, sha256: str, team: str | None) -> Document:
    if isinstance(value, list) and value and isinstance(value[0], Mapping) and "event" in value[0]:
        return read_feed_plays(value, file, sha256)
    if isinstance(value, Mapping):
        site = value.get("SiteKit")
        if isinstance(site, Mapping):
            if isinstance(site.get("Gameshifts"), Mapping):
                return read_feed_shifts(site, file, sha256)
            if isinstance(site.get("Schedule"), list):
                return read_feed_schedule(site, file, sha256)
            if isinstance(site.get("Roster"), list):
                return read_feed_roster(site, file, sha256, team)
        if {"forwards", "defensemen", "goalies"} <= set(value):
            return read_club_roster(value, file, sha256, team)
        for key, reader in _NHL.items():
            if key in value:
                return reader(value, file, sha256)
    raise RecordWrong(f"{file}: no document of a league that is known.", remedy=_KNOWN)


_NHL: Mapping[str, Reader] = {
    "plays": read_plays, "playerByGameStats": read_boxscore, "summary": read_landing,
    "data": read_shift_chart, "games": read_club_schedule,
}  # fmt: skip


def _from_csv(data: bytes, file: str, sha256: str) -> Document:
    line = data.decode("utf-8-sig", errors="replace").splitlines()[0]
    header = [name.strip().strip('"') for name in line.split(",")]
    for columns, reader in _CSV.items():
        if set(columns) <= set(header):
            return reader(data, file, sha256)
    shape = plain_shape(header)
    if shape is None:
        wanted = "; ".join(f"{name}: {','.join(must)}" for name, (must, _) in PLAIN_COLUMNS.items())
        raise RecordWrong(
            f"{file}: its first line is the header of no table that is known.", remedy=f"Columns: {wanted}."
        )
    return read_plain(data, file, sha256, shape)


_CSV: Mapping[tuple[str, ...], Reader] = {
    SCRAPED_COLUMNS: read_scraped, CUP_COLUMNS: read_cup_plays, CUP_ROSTER: read_cup_roster,
    CUP_POWER_PLAYS: read_cup_power_plays,
}  # fmt: skip


def extended(record: Record, document: Document) -> Record:
    """The record with one more document; RecordWrong where that is of another game."""
    for one in record.documents:
        both = (one.game, document.game)
        same_league = one.shape.split()[0] == document.shape.split()[0]
        if None not in both and both[0] != both[1] and same_league:
            raise RecordWrong(
                f"{document.file}: it is of game {document.game}, and the record is of game {one.game}.",
                remedy="Keep each game in a record of its own (--out).",
            )
    return record.with_document(document)


def record_text(record: Record) -> str:
    """The record as JSON text, the same for the same record."""
    told = {"schema": SCHEMA, **asdict(record)}
    return json.dumps(told, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def read_record(data: bytes, file: str) -> Record:
    """A record as `record_text` wrote it; RecordWrong in one sentence for anything else."""
    value = json_of(data, file)
    if not isinstance(value, Mapping) or value.get("schema") != SCHEMA:
        raise RecordWrong(
            f"{file}: no record ({SCHEMA}).", remedy="Make one with `benchgate record import FILE… --out`."
        )
    try:
        return TypeAdapter(Record).validate_python({"documents": value.get("documents")}, strict=False)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise RecordWrong(
            f"{file}: {place}: {first['msg'].lower()}.", remedy="Import the documents again."
        ) from error
