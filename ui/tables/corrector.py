"""What a person can say of the chosen line, in place: accept, reject, correct, answer, with one reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from PySide6.QtCore import QStringListModel, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QCompleter,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from review.core.case import Judgement
from review.core.crossings import Crossing
from ui.commands.registry import Registry
from ui.tables.rows import Row
from ui.words import t

__all__ = ["Corrector", "Said"]


@dataclass(frozen=True, slots=True)
class Said:
    """What a person says of a row; `fields` are those corrected, `here` that it was at the picture shown."""

    row: Row
    what: Literal["accepted", "rejected", "corrected", "answered"]
    reason: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    here: bool = False
    question: str = ""
    answer: bool | None = None


class Corrector(QFrame):
    """Below the reasons. `said` brings a `Said` once it is complete."""

    said = Signal(object)

    def __init__(self, registry: Registry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.row: Row | None = None
        self.registry = registry
        self.mode: Literal["", "rejected", "corrected"] = ""
        self._reasons = QStringListModel(self)
        self.questions = QVBoxLayout()
        self.buttons = {id_: self._button(id_) for id_ in ("accept", "reject", "correct")}
        self.span_buttons = {
            id_: self._button(id_)
            for id_ in ("confirm_altercation", "altercation_begins", "altercation_ends", "drop_altercation")
        }
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(self.questions)
        row = QHBoxLayout()
        for button in self.buttons.values():
            row.addWidget(button)
        layout.addLayout(row)
        for button in self.span_buttons.values():
            layout.addWidget(button)
        layout.addWidget(self._make_form())
        self.show_row(None, None)

    def _button(self, id_: str) -> QPushButton:
        words = {"accept": t("Accept"), "reject": t("Reject…"), "correct": t("Correct…")}
        action = self.registry.actions[id_]
        button = QPushButton(words.get(id_, action.text()))
        button.setToolTip(self.registry.tip(id_))
        button.setAccessibleName(action.text())
        button.clicked.connect(action.trigger)
        return button

    def _make_form(self) -> QWidget:
        self.form = QFrame()
        self.number = QLineEdit(placeholderText=t("as it stands"), maxLength=2)
        self.team, self.gate, self.direction = QComboBox(), QComboBox(), QComboBox()
        self.here = QCheckBox(t("at the picture on screen"))
        self.reason = QLineEdit(placeholderText=t("Reason, in a few words"))
        completer = QCompleter(self._reasons, self)
        self.reason.setCompleter(completer)
        self.keep = QPushButton(t("Keep"))
        self.leave = QPushButton(t("Cancel"))
        rows = QFormLayout(self.form)
        rows.setContentsMargins(0, 4, 0, 0)
        self.parts: dict[str, QWidget] = {
            t("Number"): self.number, t("Team"): self.team, t("Gate"): self.gate,
            t("Direction"): self.direction, t("Time"): self.here,
        }  # fmt: skip
        for words, part in self.parts.items():
            part.setAccessibleName(words)
            rows.addRow(QLabel(words), part)
        self.reason.setAccessibleName(t("Reason"))
        rows.addRow(self.reason)
        ends = QHBoxLayout()
        ends.addWidget(self.keep)
        ends.addWidget(self.leave)
        rows.addRow(ends)
        for entry in (self.number, self.reason):
            entry.setAcceptDrops(False)
            entry.returnPressed.connect(self._keep)
        self.keep.clicked.connect(self._keep)
        self.leave.clicked.connect(lambda: self.ask(""))
        return self.form

    def show_row(self, row: Row | None, judgement: Judgement | None) -> None:
        """Offer what can be said of a row; what was begun on another is dropped."""
        same = self.row is not None and row is not None and self.row.key == row.key
        self.row = row
        self.setVisible(row is not None and row.notice is None)
        finding = row.finding if row else None
        self.buttons["accept"].setVisible(finding is not None)
        for id_ in ("reject", "correct"):
            self.buttons[id_].setVisible(row is not None and (finding or row.crossing) is not None)
        for button in self.span_buttons.values():
            button.setVisible(row is not None and row.altercation is not None)
        self._ask_questions(row)
        if judgement is not None:
            self._offer(judgement)
        if not same:
            self.ask("")

    def _ask_questions(self, row: Row | None) -> None:
        while (item := self.questions.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        if row is None or row.finding is None:
            return
        from review.wiring.corrections import questions_of  # everything hangs on it

        for kind, question in questions_of(row.finding).items():
            self.questions.addWidget(self._question(row, kind, question))

    def _question(self, row: Row, kind: str, question: str) -> QWidget:
        part = QFrame()
        layout = QVBoxLayout(part)
        layout.setContentsMargins(0, 0, 0, 0)
        words = QLabel(question, wordWrap=True)
        layout.addWidget(words)
        line = QHBoxLayout()
        answers = ((t("Yes"), True), (t("No"), False), (t("Cannot tell"), None))
        for label, answer in answers:
            button = QPushButton(label)
            button.setAccessibleName(f"{question} {label}")
            told = Said(row, "answered", question=kind, answer=answer)
            button.clicked.connect(lambda _on=False, told=told: self.said.emit(told))
            line.addWidget(button)
        layout.addLayout(line)
        return part

    def _offer(self, judgement: Judgement) -> None:
        teams = [line.team for line in judgement.counts] or list(judgement.game.team_names())
        _fill(self.team, teams)
        _fill(self.gate, [gate.id for gate in judgement.gates])
        _fill(self.direction, ["on", "off"])

    def ask(self, mode: Literal["", "rejected", "corrected"]) -> None:
        """Open the entry for a reason, with the fields of a crossing where it is corrected; "" closes it."""
        self.mode = mode
        crossing = self.row.crossing if self.row else None
        self.form.setVisible(bool(mode))
        layout = self.form.layout()
        for part in self.parts.values():
            part.setVisible(mode == "corrected")
            label = layout.labelForField(part) if isinstance(layout, QFormLayout) else None
            if label is not None:
                label.setVisible(mode == "corrected")
        self.reason.clear()
        self.here.setChecked(False)
        if crossing is not None:
            self._stand(crossing)
        if mode:
            (self.number if mode == "corrected" else self.reason).setFocus()

    def _stand(self, crossing: Crossing) -> None:
        self.number.setText("" if crossing.number is None else str(crossing.number))
        for box, word in (
            (self.team, crossing.team), (self.gate, crossing.gate), (self.direction, crossing.direction),
        ):  # fmt: skip
            box.setCurrentIndex(box.findData(word or ""))

    def remember(self, reasons: Sequence[str]) -> None:
        """The last reasons given, offered while typing."""
        self._reasons.setStringList(list(reasons))

    def _keep(self) -> None:
        if self.row is None or not self.mode:
            return
        if not self.reason.text().strip():
            self.reason.setFocus()
            return
        said = Said(self.row, self.mode, self.reason.text().strip())
        if self.mode == "corrected" and self.row.crossing is not None:
            said = Said(
                self.row, self.mode, said.reason, _changed(self, self.row.crossing), self.here.isChecked()
            )
        self.said.emit(said)


def _changed(form: Corrector, crossing: Crossing) -> dict[str, str]:
    """The fields that say something else than the crossing does."""
    told = {
        "number": form.number.text().strip(), "team": str(form.team.currentData() or ""),
        "gate": str(form.gate.currentData() or ""), "direction": str(form.direction.currentData() or ""),
    }  # fmt: skip
    stands = {key: str(getattr(crossing, key) if getattr(crossing, key) is not None else "") for key in told}
    return {key: word for key, word in told.items() if word and word != stands[key]}


def _fill(box: QComboBox, words: Sequence[str]) -> None:
    if [box.itemData(k) for k in range(box.count())] == list(words):
        return
    box.clear()
    for word in words:
        box.addItem(t(word) if word in ("on", "off") else word, word)
