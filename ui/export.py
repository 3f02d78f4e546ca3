"""Evidence written in another process, so that the window never waits for clips."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, Signal

__all__ = ["Export", "evidence_folder"]


def evidence_folder(case: Path, finding: int | None) -> Path:
    """A folder beside the case that is not there yet."""
    name = f"{case.stem}-evidence" + (f"-{finding}" if finding is not None else "")
    places = (case.with_name(name if n == 1 else f"{name}-{n}") for n in range(1, 10_000))
    return next(place for place in places if not place.exists())


class Export(QObject):
    """One bundle in the making. `ended` brings the folder, and why there is none where it failed."""

    ended = Signal(str, str)

    def __init__(
        self,
        case: Path,
        finding: int | None,
        *,
        angles: Sequence[str] = (),
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.folder = evidence_folder(case, finding)
        command = ["-m", "review.cli", "case", "export", str(case), "--out", str(self.folder)]
        command += ["--finding", str(finding)] if finding is not None else []
        for angle in angles:
            command += ["--angle", angle]
        self._process = QProcess(self)
        self._process.finished.connect(self._finish)
        self._process.start(sys.executable, command)

    def _finish(self, code: int) -> None:
        told = bytes(self._process.readAllStandardError().data()).decode(errors="replace").strip()
        self.ended.emit(str(self.folder), "" if code == 0 else told or f"exit code {code}")
