"""Work on this desk: one process a slot, or this very process; nothing else installed."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from review.core.errors import ArchiveUnusable, ReviewError
from review.ports.executor import Order, Turn, Work

__all__ = ["DeskExecutor", "InlineExecutor"]

_IDLE_S = 0.5
#: Workers that die before they have done anything, one after another.
_MOST_STILLBORN = 4


class InlineExecutor:
    """See `review.ports.executor.Executor`: in this process, for batch systems that start many of it."""

    def run(self, work: Work, order: Order, *, slots: int, heard: Callable[[Turn], None]) -> None:
        """`slots` has no meaning here."""
        _keep_on(work, replace(order, holder=f"{order.holder}:0"), heard)


def _keep_on(work: Work, order: Order, heard: Callable[[Turn], None]) -> None:
    while True:
        turn = work(order)
        heard(turn)
        if turn.outcome in ("over", "paused"):
            return
        if turn.outcome == "idle":
            time.sleep(_IDLE_S)


@dataclass
class _Slot:
    process: BaseProcess
    turns: Connection
    turned: bool = False


class DeskExecutor:
    """See `review.ports.executor.Executor`: a process a slot; one that dies is started again."""

    def run(self, work: Work, order: Order, *, slots: int, heard: Callable[[Turn], None]) -> None:
        """Every slot has its own holder's name, so that a new process takes over what the dead one held."""
        running = {number: _start(work, order, number) for number in range(slots)}
        stillborn = 0
        try:
            while running:
                wait([slot.turns for slot in running.values()], timeout=1.0)
                for number, slot in list(running.items()):
                    ended = _hear(slot, heard)
                    if not ended:
                        continue
                    slot.process.join()
                    del running[number]
                    if slot.process.exitcode == 0:
                        continue
                    heard(Turn("failed", f"worker {number} was lost (exit {slot.process.exitcode})"))
                    stillborn = 0 if slot.turned else stillborn + 1
                    if stillborn >= _MOST_STILLBORN:
                        raise ArchiveUnusable(
                            f"{stillborn} workers in a row ended before they did anything.",
                            remedy="BENCHGATE_LOG=INFO and `benchgate doctor` may say why.",
                        )
                    running[number] = _start(work, order, number)
        finally:
            for slot in running.values():
                slot.process.terminate()
                slot.process.join()


def _start(work: Work, order: Order, number: int) -> _Slot:
    context: Any = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    mine = replace(order, holder=f"{order.holder}:{number}")
    process = context.Process(target=_serve, args=(work, mine, theirs), daemon=True)
    process.start()
    theirs.close()
    return _Slot(process, ours)


def _hear(slot: _Slot, heard: Callable[[Turn], None]) -> bool:
    """Pass on what a worker says; True when it says no more."""
    try:
        while slot.turns.poll():
            told = slot.turns.recv()
            if isinstance(told, ReviewError):
                raise told
            slot.turned = True
            heard(told)
    except (EOFError, OSError) as end:
        if isinstance(end, ReviewError):
            raise
        return True
    return False


def _serve(work: Work, order: Order, turns: Connection) -> None:
    try:
        _keep_on(work, order, turns.send)
    except ReviewError as error:
        turns.send(ArchiveUnusable(error.cause, remedy=error.remedy))
    except (KeyboardInterrupt, BrokenPipeError):
        pass
    finally:
        turns.close()
