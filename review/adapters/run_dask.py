"""Work on a Dask cluster: ours, started here, or one that runs already. The ledger is the truth: scheduler
and workers may be lost at any moment, and nothing but orders and words ever passes between them."""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from dataclasses import replace
from pathlib import Path
from typing import Any

from review.core.errors import ArchiveUnusable, ReviewError
from review.ports.executor import Order, Turn, Work

__all__ = ["DaskExecutor"]

_IDLE_S = 0.5
_START_S = 60.0
#: Schedulers lost one after another without a turn between them.
_MOST_LOST = 3
_RETRIES = 3


class DaskExecutor:
    """See `review.ports.executor.Executor`. `scheduler` is an address; None starts a cluster of our own.

    Every worker offers one `resource` ("CPU" or "GPU"), and every turn takes one.
    """

    def __init__(self, scheduler: str | None = None, *, resource: str = "CPU") -> None:
        try:
            import distributed
        except ImportError as fault:
            raise ArchiveUnusable(
                "Dask is not installed.", remedy="Install it with `pip install benchgate[cluster]`."
            ) from fault
        self._dask: Any = distributed
        for name in ("distributed", "distributed.client", "distributed.core", "distributed.comm"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what is lost we tell in our words
        self._scheduler = scheduler
        self._resource = resource

    def run(self, work: Work, order: Order, *, slots: int, heard: Callable[[Turn], None]) -> None:
        """Turns are asked for one a slot; where the scheduler is lost, another is started."""
        lost = 0
        while True:
            turned = False

            def hear(turn: Turn) -> None:
                nonlocal turned
                turned = True
                heard(turn)

            try:
                with self._cluster(slots) as address, self._client(address) as client, client.as_current():
                    self._pump(client, work, order, slots=slots, heard=hear)
                    return
            except (OSError, TimeoutError) as fault:
                if isinstance(fault, ReviewError) or self._scheduler is not None:
                    raise _told(fault, self._scheduler) from fault
                lost = 0 if turned else lost + 1
                if lost >= _MOST_LOST:
                    raise _told(fault, self._scheduler) from fault
                heard(Turn("failed", "the scheduler was lost; another is started"))

    def _pump(
        self, client: Any, work: Work, order: Order, *, slots: int, heard: Callable[[Turn], None]
    ) -> None:
        """Keep one turn in every slot until each says that it is over."""
        asked = {self._ask(client, work, order, n): n for n in range(slots)}
        while asked:
            done = self._first_done(client, list(asked))
            for future in done:
                number = asked.pop(future)
                turn = self._turn(future)
                heard(turn)
                if turn.outcome == "idle":
                    time.sleep(_IDLE_S)
                if turn.outcome not in ("over", "paused"):
                    asked[self._ask(client, work, order, number)] = number

    def _ask(self, client: Any, work: Work, order: Order, number: int) -> Any:
        mine = replace(order, holder=f"{order.holder}:{number}")
        wants = {self._resource: 1}
        return client.submit(work, mine, resources=wants, retries=_RETRIES, pure=False)

    def _first_done(self, client: Any, futures: list[Any]) -> Any:
        """Futures that ended; ConnectionError once the scheduler is gone."""
        while True:
            try:
                return self._dask.wait(futures, timeout=2.0, return_when="FIRST_COMPLETED").done
            except TimeoutError:
                if client.status != "running":
                    raise ConnectionError("the scheduler does not answer") from None
            except CancelledError as lost:
                raise ConnectionError("the scheduler was lost") from lost

    def _turn(self, future: Any) -> Turn:
        """What a turn came to; a worker lost again and again at it is no reason to end."""
        if future.cancelled():
            raise ConnectionError("the scheduler was lost")
        fault = future.exception()
        if isinstance(fault, self._dask.KilledWorker):
            return Turn("failed", "workers were lost at this turn one after another")
        if fault is not None:
            raise fault
        turn: Turn = future.result()
        return turn

    @contextlib.contextmanager
    def _client(self, address: str) -> Iterator[Any]:
        client = self._dask.Client(address, timeout=_START_S, set_as_default=False)
        try:
            yield client
        finally:
            with contextlib.suppress(OSError, TimeoutError):
                client.close(timeout=5)

    @contextlib.contextmanager
    def _cluster(self, slots: int) -> Iterator[str]:
        """A scheduler and its workers as processes of ours; they end with us."""
        if self._scheduler is not None:
            yield self._scheduler
            return
        running: list[subprocess.Popen[bytes]] = []
        with tempfile.TemporaryDirectory(prefix="bgdask", ignore_cleanup_errors=True) as folder:
            file = Path(folder) / "scheduler.json"
            quiet = ("--no-dashboard", "--scheduler-file", str(file))
            at = ("--host", "127.0.0.1", "--port", "0")
            try:
                running.append(_start("distributed.cli.dask_scheduler", *at, *quiet))
                address = _address(file, running[0])
                for _ in range(slots):
                    offer = ("--nthreads", "1", "--resources", f"{self._resource}=1")
                    place = ("--local-directory", folder, "--memory-limit", "0", "--no-dashboard")
                    running.append(_start("distributed.cli.dask_worker", address, *offer, *place))
                yield address
            finally:
                for process in reversed(running):
                    process.terminate()
                for process in running:
                    _end(process)


def _start(module: str, *arguments: str) -> subprocess.Popen[bytes]:
    told = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "3", "DASK_LOGGING__DISTRIBUTED": "critical"}
    return subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        env=os.environ | told, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip


def _address(file: Path, scheduler: subprocess.Popen[bytes]) -> str:
    import json

    until = time.monotonic() + _START_S
    while time.monotonic() < until and scheduler.poll() is None:
        try:
            return str(json.loads(file.read_text("utf-8"))["address"])
        except (OSError, ValueError):
            time.sleep(0.05)
    raise TimeoutError("the scheduler did not start")


def _end(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _told(fault: BaseException, scheduler: str | None) -> ReviewError:
    if isinstance(fault, ReviewError):
        return fault
    where = scheduler or "of our own"
    return ArchiveUnusable(
        f"The Dask scheduler {where} cannot be used ({fault}).",
        remedy="Check its address; what is finished is kept, and running again goes on.",
    )
