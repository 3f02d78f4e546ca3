"""Shared reading of TOML that people write: every error names file, key and the nearest valid key."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

from review.core.errors import GameFileWrong

__all__ = ["check_keys", "parse_toml", "take"]

Table = Mapping[str, Any]


def parse_toml(text: bytes, file: str) -> dict[str, Any]:
    """The document as a dict; GameFileWrong with line and column if it is no TOML."""
    try:
        return tomllib.loads(text.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise GameFileWrong(
            f"{file}: not UTF-8 text (byte {error.start}).", remedy="Save the file as UTF-8."
        ) from error
    except (ValueError, RecursionError) as error:
        raise GameFileWrong(f"{file}: not valid TOML: {error}.", remedy="Mend that place.") from error


def check_keys(table: Table, allowed: Iterable[str], file: str, where: str) -> None:
    """Refuse unknown keys, naming the nearest valid one."""
    allowed = list(allowed)
    for key in table:
        if key not in allowed:
            close = difflib.get_close_matches(key, allowed, n=1)
            remedy = f"Did you mean {close[0]!r}?" if close else f"Valid keys: {', '.join(allowed)}."
            raise GameFileWrong(f"{file}: {where} has no key {key!r}.", remedy=remedy)


def take(table: Table, key: str, kind: type | tuple[type, ...], file: str, where: str) -> Any:
    """The value of a key that must be there and of this type (a bool is no number)."""
    if key not in table:
        raise GameFileWrong(f"{file}: {where} needs {key!r}.", remedy="Add it.")
    value = table[key]
    kinds = kind if isinstance(kind, tuple) else (kind,)
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        wanted = " or ".join(k.__name__ for k in kinds)
        raise GameFileWrong(
            f"{file}: {where}, {key} = {value!r} is not {_words(wanted)}.", remedy="Correct the value."
        )
    return value


def _words(kinds: str) -> str:
    for name, word in (("str", "text"), ("int", "a whole number"), ("float", "a number"), ("list", "a list"),
                       ("dict", "a table")):  # fmt: skip
        kinds = " or ".join(word if part == name else part for part in kinds.split(" or "))
    return kinds
