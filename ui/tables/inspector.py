"""The inspector: everything that led to the chosen finding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QFrame, QLabel, QTextBrowser, QVBoxLayout, QWidget

from review.core.case import Judgement
from review.core.times import TimeScale
from ui.tables.explain import explain
from ui.tables.rows import Row
from ui.theme import Colours
from ui.words import t

__all__ = ["Inspector"]


class Inspector(QFrame):
    """Shows one row's reasons; text can be selected and copied."""

    def __init__(self, below: QWidget | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.body = QTextBrowser(openLinks=False)
        self.body.setAcceptDrops(False)
        self.body.setAccessibleName(t("Why: reasons of the chosen finding"))
        self.body.document().setDocumentMargin(8)
        self.legend = QLabel(t("measured plain · said [initials] · <i>derived</i>"))
        self.legend.setObjectName("dim")
        self.legend.setToolTip(t("How facts are marked by where they come from"))
        self.legend.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 6, 8, 6)
        layout.setSpacing(6)
        layout.addWidget(QLabel(f"<b>{t('Why')}</b>"))
        layout.addWidget(self.body, 1)
        layout.addWidget(self.legend)
        if below is not None:
            layout.addWidget(below)

    def show_row(
        self,
        row: Row | None,
        judgement: Judgement | None,
        scale: TimeScale | None,
        colours: Colours,
        *,
        follows: Mapping[int, Sequence[str]] | None = None,
    ) -> None:
        """Explain a row, or teach where there is none."""
        if row is None or scale is None:
            words = t("Choose a finding: its reasons stand here, step by step, with every fact it rests on.")
            self.body.setHtml(f'<p style="color:{colours.dim}">{words}</p>')
            return
        lines = (follows or {}).get(row.finding.id, ()) if row.finding else ()
        self.body.setHtml(explain(row, judgement, scale, colours, follows=lines))
