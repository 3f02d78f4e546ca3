"""A picture of the window on a case or tape, drawn without a screen: for the README and for looking at it.

`python tools/screenshot.py CASE OUT.png [--size 1366x768] [--theme dark|light] [--at SECONDS] [--scale 2]
[--language en|fr|de] [--pick N]`
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from PySide6.QtWidgets import QApplication

from ui.app import Workplace, product_doors
from ui.memory import Memory

LONGEST_S = 60.0


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description="Draw the window on a case or tape into a PNG.")
    parser.add_argument("case", type=Path, help="a .bgcase or a tape")
    parser.add_argument("out", type=Path)
    parser.add_argument("--size", default="1366x768", help="logical pixels, WIDTHxHEIGHT")
    parser.add_argument("--scale", type=float, default=1.0, help="2 draws at 200 %%")
    parser.add_argument("--theme", choices=("dark", "light"), default="dark")
    parser.add_argument("--language", default="en")
    parser.add_argument("--at", type=float, help="seconds of tape")
    parser.add_argument("--pick", type=int, help="line of the findings list to choose, from 1")
    return parser.parse_args()


def settle(app: QApplication, ready: Callable[[], bool], *, least_s: float = 0.4) -> None:
    """Let the window work until `ready`, and a little longer for the last painting."""
    began = time.monotonic()
    while not ready() and time.monotonic() - began < LONGEST_S:
        app.processEvents()
        time.sleep(0.005)
    ended = time.monotonic()
    while time.monotonic() - ended < least_s:
        app.processEvents()
        time.sleep(0.005)


def draw(app: QApplication, place: Workplace, asked: argparse.Namespace) -> bool:
    """Bring the window where it was asked to be and save its picture."""

    def ready() -> bool:
        now = place.desk.now
        there = now.shown is not None and now.shown.ordinal == now.wanted and place.window.stage.settled
        return there or now.trouble is not None

    place.window.resize(*(int(side) for side in asked.size.split("x")))
    place.window.show()
    place.desk.open(asked.case)
    settle(app, ready)
    if asked.pick:
        place.window.findings.pick_line(asked.pick)
        settle(app, ready)
    if asked.at is not None:
        place.desk.goto_s(asked.at)
        settle(app, ready)
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    return place.window.grab().save(str(asked.out))


def main() -> int:
    """Draw one picture."""
    asked = arguments()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["QT_SCALE_FACTOR"] = str(asked.scale)
    app = QApplication(sys.argv[:1])
    with tempfile.TemporaryDirectory() as folder:
        memory = Memory(Path(folder) / "memory.ini")
        memory.keep_word("theme", asked.theme)
        memory.keep_word("language", asked.language)
        place = Workplace(product_doors(), memory)
        saved = draw(app, place, asked)
        place.end()
    return 0 if saved else 1


if __name__ == "__main__":
    raise SystemExit(main())
