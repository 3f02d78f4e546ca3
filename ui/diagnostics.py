"""What support needs to know, without what is nobody's business: no folders, no names of users."""

from __future__ import annotations

import platform
import re
from pathlib import Path

from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from ui.session import Session
from ui.words import language, t

__all__ = ["DiagnosticsSheet", "diagnostics", "without_folders"]

_PATH = re.compile(r"(?:[A-Za-z]:[\\/]|~?/)(?:[^\s\"'<>|:*?\\/]+[\\/])+(?P<name>[^\s\"'<>|:*?\\/]*)")


def without_folders(text: str, *known: Path | None) -> str:
    """The text with every path reduced to its last name; `known` ones also where they hold spaces.

    >>> without_folders("/srv/ann/game one/a.mp4: cut short", Path("/srv/ann/game one/a.mp4"))
    'a.mp4: cut short'
    >>> without_folders("see C:\\\\Users\\\\ann\\\\b.bgcase and /tmp/x/y.log.")
    'see b.bgcase and y.log.'
    """
    for path in known:
        if path is not None:
            text = text.replace(str(path.absolute()), path.name).replace(str(path), path.name)
    home = str(Path.home())
    text = text.replace(home, "~") if len(home) > 1 else text
    return _PATH.sub(lambda found: found["name"], text)


def diagnostics(session: Session) -> str:
    """Versions, machine, what is open, and the last trouble, a line each."""
    from review import __version__

    lines = [f"Benchgate {__version__}", f"Python {platform.python_version()}, Qt {qVersion()}"]
    lines.append(f"{platform.system()} {platform.release()}, {platform.machine()}")
    lines += [_screen(), f"language {language()}"]
    tape, judgement = session.tape, session.judgement
    if tape is not None:
        width, height = tape.size_px
        lines.append(
            f"tape {Path(tape.path).name}: {tape.container}, {tape.codec}, {width}x{height}, "
            f"rate {tape.rate}, {tape.frames} frames, {tape.field_order}, {len(tape.gaps)} gaps, "
            f"sha256 {tape.sha256[:16]}"
        )
    if judgement is not None:
        run = judgement.run
        lines.append(f"case by {run.version}, {run.pack}, {run.device}, settings {run.settings_sha256[:16]}")
        lines.append(
            f"{len(judgement.shots)} shots, {len(judgement.people)} people, {len(judgement.gates)} gates, "
            f"{len(judgement.crossings)} crossings, {len(judgement.findings)} findings"
        )
    if session.shown is not None:
        lines.append(f"frame {session.shown.ordinal}, pts {session.shown.time.pts}")
    if session.trouble is not None:
        lines += [session.trouble.cause, session.trouble.remedy, session.trouble.details]
    text = "\n".join(line for line in lines if line)
    return without_folders(text, session.tape_path, session.case_path)


def _screen() -> str:
    screen = QGuiApplication.primaryScreen()
    size, name = screen.size(), QGuiApplication.platformName()
    return f"screen {size.width()}x{size.height()} at {screen.devicePixelRatio():g}, {name}"


class DiagnosticsSheet(QDialog):
    """The lines, to look at before they are copied."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(t("Diagnostics"))
        self.resize(640, 320)
        self.body = QPlainTextEdit(diagnostics(session), readOnly=True)
        self.body.setAccessibleName(t("Diagnostics"))
        self.body.setTabChangesFocus(True)
        buttons = QDialogButtonBox()
        copy = buttons.addButton(t("Copy"), QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.body.toPlainText()))
        buttons.addButton(t("Close"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.body, 1)
        layout.addWidget(buttons)
