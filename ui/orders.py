"""What each command does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog

from review.core.clock import parse_shown
from review.core.errors import ReviewError
from review.core.gates import Gate
from review.core.times import Timecode
from review.wiring.acts import answer_altercation, state_clock
from ui.analysis import beside
from ui.archive_page import ArchivePage
from ui.commands.edit import KeyEditor
from ui.commands.sheet import KeySheet
from ui.desk import CASE_ENDING
from ui.diagnostics import DiagnosticsSheet
from ui.dialogs import AnalyzeDialog, GateDialog
from ui.docket import DocketSheet
from ui.gate_file import add_gate, gate_file_for, team_names_beside
from ui.looking import LOOKS, Looks
from ui.say import seconds_words
from ui.sayings import SAYINGS, Sayings
from ui.session import Session, Trouble
from ui.tour import Tour
from ui.words import t

if TYPE_CHECKING:
    from ui.window import MainWindow

__all__ = ["STATES", "Orders"]

#: Typed before a time of the game clock, it states that time instead of going there.
STATES = "= "
_WITH_TAPE = ("close", "draw_gate", "boxes", "gates")
_VIDEO = "*.mp4 *.mov *.mkv *.ts *.m2ts *.avi *.mxf *.mpg *.webm"


class Orders(QObject):
    """Connects the commands of one window to its desk, analysis and panels."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._desk = window.desk
        self._analysis = window.analysis
        self.sayings, self.looks = Sayings(window), Looks(window)
        parts = dict.fromkeys(SAYINGS, self.sayings) | dict.fromkeys(LOOKS, self.looks)
        for id_ in (command.id for command in window.registry.commands):
            window.registry.on(id_, getattr(parts.get(id_, self), f"do_{id_}"))

    def enable(self, session: Session) -> None:
        """Offer only what can be done now."""
        actions = self._window.registry.actions
        tape, working = session.tape is not None, session.work is not None
        for command in self._window.registry.commands:
            if command.menu == "Tape" or "angle" in command.id or command.id in _WITH_TAPE:
                actions[command.id].setEnabled(tape)
        for id_ in ("zoom_in", "zoom_out", "next_finding", "last_finding"):
            actions[id_].setEnabled(tape)
        actions["analyze"].setEnabled(tape and not working)
        for id_ in (command.id for command in self._window.registry.commands):
            if id_ == "state_clock" or "altercation" in id_ or id_ in SAYINGS:
                actions[id_].setEnabled(session.judgement is not None and not working)
        actions["pause_job"].setEnabled(working and self._analysis.can_pause)
        actions["cancel_job"].setEnabled(working)
        sample = self._desk.doors.sample_tape() is not None
        actions["sample"].setEnabled(sample)
        self._window.welcome.sample.setVisible(sample)
        self.looks.enable(session)
        actions["loop"].setChecked(session.looping)
        actions["boxes"].setChecked(session.boxes)
        actions["gates"].setChecked(session.gates)

    def open(self, path: Path) -> None:
        """Open a tape or case; a running analysis is asked about by being stopped first."""
        self._analysis.end()
        self._desk.open(path)

    def do_open(self) -> None:
        """Choose a file and open it."""
        kinds = f"{t('Tapes and cases')} ({_VIDEO} *{CASE_ENDING});;{t('All files')} (*)"
        path, _ = QFileDialog.getOpenFileName(self._window, t("Open tape or case…"), "", kinds)
        if path:
            self.open(Path(path))

    def do_sample(self) -> None:
        """Open the bundled tape."""
        sample = self._desk.doors.sample_tape()
        if sample is not None:
            self.open(sample)

    def do_archive(self) -> None:
        """Look into an archive; a case chosen there is opened."""
        page = ArchivePage(self._desk.memory, self._window)
        page.chosen.connect(self.open)
        page.exec()

    def do_close(self) -> None:
        """Put the tape away; the next start does not open it again."""
        self._analysis.end()
        self._desk.close()
        self._desk.memory.keep_word("last", "")

    def do_quit(self) -> None:
        """Close the window."""
        self._window.close()

    def do_analyze(self) -> None:
        """Ask for game and gates, then start."""
        tape = self._desk.now.tape_path
        if tape is None or self._analysis.running:
            return
        ask = AnalyzeDialog(tape, beside(tape, "game"), beside(tape, "gates"), self._window)
        if ask.exec():
            self._analysis.start(game=ask.game.path, gates=ask.gates.path)

    def do_draw_gate(self) -> None:
        """Begin or leave drawing."""
        self._desk.pause()
        self._desk.set(drawing=not self._desk.now.drawing)

    def keep_gate(self, points_px: list[tuple[float, float]]) -> None:
        """Ask what was drawn, and keep it beside the tape."""
        session = self._desk.now
        if session.tape_path is None or session.shown is None:
            return
        teams = session.judgement.game.team_names() if session.judgement else ()
        ask = GateDialog(teams or team_names_beside(session.tape_path), self._window)
        if not ask.exec():
            return
        team, kind, side = ask.team.currentText().strip(), ask.chosen_kind, str(ask.side.currentData())
        file = gate_file_for(session.tape_path)
        try:
            add_gate(file, points_px, team=team, kind=kind, frame=session.shown.ordinal, off_side=side)
        except OSError as error:
            cause = t("{file} cannot be written: {why}.", file=file, why=error.strerror or error)
            self._desk.set(drawing=False, trouble=Trouble(cause, t("Put the tape where you may write.")))
            return
        gate = Gate(f"{team}-{kind}", team, kind, session.shown.time, np.array(points_px))
        self._desk.set(drawing=False, drawn=(*session.drawn, gate))

    def do_pause_job(self) -> None:
        """Hold or go on."""
        self._analysis.pause()

    def do_cancel_job(self) -> None:
        """Stop the analysis."""
        self._analysis.cancel()

    def do_next_finding(self) -> None:
        """Down the list."""
        self._window.findings.go(1)

    def do_last_finding(self) -> None:
        """Up the list."""
        self._window.findings.go(-1)

    def do_play(self) -> None:
        """Play or hold; a focused button keeps its Space."""
        focus = QApplication.focusWidget()
        if isinstance(focus, QAbstractButton) and focus.accessibleName() and not self._desk.now.speed_x:
            transport = focus in self._window.transport.buttons.values()
            if not transport:
                focus.click()
                return
        self._desk.toggle_play()

    def do_frame_on(self) -> None:
        """One on."""
        self._desk.step(1)

    def do_frame_back(self) -> None:
        """One back."""
        self._desk.step(-1)

    def do_ten_on(self) -> None:
        """Ten on."""
        self._desk.step(10)

    def do_ten_back(self) -> None:
        """Ten back."""
        self._desk.step(-10)

    def do_shuttle_on(self) -> None:
        """L."""
        self._desk.shuttle(backwards=False)

    def do_shuttle_hold(self) -> None:
        """K."""
        self._desk.pause()

    def do_shuttle_back(self) -> None:
        """J."""
        self._desk.shuttle(backwards=True)

    def do_shuttle_slower(self) -> None:
        """Comma."""
        self._desk.shuttle_slower()

    def do_mark_in(self) -> None:
        """I."""
        self._desk.mark(begins=True)

    def do_mark_out(self) -> None:
        """O."""
        self._desk.mark(begins=False)

    def do_loop(self) -> None:
        """Ctrl-L."""
        self._desk.loop()

    def do_next_moment(self) -> None:
        """N."""
        self._desk.next_moment(forward=True)

    def do_last_moment(self) -> None:
        """P."""
        self._desk.next_moment(forward=False)

    def do_start(self) -> None:
        """Home."""
        self._desk.pause()
        self._desk.goto(0)

    def do_finish(self) -> None:
        """End."""
        self._desk.pause()
        if self._desk.now.index is not None:
            self._desk.goto(len(self._desk.now.index) - 1)

    def do_add_angle(self) -> None:
        """Choose another tape of the same moment."""
        path, _ = QFileDialog.getOpenFileName(
            self._window, t("Add an angle…"), "", f"{t('Tapes')} ({_VIDEO})"
        )
        if path:
            self._window.angles.add(Path(path))

    def do_angle_on(self) -> None:
        """Alt-right."""
        self._window.angles.nudge(1)

    def do_angle_back(self) -> None:
        """Alt-left."""
        self._window.angles.nudge(-1)

    def do_close_angles(self) -> None:
        """The master alone."""
        self._window.angles.clear()

    def do_boxes(self) -> None:
        """B."""
        self._desk.set(boxes=not self._desk.now.boxes)

    def do_gates(self) -> None:
        """G."""
        self._desk.set(gates=not self._desk.now.gates)

    def do_zoom_in(self) -> None:
        """Closer."""
        self._window.timeline.zoom(1.6)

    def do_zoom_out(self) -> None:
        """Wider."""
        self._window.timeline.zoom(1 / 1.6)

    def do_theme(self) -> None:
        """The other theme."""
        self._desk.set(theme="light" if self._window.colours.name == "dark" else "dark")

    def do_keys(self) -> None:
        """The key sheet."""
        KeySheet(self._window.registry, self._window).exec()

    def do_edit_keys(self) -> None:
        """A person's own keys."""
        KeyEditor(self._window.registry, self._desk.memory, self._window).exec()

    def do_docket(self) -> None:
        """What the office decided, and deciding."""
        DocketSheet(self._desk.now.case_path, self._desk.memory, self._window).exec()

    def do_tour(self) -> None:
        """What is what."""
        Tour(self._window)

    def do_diagnostics(self) -> None:
        """What support needs to know."""
        DiagnosticsSheet(self._desk.now, self._window).exec()

    def goto_clock(self, words: str) -> None:
        """Go to where the game clock first shows a time, typed with its period ("P2 12:40") or without."""
        session = self._desk.now
        told = parse_shown(words)
        if told is None or session.judgement is None or session.tape is None or session.index is None:
            return
        period, shown_s, step_s = told
        at_s = session.judgement.clock.first_s(shown_s, step_s, period)
        if at_s is not None:
            first = int(np.searchsorted(session.index.pts, session.tape.scale.from_seconds(at_s).pts))
            self._desk.pause()
            self._desk.goto(min(first, len(session.index) - 1))

    def do_state_clock(self) -> None:
        """Type what the picture shows into the readout of the game clock."""
        self._desk.pause()
        self._window.transport.forms["clock"].type(STATES)

    def state_clock(self, words: str) -> None:
        """Keep in the case what the game clock shows on screen; the next analysis judges with it."""
        session = self._desk.now
        if session.case_path is None or session.shown is None:
            return
        try:
            state_clock(session.case_path, session.shown.time, words)
        except ReviewError as error:
            self._desk.set(trouble=Trouble(error.cause, error.remedy))
            return
        cause = t("Kept: the game clock shows {clock} here.", clock=words.strip())
        self._desk.set(trouble=Trouble(cause, t("Analyse again to judge with it."), remedy_command="analyze"))

    def do_confirm_altercation(self) -> None:
        """It is one, as it was proposed or stated."""
        self._answer("is one")

    def do_drop_altercation(self) -> None:
        """It is none: it is neither judged nor proposed again."""
        self._answer("is none")

    def do_altercation_begins(self) -> None:
        """It begins at the picture on screen."""
        self._answer("begins")

    def do_altercation_ends(self) -> None:
        """It ends at the picture on screen."""
        self._answer("ends")

    def _answer(self, answer: Literal["is one", "is none", "begins", "ends"]) -> None:
        session = self._desk.now
        if session.case_path is None or session.shown is None:
            return
        try:
            start_s, end_s = answer_altercation(session.case_path, session.shown.time, answer)
        except ReviewError as error:
            self._desk.set(trouble=Trouble(error.cause, error.remedy))
            return
        words = {"a": seconds_words(start_s), "b": seconds_words(end_s)}
        cause = (
            t("Kept: no altercation from {a} to {b}.", **words)
            if answer == "is none"
            else t("Kept: an altercation from {a} to {b}.", **words)
        )
        self._desk.set(trouble=Trouble(cause))
        self._desk.reload_case()

    def goto_timecode(self, words: str) -> None:
        """Go to a timecode of the tape's own."""
        session = self._desk.now
        start = session.tape.scale.timecode_start if session.tape else None
        if session.tape is None or start is None or session.tape.scale.rate is None:
            return
        try:
            frames = Timecode.parse(words, start.rate_fps).count() - start.count()
        except ValueError:
            return
        self._desk.pause()
        self._desk.goto_s(float(frames / session.tape.scale.rate))
