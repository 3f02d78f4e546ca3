"""Facts: what is measured, imported, said by a named person, or derived; three-valued."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from review.core.times import FrameTime

__all__ = ["Fact", "FactValue", "Layer", "Subject"]

Layer = Literal["measured", "imported", "said", "derived"]
FactValue = bool | int | float | str | None | tuple[float | None, float | None]


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom a fact or finding is about: team, person, bench, coach; each may be open."""

    team: str | None = None
    person: int | None = None
    number: int | None = None
    bench: str | None = None
    role: str | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """One statement. `value` None is unknown, with `reason`; a pair is an interval [low, high] in `unit`.

    `links` carries what it was made from: crossing, change, altercation or count ids, other subjects.
    """

    id: int
    kind: str
    subject: Subject
    start: FrameTime
    end: FrameTime
    value: FactValue
    layer: Layer
    source: str
    unit: str | None = None
    confidence: float | None = None
    reason: str | None = None
    links: Mapping[str, Any] = field(default_factory=dict)
