"""What an archive says to somebody who looks on: how far it is, what failed, what was found, where."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from review.archive.progress import Progress, by_cause, progress_of
from review.core.archive import Failure, Found, Query
from review.wiring.archiving import open_archive

if TYPE_CHECKING:
    from review.wiring.archiving import Archive

__all__ = ["Standing", "case_of", "found_in", "progress_now", "standing_of"]

_LOOK_BACK_S = 600.0


@dataclass(frozen=True, slots=True)
class Standing:
    """How an archive stands: progress, failures by cause, whether it is paused."""

    progress: Progress
    failures: dict[str, list[Failure]]
    paused: bool


def progress_now(archive: Archive) -> Progress:
    """Progress, with the speed of the last ten minutes."""
    ledger = archive.ledger
    now_s = ledger.now_s()
    since_s = now_s - _LOOK_BACK_S
    watched, began_s = ledger.spent(since_s=since_s)[0], ledger.began_s(since_s=since_s)
    span_s = 0.0 if began_s is None else now_s - max(began_s, since_s)
    return progress_of(ledger.stands(), ledger.tallies(), tape_s=watched.tape_s, span_s=span_s)


def standing_of(folder: Path) -> Standing:
    """How the archive in a folder stands.

    Raises
    ------
    ArchiveUnusable
    """
    archive = open_archive(folder)
    try:
        failures = by_cause(archive.ledger.failures())
        return Standing(progress_now(archive), failures, archive.ledger.paused())
    finally:
        archive.close()


def found_in(folder: Path, query: Query) -> tuple[Found, ...]:
    """What a question finds in the archive of a folder.

    Raises
    ------
    ArchiveUnusable
    """
    archive = open_archive(folder)
    try:
        return archive.ledger.find(query)
    finally:
        archive.close()


def case_of(folder: Path, sha256: str) -> Path | None:
    """The case of a tape, where it has been made."""
    archive = open_archive(folder)
    try:
        entry = next((one for one in archive.ledger.tapes() if one.sha256 == sha256), None)
        path = None if entry is None else archive.case_path(entry)
        return path if path is not None and path.is_file() else None
    finally:
        archive.close()
