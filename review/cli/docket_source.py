"""Reading what a docket's case is opened from: a case file, a report, judged facts."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from review.core.errors import DocketRefused
from review.rules.docket.source import Source, source_of

__all__ = ["Source", "read_source"]

_MOST_BYTES = 512 << 20


def read_source(path: Path, office: Path | None = None) -> Source:
    """The findings and proposals of a file.

    Parameters
    ----------
    office : OFFICE.toml for a case file; None takes the one beside it, if there is one

    Raises
    ------
    CaseUnusable, DocketRefused, GameFileWrong
    """
    if path.suffix == ".bgcase":
        return _from_case(path, office)
    if office is not None:
        raise DocketRefused(
            f"{path.name}: what follows was reckoned when this was written.",
            remedy="Give --office to `rules judge` or `report`, or open the case file itself.",
        )
    data = _bytes(path)
    try:
        told = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as fault:
        raise DocketRefused(
            f"{path.name}: this is neither a case file nor JSON.",
            remedy="Give a .bgcase, a report in JSON, or what `rules judge --json` prints.",
        ) from fault
    return source_of(told, name=path.name, sha256=hashlib.sha256(data).hexdigest())


def _bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise DocketRefused(
                f"{path}: this is far too large for a report.", remedy="Give the report itself."
            )
        return path.read_bytes()
    except OSError as fault:
        raise DocketRefused(
            f"{path}: cannot be read ({fault.strerror or fault}).", remedy="Check the path."
        ) from fault


def _from_case(path: Path, office: Path | None) -> Source:
    """The report that the case makes, tied to its state by the chain's head, not by the file's bytes."""
    from review.adapters.store_sqlite import SqliteStore
    from review.cli.reporting import following
    from review.report.model import report_model
    from review.wiring import judged
    from review.wiring.office import office_beside

    with SqliteStore.open(path, create=False, readonly=True) as store:
        head, judgement = store.head_sha256(), judged(store, path)
    records, rows = following(judgement, office or office_beside(path))
    model = report_model(judgement, head_sha256=head, outcomes=rows, office=records)
    told = json.loads(json.dumps(model))
    return source_of(told, name=path.name, sha256=head, kind="case file")
