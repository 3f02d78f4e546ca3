"""German, as hockey people write it."""

from __future__ import annotations

from collections.abc import Mapping

from ui.phrases.german_archive import GERMAN_ARCHIVE
from ui.phrases.german_evidence import GERMAN_EVIDENCE
from ui.phrases.german_looking import GERMAN_LOOKING
from ui.phrases.german_rules import GERMAN_RULES
from ui.phrases.german_said import GERMAN_SAID
from ui.phrases.german_window import GERMAN_WINDOW

__all__ = ["GERMAN"]

GERMAN: Mapping[str, str] = {
    **GERMAN_WINDOW,
    **GERMAN_RULES,
    **GERMAN_SAID,
    **GERMAN_EVIDENCE,
    **GERMAN_LOOKING,
    **GERMAN_ARCHIVE,
}
