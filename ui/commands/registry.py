"""Commands by id: QActions whose words, keys and tool tips come from one table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence

from ui.words import t

__all__ = ["COMMANDS", "Command", "Registry"]


@dataclass(frozen=True, slots=True)
class Command:
    """One thing to do. `keys` are the ones it starts with; a person's own replace them."""

    id: str
    menu: str
    words: str
    keys: tuple[str, ...] = ()
    checkable: bool = False
    repeats: bool = False


COMMANDS = (
    Command("open", "File", "Open tape or case…", ("Ctrl+O",)),
    Command("sample", "File", "Open the sample"),
    Command("archive", "File", "Archive…", ("Ctrl+Shift+A",)),
    Command("close", "File", "Close tape", ("Ctrl+W",)),
    Command("quit", "File", "Quit", ("Ctrl+Q",)),
    Command("analyze", "Case", "Analyse this tape…", ("Ctrl+R",)),
    Command("draw_gate", "Case", "Draw a gate", ("Ctrl+G",)),
    Command("state_clock", "Case", "State the game clock…", ("Ctrl+K",)),
    Command("accept", "Case", "Accept the finding", ("Return", "Enter")),
    Command("reject", "Case", "Reject it, with a reason", ("Backspace",)),
    Command("correct", "Case", "Correct the crossing", ("E",)),
    Command("draw_still", "Case", "Draw on this picture…", ("D",)),
    Command("undo", "Case", "Undo what was said last", ("Z", "Ctrl+Z")),
    Command("redo", "Case", "Say it again", ("Shift+Z", "Ctrl+Shift+Z")),
    Command("evidence", "Case", "Write the evidence", ("Ctrl+E",)),
    Command("docket", "Case", "Docket…", ("Ctrl+D",)),
    Command("history", "Case", "What was said, by whom"),
    Command("confirm_altercation", "Case", "Confirm the altercation here", ("A",)),
    Command("altercation_begins", "Case", "The altercation begins here", ("[",)),
    Command("altercation_ends", "Case", "The altercation ends here", ("]",)),
    Command("drop_altercation", "Case", "No altercation here", ("Shift+A",)),
    Command("pause_job", "Case", "Pause or go on with the analysis"),
    Command("cancel_job", "Case", "Stop the analysis"),
    Command("next_finding", "Case", "Next finding", ("Down",), repeats=True),
    Command("last_finding", "Case", "Previous finding", ("Up",), repeats=True),
    Command("play", "Tape", "Play or hold", ("Space",)),
    Command("frame_on", "Tape", "One frame on", ("Right",), repeats=True),
    Command("frame_back", "Tape", "One frame back", ("Left",), repeats=True),
    Command("ten_on", "Tape", "Ten frames on", ("Shift+Right",), repeats=True),
    Command("ten_back", "Tape", "Ten frames back", ("Shift+Left",), repeats=True),
    Command("n_on", "Tape", "N frames on", ("Ctrl+Right",), repeats=True),
    Command("n_back", "Tape", "N frames back", ("Ctrl+Left",), repeats=True),
    Command("choose_n", "Tape", "Choose N…", ("Ctrl+N",)),
    Command("shuttle_on", "Tape", "Shuttle on, faster", ("L",)),
    Command("shuttle_hold", "Tape", "Shuttle: hold", ("K",)),
    Command("shuttle_back", "Tape", "Shuttle back, faster", ("J",)),
    Command("shuttle_slower", "Tape", "Shuttle slower, to an eighth", (",",)),
    Command("mark_in", "Tape", "In mark here", ("I",)),
    Command("mark_out", "Tape", "Out mark here", ("O",)),
    Command("loop", "Tape", "Loop between the marks", ("Ctrl+L",), checkable=True),
    Command("next_moment", "Tape", "Next event", ("N",), repeats=True),
    Command("last_moment", "Tape", "Previous event", ("P",), repeats=True),
    Command("start", "Tape", "First frame", ("Home",)),
    Command("finish", "Tape", "Last frame", ("End",)),
    Command("add_angle", "View", "Add an angle…", ("Ctrl+Shift+O",)),
    Command("angle_on", "View", "Angle: one frame on", ("Alt+Right",), repeats=True),
    Command("angle_back", "View", "Angle: one frame back", ("Alt+Left",), repeats=True),
    Command("close_angles", "View", "Close the other angles", ("Ctrl+1",)),
    Command("boxes", "View", "Boxes", ("B",), checkable=True),
    Command("gates", "View", "Gates", ("G",), checkable=True),
    Command("rink_map", "View", "Rink map", ("M",), checkable=True),
    Command("loupe", "View", "Loupe", ("V",), checkable=True),
    Command("loupe_next", "View", "Loupe: mouse, then each gate", ("Shift+V",)),
    Command("fields", "View", "Field by field", ("F",), checkable=True),
    Command("woven", "View", "Without deinterlacing", ("Shift+F",), checkable=True),
    Command("levels", "View", "Picture levels…", ("Ctrl+Shift+L",)),
    Command("levels_off", "View", "Levels as the tape is", ("Ctrl+0",)),
    Command("zoom_in", "View", "Timeline: closer", ("Ctrl++", "Ctrl+=")),
    Command("zoom_out", "View", "Timeline: wider", ("Ctrl+-",)),
    Command("theme", "View", "Dark or light", ("Ctrl+T",)),
    Command("keys", "Help", "Keys", ("?", "F1")),
    Command("edit_keys", "Help", "Change keys…"),
    Command("tour", "Help", "A short tour"),
    Command("diagnostics", "Help", "Diagnostics"),
)


_SIGNS = {"Left": "←", "Right": "→", "Up": "↑", "Down": "↓"}


class Registry(QObject):
    """The commands as actions of one window."""

    def __init__(self, commands: Iterable[Command] = COMMANDS, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.commands = tuple(commands)
        self.actions: dict[str, QAction] = {}
        for command in self.commands:
            action = QAction(t(command.words), self)
            action.setObjectName(command.id)
            action.setShortcuts([QKeySequence(keys) for keys in command.keys])
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            action.setCheckable(command.checkable)
            action.setAutoRepeat(command.repeats)
            self.actions[command.id] = action

    def on(self, id_: str, act: Callable[[], object]) -> None:
        """Say what a command does."""
        self.actions[id_].triggered.connect(lambda _checked=False: act())

    def set_keys(self, id_: str, keys: Iterable[str]) -> None:
        """Give a command other keys."""
        self.actions[id_].setShortcuts([QKeySequence(key) for key in keys])

    def keys_words(self, id_: str) -> str:
        """A command's keys as they stand on the keyboard; the first where there are several."""
        first = next(iter(self.actions[id_].shortcuts()), QKeySequence())
        words = first.toString(QKeySequence.SequenceFormat.NativeText)
        for name, sign in _SIGNS.items():
            words = words.replace(QKeySequence(name).toString(QKeySequence.SequenceFormat.NativeText), sign)
        return words

    def tip(self, id_: str) -> str:
        """Words and keys, for a button."""
        keys = self.keys_words(id_)
        words = self.actions[id_].text().rstrip("…")
        return f"{words} ({keys})" if keys else words
