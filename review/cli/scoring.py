"""From case files and truth files to scores."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from review.core.errors import TruthUnusable

if TYPE_CHECKING:
    from review.evaluate.clip import Look
    from review.evaluate.suite import ClipScores

__all__ = ["pair_up", "read_truth", "score_case", "versions"]

SCHEMA = "benchgate.truth/1"
WANTED = ("frames", "crossings", "counts")


def read_truth(path: Path) -> dict[str, Any]:
    """A truth file; TruthUnusable in one sentence where it is none."""
    remedy = "Give the NAME.truth.json that was written beside a rendered clip."
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        said = getattr(error, "strerror", None) or "it is no text"
        raise TruthUnusable(f"{path}: cannot be read ({said}).", remedy=remedy) from error
    except (ValueError, RecursionError) as error:
        raise TruthUnusable(f"{path}: no valid JSON ({error}).", remedy=remedy) from error
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise TruthUnusable(f"{path}: no truth of schema {SCHEMA}.", remedy=remedy)
    lacking = [name for name in WANTED if not isinstance(data.get(name), list)]
    if lacking:
        raise TruthUnusable(f"{path}: holds no list of {', '.join(lacking)}.", remedy=remedy)
    return data


def report_of_case(case: Path) -> dict[str, Any]:
    """The report of a finished case; CaseUnusable where there is none."""
    from review.cli.reporting import report_json
    from review.wiring import judged, open_store

    store = open_store(case)
    try:
        return report_json(judged(store, case))
    finally:
        store.close()


def pair_up(
    reports: Mapping[Path, Mapping[str, Any]], truths: Mapping[Path, Mapping[str, Any]]
) -> list[tuple[Path, Path]]:
    """Each case with the truth of its tape: by checksum, or in the order given where truth has none.

    Raises
    ------
    TruthUnusable
        If a case has no truth, or the one in its place is another tape's.
    """
    by_tape = {t["sha256"]: path for path, t in truths.items() if t.get("sha256")}
    free = [path for path, t in truths.items() if not t.get("sha256")]
    pairs = []
    for case, report in reports.items():
        sha256 = report["tape"]["sha256"]
        if sha256 in by_tape:
            pairs.append((case, by_tape[sha256]))
        elif free:
            pairs.append((case, free.pop(0)))
        else:
            raise TruthUnusable(
                f"{case}: none of the truth files is about its tape (sha256 {sha256[:12]}…).",
                remedy="Give the truth of the very clip that was analysed.",
            )
    return pairs


def score_case(case: Path, report: Mapping[str, Any], truth: Mapping[str, Any], *, name: str) -> ClipScores:
    """Score one case against the truth of its tape."""
    from review.evaluate.boxes import own_tracking
    from review.evaluate.clip import Clip
    from review.evaluate.suite import score_clip
    from review.wiring.scoring import scorers

    tracking = scorers()[0] or own_tracking
    return score_clip(Clip(name, report, truth, case_looks(case)), tracking=tracking)


def case_looks(case: Path) -> list[Look]:
    """What the case's judgement saw, frame by frame."""
    from review.adapters.store_sqlite import SqliteStore, case_info
    from review.wiring.scoring import looks_of

    with SqliteStore.open(case, create=False, readonly=True) as store:
        watched = [row["inputs_sha256"] for row in case_info(store)["segments"]]
        return looks_of(store, watched)


def versions(reports: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What the figures trace to: code, weights, pack, settings, and the scorers' libraries."""
    import review
    from review.wiring.scoring import scorers

    models = {m["name"]: m["sha256"] for r in reports for m in r["run"]["models"]}
    return {
        "benchgate": review.__version__,
        "models": dict(sorted(models.items())),
        "packs": sorted({r["run"]["pack"] for r in reports}),
        "settings_sha256": sorted({r["run"]["settings_sha256"] for r in reports}),
        "python": platform.python_version(),
        **scorers()[2],
    }
