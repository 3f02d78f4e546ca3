"""Errors that reach a person: one sentence of cause, one of remedy."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from review.core.docket import Entry

__all__ = [
    "ArchiveUnusable",
    "CaseUnusable",
    "DocketMoved",
    "DocketRefused",
    "DocketUnusable",
    "ExportFailed",
    "GameFileWrong",
    "PackWrong",
    "RecordWrong",
    "ReviewError",
    "SettingsWrong",
    "StageFailed",
    "TapeUnreadable",
    "TruthUnusable",
    "WeightsUnusable",
]


class ReviewError(Exception):
    """Root of everything Benchgate raises on purpose.

    Parameters
    ----------
    cause : str
        What is wrong, with file and place; carries the library's last log line where there is one.
    remedy : str
        What the reader can do about it.
    """

    exit_code = 2

    def __init__(self, cause: str, *, remedy: str = "") -> None:
        super().__init__(cause)
        self.cause = cause
        self.remedy = remedy

    def sentence(self) -> str:
        """Cause and remedy as one line for people."""
        return f"{self.cause} {self.remedy}".strip()


class TapeUnreadable(ReviewError, OSError):
    """The tape cannot be opened, or holds no picture that can be decoded."""


class GameFileWrong(ReviewError, ValueError):
    """GAME.toml, GATES.toml or OFFICE.toml has a wrong key, type, unit, team, day or place."""


class SettingsWrong(ReviewError, ValueError):
    """A setting, from whatever origin, is unknown or out of range."""


class PackWrong(ReviewError, ValueError):
    """A rule pack or a file of facts is not usable."""


class RecordWrong(ReviewError, ValueError):
    """A file of the league's record is none that is known, or is damaged."""


class CaseUnusable(ReviewError, OSError):
    """A case file is foreign, damaged, newer than this version, or belongs to another tape."""


class ArchiveUnusable(ReviewError, OSError):
    """An archive is missing, foreign, of another version, or out of reach; or an output of it is damaged."""


class DocketUnusable(ReviewError, OSError):
    """A docket is missing, foreign, damaged, of another version, or its server does not answer."""


class DocketRefused(ReviewError, ValueError):
    """What was to be entered in a docket does not hold: no such case, nothing to decide, no reason given."""


class DocketMoved(DocketRefused):
    """Somebody else made an entry since the docket was read; nothing was entered.

    Attributes
    ----------
    since : what was entered meanwhile, oldest first
    """

    def __init__(self, cause: str, *, remedy: str = "", since: tuple[Entry, ...] = ()) -> None:
        super().__init__(cause, remedy=remedy)
        self.since = since


class WeightsUnusable(ReviewError, OSError):
    """Weights are missing, or their hash is not the registered one."""


class ExportFailed(ReviewError, OSError):
    """A report or clip could not be written."""


class TruthUnusable(ReviewError, ValueError):
    """A truth file cannot be read, or belongs to another tape."""


class StageFailed(ReviewError, RuntimeError):
    """Too much of the tape failed in one stage for the result to mean anything."""
