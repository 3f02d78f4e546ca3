"""`benchgate archive run`: plans, starts workers, and says how it goes."""

from __future__ import annotations

import os
import socket
import sys
import time
from dataclasses import dataclass
from typing import Any

from review.cli.archive_words import hours, status_json, status_lines
from review.core.errors import SettingsWrong
from review.ports.executor import Executor, Order, Turn
from review.wiring.archive_read import progress_now
from review.wiring.archiving import Archive, plan_all

__all__ = ["RunOptions", "run_archive", "state_json", "state_of"]

_SAY_EVERY_S = 10.0


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What was asked for on the command line."""

    engine: str
    slots: int
    device: str
    scheduler: str | None
    overrides: tuple[str, ...]
    maps: tuple[tuple[str, str], ...]
    shard: tuple[int, int]
    part_segments: int
    lease_s: float


def run_archive(archive: Archive, asked: RunOptions) -> int:
    """Plan and work until nothing is left; 0 if all is done, 2 if something has failed."""
    from review.wiring.archive_work import settings_of, work_once

    executor = _executor(asked)
    host = socket.gethostname()
    order = Order(
        str(archive.folder.absolute()), archive.ledger_place, f"{host}:{os.getpid()}", asked.device,
        asked.overrides, asked.maps, asked.shard, asked.lease_s,
    )  # fmt: skip
    settings = settings_of(order)
    _forget_dead(archive, host)
    left = plan_all(archive, settings, part_segments=asked.part_segments)
    print(f"{left} units to do.", file=sys.stderr, flush=True)
    try:
        executor.run(work_once, order, slots=asked.slots, heard=_Teller(archive))
    finally:
        for number in range(max(1, asked.slots)):
            archive.ledger.release(f"{order.holder}:{number}", reason="stopped", lost=False)
    told = state_of(archive)
    print("\n".join(told), flush=True)
    return 2 if archive.ledger.failures() else 0


def _executor(asked: RunOptions) -> Executor:
    if asked.engine == "none":
        from review.adapters.run_local import InlineExecutor

        return InlineExecutor()
    if asked.engine == "desk":
        from review.adapters.run_local import DeskExecutor

        return DeskExecutor()
    if asked.engine == "dask":
        from review.adapters.run_dask import DaskExecutor

        return DaskExecutor(asked.scheduler, resource="GPU" if asked.device == "cuda" else "CPU")
    raise SettingsWrong(f"--engine {asked.engine!r} is unknown.", remedy="Use desk, dask or none.")


def _forget_dead(archive: Archive, host: str) -> None:
    """Take back what earlier runs on this machine had in hands when they were killed."""
    for holder in archive.ledger.holders():
        name, _, rest = holder.partition(":")
        pid = rest.partition(":")[0]
        if name == host and pid.isdecimal() and not _alive(int(pid)):
            archive.ledger.release(holder, reason="its run was killed")


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def state_of(archive: Archive) -> list[str]:
    """`archive status` in lines."""
    ledger = archive.ledger
    twice = len(ledger.disagreements())
    return status_lines(progress_now(archive), ledger.failures(), paused=ledger.paused(), disagreements=twice)


def state_json(archive: Archive) -> dict[str, Any]:
    """The same as plain data."""
    ledger = archive.ledger
    twice = len(ledger.disagreements())
    return status_json(progress_now(archive), ledger.failures(), paused=ledger.paused(), disagreements=twice)


class _Teller:
    """A line for what failed, and now and then one for how far things are."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._began = self._said = time.monotonic()
        self._done_s = 0.0

    def __call__(self, turn: Turn) -> None:
        self._done_s += turn.tape_s
        if turn.outcome == "failed":
            print(f"  failed: {turn.words}", file=sys.stderr, flush=True)
        now = time.monotonic()
        if turn.outcome != "did" or now - self._said < _SAY_EVERY_S:
            return
        self._said = now
        speed = self._done_s / (now - self._began)
        stands = self._archive.ledger.stands()
        left_s = sum(one.duration_s - one.watched_s for one in stands)
        done = sum(one.conclude == "done" for one in stands)
        eta = f", {hours(left_s / speed)} left" if speed > 0 and left_s > 0 else ""
        text = f"  {done} of {len(stands)} tapes done, {speed:.2f}× real time{eta}"
        print(text, file=sys.stderr, flush=True)
