"""The kind of table every part of a scenario is."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, ValidationError

from review.core.errors import ReviewError


class ScenarioUnreadable(ReviewError, ValueError):
    """A scenario file that cannot be played; ``cause`` and ``remedy`` are words for its author."""

    def __init__(self, cause: str, remedy: str) -> None:
        super().__init__(cause, remedy=remedy)


class Table(BaseModel):
    """Frozen values of one TOML table."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @classmethod
    def read(cls, values: Mapping[str, Any], where: str) -> Self:
        """Read ``values``; ``where`` names the table for the author, such as ``[tape]``.

        Raises
        ------
        ScenarioUnreadable
            With the key at fault, and the nearest known key for an unknown one.
        """
        try:
            return cls.model_validate(dict(values))
        except ValidationError as error:
            first = error.errors()[0]
            key = ".".join(str(part) for part in first["loc"])
            if first["type"] == "extra_forbidden":
                raise unknown_key(where, key, cls.model_fields) from error
            raise ScenarioUnreadable(
                f"{where}: {key or 'the table'}: {first['msg']}.", "See docs/formats/scenario.md."
            ) from error


def unknown_key(where: str, key: str, known: Any) -> ScenarioUnreadable:
    """Say that a table has a key nobody reads, with the nearest one that somebody does."""
    near = difflib.get_close_matches(key.split(".")[-1], list(known), n=1)
    remedy = f"Did you mean {near[0]}?" if near else f"Known keys: {' '.join(known)}."
    return ScenarioUnreadable(f"{where} has an unknown key {key!r}.", remedy)
