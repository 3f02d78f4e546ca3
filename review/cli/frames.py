"""Progress of a rendering: frames done, frames a second, and how long it will take."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

__all__ = ["FrameProgress"]


class FrameProgress:
    """A bar on a terminal, else a line every few seconds on standard error."""

    EVERY_S = 5.0

    def __init__(self) -> None:
        self._began: float | None = None  # when the first frame was there: the pace is the filming's alone
        self._said = time.monotonic()
        self._bar: Progress | None = None
        if sys.stderr.isatty():
            columns = (TextColumn("Filming"), BarColumn(), TextColumn("{task.fields[words]}"))
            self._bar = Progress(*columns, console=Console(stderr=True))
            self._task = self._bar.add_task("", total=1, words="")

    def __enter__(self) -> Self:
        if self._bar:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar:
            self._bar.stop()

    def __call__(self, done: int, total: int) -> None:
        """Say that ``done`` of ``total`` frames are filmed."""
        now = time.monotonic()
        if self._began is None:
            self._began = now
        words = pace(done, total, now - self._began)
        if self._bar:
            self._bar.update(self._task, completed=done, total=total, words=words)
        elif now - self._said >= self.EVERY_S or done == total:
            self._said = now
            print(f"  {words}", file=sys.stderr, flush=True)


def pace(done: int, total: int, since_s: float) -> str:
    """Words for the pace so far; ``since_s`` counts from the first frame's end.

    Examples
    --------
    >>> pace(51, 151, 10.0)
    '51 of 151 frames, 5.0 frames/s, 20 s left'
    """
    if done < 2:
        return f"{done} of {total} frames"
    rate_fps = (done - 1) / max(since_s, 1e-6)
    words = f"{done} of {total} frames, {rate_fps:.1f} frames/s"
    left_s = (total - done) / max(rate_fps, 1e-6)
    return words if done == total else f"{words}, {left_s:.0f} s left"
