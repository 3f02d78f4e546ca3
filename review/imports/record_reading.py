"""What every reader of a league's papers needs: bytes to rows, clocks, and words for penalties and plays."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from review.core.errors import RecordWrong
from review.core.record import PenaltyKind, PlayKind

__all__ = ["Loose", "csv_rows", "json_of", "number_of", "penalty_kind", "play_kind", "read_as", "seconds_of"]

Table = TypeVar("Table", bound=BaseModel)


class Loose(BaseModel):
    """A table of a league's document: what is asked for is checked, everything else passes."""

    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True, frozen=True, allow_inf_nan=False)


def json_of(data: bytes, file: str) -> Any:
    """The document, also where a feed wraps it in brackets as a call."""
    try:
        text = data.decode("utf-8-sig").strip()
        if text.startswith("(") and text.endswith(")"):
            text = text[1:-1]
        return json.loads(text)
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise RecordWrong(
            f"{file}: no valid JSON ({error}).", remedy="Save the document again as the league serves it."
        ) from error


def read_as(table: type[Table], value: object, file: str, where: str) -> Table:
    """`value` as that table; RecordWrong with file, place and the key that is not as it should be."""
    try:
        return table.model_validate(value)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "it"
        raise RecordWrong(
            f"{file}: {where}, {place}: {first['msg'].lower()}.",
            remedy="Save the document again, or mend it.",
        ) from error


def csv_rows(data: bytes, file: str) -> list[dict[str, str]]:
    """Rows under the header; RecordWrong where there is none, or a row has too few or too many cells."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordWrong(
            f"{file}: not UTF-8 text (byte {error.start}).", remedy="Save the file as UTF-8."
        ) from error
    try:
        header, *rows = [row for row in csv.reader(io.StringIO(text), strict=True) if row] or [[]]
    except csv.Error as error:
        raise RecordWrong(f"{file}: no valid CSV ({error}).", remedy="Mend that line.") from error
    out = []
    for line, row in enumerate(rows, 2):
        if len(row) != len(header):
            raise RecordWrong(
                f"{file}: row {line} has {len(row)} cells under {len(header)} columns.",
                remedy="Give every row one cell a column.",
            )
        out.append({name.strip(): cell.strip() for name, cell in zip(header, row, strict=True)})
    return out


def seconds_of(clock: str, file: str, where: str) -> float:
    """Seconds of a clock such as 18:26 or 1:05:00.

    >>> seconds_of("18:26", "a.csv", "row 2")
    1106.0
    """
    parts = clock.strip().split(":")
    if not 2 <= len(parts) <= 3 or not all(part.isdigit() for part in parts) or int(parts[-1]) > 59:
        raise RecordWrong(
            f"{file}: {where}, {clock!r} is no time.", remedy="Write minutes and seconds: 18:26."
        )
    total = 0
    for part in parts:
        total = 60 * total + int(part)
    return float(total)


def number_of(text: object) -> int | None:
    """A sweater's number, None where there is none."""
    words = str(text if text is not None else "").strip()
    return int(words) if words.isdigit() and int(words) <= 99 else None


_CODES: Mapping[str, PenaltyKind] = {
    "MIN": "minor", "BEN": "bench_minor", "MAJ": "major", "MAT": "match", "MIS": "misconduct",
    "GAM": "game_misconduct", "GM": "game_misconduct", "PS": "penalty_shot",
}  # fmt: skip


def penalty_kind(
    minutes: float | None, words: str, *, code: str | None = None, bench: bool = False
) -> PenaltyKind:
    """The kind of a penalty from a league's code, or else from its minutes and words.

    >>> penalty_kind(2.0, "Tripping"), penalty_kind(10.0, "Misconduct"), penalty_kind(None, "Hooking")
    ('minor', 'misconduct', 'unknown')
    """
    lower = words.lower()
    if code and code.upper() in _CODES:
        return _CODES[code.upper()]
    if "penalty shot" in lower:
        return "penalty_shot"
    if "game misconduct" in lower:
        return "game_misconduct"
    if minutes in (2.0, 4.0):
        return "bench_minor" if bench or "bench" in lower or "too many" in lower else "minor"
    if minutes == 5.0:
        return "match" if "match" in lower else "major"
    if minutes in (10.0, 20.0):
        return "misconduct" if minutes == 10.0 else "game_misconduct"
    return "bench_minor" if bench or "too many" in lower else "unknown"


_PLAYS: Mapping[PlayKind, Sequence[str]] = {
    "goal": ("goal",),
    "penalty": ("penalty", "penl", "penalty taken"),
    "delayed_penalty": ("delayed-penalty", "delpen"),
    "stoppage": ("stoppage", "stop"),
    "faceoff": ("faceoff", "fac", "faceoff win"),
    "change": ("change",),
    "period_start": ("period-start", "pstr"),
    "period_end": ("period-end", "pend"),
    "game_end": ("game-end", "gend"),
}
_KIND_OF = {word: kind for kind, words in _PLAYS.items() for word in words}


def play_kind(type_: str) -> PlayKind:
    """Our kind of a league's word for an event; "other" for every word that is not known."""
    return _KIND_OF.get(type_.strip().lower(), "other")
