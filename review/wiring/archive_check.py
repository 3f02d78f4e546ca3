"""Whether an archive holds what its ledger says, and bringing its index up to what people said since."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from review.archive.mentions import mentions_of
from review.core.archive import holes
from review.core.errors import ArchiveUnusable, CaseUnusable

if TYPE_CHECKING:
    from review.core.archive import TapeEntry
    from review.wiring.archiving import Archive

__all__ = ["Flaw", "flaws", "refresh"]


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something that is not as the ledger says; `stage` and `segment` are what would mend it."""

    tape: TapeEntry
    stage: str
    key: str
    segment: int
    words: str


def flaws(archive: Archive) -> Iterator[Flaw]:
    """Walk every finished tape: each output by its hash, the spans by the tape, each case by its chain."""
    plans = {one.sha256: one for one in archive.ledger.wanted()}
    done = {one.sha256 for one in archive.ledger.stands() if one.conclude == "done"}
    for entry in archive.ledger.tapes():
        plan = plans.get(entry.sha256)
        if plan is None:
            continue
        watched = archive.ledger.outputs(entry.sha256, "watch", plan.watch_key)
        for one in watched:
            try:
                archive.shelf.get(one.digest)
            except ArchiveUnusable as fault:
                yield Flaw(entry, "watch", plan.watch_key, one.segment, fault.cause)
        if entry.sha256 not in done:
            continue
        left = holes(((one.start_pts, one.end_pts) for one in watched), (entry.first_pts, entry.end_pts))
        for a, b in left:
            yield Flaw(entry, "watch", plan.watch_key, -1, f"{entry.path}: pts {a} to {b} are not covered.")
        for one in archive.ledger.outputs(entry.sha256, "conclude", plan.judge_key):
            words = _case_flaw(archive, entry, one.digest)
            if words:
                yield Flaw(entry, "conclude", plan.judge_key, 0, words)


def _case_flaw(archive: Archive, entry: TapeEntry, digest: str) -> str | None:
    from review.adapters.store_sqlite import SqliteStore

    path = archive.case_path(entry)
    try:
        with SqliteStore.open(path, create=False, readonly=True) as store:
            told = store.verify()
            if not told.sound:
                return f"{path}: altered: {'; '.join(told.problems)}."
            if store.content_sha256() != digest:
                return f"{path}: it was judged anew since, outside the archive."
    except CaseUnusable as fault:
        return fault.cause
    return None


def refresh(archive: Archive) -> int:
    """Index every finished case as people's words have it now; returns how many cases."""
    from review.wiring import judged, open_store

    done = {one.sha256 for one in archive.ledger.stands() if one.conclude == "done"}
    count = 0
    for entry in archive.ledger.tapes():
        if entry.sha256 not in done:
            continue
        path = archive.case_path(entry)
        store = open_store(path)
        try:
            archive.ledger.index(entry.sha256, mentions_of(judged(store, path)))
        finally:
            store.close()
        count += 1
    return count
