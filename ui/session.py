"""What the window is looking at: one frozen `Session`, one `changed` signal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from review.core.case import Judgement
from review.core.findings import Finding
from review.core.gates import Gate
from review.core.tape import PacketIndex, Tape
from review.core.times import FrameTime
from ui.player.levels import NEUTRAL, Levels
from ui.player.scan import Scan

__all__ = ["Session", "Sessions", "Stamp", "Trouble", "Work"]


@dataclass(frozen=True, slots=True)
class Stamp:
    """Which frame is on screen, as read back from the decoded frame itself."""

    ordinal: int
    time: FrameTime
    damaged: str | None = None


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that went wrong, for a person; `remedy_command` names the command that mends it."""

    cause: str
    remedy: str = ""
    details: str = ""
    remedy_command: str | None = None


@dataclass(frozen=True, slots=True)
class Work:
    """An analysis in progress in another process; None is not known yet."""

    done_s: float = 0.0
    total_s: float | None = None
    speed_x: float | None = None
    eta_s: float | None = None
    paused: bool = False
    found: tuple[Finding, ...] = ()
    gaps: int = 0
    stage: str = ""


@dataclass(frozen=True, slots=True)
class Session:
    """Everything the window shows, apart from the picture's own pixels."""

    tape_path: Path | None = None
    case_path: Path | None = None
    opening: bool = False
    tape: Tape | None = None
    index: PacketIndex | None = None
    judgement: Judgement | None = None
    follows: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    shown: Stamp | None = None
    wanted: int = 0
    speed_x: float = 0.0
    mark_in: int | None = None
    mark_out: int | None = None
    looping: bool = False
    step_frames: int = 5
    scan: Scan = "whole"
    later: bool = False
    levels: Levels = NEUTRAL
    loupe: str = ""
    rink_map: bool = False
    picked: str | None = None
    boxes: bool = True
    gates: bool = True
    drawing: bool = False
    drawn: tuple[Gate, ...] = ()
    theme: str = "system"
    work: Work | None = None
    trouble: Trouble | None = None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Those of the case, or while an analysis runs those it has told of so far."""
        if self.work is not None:
            return self.work.found
        return self.judgement.findings if self.judgement else ()

    @property
    def shown_s(self) -> float:
        """Seconds from the tape's first frame to the frame on screen."""
        if self.tape is None or self.shown is None:
            return 0.0
        return self.tape.scale.seconds(self.shown.time)


class Sessions(QObject):
    """Holder of the one `Session`; `changed(before, after)` tells of every new one."""

    changed = Signal(object, object)

    def __init__(self, first: Session | None = None, *, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.now = first or Session()

    def update(self, **changes: Any) -> None:
        """Replace the session; silent where nothing differs."""
        before = self.now
        if all(getattr(before, name) is value for name, value in changes.items()):
            return
        self.now = replace(before, **changes)
        self.changed.emit(before, self.now)
