"""The lines an analysis prints: one JSON object each, read however they are cut on the way."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from review.core.facts import Subject
from review.core.findings import Branch, Consequence, Finding
from review.core.times import FrameTime, TimeScale

__all__ = ["LineBuffer", "finding_from_event"]


class LineBuffer:
    """Joins chunks of bytes into whole lines and reads each as an event."""

    def __init__(self) -> None:
        self._rest = b""
        self.strange: list[str] = []

    def feed(self, chunk: bytes) -> Iterator[Mapping[str, Any]]:
        """Events completed by `chunk`; a line that is no event is kept in `strange`."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            yield from self._event(line)

    def flush(self) -> Iterator[Mapping[str, Any]]:
        """The last line, where its end never came."""
        line, self._rest = self._rest, b""
        yield from self._event(line)

    def _event(self, line: bytes) -> Iterator[Mapping[str, Any]]:
        text = line.decode("utf-8", errors="replace").strip()
        if not text:
            return
        try:
            event = json.loads(text)
        except ValueError:
            event = None
        if isinstance(event, dict) and isinstance(event.get("event"), str):
            yield event
        else:
            self.strange.append(text)


def finding_from_event(told: Mapping[str, Any], scale: TimeScale, *, pack: str = "") -> Finding:
    """The finding in a `found` event (report shape or short), its times put on the tape's own scale.

    Raises
    ------
    ValueError, KeyError, TypeError
        If the event lacks what a finding needs.
    """
    subject = told.get("subject") or told
    return Finding(
        id=int(told["id"]),
        clause=str(told["clause"]),
        pack=str(told.get("pack", pack)),
        verdict=told["verdict"],
        subject=Subject(**{key: subject.get(key) for key in ("team", "person", "number", "bench", "role")}),
        start=_time(told, "start", scale),
        end=_time(told, "end", scale),
        measure=dict(told.get("measure") or {}),
        missing=tuple(told.get("missing") or ()),
        consequence=tuple(_consequence(item) for item in told.get("consequence") or ()),
        branches=tuple(Branch(str(b["if"]), tuple(b["then"])) for b in told.get("branches") or ()),
        facts=tuple(told.get("facts") or ()),
        confidence=told.get("confidence"),
        why=tuple(told.get("why") or ()),
    )


def _time(told: Mapping[str, Any], end: str, scale: TimeScale) -> FrameTime:
    """One end of a finding: in `span` as reports write it, or short as `start_pts`."""
    if f"{end}_pts" in told:
        return scale.at(int(told[f"{end}_pts"]))
    time = told["span"][end]
    return scale.at(int(time["pts"])) if time.get("pts") is not None else scale.from_seconds(float(time["s"]))


def _consequence(told: Mapping[str, Any]) -> Consequence:
    detail = {key: value for key, value in told.items() if key not in ("kind", "automatic")}
    return Consequence(str(told["kind"]), bool(told["automatic"]), detail)
