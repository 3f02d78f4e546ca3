"""The key sheet: every command with its keys, by menu."""

from __future__ import annotations

from html import escape

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from ui.commands.registry import Registry
from ui.words import t

__all__ = ["KeySheet"]


class KeySheet(QDialog):
    """Shown on `?`; closed with Esc."""

    def __init__(self, registry: Registry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(t("Keys"))
        columns = QHBoxLayout()
        columns.setSpacing(40)
        for menus in (("Tape",), ("Case", "File"), ("View",)):
            column = QVBoxLayout()
            column.setSpacing(16)
            for menu in menus:
                if any(command.menu == menu for command in registry.commands):
                    column.addWidget(self._menu(registry, menu))
            column.addStretch()
            columns.addLayout(column)
        buttons = QDialogButtonBox()
        buttons.addButton(t("Close"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 16)
        layout.addLayout(columns)
        mouse = QLabel(
            t("Mouse: wheel zooms picture and timeline, drag pans, double click shows the whole picture.")
        )
        mouse.setObjectName("dim")
        layout.addWidget(mouse)
        layout.addWidget(buttons)

    @staticmethod
    def _menu(registry: Registry, menu: str) -> QLabel:
        rows = [
            f'<tr><td style="padding:2px 18px 2px 0"><b>{escape(registry.keys_words(c.id))}</b></td>'
            f'<td style="padding:2px 0">{escape(t(c.words).rstrip("…"))}</td></tr>'
            for c in registry.commands
            if c.menu == menu and registry.keys_words(c.id)
        ]
        label = QLabel(f"<p><b>{escape(t(menu))}</b></p><table>{''.join(rows)}</table>")
        label.setAccessibleName(t("Keys: {menu}", menu=t(menu)))
        return label
