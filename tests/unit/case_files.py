"""Case files for tests."""

from __future__ import annotations

from pathlib import Path

from review.adapters.store_sqlite import SqliteStore
from review.testing import builders as a
from review.testing.whole import whole_judgement

__all__ = ["full_case"]


def full_case(case: Path) -> Path:
    """A case with the whole judgement, ten segments and one act."""
    with SqliteStore.open(case, create=True) as store:
        store.put_judgement(whole_judgement(), a.tracks(), "x")
        for first in range(0, 300, 30):
            store.put_segment(a.segment_record(first, first + 29), "x")
        store.note("R. Reviewer", {"act": "export"}, at="2026-03-01")
    return case
