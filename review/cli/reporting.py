"""`benchgate report`: a case as JSON, HTML or PDF with stills, CSV, or an OpenTimelineIO timeline."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from review.core.case import Judgement
from review.core.errors import ExportFailed, PackWrong, ReviewError, SettingsWrong
from review.rules.office_records import Office
from review.rules.outcome import OutcomeRow

__all__ = ["NothingFalls", "all_reports", "following", "report_json", "write_report"]


class NothingFalls(ExportFailed):
    """There is no page on suspensions to write."""


FORMATS = ("json", "html", "csv", "otio", "pdf")
PAGES = ("html", "pdf")


def report_json(judgement: Judgement, office: Path | None = None) -> dict[str, Any]:
    """The report `benchgate.report/1` of a judgement, without the case's link."""
    from review.report.model import report_model

    records, rows = following(judgement, office)
    return report_model(judgement, outcomes=rows, office=records)


def following(
    judgement: Judgement, office: Path | None
) -> tuple[Office | None, tuple[OutcomeRow, ...] | None]:
    """The office's records, and what follows from the findings by them.

    No rows where no file is given and the book that the findings were made by is not here.
    """
    from review.wiring.office import outcomes_of, read_office

    records = read_office(office)
    try:
        return records, outcomes_of(judgement, records)
    except PackWrong as error:
        if records is not None:
            raise
        print(f"Without what follows: {error.sentence()}", file=sys.stderr)
        return None, None


def write_report(
    case: Path,
    format_: str,
    out: Path | None = None,
    *,
    office: Path | None = None,
    suspensions: bool = False,
) -> Path | None:
    """Write a case's report and return where it lies; `-` prints it and returns None.

    Parameters
    ----------
    office : OFFICE.toml; None takes the one beside the case, if there is one
    suspensions : the page on suspensions and fines instead of the whole report, as HTML or PDF

    Raises
    ------
    SettingsWrong, CaseUnusable, ExportFailed, GameFileWrong
        For an unknown format, a case or office's file that cannot be read, a place that cannot be written.
    """
    if format_ not in FORMATS:
        raise SettingsWrong(f"--format {format_!r} is unknown.", remedy=f"One of {', '.join(FORMATS)}.")
    if suspensions and format_ not in PAGES:
        raise SettingsWrong(f"--suspensions makes no {format_}.", remedy=f"One of {', '.join(PAGES)}.")
    data = _made(case, format_, office, suspensions=suspensions)
    if str(out) == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return None
    path = out or case.with_suffix(f"{'.suspensions' if suspensions else ''}.{format_}")
    half = path.with_name(path.name + ".part")
    try:
        half.write_bytes(data)
        half.replace(path)
    except OSError as error:
        with suppress(OSError):  # where nothing may be written, nothing may be removed
            half.unlink(missing_ok=True)
        raise ExportFailed(
            f"{path}: cannot be written ({error.strerror or error}).",
            remedy="Choose another place with --out.",
        ) from error
    return path


def all_reports(case: Path) -> dict[str, bytes]:
    """Name -> bytes of the report in every format and of the page on suspensions; stills are made once."""
    with _opened(case, None) as (judgement, store, model):
        shown = _shown(judgement, store, case)
        made = {f"report.{name}": _plain(model, name) for name in FORMATS if name not in PAGES}
        for name in PAGES:
            made[f"report.{name}"] = _page(model, name, shown)
            with suppress(NothingFalls):
                made[f"suspensions.{name}"] = _suspensions(model, name, shown)
    return made


def _made(case: Path, format_: str, office: Path | None, *, suspensions: bool) -> bytes:
    with _opened(case, office) as (judgement, store, model):
        if format_ not in PAGES:
            return _plain(model, format_)
        shown = _shown(judgement, store, case)
        return _suspensions(model, format_, shown) if suspensions else _page(model, format_, shown)


@contextmanager
def _opened(case: Path, office: Path | None) -> Iterator[tuple[Judgement, Any, dict[str, Any]]]:
    """A case for reading: its judgement, its store, and the report's data."""
    from review.adapters.store_sqlite import SqliteStore
    from review.report.model import report_model
    from review.wiring import judged
    from review.wiring.office import office_beside

    with SqliteStore.open(case, create=False, readonly=True) as store:
        judgement = judged(store, case)
        records, rows = following(judgement, office or office_beside(case))
        model = report_model(
            judgement,
            set_aside=store.rulings_set_aside(),
            head_sha256=store.head_sha256(),
            outcomes=rows,
            office=records,
        )
        yield judgement, store, model


def _plain(model: Mapping[str, Any], format_: str) -> bytes:
    from review.report.model import report_text
    from review.report.tables import crossings_csv
    from review.report.timeline_otio import timeline_otio

    writers = {"json": report_text, "otio": timeline_otio, "csv": crossings_csv}
    return writers[format_](model).encode()


def _shown(judgement: Judgement, store: Any, case: Path) -> dict[str, Any]:
    """Stills and the clauses' words, as the pages take them."""
    from review.cli.stills import make_stills
    from review.report.page import ClauseText
    from review.rules.library import load_pack

    try:
        stills = make_stills(judgement, store, case)
    except ReviewError as error:
        print(f"Without stills: {error.sentence()}", file=sys.stderr)
        stills = {}
    pack = load_pack(judgement.game.pack)
    texts = {c.id: ClauseText(c.title, c.paraphrase, c.cite) for c in pack.clauses}
    return {"stills": stills, "clauses": texts}


def _page(model: Mapping[str, Any], format_: str, shown: Mapping[str, Any]) -> bytes:
    from review.adapters.pdf_typst import paper_pdf
    from review.report.page import report_page
    from review.report.paper import report_paper

    if format_ == "pdf":
        return paper_pdf(report_paper(model, **shown))
    return report_page(model, **shown).encode()


def _suspensions(model: Mapping[str, Any], format_: str, shown: Mapping[str, Any]) -> bytes:
    from review.adapters.pdf_typst import paper_pdf
    from review.report.paper_page import paper_page
    from review.report.suspension import suspension_paper

    paper = suspension_paper(model, **shown)
    if paper is None:
        raise NothingFalls("Nothing falls on anybody by the findings of this case as they stand.")
    return paper_pdf(paper) if format_ == "pdf" else paper_page(paper).encode()
