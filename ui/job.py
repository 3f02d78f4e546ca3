"""An analysis in another process: started, listened to, paused, stopped."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QProcess, Signal

from ui.job_lines import LineBuffer
from ui.session import Trouble
from ui.words import t

__all__ = ["Job", "analyze_command"]

KILL_AFTER_MS = 5000


def analyze_command(
    tape: Path, case: Path, *, game: Path | None = None, gates: Path | None = None
) -> list[str]:
    """The command line that analyses `tape` into `case` and tells of it line by line."""
    command = [sys.executable, "-m", "review.cli", "analyze", str(tape), "--case", str(case)]
    command += ["--game", str(game)] if game else []
    command += ["--gates", str(gates)] if gates else []
    return [*command, "--events", "json"]


class Job(QObject):
    """One running analysis.

    `told` brings each event; then exactly one of `done` (the case's path), `failed` (a `Trouble`) or
    `stopped` (by the person) ends it.
    """

    told = Signal(object)
    done = Signal(str)
    failed = Signal(object)
    stopped = Signal()

    def __init__(self, command: Sequence[str], *, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._command = list(command)
        self._lines = LineBuffer()
        self._case: str | None = None
        self._failure: Trouble | None = None
        self._cancelled = False
        self._ended = False
        self.paused = False
        self._process = QProcess(self)
        self._process.readyReadStandardOutput.connect(self._read)
        self._process.finished.connect(self._finish)
        self._process.errorOccurred.connect(self._not_started)

    @property
    def can_pause(self) -> bool:
        """Whether this system can hold a process still."""
        return hasattr(signal, "SIGSTOP")

    def start(self) -> None:
        """Begin."""
        self._process.start(self._command[0], self._command[1:])

    def pause(self, on: bool) -> None:
        """Hold the process still, or let it go on; its memory is kept."""
        pid = int(self._process.processId())
        if self.can_pause and pid > 0 and not self._ended:
            os.kill(pid, signal.SIGSTOP if on else signal.SIGCONT)
            self.paused = on

    def cancel(self) -> None:
        """Stop it; what is finished stays in the case."""
        self._cancelled = True
        self.pause(False)
        self._process.terminate()

    def end(self) -> None:
        """Stop it and wait, for when the window closes."""
        if self._ended or self._process.state() == QProcess.ProcessState.NotRunning:
            return
        self.cancel()
        if not self._process.waitForFinished(KILL_AFTER_MS):
            self._process.kill()
            self._process.waitForFinished(KILL_AFTER_MS)

    def _read(self) -> None:
        for event in self._lines.feed(bytes(self._process.readAllStandardOutput().data())):
            self._take(event)

    def _take(self, event: Mapping[str, Any]) -> None:
        kind = event["event"]
        if kind == "done":
            self._case = str(event.get("case", ""))
        elif kind == "failed":
            self._failure = Trouble(
                str(event.get("cause") or t("The analysis failed.")),
                str(event.get("remedy") or ""),
                details=self._log(),
            )
        else:
            self.told.emit(event)

    def _not_started(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart and not self._ended:
            self._ended = True
            cause = t("The analysis could not be started: {why}.", why=self._process.errorString())
            self.failed.emit(Trouble(cause, details=" ".join(self._command)))

    def _finish(self, code: int, status: QProcess.ExitStatus) -> None:
        self._read()
        for event in self._lines.flush():
            self._take(event)
        if self._ended:
            return
        self._ended = True
        if self._cancelled:
            self.stopped.emit()
        elif self._failure is not None:
            self.failed.emit(self._failure)
        elif self._case is not None and code in (0, 3) and status == QProcess.ExitStatus.NormalExit:
            self.done.emit(self._case)
        else:
            self.failed.emit(self._silent_end(code))

    def _silent_end(self, code: int) -> Trouble:
        cause = t("The analysis ended before it was done (exit {code}).", code=code)
        remedy = t("Analyse again: it goes on where it stopped. If it ends again, report the details.")
        return Trouble(cause, remedy, details=self._log(), remedy_command="analyze")

    def _log(self) -> str:
        said = bytes(self._process.readAllStandardError().data()).decode("utf-8", errors="replace")
        return "\n".join(filter(None, [" ".join(self._command), *self._lines.strange[-20:], said[-4000:]]))
