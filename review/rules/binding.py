"""Binding: a clause's parameters and readings, checked against the signature of its evaluator."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, get_type_hints

from review.core.errors import PackWrong
from review.rules.nearest import nearest
from review.rules.pack import Clause, Value, checked_quantity
from review.rules.units import SUFFIXES, Quantity

__all__ = ["arguments", "file_name", "parameters"]


@cache
def parameters(evaluator: Callable[..., Any]) -> dict[str, type]:
    """Keyword-only parameters of an evaluator, with their types."""
    hints = get_type_hints(evaluator)
    return {
        name: hints[name]
        for name, one in inspect.signature(evaluator).parameters.items()
        if one.kind is inspect.Parameter.KEYWORD_ONLY
    }


def file_name(parameter: str) -> tuple[str, str | None]:
    """A parameter's name in a pack, and what it measures: `bench_distance_m` -> bench_distance, length."""
    for suffix, dimension in SUFFIXES.items():
        if parameter.endswith(suffix):
            return parameter.removesuffix(suffix), dimension
    return parameter, None


def arguments(
    clause: Clause, settings: Mapping[str, Value], *, evaluator: Callable[..., Any], file: str
) -> dict[str, Any]:
    """The keyword arguments for the evaluator, every one checked.

    Raises
    ------
    PackWrong
        A parameter is missing, unknown, of the wrong type or unit; names file, clause and key.
    """
    wanted = parameters(evaluator)
    known = {file_name(name)[0] for name in wanted}
    taken = {name for spec in clause.consequences for name in spec.takes}
    for key in clause.params:
        if key not in known | taken:
            raise PackWrong(
                f"{file}: clause {clause.id}, params.{key}: {clause.evaluator} takes no such parameter.",
                remedy=nearest(key, known | taken),
            )
    for key in clause.settings:
        if key not in known:
            raise PackWrong(
                f"{file}: clause {clause.id}, settings: {clause.evaluator} does not hang on {key!r}.",
                remedy=nearest(key, known),
            )
    return {name: _argument(clause, settings, name, kind, file) for name, kind in wanted.items()}


def _argument(
    clause: Clause, settings: Mapping[str, Value], name: str, kind: type, file: str
) -> str | int | float | bool:
    key, dimension = file_name(name)
    if key in clause.params:
        value, place = clause.params[key], f"{file}: clause {clause.id}, params.{key}"
    elif key in clause.settings and key in settings:
        value, place = settings[key], f"{file}: settings.{key}"
    else:
        raise PackWrong(
            f"{file}: clause {clause.id}: {clause.evaluator} needs {key!r}.",
            remedy="Give it under the clause's params, or under [settings] and in the clause's settings.",
        )
    if dimension is not None:
        text = value.text if isinstance(value, Quantity) else value
        return checked_quantity(text, dimension=dimension, place=place).value
    if isinstance(value, Quantity) or type(value) is not kind:
        shown = value.text if isinstance(value, Quantity) else value
        raise PackWrong(
            f"{place}: {shown!r} is not of type {kind.__name__}, which {clause.evaluator} asks for."
        )
    return value
