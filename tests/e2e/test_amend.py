"""Judging again what people touched gives what the analysis gave, where they touched nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from review.adapters.store_sqlite import SqliteStore
from review.cli import main
from review.wiring import judged, samples_root

pytestmark = pytest.mark.slow

NAME = "clearing-in-order"
#: A correction of a gate that is not there: everything is derived again, and nothing may differ.
IDLE = {
    "act": "crossing corrected", "of": {"gate": "nowhere", "direction": "on", "pts": 0}, "is_one": False,
    "reason": "idle",
}  # fmt: skip


def test_an_idle_word_changes_nothing(tmp_path: Path) -> None:
    for end in ("mp4", "gates.toml", "game.toml"):
        shutil.copy(samples_root() / f"{NAME}.{end}", tmp_path)
    case = tmp_path / f"{NAME}.bgcase"
    assert main(["analyze", str(tmp_path / f"{NAME}.mp4"), "--case", str(case), "--json"]) == 0
    with SqliteStore.open(case, create=False, readonly=False) as store:
        measured = judged(store, case)
        store.note("C. C.", IDLE, at="2026-03-03T10:00:00+00:00")
        again = judged(store, case)
    assert measured.findings and measured.altercations
    assert again.findings == measured.findings
    assert (again.changes, again.altercations) == (measured.changes, measured.altercations)
    assert (again.facts, again.crossings) == (measured.facts, measured.crossings)
    assert [n for n in again.notices if n.kind != "correction set aside"] == list(measured.notices)
