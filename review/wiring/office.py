"""Where the league's office meets a judgement: its file read, and what follows from the findings."""

from __future__ import annotations

from pathlib import Path

from review.core.case import Judgement
from review.core.errors import PackWrong, ReviewError
from review.imports.office_toml import parse_office
from review.report.follows_words import lines_by_finding
from review.rules.office_records import Office
from review.rules.outcome import OutcomeRow, outcomes
from review.wiring import book_of, read_bytes

__all__ = ["following_of", "office_beside", "outcomes_of", "read_office"]


def office_beside(path: str | Path) -> Path | None:
    """`NAME.office.toml` beside a tape or a case, where it exists."""
    beside = Path(path).with_suffix(".office.toml")
    return beside if beside.is_file() else None


def read_office(path: Path | None) -> Office | None:
    """OFFICE.toml with the schedule it names, or nothing; GameFileWrong where it cannot be used."""
    if path is None:
        return None
    return parse_office(read_bytes(path), path.name, read=lambda name: read_bytes(path.parent / name))


def outcomes_of(judgement: Judgement, office: Office | None) -> tuple[OutcomeRow, ...]:
    """What follows from a judgement's findings.

    Raises
    ------
    PackWrong
        If the book that they were made by is not here.
    GameFileWrong
        If the office's records do not belong to this game.
    """
    book = book_of(judgement.game)
    if book.name != judgement.run.pack:
        raise PackWrong(
            f"The findings are by {judgement.run.pack}, but the pack here is {book.name}.",
            remedy="Analyse the tape again with the pack at hand.",
        )
    return outcomes(
        judgement.findings,
        book,
        office,
        facts=judgement.facts,
        people=judgement.people,
        game=judgement.game,
    )


def following_of(judgement: Judgement, case: Path) -> dict[int, tuple[str, ...]]:
    """What follows in lines, by the finding's id, with the office's file beside the case.

    A file that cannot be used is told under every finding in its place.
    """
    try:
        return lines_by_finding(outcomes_of(judgement, read_office(office_beside(case))))
    except ReviewError as error:
        return {one.id: (error.sentence(),) for one in judgement.findings if one.consequence}
