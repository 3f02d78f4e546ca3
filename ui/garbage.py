"""Garbage of the interpreter is collected on the window's thread alone.

Python collects on whichever thread happens to make the next object. Where that is a decoding or judging
thread, parts of the window that nobody holds any more are destroyed there, and Qt ends the process.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

__all__ = ["WindowThreadCollector", "collect_due"]

EVERY_MS = 500


def collect_due() -> int:
    """Collect the generations whose thresholds are passed, as Python itself would; returns what was freed."""
    for generation in (2, 1, 0):
        if gc.get_count()[generation] > gc.get_threshold()[generation]:
            return gc.collect(generation)
    return 0


class WindowThreadCollector(QObject):
    """While it lives, nothing is collected but by its timer, on the thread that made it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._was_on = gc.isenabled()
        gc.disable()
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(collect_due)
        self._timer.start()

    def end(self) -> None:
        """Leave collecting to Python again."""
        self._timer.stop()
        if self._was_on:
            gc.enable()
