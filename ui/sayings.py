"""What a person says, kept in the case at once: rulings, corrections, answers; undo, redo, history."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from review.core.errors import ReviewError
from ui.commands.history import HistorySheet
from ui.drawing import DrawSheet
from ui.export import Export
from ui.session import Trouble
from ui.tables.corrector import Said
from ui.tables.rows import crossing_of
from ui.words import t

if TYPE_CHECKING:
    from ui.window import MainWindow

__all__ = ["SAYINGS", "Sayings"]

SAYINGS = ("accept", "reject", "correct", "draw_still", "undo", "redo", "evidence", "history")
REASONS_KEPT = 12


class Sayings(QObject):
    """Each act is in the case, flushed, before the window shows it."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window, self._desk = window, window.desk
        self._export: Export | None = None
        window.corrector.said.connect(self.keep)
        window.corrector.remember(self._reasons())

    def do_accept(self) -> None:
        """The chosen finding stands."""
        row = self._window.corrector.row
        if row is not None and row.finding is not None:
            self.keep(Said(row, "accepted"))

    def do_reject(self) -> None:
        """The chosen finding or crossing does not: ask why."""
        row = self._window.corrector.row
        if row is not None and (row.finding or row.crossing):
            self._desk.pause()
            self._window.corrector.ask("rejected")

    def do_correct(self) -> None:
        """Correct the chosen crossing, or the one that the chosen finding rests on."""
        row, judgement = self._window.corrector.row, self._desk.now.judgement
        if row is None or judgement is None:
            return
        self._desk.pause()
        if row.finding is not None:
            crossing = crossing_of(row.finding, judgement)
            if crossing is None:
                cause = t("This finding rests on no crossing: reject it, or answer what it asks.")
                self._desk.set(trouble=Trouble(cause))
                return
            self._desk.set(picked=f"crossing {crossing.id}")
        if self._window.corrector.row is not None and self._window.corrector.row.crossing is not None:
            self._window.corrector.ask("corrected")

    def keep(self, said: Said) -> None:
        """Put what was said into the case."""
        from review.wiring import corrections

        row = said.row

        def act(case: Path) -> object:
            if said.what == "answered" and row.finding is not None:
                return corrections.answer_question(case, row.finding.id, said.question, said.answer)
            if row.finding is not None:
                return corrections.rule_finding(case, row.finding.id, said.what, said.reason)
            assert row.crossing is not None
            return self._correct(case, said)

        if self._do(act):
            self._remember(said.reason)
            self._window.corrector.ask("")
            self._window.findings.list.setFocus()
            self._tell(t("Kept. Undo with {keys}.", keys=self._window.registry.keys_words("undo")))

    def _correct(self, case: Path, said: Said) -> int:
        from review.wiring import corrections

        shown, crossing = self._desk.now.shown, said.row.crossing
        assert crossing is not None
        fields = dict(said.fields)
        number = fields.pop("number", "")
        return corrections.correct_crossing(
            case, crossing.id,
            reason=said.reason,
            is_one=said.what != "rejected",
            at=shown.time if said.here and shown is not None else None,
            number=int(number) if number.isdigit() else None,
            gate=fields.get("gate"), team=fields.get("team"), direction=fields.get("direction"),
        )  # fmt: skip

    def do_draw_still(self) -> None:
        """Draw on the picture on screen; what was drawn is an act like every other."""
        from review.wiring.drawings import draw_on

        shown, image = self._desk.now.shown, self._window.view.image
        if shown is None or image.isNull():
            return
        self._desk.pause()
        sheet = DrawSheet(image, self._window)
        if sheet.exec() and self._do(lambda case: draw_on(case, shown.time, sheet.marks, words=sheet.words)):
            self._tell(t("Kept. Undo with {keys}.", keys=self._window.registry.keys_words("undo")))

    def do_undo(self) -> None:
        """Take back what was said last, in this window or before."""
        from review.wiring import corrections

        self._turn(corrections.undo, t("Undone: {what}"), t("There is nothing to undo."))

    def do_redo(self) -> None:
        """Say again what was taken back."""
        from review.wiring import corrections

        self._turn(corrections.redo, t("Said again: {what}"), t("There is nothing to say again."))

    def _turn(self, turn: Callable[[Path], object], words: str, nothing: str) -> None:
        done: list[object] = []
        if self._do(lambda case: done.append(turn(case))):
            self._desk.set(trouble=None)  # what it told of may be gone
            act = getattr(done[0], "act", None)
            self._tell(words.format(what=act["act"]) if act else nothing)

    def do_history(self) -> None:
        """Everything that was said of this case."""
        from review.wiring import corrections

        case = self._desk.now.case_path
        if case is not None:
            HistorySheet(corrections.history(case), self._window).exec()

    def do_evidence(self) -> None:
        """Write the chosen finding's evidence (or all of it) beside the case, in another process."""
        case, row = self._desk.now.case_path, self._window.corrector.row
        if case is None or self._export is not None:
            return
        finding = row.finding.id if row is not None and row.finding is not None else None
        self._export = Export(case, finding, angles=self._window.angles.told(), parent=self)
        self._export.ended.connect(self._exported)
        self._tell(t("Writing the evidence…"))

    def _exported(self, folder: str, why: str) -> None:
        export, self._export = self._export, None
        if export is not None:
            export.deleteLater()
        if why:
            self._desk.set(trouble=Trouble(why))
        else:
            self._desk.set(trouble=Trouble(t("The evidence lies in {folder}.", folder=folder)))

    def _do(self, act: Callable[[Path], object]) -> bool:
        case = self._desk.now.case_path
        if case is None:
            return False
        try:
            act(case)
        except ReviewError as error:
            self._desk.set(trouble=Trouble(error.cause, error.remedy))
            return False
        self._desk.reload_case()
        return True

    def _tell(self, words: str) -> None:
        self._window.statusBar().showMessage(words, 8000)

    def _reasons(self) -> list[str]:
        return [words for words in self._desk.memory.word("reasons", "").split("\n") if words]

    def _remember(self, reason: str) -> None:
        if reason:
            held = [reason, *(words for words in self._reasons() if words != reason)][:REASONS_KEPT]
            self._desk.memory.keep_word("reasons", "\n".join(held))
            self._window.corrector.remember(held)
