"""Core values as JSON data, in one tape's own times and with its people's labels."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from review.core.case import Judgement
from review.core.facts import Subject
from review.core.times import FrameTime, Interval, TimeScale

__all__ = ["Plain"]


class Plain:
    """Knows how this tape writes its times and who is who."""

    def __init__(self, judgement: Judgement) -> None:
        self.judged = judgement
        self._scale: TimeScale = judgement.tape.scale
        self._clock = judgement.clock
        self._people = {person.id: person for person in judgement.people}
        self._crossings = {crossing.id: crossing for crossing in judgement.crossings}

    def time(self, time: FrameTime) -> dict[str, Any]:
        timecode, shown = self._scale.timecode(time), self._clock.at(self._scale.seconds(time))
        return {
            "pts": time.pts,
            "s": round(self._scale.seconds(time), 6),
            "timecode": None if timecode is None else str(timecode),
            "clock": None if shown is None else shown.text,
            "clock_error_s": None if shown is None else round(shown.error_s, 3),
        }

    def interval(self, when: Interval) -> dict[str, Any]:
        return {
            "earliest": self.time(when.earliest),
            "best": self.time(when.best) if when.best else None,
            "latest": self.time(when.latest),
        }

    def span(self, start: FrameTime, end: FrameTime) -> dict[str, Any]:
        return {"start": self.time(start), "end": self.time(end)}

    def plain(self, value: Any) -> Any:
        """Anything a core type may hold as JSON data; what is not a number is null."""
        if isinstance(value, np.generic | np.ndarray):
            value = value.tolist()
        if isinstance(value, float):
            return value if math.isfinite(value) else None
        if isinstance(value, str):
            return value.encode("utf-8", "replace").decode()
        if value is None or isinstance(value, bool | int):
            return value
        if isinstance(value, Mapping):
            return {str(key): self.plain(item) for key, item in value.items()}
        if isinstance(value, tuple | list):
            return [self.plain(item) for item in value]
        if isinstance(value, FrameTime):
            return self.time(value)
        if isinstance(value, Interval):
            return self.interval(value)
        if isinstance(value, Subject):
            return self.subject(value)
        if isinstance(value, Fraction):
            return f"{value.numerator}/{value.denominator}"
        raise TypeError(f"a report cannot hold a {type(value).__name__}")

    def number(self, person: int | None, crossing: int | None) -> int | None:
        held = self._crossings.get(crossing or 0)
        if held is not None and held.number is not None:
            return held.number
        man = self._people.get(person or 0)
        return man.number if man else None

    def subject(self, subject: Subject) -> dict[str, Any]:
        return {
            "team": self.plain(subject.team),
            "person": subject.person,
            "number": subject.number,
            "bench": subject.bench,
            "role": subject.role,
        }

    def subject_words(self, subject: Subject) -> str:
        """`EDM 23`, `EDM man 13`, `EDM players bench`, `EDM coach`: as people call him, or the game."""
        words = [subject.team] if subject.team else []
        if subject.number is not None:
            words.append(str(subject.number))
        elif subject.person is not None:
            number = self.number(subject.person, None)
            words.append(f"man {subject.person}" if number is None else str(number))
        words += [word.replace("_", " ") for word in (subject.role, subject.bench) if word]
        return str(self.plain(" ".join(words))) or "the game"
