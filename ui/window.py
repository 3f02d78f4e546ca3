"""The window: one screen, no modes, the picture first."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QMainWindow,
    QMenu,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ui.analysis import Analysis
from ui.bars import Banner, WorkBar
from ui.commands.edit import load_keys
from ui.commands.registry import Registry
from ui.desk import Desk
from ui.orders import STATES, Orders
from ui.player.angles import Angles
from ui.player.stage import Stage
from ui.player.transport import Transport, seconds_typed
from ui.player.view import PictureView
from ui.session import Session
from ui.tables.corrector import Corrector
from ui.tables.inspector import Inspector
from ui.tables.panel import FindingsPanel
from ui.tables.rows import Row, judged_rows, rows_of
from ui.teach import advice, empty_list_words, marks_note, shot_note, title_words
from ui.theme import apply_theme, pick, team_slots
from ui.timeline.lanes import Item, lanes_of
from ui.timeline.widget import Timeline
from ui.welcome import Welcome
from ui.words import LANGUAGES, language, t

__all__ = ["MainWindow"]


class MainWindow(QMainWindow):
    """Shows one desk. `language_chosen` asks for the same window in another language."""

    language_chosen = Signal(str)

    def __init__(self, desk: Desk, analysis: Analysis) -> None:
        super().__init__()
        self.desk, self.analysis = desk, analysis
        self.colours = pick(desk.now.theme)
        self.registry = Registry(parent=self)
        load_keys(self.registry, desk.memory)
        self.setAcceptDrops(True)
        self.setMinimumSize(960, 600)
        self._make_parts()
        self._lay_out()
        self._make_menus()
        self.orders = Orders(self)
        self._connect()
        self._dress()
        self._restore()
        self._changed(Session(), desk.now)

    def _make_parts(self) -> None:
        self.view = PictureView()
        self.angles = Angles(self.desk, self.view)
        self.stage = Stage(self.desk, self.view, parent=self)
        self.findings = FindingsPanel(self.colours)
        self.corrector = Corrector(self.registry)
        self.inspector = Inspector(self.corrector)
        self.transport = Transport(self.registry)
        self.timeline = Timeline(self.colours)
        self.welcome = Welcome(self.registry, self.colours)
        self.banner = Banner()
        self.work_bar = WorkBar(self.registry)
        self.standing = QLabel()
        self.standing.setAccessibleName(t("Teams, rule pack, device, speed"))
        self.note = QLabel()
        self.note.setObjectName("dim")
        self.note.setContentsMargins(8, 0, 0, 0)

    def _lay_out(self) -> None:
        self.pages = QStackedWidget()
        self.pages.addWidget(self.welcome)
        self.pages.addWidget(self.angles)
        middle = QWidget()
        self.column = column = QVBoxLayout(middle)
        column.setContentsMargins(0, 6, 0, 6)
        column.setSpacing(6)
        column.addWidget(self.banner)
        column.addWidget(self.pages, 1)
        self.split = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=True, handleWidth=8)
        for part, stretch in ((self.findings, 0), (middle, 1), (self.inspector, 0)):
            self.split.addWidget(part)
            self.split.setStretchFactor(self.split.count() - 1, stretch)
        self.split.setSizes([286, 900, 296])
        self.split.setCollapsible(1, False)
        self.below = QWidget()
        lanes = QVBoxLayout(self.below)
        lanes.setContentsMargins(0, 0, 0, 0)
        lanes.setSpacing(2)
        lanes.addWidget(self.transport)
        lanes.addWidget(self.timeline)
        whole = QWidget()
        rows = QVBoxLayout(whole)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self.split, 1)
        rows.addWidget(self.below)
        self.setCentralWidget(whole)
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().addWidget(self.note, 1)
        self.statusBar().addPermanentWidget(self.work_bar)

    def _make_menus(self) -> None:
        menus: dict[str, QMenu] = {}
        for command in self.registry.commands:
            if command.menu not in menus:
                menus[command.menu] = self.menuBar().addMenu(t(command.menu))
            menus[command.menu].addAction(self.registry.actions[command.id])
            if command.id in (
                "sample",
                "draw_gate",
                "history",
                "drop_altercation",
                "cancel_job",
                "choose_n",
                "shuttle_back",
                "last_moment",
                "gates",
                "loupe_next",
                "levels_off",
            ):
                menus[command.menu].addSeparator()
        tongue = menus["View"].addMenu(t("Language"))
        for code, name in LANGUAGES.items():
            action = tongue.addAction(name)
            action.setCheckable(True)
            action.setChecked(code == language())
            action.triggered.connect(lambda _on=False, code=code: self.language_chosen.emit(code))
        self.standing.setContentsMargins(0, 5, 14, 0)
        self.menuBar().setCornerWidget(self.standing)

    def _connect(self) -> None:
        self.desk.sessions.changed.connect(self._changed)
        self.findings.chosen.connect(self._row_chosen)
        self.timeline.sought.connect(self._sought)
        self.timeline.chosen.connect(self._item_chosen)
        self.transport.typed.connect(self._typed)
        self.stage.gate_drawn.connect(self.orders.keep_gate)
        self.banner.asked.connect(lambda id_: self.registry.actions[id_].trigger())
        self.banner.closed.connect(self._banner_closed)
        for id_ in ("accept", "reject"):  # keys that an entry needs itself
            action = self.registry.actions[id_]
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            for part in (self.findings.list, self.view, self.timeline, self.inspector.body):
                part.addAction(action)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._dress)

    # what the session says ---------------------------------------------------------------------

    def _changed(self, before: Session, after: Session) -> None:
        judged = before.judgement is not after.judgement or before.findings != after.findings
        if before.tape is not after.tape:
            self._tape_changed(after)
        if judged or before.tape is not after.tape or before.work != after.work:
            self._show_judged(before, after)
        if before.shown != after.shown or before.speed_x != after.speed_x or before.tape is not after.tape:
            self.transport.show_session(after)
            self.timeline.set_now(after.shown_s)
        self.note.setText(" · ".join(filter(None, (shot_note(after), marks_note(after)))))
        if judged or before.picked != after.picked:
            self._show_picked(after)
        if before.theme != after.theme:
            self._dress()
        self._show_chrome(before, after)

    def _tape_changed(self, session: Session) -> None:
        if session.tape is not None:
            frame_s = float(1 / session.tape.rate) if session.tape.rate else 0.04
            self.timeline.set_tape(session.tape.duration_s, frame_s)

    def _show_judged(self, before: Session, after: Session) -> None:
        if before.work != after.work:
            self.work_bar.show_work(after.work)
        empty = empty_list_words(after)
        if after.tape is None:
            self.findings.set_rows((), (), empty)
            return
        slots = team_slots(after.judgement.game if after.judgement else None)
        self.findings.set_teams(slots)
        rows = (
            judged_rows(after.judgement, after.tape.scale)
            if after.judgement and after.work is None
            else rows_of(after.findings, (), after.tape.scale)
        )
        self.findings.set_rows(rows, (after.picked,) if after.picked else (), empty)
        if (
            before.judgement is not after.judgement
            or before.findings != after.findings
            or before.tape is None
        ):
            self.timeline.set_lanes(lanes_of(after.judgement, after.findings, after.tape.scale), slots)

    def _show_picked(self, session: Session) -> None:
        row = next((r for r in self.findings.model.rows if r.key == session.picked), None)
        scale = session.tape.scale if session.tape else None
        self.inspector.show_row(row, session.judgement, scale, self.colours, follows=session.follows)
        self.corrector.show_row(row, session.judgement)
        self.findings.show_picked(session.picked)

    def _show_chrome(self, before: Session, after: Session) -> None:
        if before.trouble is not after.trouble or _standing(before) != _standing(after):
            told = advice(after)
            self.banner.say(
                told.words,
                button=told.button,
                command=told.command,
                details=told.details,
                closable=told.closable,
            )
        self.pages.setCurrentIndex(1 if _has_picture(after) else 0)
        side = 0 if after.tape is not None else 10
        self.column.setContentsMargins(side, 6, side, 6)
        self.below.setVisible(after.tape is not None)
        self.findings.setVisible(after.tape is not None)
        self.inspector.setVisible(after.tape is not None)
        self._stand(title_words(after))
        name = after.tape_path.name if after.tape_path else ""
        self.setWindowTitle(f"{name} — Benchgate" if name else "Benchgate")
        self.orders.enable(after)

    def _stand(self, words: str) -> None:
        """Words in the menu bar's corner; the bar measures its corner only when it is set."""
        if words != self.standing.text():
            self.standing.setText(words)
            self.menuBar().setCornerWidget(self.standing)
            self.standing.show()

    def _banner_closed(self) -> None:
        self.banner.hide()
        self.desk.set(trouble=None)

    def _dress(self) -> None:
        self.colours = pick(self.desk.now.theme)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            apply_theme(app, self.colours)
        for part in (self.findings, self.timeline, self.transport, self.welcome, self.banner, self.work_bar):
            part.set_colours(self.colours)
        self._show_picked(self.desk.now)

    # what a person does ------------------------------------------------------------------------

    def _row_chosen(self, row: Row) -> None:
        self.desk.pick(row.key, row.at)

    def _sought(self, seconds: float) -> None:
        self.desk.pause()
        self.desk.goto_s(seconds)

    def _item_chosen(self, item: Item) -> None:
        if item.key is not None:
            self.desk.pick(item.key, item.at)
        else:
            self.desk.goto_time(item.at)

    def _typed(self, name: str, words: str) -> None:
        session = self.desk.now
        seconds = seconds_typed(words)
        if session.tape is None:
            return
        if name in ("frame", "pts") and words.strip().lstrip("-").isdigit():
            number = int(words)
            self.desk.pause()
            self.desk.goto(
                number if name == "frame" else session.index.ordinal(number) if session.index else 0
            )
        elif name == "timecode":
            self.orders.goto_timecode(words)
        elif name == "clock" and words.startswith(STATES):
            self.orders.state_clock(words.removeprefix(STATES))
        elif name == "clock":
            self.orders.goto_clock(words)
        elif seconds is not None:
            self._sought(seconds)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files may be dropped anywhere."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the first file dropped."""
        path = next((url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()), None)
        if path:
            self.orders.open(Path(path))

    def _restore(self) -> None:
        shape, split = self.desk.memory.shape("window"), self.desk.memory.shape("split")
        if shape is None or not self.restoreGeometry(shape):
            self.resize(1480, 900)
        if split is not None:
            self.split.restoreState(split)

    def leave(self) -> None:
        """Let go of the desk: another window takes it."""
        self.desk.sessions.changed.disconnect(self._changed)
        QGuiApplication.styleHints().colorSchemeChanged.disconnect(self._dress)
        self.stage.leave()
        self.angles.leave()
        self.deleteLater()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the window's shape."""
        self.desk.memory.keep_shape("window", self.saveGeometry())
        self.desk.memory.keep_shape("split", self.split.saveState())
        super().closeEvent(event)


def _has_picture(session: Session) -> bool:
    return session.shown is not None or (session.tape_path is not None and session.trouble is None)


def _standing(session: Session) -> tuple[bool, ...]:
    """What the banner's advice hangs on."""
    judgement = session.judgement
    return (
        session.tape is None,
        session.opening,
        session.case_path is None,
        judgement is None,
        bool(judgement and judgement.gates),
        session.work is None,
        session.drawing,
        bool(session.drawn),
    )
