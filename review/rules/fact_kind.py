"""Fact kinds: what one kind of fact states, where it may come from, and what a person is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from review.core.facts import Layer

__all__ = ["ACT", "CAMERA", "PERSON", "RECORD", "SHEET", "FactKind", "ValueType"]

ValueType = Literal["yes/no/unknown", "number", "money", "date"]
PERSON: tuple[Layer, ...] = ("said",)
SHEET: tuple[Layer, ...] = ("imported", "said")
CAMERA: tuple[Layer, ...] = ("measured", "said")
RECORD: tuple[Layer, ...] = ("measured", "imported", "said")
"""Where a fact may come from: a person alone; the league's papers; the picture; any of the three."""

ACT: Mapping[str, str] = {"act": "id", "change": "id", "crossing": "id", "altercation": "id"}
"""Links by which facts speak of one thing: an act of one's own numbering, a change, a crossing."""


@dataclass(frozen=True, slots=True)
class FactKind:
    """One kind of fact.

    Attributes
    ----------
    kind : the name in files
    means : what a "yes" states; of a number, what is counted
    layers : where it may come from
    question : what is asked of a person, in plain words, once a clause hangs on it
    subject : keys of the subject that must be given; the team is the one whose act is judged
    links : name -> type: "id", "int", "number", "seconds", "metres" (pairs), "spans", "flag", "text", "ids"
    type : "number" is one or a pair [low, high] in `unit`; "money" is text in dollars; "date" is ISO
    """

    kind: str
    means: str
    layers: tuple[Layer, ...]
    question: str | None = None
    subject: tuple[str, ...] = ("team",)
    links: Mapping[str, str] = field(default_factory=lambda: ACT)
    type: ValueType = "yes/no/unknown"
    unit: str | None = None
