"""Nobody's window parts are destroyed on the window's thread, whatever another thread makes."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from ui.garbage import WindowThreadCollector, collect_due


class Loop:
    """Refers to itself, as a window and its parts refer to each other; tells where it ended."""

    def __init__(self, told: list[int]) -> None:
        self.self = self
        weakref.finalize(self, lambda: told.append(threading.get_ident())).atexit = False


def leave(told: list[int]) -> None:
    """More garbage than the first threshold, and many new objects after it."""
    for _ in range(gc.get_threshold()[0] + 1):
        Loop(told)
    assert len([[n] for n in range(50_000)]) == 50_000


@pytest.fixture
def collecting() -> Iterator[None]:
    """As Python starts."""
    gc.enable()
    yield
    gc.disable()


def test_python_alone_collects_on_any_thread(collecting: None) -> None:
    """Why the collector is there."""
    told: list[int] = []
    other = threading.Thread(target=leave, args=(told,))
    other.start()
    other.join()
    assert threading.get_ident() not in told and told


def test_with_the_collector_the_window_thread_alone_does(collecting: None, qtbot: QtBot) -> None:
    collector = WindowThreadCollector()
    told: list[int] = []
    other = threading.Thread(target=leave, args=(told,))
    other.start()
    other.join()
    assert told == []
    qtbot.waitUntil(lambda: bool(told), timeout=10_000)
    assert set(told) == {threading.get_ident()}
    collector.end()
    assert gc.isenabled()


def test_only_what_is_due_is_looked_through() -> None:
    gc.collect()
    assert collect_due() == 0
    told: list[int] = []
    for _ in range(gc.get_threshold()[0] + 1):
        Loop(told)
    assert collect_due() > 0 and len(told) > 0
