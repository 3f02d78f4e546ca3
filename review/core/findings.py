"""Findings: a clause, a verdict, and everything that led to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from review.core.facts import Subject
from review.core.times import FrameTime

__all__ = ["Branch", "Consequence", "Finding", "Notice", "Verdict"]

Verdict = Literal["trips", "does not", "cannot tell"]


@dataclass(frozen=True, slots=True)
class Consequence:
    """What the clause attaches; `automatic` False means a person decides. `detail` holds games, money."""

    kind: str
    automatic: bool
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Branch:
    """An open question with its price: if so, then these consequences."""

    condition: str
    then: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """Immutable per run. `missing` names the fact kinds without which the verdict stays open."""

    id: int
    clause: str
    pack: str
    verdict: Verdict
    subject: Subject
    start: FrameTime
    end: FrameTime
    measure: Mapping[str, Any]
    missing: tuple[str, ...]
    consequence: tuple[Consequence, ...]
    branches: tuple[Branch, ...]
    facts: tuple[int, ...]
    confidence: float | None
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a reviewer should look at that is no finding."""

    kind: str
    t: FrameTime
    text: str
    end: FrameTime | None = None
