"""What a metric is made of: counts that add up over clips, and the value they give.

Every metric keeps its numerator and denominator, so that a total is taken over all cases of all clips and
not over the clips' own ratios. A metric without a case has no value: None, never 0 or 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, Self

import numpy as np

from review.core.arrays import Array
from review.core.detections import Detections
from review.evaluate.detection import LabelledPeople, average_precision

__all__ = [
    "Answers",
    "Assignment",
    "Harmonic",
    "Median",
    "Metric",
    "Moment",
    "Part",
    "Ranked",
    "Rate",
    "Share",
    "Tail",
    "Tally",
    "Unmeasured",
]


class Metric(Protocol):
    """Evidence for one metric from one clip or several."""

    @classmethod
    def pooled(cls, parts: Sequence[Self]) -> Self:
        """All evidence together."""

    def value(self) -> float | None:
        """The figure; None where there was no case."""

    def plain(self) -> dict[str, Any]:
        """The counts behind it."""


@dataclass(frozen=True, slots=True)
class Share:
    """`part` of `whole`; both in cases, or both in seconds."""

    part: float
    whole: float

    @classmethod
    def pooled(cls, parts: Sequence[Share]) -> Share:
        return cls(sum(p.part for p in parts), sum(p.whole for p in parts))

    def value(self) -> float | None:
        return self.part / self.whole if self.whole else None

    def plain(self) -> dict[str, Any]:
        return {"part": _short(self.part), "whole": _short(self.whole)}


@dataclass(frozen=True, slots=True)
class Tally:
    """How often something happened that should never happen, among `cases`; the value is the count."""

    count: int
    cases: int

    @classmethod
    def pooled(cls, parts: Sequence[Tally]) -> Tally:
        return cls(sum(p.count for p in parts), sum(p.cases for p in parts))

    def value(self) -> float | None:
        return float(self.count) if self.cases else None

    def plain(self) -> dict[str, Any]:
        return {"part": self.count, "whole": self.cases}


@dataclass(frozen=True, slots=True)
class Rate:
    """`count` an hour."""

    count: int
    hours: float

    @classmethod
    def pooled(cls, parts: Sequence[Rate]) -> Rate:
        return cls(sum(p.count for p in parts), sum(p.hours for p in parts))

    def value(self) -> float | None:
        return self.count / self.hours if self.hours else None

    def plain(self) -> dict[str, Any]:
        return {"part": self.count, "whole": _short(self.hours)}


@dataclass(frozen=True, slots=True)
class Harmonic:
    """F1 of things found, false and missed."""

    hit: int
    false: int
    missed: int

    @classmethod
    def pooled(cls, parts: Sequence[Harmonic]) -> Harmonic:
        return cls(sum(p.hit for p in parts), sum(p.false for p in parts), sum(p.missed for p in parts))

    def value(self) -> float | None:
        whole = 2 * self.hit + self.false + self.missed
        return 2 * self.hit / whole if whole else None

    def plain(self) -> dict[str, Any]:
        whole = 2 * self.hit + self.false + self.missed
        counts = {"hit": self.hit, "false": self.false, "missed": self.missed}
        return {"part": 2 * self.hit, "whole": whole, **counts}


@dataclass(frozen=True, slots=True)
class Median:
    """The middle of measured values."""

    values: tuple[float, ...]

    @classmethod
    def pooled(cls, parts: Sequence[Median]) -> Median:
        return cls(tuple(value for p in parts for value in p.values))

    def value(self) -> float | None:
        return float(np.median(self.values)) if self.values else None

    def plain(self) -> dict[str, Any]:
        return {"part": None, "whole": len(self.values)}


@dataclass(frozen=True, slots=True)
class Tail:
    """The 95th percentile of measured values."""

    values: tuple[float, ...]

    @classmethod
    def pooled(cls, parts: Sequence[Tail]) -> Tail:
        return cls(tuple(value for p in parts for value in p.values))

    def value(self) -> float | None:
        return float(np.percentile(self.values, 95)) if self.values else None

    def plain(self) -> dict[str, Any]:
        return {"part": None, "whole": len(self.values)}


@dataclass(frozen=True, slots=True)
class Ranked:
    """Found boxes, each with its confidence and whether it is true, and how many were to be found.

    The value is COCO's AP: precision made monotone, read at 101 recalls from 0 to 1.
    """

    conf: Array
    true: Array
    wanted: int

    @classmethod
    def pooled(cls, parts: Sequence[Ranked]) -> Ranked:
        conf = np.concatenate([p.conf for p in parts]) if parts else np.zeros(0)
        true = np.concatenate([p.true for p in parts]) if parts else np.zeros(0, np.bool_)
        return cls(conf, true, sum(p.wanted for p in parts))

    def value(self) -> float | None:
        if not self.wanted:
            return None
        return average_precision(self.conf, self.true, self.wanted, recalls=COCO_RECALLS)

    def plain(self) -> dict[str, Any]:
        return {"part": int(self.true.sum()), "whole": self.wanted, "found": len(self.true)}


COCO_RECALLS = np.linspace(0.0, 1.0, 101)


@dataclass(frozen=True, slots=True)
class Assignment:
    """HOTA's counts at each localisation threshold, and the association summed over true positives."""

    hit: Array
    missed: Array
    false: Array
    associated: Array

    @classmethod
    def pooled(cls, parts: Sequence[Assignment]) -> Assignment:
        columns = ("hit", "missed", "false", "associated")
        return cls(*(np.sum([getattr(p, name) for p in parts], axis=0) for name in columns))

    def value(self) -> float | None:
        if not np.any(self.hit + self.missed):
            return None
        detected = self.hit / np.maximum(self.hit + self.missed + self.false, 1)
        return float(np.sqrt(detected * self.associated / np.maximum(self.hit, 1)).mean())

    def plain(self) -> dict[str, Any]:
        middle = len(self.hit) // 2
        return {"part": _short(float(self.hit[middle])), "whole": float((self.hit + self.missed)[middle])}


@dataclass(frozen=True, slots=True)
class Unmeasured:
    """A metric that this report gives nothing for, and why."""

    reason: str

    @classmethod
    def pooled(cls, parts: Sequence[Unmeasured]) -> Unmeasured:
        return cls("; ".join(dict.fromkeys(p.reason for p in parts)))

    def value(self) -> float | None:
        return None

    def plain(self) -> dict[str, Any]:
        return {"part": None, "whole": None, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that went wrong at a second of tape, worth a look; graver ones have greater `weight`."""

    metric: str
    s: float
    words: str
    weight: float


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers with a confidence each, and how many questions there were: what a risk–coverage curve needs."""

    conf: tuple[float, ...] = ()
    right: tuple[bool, ...] = ()
    questions: int = 0

    @classmethod
    def pooled(cls, parts: Sequence[Answers]) -> Answers:
        return cls(
            tuple(c for p in parts for c in p.conf),
            tuple(r for p in parts for r in p.right),
            sum(p.questions for p in parts),
        )

    def curve(self) -> list[dict[str, float]]:
        """Points (coverage, risk, conf) as the least confidence asked for falls, one a distinct confidence.

        `coverage`: answers a question, above 1 where more was said than asked; `risk`: the wrong among them.

        >>> Answers((0.9, 0.8), (True, False), 4).curve()[-1]
        {'coverage': 0.5, 'risk': 0.5, 'conf': 0.8}
        """
        if not self.questions:
            return []
        order = np.argsort(-np.asarray(self.conf), kind="stable")
        conf, wrong = np.asarray(self.conf)[order], ~np.asarray(self.right, np.bool_)[order]
        last = np.flatnonzero(np.append(np.diff(conf) != 0, True)) if len(conf) else np.zeros(0, np.int64)
        lost = np.cumsum(wrong)
        return [
            {
                "coverage": round(float(k + 1) / self.questions, 4),
                "risk": round(float(lost[k]) / float(k + 1), 4),
                "conf": round(float(conf[k]), 4),
            }
            for k in last
        ]


@dataclass(frozen=True, slots=True)
class Part:
    """What one subject gives for one clip; `pictures` are found and true people, for a scorer of boxes."""

    metrics: dict[str, Metric]
    moments: tuple[Moment, ...] = ()
    answers: dict[str, Answers] = field(default_factory=dict)
    pictures: tuple[tuple[Detections, LabelledPeople], ...] = ()


def _short(value: float) -> float | int:
    return int(value) if float(value).is_integer() else round(float(value), 4)
