"""Reading a rule pack from TOML text: every key, name, type and unit checked, extensions resolved."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from string import Formatter
from typing import Any

from review.core.errors import PackWrong
from review.rules import consequences, vocabulary
from review.rules.binding import arguments, file_name, parameters
from review.rules.evaluators import EVALUATORS
from review.rules.nearest import nearest
from review.rules.pack import Clause, ConsequenceSpec, Pack, Value, checked_setting
from review.rules.pack_parts import read_maxima, without
from review.rules.readings import READINGS
from review.rules.units import Quantity, parse_quantity

__all__ = ["read_pack"]

_TOP = (
    "id",
    "edition",
    "title",
    "extends",
    "source",
    "settings",
    "clause",
    "leaves_out",
    "cba_maximum",
)
_KINDS = ("when", "needs", "without", "unless")
_CLAUSES = ("beside", "yields_to", "follows", "in_lieu_of", "absorbs", "besides")
_WORDS = ("title", "says", "cite", "evaluator")
_CLAUSE = ["id", *_WORDS, *_KINDS, "settings", "params", *_CLAUSES, "consequence", "note"]
_VARIED_WORDS = ("title", "says", "cite", "note")
_VARIANT_CLAUSE = ("id", *_VARIED_WORDS, "params", "consequence")
_DEPTH = 8

Finder = Callable[[str], tuple[str, str]]
"""Pack id -> (file name, text); raises PackWrong where there is none."""


def read_pack(text: str, *, file: str, find: Finder | None = None, depth: int = 0) -> Pack:
    """A pack from its TOML text.

    Parameters
    ----------
    text : the file's content
    file : its name, for error messages
    find : how to come by a pack that this one extends

    Raises
    ------
    PackWrong
        Naming the file, the key, what is wrong with it and the nearest valid name.
    """
    data = _table(text, file)
    _only(data, _TOP, place=file)
    for key in ("id", "edition", "title"):
        _text(data, key, place=file)
    base = _base(data, file, find, depth)
    settings = {
        name: checked_setting(name, value, file=file) for name, value in data.get("settings", {}).items()
    }
    clauses = [_mapping(one, f"{file}: clause") for one in _list(data, "clause", file)]
    if base is None:
        made = tuple(_clause(one, file) for one in clauses)
    else:
        settings = {**base.settings, **settings}
        made = _varied(base, clauses, file)
    left_out = _left_out(data, base, file)
    made = without(made, left_out)
    pack = Pack(
        id=data["id"],
        edition=data["edition"],
        title=data["title"],
        source={str(k): str(v) for k, v in _mapping(data.get("source", {}), f"{file}: source").items()},
        settings=settings,
        clauses=made,
        extends=base.name if base else None,
        left_out={**(base.left_out if base else {}), **left_out},
        cba_maxima={**(base.cba_maxima if base else {}), **read_maxima(data, file)},
    )
    _check(pack, file)
    return pack


def _table(text: str, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as wrong:
        raise PackWrong(f"{file} is no valid TOML: {wrong}.", remedy="Mend that line.") from wrong


def _base(data: Mapping[str, Any], file: str, find: Finder | None, depth: int) -> Pack | None:
    if "extends" not in data:
        return None
    wanted = _text(data, "extends", place=file)
    if find is None or depth >= _DEPTH:
        raise PackWrong(f"{file}: extends = {wanted!r} leads nowhere or in a circle.")
    name, _, edition = wanted.partition("@")
    label, text = find(name)
    base = read_pack(text, file=label, find=find, depth=depth + 1)
    if edition and edition != base.edition:
        raise PackWrong(
            f"{file}: extends {wanted!r}, but {label} is edition {base.edition!r}.",
            remedy="Check what changed, then name that edition.",
        )
    return base


def _left_out(data: Mapping[str, Any], base: Pack | None, file: str) -> dict[str, str]:
    """Clauses of the base that this book has not, each with the reason."""
    given = _mapping(data.get("leaves_out", {}), f"{file}: leaves_out")
    known = [clause.id for clause in base.clauses] if base else []
    _only(given, known, place=f"{file}: leaves_out")
    return {id: _text(given, id, place=f"{file}: leaves_out") for id in given}


def _varied(base: Pack, changes: Iterable[Mapping[str, Any]], file: str) -> tuple[Clause, ...]:
    """The base's clauses with the variant's parameters; a variant changes numbers and sources, no logic."""
    by_id = {clause.id: clause for clause in base.clauses}
    for change in changes:
        id = _text(change, "id", place=f"{file}: clause")
        place = f"{file}: clause {id}"
        if id not in by_id:
            raise PackWrong(
                f"{place} is not in {base.name}, which this pack extends.", remedy=nearest(id, by_id)
            )
        _only(change, _VARIANT_CLAUSE, place=place)
        by_id[id] = _changed(by_id[id], change, place)
    return tuple(by_id.values())


def _changed(clause: Clause, change: Mapping[str, Any], place: str) -> Clause:
    """The clause with the variant's words, numbers and consequences; numbers of those it drops go too."""
    params, specs = _params(change, place), clause.consequences
    own = {file_name(name)[0] for name in parameters(EVALUATORS[clause.evaluator])}
    if "consequence" in change:
        specs = tuple(_consequence(one, place) for one in _list(change, "consequence", place))
        own |= {name for spec in specs for name in spec.takes}
    else:
        own |= set(clause.params)
    _only(params, [name for name in (*clause.params, *own) if name in own], place=f"{place}, params")
    kept = {name: value for name, value in clause.params.items() if name in own}
    words: dict[str, str] = {key: change.get(key, getattr(clause, key)) for key in _VARIED_WORDS}
    return replace(clause, **words, params={**kept, **params}, consequences=specs)  # type: ignore[arg-type]


def _clause(data: Mapping[str, Any], file: str) -> Clause:
    id = _text(data, "id", place=f"{file}: clause")
    place = f"{file}: clause {id}"
    _only(data, _CLAUSE, place=place)
    named: dict[str, Any] = {key: _names(data, key, vocabulary.KINDS, place) for key in _KINDS}
    named |= {key: _names(data, key, None, place) for key in _CLAUSES}
    named |= {key: _text(data, key, place=place) for key in _WORDS}
    return Clause(
        id=id,
        **named,
        settings=_names(data, "settings", READINGS, place),
        params=_params(data, place),
        consequences=tuple(_consequence(one, place) for one in _list(data, "consequence", place)),
        note=data.get("note", ""),
    )


def _consequence(data: object, place: str) -> ConsequenceSpec:
    table = _mapping(data, f"{place}, consequence")
    kind = _text(table, "kind", place=f"{place}, consequence")
    if kind not in consequences.KINDS:
        raise PackWrong(
            f"{place}, consequence: kind {kind!r} is not known.", remedy=nearest(kind, consequences.KINDS)
        )
    if not isinstance(table.get("automatic"), bool):
        raise PackWrong(f"{place}, consequence {kind}: automatic must be true or false.")
    takes = _names(table, "takes", None, f"{place}, consequence {kind}")
    detail = {key: value for key, value in table.items() if key not in ("kind", "automatic", "takes")}
    return ConsequenceSpec(kind, table["automatic"], takes, detail)


def _params(data: Mapping[str, Any], place: str) -> dict[str, Value]:
    """Parameters; text that reads as a quantity becomes one."""
    out: dict[str, Value] = {}
    for key, value in _mapping(data.get("params", {}), f"{place}, params").items():
        if isinstance(value, str) and value[:1].isdigit():
            try:
                out[key] = parse_quantity(value)
            except ValueError as wrong:
                raise PackWrong(f"{place}, params.{key}: {wrong}.") from wrong
        elif isinstance(value, str | int | float | bool):
            out[key] = value
        else:
            raise PackWrong(
                f"{place}, params.{key}: a parameter is a number, a word or a quantity in quotes."
            )
    return out


def _check(pack: Pack, file: str) -> None:
    """What only the whole pack can show: references, evaluators and their arguments, circles."""
    ids = [clause.id for clause in pack.clauses]
    doubled = sorted({id for id in ids if ids.count(id) > 1})
    if doubled:
        raise PackWrong(f"{file}: clause {doubled[0]} stands there twice.")
    for clause in pack.clauses:
        _check_clause(clause, pack, ids, file)
    _check_no_circle(pack, file)


def _check_clause(clause: Clause, pack: Pack, ids: list[str], file: str) -> None:
    place = f"{file}: clause {clause.id}"
    if not (clause.needs or clause.when or clause.follows):
        raise PackWrong(f"{place}: needs must name a fact kind.", remedy="A clause judges something.")
    if clause.evaluator not in EVALUATORS:
        raise PackWrong(
            f"{place}: no evaluator {clause.evaluator!r}.", remedy=nearest(clause.evaluator, EVALUATORS)
        )
    for key in _CLAUSES:
        _only(dict.fromkeys(getattr(clause, key)), ids, place=f"{place}, {key}")
    arguments(clause, pack.settings, evaluator=EVALUATORS[clause.evaluator], file=file)
    for spec in clause.consequences:
        _only(dict.fromkeys(spec.takes), clause.params, place=f"{place}, consequence {spec.kind}, takes")
        if "games" in spec.takes:
            _check_games(clause.params["games"], place)
    for _, name, _, _ in Formatter().parse(clause.says):
        if name is not None and name not in clause.params:
            raise PackWrong(
                f"{place}, says: {{{name}}} is none of its parameters.", remedy=nearest(name, clause.params)
            )


def _check_games(value: Value, place: str) -> None:
    """A suspension is counted in games; the parameter is taken by a consequence, not by an evaluator."""
    if not (isinstance(value, Quantity) and value.dimension == "games"):
        shown = value.text if isinstance(value, Quantity) else value
        raise PackWrong(
            f"{place}, params.games counts games, but {shown!r} does not.", remedy='Write it as "10 games".'
        )


def _check_no_circle(pack: Pack, file: str) -> None:
    waiting = {clause.id: set(clause.earlier) for clause in pack.clauses}
    while waiting:
        free = [id for id, stronger in waiting.items() if not stronger & waiting.keys()]
        if not free:
            raise PackWrong(f"{file}: clauses {', '.join(sorted(waiting))} yield to each other in a circle.")
        for id in free:
            del waiting[id]


def _only(data: Mapping[str, Any], valid: Iterable[str], *, place: str) -> None:
    names = list(valid)
    for key in data:
        if key not in names:
            raise PackWrong(f"{place}: {key!r} is not known here.", remedy=nearest(key, names))


def _text(data: Mapping[str, Any], key: str, *, place: str) -> str:
    value = data.get(key)
    if not isinstance(value, str) or not value.strip():
        raise PackWrong(f"{place}: {key} must be given, as text in quotes.")
    return value


def _mapping(value: object, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise PackWrong(f"{place} must be a table.")
    return value


def _list(data: Mapping[str, Any], key: str, place: str) -> list[Any]:
    value = data.get(key, [])
    if not isinstance(value, list):
        raise PackWrong(f"{place}: {key} must be a list.", remedy=f"Write [[{key}]] above each entry.")
    return value


def _names(data: Mapping[str, Any], key: str, valid: Iterable[str] | None, place: str) -> tuple[str, ...]:
    values = _list(data, key, place)
    if not all(isinstance(one, str) for one in values):
        raise PackWrong(f"{place}: {key} must be a list of names in quotes.")
    if valid is not None:
        _only(dict.fromkeys(values), valid, place=f"{place}, {key}")
    return tuple(values)
