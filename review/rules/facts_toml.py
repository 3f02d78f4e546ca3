"""Facts written by hand: FACTS.toml, or rows of the same shape, checked entry by entry."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from review.core.errors import PackWrong
from review.core.facts import Fact, Layer, Subject
from review.core.times import FrameTime, parse_tape_time
from review.rules.fact_values import pair, read_value, yes_no
from review.rules.nearest import nearest
from review.rules.vocabulary import KINDS, SUBJECT_KEYS, FactKind

__all__ = ["FactsFile", "facts_from_rows", "read_facts"]

_ROW = (
    "kind",
    "subject",
    "start",
    "end",
    "value",
    "layer",
    "source",
    "links",
    "unit",
    "confidence",
    "reason",
)
_LAYERS: Sequence[Layer] = ("measured", "imported", "said", "derived")
_MILLISECOND = Fraction(1, 1000)


@dataclass(frozen=True, slots=True)
class FactsFile:
    """What a file of facts holds: both teams where it names them, and the facts, numbered from 1."""

    teams: tuple[str, ...]
    facts: tuple[Fact, ...]


def read_facts(text: str, *, file: str) -> FactsFile:
    """Facts from the text of a FACTS.toml.

    Raises
    ------
    PackWrong
        Naming the file, the entry, the key, and the nearest valid name.
    """
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as wrong:
        raise PackWrong(f"{file} is no valid TOML: {wrong}.", remedy="Mend that line.") from wrong
    _only(data, ("teams", "fact"), file)
    teams, rows = data.get("teams", []), data.get("fact", [])
    if not isinstance(teams, list) or not all(isinstance(team, str) for team in teams):
        raise PackWrong(f'{file}: teams must be a list of names, such as ["EDM", "BUF"].')
    if not isinstance(rows, list) or not rows:
        raise PackWrong(f"{file} holds no facts.", remedy="Write [[fact]] above each one.")
    return FactsFile(tuple(teams), facts_from_rows(rows, file=file, teams=teams))


def facts_from_rows(rows: Sequence[object], *, file: str, teams: Sequence[str] = ()) -> tuple[Fact, ...]:
    """Facts from tables of the shape `kind, subject, start, end, value, layer, source, links`."""
    return tuple(_fact(row, i, f"{file}: fact {i}", teams) for i, row in enumerate(rows, 1))


def _fact(row: object, id: int, place: str, teams: Sequence[str]) -> Fact:
    if not isinstance(row, dict):
        raise PackWrong(f"{place} is no table.", remedy="Write [[fact]] above it.")
    _only(row, _ROW, place)
    kind = KINDS.get(str(row.get("kind")))
    if kind is None:
        raise PackWrong(
            f"{place}: kind {row.get('kind')!r} is not known.", remedy=nearest(str(row.get("kind")), KINDS)
        )
    place = f"{place} ({kind.kind})"
    layer = _layer(row, kind, place)
    start = _time(row, "start", place)
    end = _time(row, "end", place) if "end" in row else start
    if end < start:
        raise PackWrong(f"{place}: it ends before it starts.")
    if row.get("unit") not in (None, kind.unit):
        raise PackWrong(f"{place}: unit {row['unit']!r}, but this kind has {kind.unit or 'no unit'}.")
    return Fact(
        id=id,
        kind=kind.kind,
        subject=_subject(row, kind, place, teams),
        start=start,
        end=end,
        value=read_value(row.get("value"), kind, f"{place}: value"),
        layer=layer,
        source=_source(row, layer, place),
        confidence=_confidence(row, place),
        reason=_optional_text(row, "reason", place),
        links=_links(row, kind, place),
    )


def _layer(row: Mapping[str, Any], kind: FactKind, place: str) -> Layer:
    given = row.get("layer", kind.layers[0])
    if given not in _LAYERS:
        raise PackWrong(f"{place}: layer {given!r} is not known.", remedy=nearest(str(given), _LAYERS))
    if given not in kind.layers:
        raise PackWrong(
            f"{place}: this cannot be {given}, only {' or '.join(kind.layers)}.",
            remedy='Name the person who says it: layer = "said", source = "…".'
            if "said" in kind.layers
            else "",
        )
    layer: Layer = given
    return layer


def _source(row: Mapping[str, Any], layer: Layer, place: str) -> str:
    source = row.get("source", "" if layer == "said" else "facts file")
    if not isinstance(source, str) or not source.strip():
        raise PackWrong(
            f"{place}: source is missing.", remedy="Say who says it, or what it was measured from."
        )
    return source


def _time(row: Mapping[str, Any], key: str, place: str) -> FrameTime:
    value = row.get(key)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise PackWrong(f"{place}: {key} is missing or no time.", remedy='Write seconds (83.4) or "1:23.4".')
    try:
        seconds = parse_tape_time(value)
        return FrameTime(round(Fraction(str(seconds)) * 1000), _MILLISECOND)
    except (ValueError, OverflowError) as wrong:
        raise PackWrong(f"{place}: {key}: {wrong}.", remedy='Write seconds (83.4) or "1:23.4".') from wrong


def _subject(row: Mapping[str, Any], kind: FactKind, place: str, teams: Sequence[str]) -> Subject:
    given = row.get("subject", {})
    if not isinstance(given, dict):
        raise PackWrong(f"{place}: subject must be a table.", remedy='Write subject = { team = "EDM" }.')
    _only(given, SUBJECT_KEYS, f"{place}, subject")
    for key, value in given.items():
        wanted = int if key in ("person", "number") else str
        if type(value) is not wanted:
            raise PackWrong(f"{place}, subject.{key}: {value!r} is not of type {wanted.__name__}.")
    for key in kind.subject:
        if key not in given:
            raise PackWrong(f"{place}: subject needs {key}.", remedy='Such as subject = { team = "EDM" }.')
    if teams and given.get("team") not in (None, *teams):
        raise PackWrong(
            f"{place}: team {given['team']!r} is none of the teams named.",
            remedy=nearest(given["team"], teams),
        )
    if given.get("bench") not in (None, "players_bench", "penalty_box"):
        raise PackWrong(
            f"{place}: bench {given['bench']!r} is not known.",
            remedy=nearest(given["bench"], ("players_bench", "penalty_box")),
        )
    return Subject(**given)


def _confidence(row: Mapping[str, Any], place: str) -> float | None:
    value = row.get("confidence")
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise PackWrong(f"{place}: confidence {value!r} is no number from 0 to 1.")
    return float(value)


def _optional_text(row: Mapping[str, Any], key: str, place: str) -> str | None:
    value = row.get(key)
    if value is not None and not isinstance(value, str):
        raise PackWrong(f"{place}: {key} must be text in quotes.")
    return value


def _links(row: Mapping[str, Any], kind: FactKind, place: str) -> dict[str, Any]:
    given = row.get("links", {})
    if not isinstance(given, dict):
        raise PackWrong(f"{place}: links must be a table.")
    _only(given, kind.links, f"{place}, links")
    return {name: _link(value, kind.links[name], f"{place}, links.{name}") for name, value in given.items()}


def _link(value: object, type_: str, place: str) -> Any:
    """A link of its type: ids and counts whole, pairs and spans in order, unknown ends as "unknown"."""
    if type_ == "flag":
        return yes_no(value, place)
    if value == "unknown":
        return None
    if type_ in ("id", "int") and type(value) is int:
        return value
    if type_ == "number" and type(value) in (int, float):
        return value
    if type_ == "text" and isinstance(value, str):
        return value
    if type_ == "ids" and isinstance(value, list) and all(type(one) is int for one in value):
        return list(value)
    if type_ in ("seconds", "metres"):
        return pair(value, place)
    if type_ == "spans" and isinstance(value, list):
        return [pair(one, place) for one in value]
    raise PackWrong(f"{place}: {value!r} is no {type_}.", remedy="See `benchgate rules vocabulary`.")


def _only(data: Mapping[str, Any], valid: Sequence[str] | Mapping[str, Any], place: str) -> None:
    for key in data:
        if key not in valid:
            raise PackWrong(f"{place}: {key!r} is not known here.", remedy=nearest(str(key), list(valid)))
