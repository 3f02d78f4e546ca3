"""The history sheet: who said what of this case, when, and whether it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QVBoxLayout, QWidget

from ui.words import t

if TYPE_CHECKING:
    from review.wiring.corrections import Done

__all__ = ["HistorySheet", "history_html"]

_QUIET = (
    "act",
    "is_one",
    "subject",
    "time_base",
    "of",
    "matter",
    "links",
    "start_pts",
    "end_pts",
    "pts",
    "at_pts",
)


class HistorySheet(QDialog):
    """Closed with Esc; text can be selected and copied."""

    def __init__(self, acts: Sequence[Done], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(t("What was said, by whom"))
        self.resize(720, 420)
        self.body = QTextBrowser()
        self.body.setAccessibleName(t("What was said, by whom"))
        self.body.setHtml(history_html(acts))
        buttons = QDialogButtonBox()
        buttons.addButton(t("Close"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.body, 1)
        layout.addWidget(buttons)


def history_html(acts: Sequence[Done]) -> str:
    """One line an act, what was undone struck through; names from the case are escaped."""
    if not acts:
        return f"<p>{escape(t('Nobody has said anything of this case yet.'))}</p>"
    lines = []
    for one in acts:
        entry = one.entry
        words = f"{entry.number}. {entry.at} · {entry.who} · {entry.act.get('act', '')}{_told(entry.act)}"
        text = escape(words)
        lines.append(f"<p>{text if one.stands else f'<s>{text}</s>'}</p>")
    return "".join(lines)


def _told(act: Mapping[str, Any]) -> str:
    """The act's own words, without what only a machine needs."""
    told = [f"{key} {value}" for key, value in act.items() if key not in _QUIET and value not in ("", None)]
    none = [t("it was none")] if act.get("is_one") is False else []
    return ": " + ", ".join([*none, *told]) if none or told else ""
