"""One unit of an archive's work: a run of segments watched, or a watched tape concluded."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from review.archive.mentions import mentions_of
from review.archive.names import mapped
from review.core.archive import Claim, Output
from review.core.errors import ArchiveUnusable, CaseUnusable, ReviewError, TapeUnreadable
from review.ports.executor import Order, Turn
from review.settings import Settings, load_settings
from review.wiring.archiving import Archive, keys_for, open_archive

if TYPE_CHECKING:
    from review.core.tape import Tape
    from review.pipeline.events import Event
    from review.pipeline.run import Plan
    from review.pipeline.watch import Eyes
    from review.ports.reader import Reader

__all__ = ["settings_of", "work_once"]


class _AsFiled:
    """A reader whose tape is called as the archive calls it, so that machines agree on every word."""

    def __init__(self, reader: Reader, path: str) -> None:
        self._reader = reader
        self.tape: Tape = replace(reader.tape, path=path)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._reader, name)


@dataclass
class _Job:
    """A tape under a worker's hands: what is dear to open and to learn. `at` is the segment watched last."""

    key: tuple[str, str]
    reader: Reader
    plan: Plan
    segments: list[tuple[int, int]]
    eyes: Eyes | None = None
    at: int = -1

    def close(self) -> None:
        if self.eyes is not None:
            self.eyes.detector.close()
        self.reader.close()


@dataclass
class _Bench:
    """What a worker keeps between turns."""

    order: Order
    archive: Archive
    settings: Settings
    job: _Job | None = None

    def let_go(self) -> None:
        if self.job is not None:
            self.job.close()
        self.job = None


_bench: _Bench | None = None


def settings_of(order: Order) -> Settings:
    """Settings as a worker is told them: device and `name=value`.

    Raises
    ------
    SettingsWrong
    """
    flags: dict[str, Any] = {"device": order.device}
    for text in order.overrides:
        name, _, value = text.partition("=")
        flags[name.strip()] = value.strip()
    return load_settings(flags)[0]


def work_once(order: Order) -> Turn:
    """Take one unit and do it. A tape that was opened stays open for the next turn.

    Raises
    ------
    ArchiveUnusable
        If the ledger or the shelf is out of reach, or this machine would work otherwise than planned.
    """
    bench = _at_bench(order)
    ledger = bench.archive.ledger
    # Who asks for work has none: what the ledger says he holds he held when he was lost.
    ledger.release(order.holder, reason="the worker was lost")
    near = bench.job.key[0] if bench.job else None
    claim = ledger.claim(order.holder, lease_s=order.lease_s, near=near, shard=order.shard)
    if claim is None:
        bench.let_go()
        return _nothing(bench)
    try:
        _check_plan(bench, claim)
        done = _watch(bench, claim) if claim.stage == "watch" else _conclude(bench, claim)
    except (ReviewError, MemoryError) as error:
        bench.let_go()
        if isinstance(error, ArchiveUnusable):
            ledger.release(order.holder, reason=str(error), lost=False)
            raise
        reason = error.sentence() if isinstance(error, ReviewError) else "out of memory"
        again = isinstance(error, (TapeUnreadable, CaseUnusable, MemoryError))
        ledger.fail(claim, cause=_cause(error), reason=reason, again=again)
        return Turn("failed", reason)
    except KeyboardInterrupt:
        ledger.release(order.holder, reason="stopped", lost=False)
        raise
    name = Path(claim.tape.path).name
    return Turn("did", f"{claim.stage} {name} {claim.first_segment}+{claim.segments}", done)


def _at_bench(order: Order) -> _Bench:
    """The bench of this process; on a cluster it serves whichever holder is sent to it."""
    global _bench
    if _bench is None or replace(_bench.order, holder=order.holder) != order:
        if _bench is not None:
            _bench.let_go()
            _bench.archive.close()
        archive = open_archive(Path(order.archive), ledger=order.ledger)
        _bench = _Bench(order, archive, settings_of(order))
    _bench.order = order
    return _bench


def _nothing(bench: _Bench) -> Turn:
    ledger = bench.archive.ledger
    if ledger.paused():
        return Turn("paused")
    return Turn("idle" if ledger.left(shard=bench.order.shard) else "over")


def _cause(error: BaseException) -> str:
    words = {"TapeUnreadable": "tape unreadable", "CaseUnusable": "case unusable", "MemoryError": "memory"}
    return words.get(type(error).__name__, type(error).__name__)


def _check_plan(bench: _Bench, claim: Claim) -> None:
    wanted = keys_for(bench.settings)(claim.tape, 1)
    ours = wanted.watch_key if claim.stage == "watch" else wanted.judge_key
    if ours != claim.key:
        raise ArchiveUnusable(
            f"This machine would {claim.stage} {claim.tape.path} otherwise than the archive was planned.",
            remedy="Give the same version, settings, model, packs and device here, or run from one machine.",
        )


def _job(bench: _Bench, claim: Claim, *, first: int | None = None) -> _Job:
    """The tape opened and planned; kept while it goes on where it was, so that nothing seen differs."""
    key = (claim.tape.sha256, claim.watch_key)
    job = bench.job
    if job is not None and job.key == key and (first is None or first > job.at):
        return job
    bench.let_go()
    bench.job = _open(bench, claim, key)
    return bench.job


def _open(bench: _Bench, claim: Claim, key: tuple[str, str]) -> _Job:
    from review.pipeline.watch import cut_segments
    from review.wiring import check_game, make_plan, open_reader, read_game, read_gates
    from review.wiring.arena import told_arena

    entry, maps = claim.tape, bench.order.maps
    reader = open_reader(mapped(entry.path, maps), decode=bench.settings.decode)
    if reader.tape.sha256 != entry.sha256:
        reader.close()
        raise TapeUnreadable(
            f"“{entry.path}” is not the tape that was added any more.", remedy="Add it again."
        )
    sheets = [None if one is None else Path(mapped(one, maps)) for one in (entry.game, entry.gates)]
    game = read_game(sheets[0])
    check_game(game, reader, str(sheets[0]))
    gates = read_gates(sheets[1], reader, game)
    plan = make_plan(reader, bench.settings, game, gates, arena=told_arena(game, sheets[0]))
    filed: Any = _AsFiled(reader, entry.path)
    return _Job(key, filed, plan, cut_segments(reader.index, reader.tape.scale.time_base, entry.segment_s))


def _watch(bench: _Bench, claim: Claim) -> float:
    from review.adapters.store_sqlite.segments import segment_bytes
    from review.pipeline.watch import watch_segment

    ledger, shelf = bench.archive.ledger, bench.archive.shelf
    made = {one.segment for one in ledger.outputs(claim.tape.sha256, "watch", claim.key)}
    wanted = [k for k in range(claim.first_segment, claim.first_segment + claim.segments) if k not in made]
    done_s = 0.0
    meter = _Meter(bench)
    for number in wanted:
        job = _job(bench, claim, first=number)
        if job.eyes is None:
            job.eyes = job.plan.eyes()
        data = segment_bytes(watch_segment(job.reader, job.eyes, *job.segments[number]))
        job.at = number
        output = meter.read(_output(job, number, shelf.put(data), len(data)))
        receipt = ledger.put_output(claim, output, lease_s=bench.order.lease_s)
        done_s += output.tape_s
        if not receipt.still_held:
            return done_s
        if ledger.paused():
            ledger.release(claim.holder, reason="paused", lost=False)
            return done_s
    ledger.finish(claim)
    return done_s


def _output(job: _Job, number: int, digest: str, size_bytes: int) -> Output:
    pts, scale = job.reader.index.pts, job.reader.tape.scale
    first, last = job.segments[number]
    end = int(pts[last + 1]) if last + 1 < len(pts) else job.reader.tape.last_pts
    start = int(pts[first])
    length_s = scale.at(end).minus(scale.at(start))
    return Output(number, digest, start, end, size_bytes, length_s)


def _conclude(bench: _Bench, claim: Claim) -> float:
    from review.pipeline.run import analyze
    from review.wiring import judged, open_store

    meter = _Meter(bench)
    job = _job(bench, claim)
    path = bench.archive.case_path(claim.tape)
    store: Any = open_store(path, readonly=False, create=True)
    try:
        _gather(bench, claim, job, store)
        analyze(job.reader, store, job.plan, _hear_nothing)
        digest, mentions = store.content_sha256(), mentions_of(judged(store, path))
    finally:
        store.close()
    entry = claim.tape
    output = Output(0, digest, entry.first_pts, entry.end_pts, path.stat().st_size, entry.duration_s)
    bench.archive.ledger.put_output(claim, meter.read(output), lease_s=bench.order.lease_s)
    bench.archive.ledger.finish(claim, mentions)
    return 0.0


def _gather(bench: _Bench, claim: Claim, job: _Job, store: Any) -> None:
    """Bring the segments into the case, each held against its digest on the way."""
    from review.adapters.store_sqlite.segments import segment_of

    store.put_tape(job.reader.tape)
    there = set(store.segments_done(claim.watch_key))
    for one in bench.archive.ledger.outputs(claim.tape.sha256, "watch", claim.watch_key):
        if job.segments[one.segment] not in there:
            store.put_segment(segment_of(bench.archive.shelf.get(one.digest)), claim.watch_key)


def _hear_nothing(event: Event) -> None:
    """Workers are heard through the ledger."""


class _Meter:
    """What passed since the last reading: seconds of wall and processor, bytes read.

    By this process, and by the one that decodes for it.
    """

    def __init__(self, bench: _Bench) -> None:
        self._bench = bench
        self._was = tuple(self._now())

    def _now(self) -> Iterator[float]:
        spent = getattr(self._bench.job and self._bench.job.reader, "spent", None)
        child_s, child_bytes = spent() if spent else (0.0, 0)
        yield time.monotonic()
        yield time.process_time() + child_s
        yield _bytes_read() + child_bytes

    def read(self, output: Output) -> Output:
        now = tuple(self._now())
        wall_s, cpu_s, read = (b - a for a, b in zip(self._was, now, strict=True))
        self._was = now
        return replace(output, wall_s=wall_s, cpu_s=cpu_s, read_bytes=int(read))


def _bytes_read() -> float:
    """As Linux counts them; 0 where it does not say."""
    try:
        words = Path(f"/proc/{os.getpid()}/io").read_text("ascii").split()
    except OSError:
        return 0.0
    return float(words[1])
