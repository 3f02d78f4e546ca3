"""Progress for people (a bar, or plain lines) and for programs (JSON lines)."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, TextColumn
from rich.progress import Progress as Bar

from review.core.errors import ReviewError
from review.core.times import FrameTime, TimeScale
from review.pipeline.events import Event, Found, GapSeen, Progress, StageBegun
from review.rules.shapes import finding_json, plain_time

__all__ = ["EventLines", "PlainProgress", "ProgressBar"]


class ProgressBar:
    """A bar with tape time, × real time and ETA on a terminal."""

    def __init__(self) -> None:
        self._bar = Bar(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.completed:.0f}/{task.total:.0f} s of tape"),
            TextColumn("{task.fields[pace]}"),
            console=Console(stderr=True),
        )
        self._task = self._bar.add_task("Watching", total=1, pace="")

    def __call__(self, event: Event) -> None:
        if isinstance(event, StageBegun):
            self._bar.start()
            self._bar.update(self._task, description=event.words)
            if event.words == "Judging":
                self._bar.stop()
        elif isinstance(event, Progress):
            self._bar.update(self._task, completed=event.done_s, total=event.total_s, pace=_pace(event))
        elif isinstance(event, GapSeen):
            self._bar.console.print(_gap(event))


class PlainProgress:
    """A line every few seconds where there is no terminal."""

    EVERY_S = 5.0

    def __init__(self) -> None:
        self._said = 0.0

    def __call__(self, event: Event) -> None:
        if isinstance(event, StageBegun):
            print(event.words, file=sys.stderr, flush=True)
        elif isinstance(event, GapSeen):
            print(_gap(event), file=sys.stderr, flush=True)
        elif isinstance(event, Progress):
            now = time.monotonic()
            if now - self._said >= self.EVERY_S or event.done_s >= event.total_s - 1e-6:
                self._said = now
                text = f"  {event.done_s:.0f} of {event.total_s:.0f} s of tape {_pace(event)}"
                print(text.rstrip(), file=sys.stderr, flush=True)


class EventLines:
    """One JSON object a line on standard output (docs/formats/events.md)."""

    def __init__(self) -> None:
        self.scale: TimeScale | None = None

    def __call__(self, event: Event) -> None:
        if isinstance(event, Progress):
            self._line(
                event="progress",
                done_s=round(event.done_s, 3),
                total_s=round(event.total_s, 3),
                speed_x=None if event.speed_x is None else round(event.speed_x, 3),
                eta_s=None if event.eta_s is None else round(event.eta_s, 1),
            )
        elif isinstance(event, StageBegun):
            self._line(event="stage", words=event.words)
        elif isinstance(event, GapSeen):
            self._line(
                event="gap", start_pts=event.gap.start.pts, end_pts=event.gap.end.pts, reason=event.gap.reason
            )
        elif isinstance(event, Found):
            self._line(event="found", finding=finding_json(event.finding, self._time))

    def _time(self, time: FrameTime) -> dict[str, Any]:
        """A time as reports write it, once the tape is known."""
        if self.scale is None:
            return plain_time(time)
        timecode = self.scale.timecode(time)
        seconds = round(self.scale.seconds(time), 6)
        return {"pts": time.pts, "s": seconds, "timecode": str(timecode) if timecode else None, "clock": None}

    def done(self, case: Path) -> None:
        """The run is complete and its case lies here."""
        self._line(event="done", case=str(case))

    def failed(self, error: ReviewError) -> None:
        """The run ended with an error of the reader's making."""
        self._line(event="failed", cause=error.cause, remedy=error.remedy, exit=error.exit_code)

    def _line(self, **fields: object) -> None:
        print(json.dumps(fields, ensure_ascii=False), flush=True)


def _pace(event: Progress) -> str:
    if event.speed_x is None:
        return ""
    eta = "" if event.eta_s is None else f", {event.eta_s:.0f} s left"
    return f"{event.speed_x:.2f}× real time{eta}"


def _gap(event: GapSeen) -> str:
    gap = event.gap
    start, end = float(gap.start.exact_s), float(gap.end.exact_s)
    return f"  gap {start:.2f} to {end:.2f} s: {gap.reason}"
