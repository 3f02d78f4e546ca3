"""Two calm themes; the only saturated colours are the two teams' and the verdicts' (Okabe–Ito)."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from review.core.game import Game

__all__ = ["DARK", "LIGHT", "ON_PICTURE", "Colours", "apply_theme", "contrast_ratio", "pick", "team_slots"]


@dataclass(frozen=True, slots=True)
class Colours:
    """One theme. Texts are named for what they say; each reads at 4.5:1 or better on `panel` and `ground`."""

    name: str
    ground: str
    panel: str
    raised: str
    line: str
    hatch: str
    text: str
    dim: str
    chosen: str
    teams: tuple[str, str]
    officials: str
    trips: str
    open: str
    fine: str
    notice: str


DARK = Colours(
    name="dark",
    ground="#14171b",
    panel="#1b1f24",
    raised="#272c33",
    line="#363d46",
    hatch="#6f7984",
    text="#e8ebee",
    dim="#a7b0ba",
    chosen="#34404c",
    teams=("#e69f00", "#56b4e9"),
    officials="#b8bfc6",
    trips="#ff7f50",
    open="#d68fb8",
    fine="#2fb796",
    notice="#b8bfc6",
)
LIGHT = Colours(
    name="light",
    ground="#f1f3f4",
    panel="#fbfbfc",
    raised="#e6e9ec",
    line="#cdd2d7",
    hatch="#8d969f",
    text="#181b1f",
    dim="#545c65",
    chosen="#d5dee7",
    teams=("#8a5c00", "#0067a3"),
    officials="#4d545b",
    trips="#ad3f00",
    open="#97396f",
    fine="#00694d",
    notice="#4d545b",
)
ON_PICTURE = {
    "teams": ("#e69f00", "#56b4e9"),
    "officials": "#d8dce0",
    "unknown": "#ffffff",
    "halo": "#0b0d10",
}
_ORANGE_HUE, _SKY_HUE = 0.115, 0.56


def contrast_ratio(a: str, b: str) -> float:
    """WCAG 2 contrast of two #rrggbb colours, 1 to 21."""
    bright, dark = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def team_slots(game: Game | None) -> dict[str, int]:
    """Team name -> 0 (orange) or 1 (sky blue): the pair every eye can tell, turned to suit the jerseys."""
    names = game.team_names()[:2] if game else ()
    if game is None or len(names) < 2:
        return {name: i for i, name in enumerate(names)}
    hues = [_hue(team.colours) for team in game.teams[:2]]
    straight = _away(hues[0], _ORANGE_HUE) + _away(hues[1], _SKY_HUE)
    swapped = _away(hues[0], _SKY_HUE) + _away(hues[1], _ORANGE_HUE)
    order = (1, 0) if swapped < straight else (0, 1)
    return dict(zip(names, order, strict=True))


def _hue(colours: tuple[str, ...]) -> float | None:
    for colour in colours:
        red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        hue, _, saturation = colorsys.rgb_to_hls(red, green, blue)
        if saturation > 0.25:
            return hue
    return None


def _away(hue: float | None, other: float) -> float:
    return 0.25 if hue is None else min(abs(hue - other), 1 - abs(hue - other))


def pick(choice: str) -> Colours:
    """The theme for "dark", "light" or "system" (what the desktop asks for)."""
    if choice in ("dark", "light"):
        return DARK if choice == "dark" else LIGHT
    light = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Light
    return LIGHT if light else DARK


def apply_theme(app: QApplication, colours: Colours) -> None:
    """Dress the whole application; again in the same theme costs nothing."""
    if app.property("theme") == colours.name:
        return
    app.setProperty("theme", colours.name)
    role = QPalette.ColorRole
    palette = QPalette()
    roles = {
        role.Window: colours.ground,
        role.WindowText: colours.text,
        role.Base: colours.panel,
        role.AlternateBase: colours.raised,
        role.Text: colours.text,
        role.Button: colours.raised,
        role.ButtonText: colours.text,
        role.ToolTipBase: colours.raised,
        role.ToolTipText: colours.text,
        role.Highlight: colours.chosen,
        role.HighlightedText: colours.text,
        role.PlaceholderText: colours.dim,
        role.Link: colours.text,
        role.LinkVisited: colours.text,
        role.Mid: colours.line,
        role.Dark: colours.line,
        role.Light: colours.raised,
    }
    for which, colour in roles.items():
        palette.setColor(which, QColor(colour))
    for which in (role.Text, role.WindowText, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, which, QColor(colours.dim))
    app.setStyle("Fusion")
    app.setPalette(palette)
    app.setStyleSheet(_sheet(colours))


def _sheet(c: Colours) -> str:
    return f"""
    QMainWindow, QDialog {{ background: {c.ground}; }}
    QMenuBar {{ background: {c.ground}; padding: 2px 6px; }}
    QMenuBar::item {{ padding: 4px 9px; background: transparent; border-radius: 4px; }}
    QMenuBar::item:selected, QMenu::item:selected {{ background: {c.chosen}; }}
    QMenu {{ background: {c.panel}; border: 1px solid {c.line}; padding: 4px; }}
    QMenu::item {{ padding: 5px 24px 5px 22px; border-radius: 4px; }}
    QMenu::separator {{ height: 1px; background: {c.line}; margin: 4px 8px; }}
    QStatusBar {{ background: {c.ground}; color: {c.dim}; }}
    QStatusBar::item {{ border: none; }}
    QToolTip {{ background: {c.raised}; color: {c.text}; border: 1px solid {c.line}; padding: 4px; }}
    QSplitter::handle {{ background: {c.ground}; }}
    QSplitter::handle:hover {{ background: {c.line}; }}
    QLineEdit {{ background: {c.panel}; border: 1px solid {c.line}; border-radius: 4px;
        padding: 3px 6px; min-height: 18px; selection-background-color: {c.chosen}; }}
    QLineEdit:focus, QListView:focus, QTextBrowser:focus {{ border: 1px solid {c.dim}; }}
    QListView, QTextBrowser, QTableView {{ background: {c.panel}; border: 1px solid {c.line};
        border-radius: 4px; }}
    QToolButton, QPushButton {{ background: transparent; border: 1px solid transparent; border-radius: 4px;
        padding: 4px 8px; }}
    QPushButton {{ background: {c.raised}; border-color: {c.line}; padding: 5px 14px; }}
    QToolButton:hover, QPushButton:hover {{ background: {c.chosen}; }}
    QToolButton:focus, QPushButton:focus {{ border: 1px solid {c.dim}; }}
    QToolButton:checked {{ background: {c.chosen}; }}
    QProgressBar {{ background: {c.raised}; border: none; border-radius: 3px; max-height: 6px;
        min-height: 6px; }}
    QProgressBar::chunk {{ background: {c.dim}; border-radius: 3px; }}
    QFrame#panel {{ background: {c.panel}; border: 1px solid {c.line}; border-radius: 4px; }}
    QLabel#dim {{ color: {c.dim}; }}
    QComboBox {{ min-height: 20px; }}
    QScrollBar:vertical {{ background: transparent; width: 10px; }}
    QScrollBar:horizontal {{ background: transparent; height: 10px; }}
    QScrollBar::handle {{ background: {c.line}; border-radius: 4px; min-height: 24px; min-width: 24px; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
    QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
    """
