"""Every phrase has its twin in every language, and both themes can be read."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

import ui
from review.core.game import Game, Team
from ui import say, teach
from ui.commands.registry import COMMANDS
from ui.dialogs import GateDialog
from ui.phrases.french import FRENCH
from ui.phrases.german import GERMAN
from ui.theme import DARK, LIGHT, Colours, contrast_ratio, team_slots
from ui.words import set_language, t

ROOM = Path(ui.__file__).parent


def written() -> set[str]:
    """Phrases given to `t` as they stand in the source."""
    phrases = set()
    for file in ROOM.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "t"
            if called and node.args and isinstance(node.args[0], ast.Constant):
                phrases.add(str(node.args[0].value))
    return phrases


def chosen() -> set[str]:
    """Phrases that reach `t` through a table."""
    tables = (say.CLAUSES, say.VIEWS, say.VERDICTS, say.MEASURES, teach._REMEDIES)
    phrases = {words for table in tables for words in table.values()}
    phrases |= {words for command in COMMANDS for words in (command.words, command.menu)}
    return phrases | {words for words, _ in GateDialog.KINDS}


TABLES = pytest.mark.parametrize("table", [FRENCH, GERMAN], ids=["french", "german"])


@TABLES
def test_every_phrase_is_there(table: Mapping[str, str]) -> None:
    assert sorted((written() | chosen()) - set(table)) == []


@TABLES
def test_no_phrase_is_there_that_nobody_says(table: Mapping[str, str]) -> None:
    told = {"bench minor", "penalty shot or optional bench minor", "game misconduct", "minutes"}
    told |= {
        "hand",
        "on",
        "off",
        "Watching the tape",
        "Following people",
        "Judging",
    }  # words of packs and of the analysis
    assert sorted(set(table) - written() - chosen() - told) == []


@TABLES
def test_blanks_agree(table: Mapping[str, str]) -> None:
    def blanks(words: str) -> list[str]:
        return sorted(re.findall(r"\{(\w+)\}", words))

    for phrase, words in table.items():
        assert blanks(words) == blanks(phrase), phrase


def test_words_follow_the_language() -> None:
    assert t("at most {n}", n=3) == "at most 3"
    assert set_language("fr") == "fr"
    assert t("at most {n}", n=3) == "au plus 3"
    assert set_language("de") == "de"
    assert t("at most {n}", n=3) == "höchstens 3"
    assert t("never heard of") == "never heard of"
    assert set_language("xx") == "en"


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_every_word_reads_at_four_and_a_half_to_one(theme: Colours) -> None:
    inks = (theme.text, theme.dim, theme.trips, theme.open, theme.fine, theme.notice, *theme.teams)
    for ink in (*inks, theme.officials):
        for ground in (theme.ground, theme.panel):
            assert contrast_ratio(ink, ground) >= 4.5, (ink, ground)
    for ink in inks:
        assert contrast_ratio(ink, theme.chosen) >= (4.5 if ink in (theme.text, theme.dim) else 3.0), ink


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast_ratio("#000000", "#ffffff") == pytest.approx(21)
    assert contrast_ratio("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_teams_take_the_colour_nearer_their_own() -> None:
    blue, orange = Team("home", "EDM", ("#041e42",)), Team("away", "PHI", ("#f74902",))
    assert team_slots(Game(teams=(blue, orange))) == {"EDM": 1, "PHI": 0}
    assert team_slots(Game(teams=(orange, blue))) == {"PHI": 0, "EDM": 1}
    assert team_slots(Game()) == {}
