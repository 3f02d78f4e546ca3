"""Every visible word goes through `t`: English in the source, other languages in `ui.phrases`."""

from __future__ import annotations

from collections.abc import Mapping

from ui.phrases.french import FRENCH
from ui.phrases.german import GERMAN

__all__ = ["LANGUAGES", "language", "set_language", "t"]

LANGUAGES: Mapping[str, str] = {"en": "English", "fr": "Français", "de": "Deutsch"}
_TABLES: Mapping[str, Mapping[str, str]] = {"en": {}, "fr": FRENCH, "de": GERMAN}
_chosen = ["en"]


def set_language(code: str) -> str:
    """Choose the language of all words made from now on; an unknown code falls back to English."""
    _chosen[0] = code if code in _TABLES else "en"
    return _chosen[0]


def language() -> str:
    """The code of the language in use."""
    return _chosen[0]


def t(phrase: str, **values: object) -> str:
    """`phrase` in the chosen language, its `{names}` filled in; English where a table lacks it."""
    words = _TABLES[_chosen[0]].get(phrase, phrase)
    return words.format(**values) if values else words
