"""The key sheet: every command with its keys, by menu."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QLabel, QVBoxLayout, QWidget

from ui.commands.registry import Registry
from ui.words import t

__all__ = ["KeySheet"]


class KeySheet(QDialog):
    """Shown on `?`; closed with Esc."""

    def __init__(self, registry: Registry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(t("Keys"))
        grid = QGridLayout()
        grid.setHorizontalSpacing(40)
        grid.setVerticalSpacing(16)
        menus = [m for m in ("Tape", "Case", "View", "File") if any(c.menu == m for c in registry.commands)]
        for place, menu in enumerate(menus):
            grid.addWidget(self._menu(registry, menu), place // 2, place % 2, Qt.AlignmentFlag.AlignTop)
        buttons = QDialogButtonBox()
        buttons.addButton(t("Close"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 16)
        layout.addLayout(grid)
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
