"""Core values as JSON text and back, exactly: what comes out equals what went in, type by type.

Arrays of JSON are tuples; anything JSON has no word for is an object with the key ``~``:
a core type by its name with its fields, ``time`` (pts and time base), ``frac``, ``list``, ``map`` (keys that
are not plain text), ``float`` (nan, inf), ``array`` (dtype and nested values).
Only the types listed here are ever made from a file.
"""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from review.core import (
    altercations,
    case,
    changes,
    clock,
    counts,
    crossings,
    facts,
    findings,
    game,
    gates,
    penalties,
    people,
    score,
    shots,
    tape,
    times,
)

__all__ = ["TextDamaged", "dumps", "loads"]

_TYPES: dict[str, type[Any]] = {
    kind.__name__: kind
    for kind in (
        *(altercations.Altercation, altercations.AltercationSpan, altercations.Departure),
        *(case.Coverage, case.Ruling, case.Run),
        *(changes.Change, clock.ClockAnchor, clock.ClockSpan, counts.CountPoint, counts.CountTimeline),
        *(crossings.Crossing, crossings.GateGap),
        *(facts.Fact, facts.Subject, findings.Branch, findings.Consequence, findings.Finding),
        *(findings.Notice, game.Game, game.Penalty, game.RosterEntry, game.SpanText, game.Team),
        *(
            gates.Gate,
            people.Person,
            score.ScoreSpan,
            penalties.PenaltyClock,
            shots.Shot,
            tape.Gap,
            tape.Tape,
        ),
        *(times.Interval, times.Timecode, times.TimeScale),
    )
}
_FIELDS = {kind: tuple(f.name for f in dataclasses.fields(kind)) for kind in _TYPES.values()}
_ARRAY_DTYPES = ("<f8", "<f4", "<i8", "|b1")


class TextDamaged(ValueError):
    """A text in the case is not what `dumps` wrote."""


def dumps(value: Any) -> str:
    """`value` as one line of ASCII JSON.

    Raises
    ------
    TypeError
        If it holds something that is neither plain data nor a core type.
    """
    return json.dumps(_encoded(value), separators=(",", ":"), allow_nan=False)


def loads(text: str) -> Any:
    """The value that `dumps` wrote.

    Raises
    ------
    TextDamaged
        If the text holds anything that `dumps` does not write.
    """
    try:
        return _decoded(json.loads(text))
    except (ValueError, TypeError, KeyError, ZeroDivisionError, RecursionError) as error:
        raise TextDamaged(f"not a record of this format: {error}") from error


def _encoded(value: Any) -> Any:
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else {"~": "float", "is": str(value)}
    if isinstance(value, tuple):
        return [_encoded(item) for item in value]
    if isinstance(value, list):
        return {"~": "list", "of": [_encoded(item) for item in value]}
    if isinstance(value, Mapping):
        return _encoded_mapping(value)
    return _encoded_object(value)


def _encoded_mapping(value: Mapping[Any, Any]) -> dict[str, Any]:
    if all(isinstance(key, str) for key in value) and "~" not in value:
        return {key: _encoded(item) for key, item in value.items()}
    return {"~": "map", "of": [[_encoded(key), _encoded(item)] for key, item in value.items()]}


def _encoded_object(value: Any) -> dict[str, Any]:
    if isinstance(value, times.FrameTime):
        base = value.time_base
        return {"~": "time", "pts": int(value.pts), "num": base.numerator, "den": base.denominator}
    if isinstance(value, Fraction):
        return {"~": "frac", "num": value.numerator, "den": value.denominator}
    if isinstance(value, np.ndarray) and value.dtype.str in _ARRAY_DTYPES:
        flat = [_encoded(item) for item in value.ravel().tolist()]
        return {"~": "array", "dtype": value.dtype.str, "shape": list(value.shape), "of": flat}
    names = _FIELDS.get(type(value))
    if names is None:
        raise TypeError(f"a case cannot hold a {type(value).__name__}")
    return {"~": type(value).__name__, **{name: _encoded(getattr(value, name)) for name in names}}


def _decoded(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_decoded(item) for item in value)
    if not isinstance(value, dict):
        return value
    if "~" not in value:
        return {key: _decoded(item) for key, item in value.items()}
    tag = value["~"]
    if tag in _PLAIN:
        return _PLAIN[tag](value)
    kind = _TYPES.get(tag)
    if kind is None:
        raise ValueError(f"unknown kind {tag!r}")
    return kind(**{key: _decoded(item) for key, item in value.items() if key != "~"})


def _array(value: dict[str, Any]) -> Any:
    if value["dtype"] not in _ARRAY_DTYPES:
        raise ValueError(f"unknown dtype {value['dtype']!r}")
    return np.array([_decoded(item) for item in value["of"]], value["dtype"]).reshape(value["shape"])


_PLAIN: dict[str, Callable[[dict[str, Any]], Any]] = {
    "time": lambda v: times.FrameTime(v["pts"], Fraction(v["num"], v["den"])),
    "frac": lambda v: Fraction(v["num"], v["den"]),
    "float": lambda v: float(v["is"]),
    "list": lambda v: [_decoded(item) for item in v["of"]],
    "map": lambda v: {_decoded(key): _decoded(item) for key, item in v["of"]},
    "array": _array,
}
