"""The analysis of the tape at hand: what its lines tell goes into the session."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from review.core.findings import Finding
from ui.desk import Desk
from ui.job import Job, analyze_command
from ui.job_lines import finding_from_event
from ui.session import Trouble, Work
from ui.words import t

__all__ = ["Analysis", "beside"]

Command = Callable[..., Sequence[str]]


def beside(tape: Path, kind: str) -> Path | None:
    """`NAME.game.toml` or `NAME.gates.toml` beside the tape, None where there is none."""
    path = tape.with_name(f"{tape.stem}.{kind}.toml")
    return path if path.is_file() else None


class Analysis(QObject):
    """Runs at most one job; its progress is `session.work`, its end a case read anew or a trouble."""

    def __init__(
        self, desk: Desk, command: Command = analyze_command, *, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._desk = desk
        self._command = command
        self._job: Job | None = None

    @property
    def running(self) -> bool:
        """Whether a job is on."""
        return self._job is not None

    @property
    def can_pause(self) -> bool:
        """Whether the job on can be held still."""
        return self._job is not None and self._job.can_pause

    def start(self, *, game: Path | None = None, gates: Path | None = None) -> None:
        """Analyse the open tape into its case."""
        tape = self._desk.now.tape_path
        if tape is None or self._job is not None:
            return
        case = self._desk.now.case_path or self._desk.doors.case_path_for(tape)
        self._job = Job(self._command(tape, case, game=game, gates=gates), parent=self)
        self._job.told.connect(self._told)
        self._job.done.connect(self._done)
        self._job.failed.connect(self._failed)
        self._job.stopped.connect(self._ended)
        self._desk.set(work=Work(), case_path=case, trouble=None)
        self._job.start()

    def pause(self) -> None:
        """Hold the job, or let it go on."""
        work = self._desk.now.work
        if self._job is not None and work is not None:
            self._job.pause(not self._job.paused)
            self._desk.set(work=replace(work, paused=self._job.paused))

    def cancel(self) -> None:
        """Stop the job; finished segments stay in the case."""
        if self._job is not None:
            self._job.cancel()

    def end(self) -> None:
        """Stop the job and wait for it."""
        if self._job is not None:
            self._job.end()

    def _told(self, event: Mapping[str, Any]) -> None:
        work = self._desk.now.work
        if work is None:
            return
        if event["event"] == "progress":
            work = replace(
                work,
                done_s=_number(event.get("done_s")) or 0.0,
                total_s=_number(event.get("total_s")),
                speed_x=_number(event.get("speed_x")),
                eta_s=_number(event.get("eta_s")),
            )
            self._desk.set(work=work)
        elif event["event"] == "found":
            self._found(work, event.get("finding"))
        elif event["event"] == "stage":
            self._desk.set(work=replace(work, stage=str(event.get("words") or "")))
        elif event["event"] == "gap":
            self._desk.set(work=replace(work, gaps=work.gaps + 1))

    def _found(self, work: Work, told: object) -> None:
        tape = self._desk.now.tape
        if tape is None or not isinstance(told, Mapping):
            return
        try:
            finding = finding_from_event(told, tape.scale)
        except (KeyError, TypeError, ValueError):
            return  # the case brings it once the analysis is done
        others: tuple[Finding, ...] = tuple(f for f in work.found if f.id != finding.id)
        self._desk.set(work=replace(work, found=(*others, finding)))

    def _done(self, case: str) -> None:
        self._drop()
        self._desk.set(work=None, case_path=Path(case) if case else self._desk.now.case_path)
        self._desk.reload_case()

    def _failed(self, trouble: Trouble) -> None:
        self._drop()
        self._desk.set(work=None, trouble=trouble)
        self._desk.reload_case()

    def _ended(self) -> None:
        self._drop()
        self._desk.set(work=None)
        self._desk.reload_case()

    def _drop(self) -> None:
        if self._job is not None:
            self._job.deleteLater()
            self._job = None


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def progress_words(work: Work) -> str:
    """Progress as a person reads it: how far, how fast, how long to go."""
    if work.total_s is None:
        return t(work.stage) if work.stage else t("Starting the analysis…")
    if work.done_s >= work.total_s and work.stage:
        return t(work.stage)
    parts = [t("{done} of {total} s of tape", done=f"{work.done_s:.0f}", total=f"{work.total_s:.0f}")]
    parts += [t("{x}× real time", x=f"{work.speed_x:.1f}")] if work.speed_x is not None else []
    if work.paused:
        parts.append(t("held"))
    elif work.eta_s is not None:
        minutes, seconds = divmod(round(work.eta_s), 60)
        parts.append(t("{left} to go", left=f"{minutes}:{seconds:02d}"))
    return " · ".join(parts)
