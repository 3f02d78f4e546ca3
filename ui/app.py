"""Starting the window."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTimer, QTranslator
from PySide6.QtWidgets import QApplication

from ui.analysis import Analysis
from ui.autosave import Autosave, last_opened
from ui.desk import Desk, Doors
from ui.garbage import WindowThreadCollector
from ui.memory import Memory
from ui.session import Trouble
from ui.window import MainWindow
from ui.words import LANGUAGES, language, set_language, t

__all__ = ["Workplace", "product_doors", "run_app"]


def product_doors() -> Doors:
    """Tapes and cases as the product opens them."""
    from review import wiring  # everything hangs on it: the window is there first
    from review.wiring import office

    return Doors(
        wiring.open_reader,
        wiring.open_store,
        wiring.case_path_for,
        wiring.sample_tape,
        office.following_of,
    )


#: The sample is on screen by then.
TOUR_AFTER_MS = 1500


class Workplace(QObject):
    """One desk and its window; another language is another window on the same desk."""

    def __init__(self, doors: Doors, memory: Memory) -> None:
        super().__init__()
        self.memory = memory
        self._qt_words = QTranslator(self)
        set_language(memory.word("language", _system_language()))
        self.desk = Desk(doors, memory, parent=self)
        self.analysis = Analysis(self.desk, parent=self)
        self.autosave = Autosave(self.desk)
        self.window = self._make_window()

    def _make_window(self) -> MainWindow:
        self._speak_qt()
        window = MainWindow(self.desk, self.analysis)
        window.language_chosen.connect(self.speak)
        return window

    def _speak_qt(self) -> None:
        """Qt's own words (keys in menus, file dialogs) in the chosen language, where Qt knows it."""
        app = QCoreApplication.instance()
        if app is None:
            return
        app.removeTranslator(self._qt_words)
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        if self._qt_words.load(f"qtbase_{language()}", folder):
            app.installTranslator(self._qt_words)

    def speak(self, code: str) -> None:
        """Show the same desk in another language."""
        self.memory.keep_word("language", set_language(code))
        old, ordinal = self.window, self.desk.now.wanted
        shown = old.isVisible()
        old.close()
        old.leave()
        self.window = self._make_window()
        self.window.setVisible(shown)
        self.desk.goto(ordinal)

    def end(self) -> None:
        """Stop all threads and the analysis."""
        self.autosave.keep()
        self.analysis.end()
        self.desk.end()


def _system_language() -> str:
    code = QLocale.system().name()[:2]
    return code if code in LANGUAGES else "en"


def run_app(path: str | None = None, arguments: Sequence[str] = ()) -> int:
    """Show the window, on `path` (a tape or a case) where one is given; returns the exit code."""
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else QApplication([sys.argv[0], *arguments])
    app.setApplicationName("Benchgate")
    app.setDesktopFileName("benchgate")
    collector = WindowThreadCollector(app)
    place = Workplace(product_doors(), Memory())
    place.window.show()
    begin(place, path)
    code = app.exec()
    place.end()
    collector.end()
    return code


def begin(place: Workplace, path: str | None) -> None:
    """Open what was asked for, else go on where the window was left; at first the sample, with a tour."""
    last = last_opened(place.desk)
    if path is not None or last is not None:
        _open_given(place, Path(path) if path is not None else last or Path())
    elif not place.memory.word("toured", ""):
        place.memory.keep_word("toured", "yes")
        actions = place.window.registry.actions
        if actions["sample"].isEnabled():
            actions["sample"].trigger()
        QTimer.singleShot(TOUR_AFTER_MS, place.window, actions["tour"].trigger)


def _open_given(place: Workplace, path: Path) -> None:
    if path.exists():
        place.desk.open(path)
        return
    cause = t("There is no file {path}.", path=path)
    place.desk.set(trouble=Trouble(cause, t("Look at its name, or open another."), remedy_command="open"))
