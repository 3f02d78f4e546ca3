"""How fast the real window is: steps, seeks, opening, the timeline, and the longest pause of its event loop.

`python tools/window_latency.py TAPE… [--seeks 60] [--seed 1] [--hours 3]`

Each tape is opened in the product's own window and driven as a person drives it; each frame is waited for
until the window has painted it. `--make 1080 --gop 250` first renders the demo at that height with a keyframe
every so many frames into TAPE; `--hours 3` first loops TAPE (its packets as they are) into `TAPE-3h.mp4` and
measures that. A window without a screen is drawn in memory (`QT_QPA_PLATFORM=offscreen`).
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import av
import numpy as np
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from ui.app import Workplace, product_doors
from ui.memory import Memory

LONGEST_S = 60.0
BEAT_MS = 4
REPEATS_AFTER_S = 0.5
"""A key held begins to repeat so long after it was pressed."""


class Watch:
    """The longest time between two beats of the event loop since `begin`, in milliseconds."""

    def __init__(self) -> None:
        self.longest_ms, self._last = 0.0, time.monotonic()
        self._timer = QTimer(interval=BEAT_MS)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        now = time.monotonic()
        self.longest_ms = max(self.longest_ms, (now - self._last) * 1000 - BEAT_MS)
        self._last = now

    def begin(self) -> None:
        """Forget what was."""
        self.longest_ms, self._last = 0.0, time.monotonic()


def say(words: str) -> None:
    """One line."""
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def tell(name: str, ms: list[float]) -> None:
    """Median, 95th percentile, worst."""
    p50, p95 = np.percentile(ms, (50, 95))
    say(f"  {name:38} p50 {p50:7.1f}   p95 {p95:7.1f}   most {max(ms):7.1f}   ({len(ms)})")


class Driver:
    """One tape in the product's window, driven."""

    def __init__(self, app: QApplication, folder: Path, seed: int) -> None:
        self.app, self.chance = app, random.Random(seed)
        self.place = Workplace(product_doors(), Memory(folder / "memory.ini"))
        self.desk, self.watch = self.place.desk, Watch()
        self.place.window.resize(1920, 1080)
        self.place.window.show()
        app.processEvents()

    def waited(self, ready: Callable[[], bool]) -> float:
        """Milliseconds until `ready` and painted, the window working meanwhile."""
        began = time.monotonic()
        while not ready():
            if time.monotonic() - began > LONGEST_S:
                raise TimeoutError("the window did not come to it")
            self.app.processEvents()
            time.sleep(0.0005)
        self.app.processEvents()
        return (time.monotonic() - began) * 1000

    def there(self) -> bool:
        """Whether the frame wished for is the one shown."""
        now = self.desk.now
        return now.shown is not None and now.shown.ordinal == now.wanted

    def go(self, ordinal: int) -> float:
        """Milliseconds to that frame."""
        self.desk.goto(ordinal)
        return self.waited(self.there)

    def steps(self, frames: int, count: int, *, rest_s: float = 0.0) -> list[float]:
        """Milliseconds of each of `count` steps, a pause of `rest_s` before each."""
        took = []
        for _ in range(count):
            rested = time.monotonic() + rest_s
            self.waited(lambda until=rested: time.monotonic() >= until)  # type: ignore[misc]
            self.desk.step(frames)
            took.append(self.waited(self.there))
        return took

    def open(self, tape: Path) -> None:
        """Open, and say how long that took."""
        self.watch.begin()
        self.desk.open(tape)
        first_ms = self.waited(self.there)
        say(f"{tape.name}: first picture after {first_ms:.0f} ms, loop held {self.watch.longest_ms:.0f} ms")
        self.waited(lambda: self.desk.now.case_path is None or self.desk.now.judgement is not None)

    def drive(self, seeks: int) -> None:
        """Seek, step, scroll, and say how long each took."""
        last = len(self.desk.now.index or ()) - 1
        self.watch.begin()
        tell("any seek, first visit", [self.go(self.chance.randint(0, last)) for _ in range(seeks)])
        first, hurried, held, on, cached = [], [], [], [], []
        for turn in range(max(4, seeks // 10)):
            low = min(60, last // 2)
            self.go(self.chance.randint(low, max(low, last - 60)))
            first += self.steps(-1, 1, rest_s=0.15)
            if turn % 2:
                hurried += self.steps(-1, 20)
            else:
                held += self.steps(-1, 1, rest_s=REPEATS_AFTER_S) + self.steps(-1, 19)
            on += self.steps(1, 45)
            cached += self.steps(-1, 12, rest_s=0.04)
        tell("first step back after a seek", first)
        tell("further steps back, at once", hurried)
        tell("further steps back, key held", held)
        tell("steps on, key held", on)
        tell("steps back, from the cache", cached)
        tell("the timeline drawn anew", [self.scrolled() for _ in range(40)])
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        say(
            f"  longest pause of the event loop {self.watch.longest_ms:.0f} ms; memory at most {peak:.0f} MiB"
        )

    def scrolled(self) -> float:
        """Milliseconds to draw the timeline closer or wider."""
        began = time.monotonic()
        self.place.window.timeline.zoom(self.chance.choice((1.6, 1 / 1.6)))
        self.place.window.timeline.repaint()
        return (time.monotonic() - began) * 1000

    def end(self) -> None:
        """Close."""
        self.place.end()
        self.place.window.close()


def render(tape: Path, height: int, gop: int) -> None:
    """The demo at this height, H.264 as x264 does by itself, a keyframe every `gop` frames."""
    demo = Path(__file__).resolve().parents[1] / "sample_clips" / "demo.mp4"
    with av.open(str(demo)) as source, av.open(str(tape), "w") as target:
        old = source.streams.video[0]
        rate = old.average_rate or Fraction(30)
        new = target.add_stream("libx264", rate=rate)
        new.width, new.height, new.pix_fmt = round(height * 16 / 9), height, "yuv420p"
        new.codec_context.gop_size = gop
        new.codec_context.options = {"crf": "20", "preset": "medium", "sc_threshold": "0"}
        for number, frame in enumerate(source.decode(old)):
            picture = frame.reformat(new.width, new.height, "yuv420p")
            picture.pts, picture.time_base = number, 1 / rate
            picture.pict_type = 0
            target.mux(new.encode(picture))
        target.mux(new.encode())


def looped(tape: Path, hours: float) -> Path:
    """The tape's packets over and over until it is so long."""
    long = tape.with_name(f"{tape.stem}-{hours:g}h.mp4")
    with av.open(str(long), "w") as target:
        new, shift, total_s = None, 0, 0.0
        while total_s < hours * 3600:
            with av.open(str(tape)) as source:
                old = source.streams.video[0]
                new = new or target.add_stream_from_template(old)
                round_ = 0
                for packet in source.demux(old):
                    if packet.dts is None:
                        continue
                    round_ += packet.duration
                    packet.pts, packet.dts, packet.stream = packet.pts + shift, packet.dts + shift, new
                    target.mux(packet)
                shift += round_
                total_s = float(shift * old.time_base)
    return long


def main() -> int:
    """Measure each tape."""
    shape = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=shape)
    parser.add_argument("tapes", nargs="+", type=Path)
    parser.add_argument("--seeks", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--make", type=int, help="render TAPE at this height first")
    parser.add_argument("--gop", type=int, default=250)
    parser.add_argument("--hours", type=float)
    asked = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QApplication(sys.argv[:1])
    for tape in asked.tapes:
        if asked.make and not tape.exists():
            render(tape, asked.make, asked.gop)
        with tempfile.TemporaryDirectory() as folder:
            driver = Driver(app, Path(folder), asked.seed)
            driver.open(looped(tape, asked.hours) if asked.hours else tape)
            driver.drive(asked.seeks)
            driver.end()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
