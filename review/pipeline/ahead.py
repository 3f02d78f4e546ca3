"""Working ahead in a thread: the next frames are decoded and scaled while these are being looked at."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

__all__ = ["ahead"]

T = TypeVar("T")


class _Failed:
    def __init__(self, error: BaseException) -> None:
        self.error = error


_END = object()


def ahead(items: Iterable[T], prepare: Callable[[T], None], *, most: int = 6) -> Iterator[T]:
    """The same items in order, taken and prepared by another thread, at most `most` waiting.

    What the thread raises is raised here. Closing this iterator early stops the thread.
    """
    ready: queue.Queue[object] = queue.Queue(maxsize=most)
    stop = threading.Event()

    def put(item: object) -> bool:
        while not stop.is_set():
            try:
                ready.put(item, timeout=0.1)
                return True
            except queue.Full:
                continue
        return False

    def work() -> None:
        try:
            for item in items:
                prepare(item)
                if not put(item):
                    return
            put(_END)
        except BaseException as error:  # noqa: BLE001 - handed over to whoever reads, never swallowed
            put(_Failed(error))

    worker = threading.Thread(target=work, name="ahead", daemon=True)
    worker.start()
    try:
        while (item := ready.get()) is not _END:
            if isinstance(item, _Failed):
                raise item.error
            yield item  # type: ignore[misc]
    finally:
        stop.set()
        worker.join()
