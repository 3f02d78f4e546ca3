"""How fast the real window is: steps, seeks, opening, the timeline, and the longest pause of its event loop.

`python tools/window_latency.py TAPE… [--seeks 60] [--seed 1] [--hours H] [--show]`

Each tape is opened in the product's own window and driven as a person drives it, each frame waited for until it
is on screen. `--make 1080 --gop 250` first renders the demo at that height with a keyframe every so many frames
into TAPE; `--hours 3` first loops TAPE (its packets as they are) into `TAPE-3h.mp4` and measures that.
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


def waited(app: QApplication, ready: Callable[[], bool]) -> float:
    """Milliseconds until `ready`, the window working meanwhile."""
    began = time.monotonic()
    while not ready():
        if time.monotonic() - began > LONGEST_S:
            raise TimeoutError("the window did not come to it")
        app.processEvents()
        time.sleep(0.0005)
    return (time.monotonic() - began) * 1000


def told(name: str, ms: list[float]) -> str:
    """Median, 95th percentile, worst."""
    p50, p95 = np.percentile(ms, (50, 95))
    return f"  {name:38} p50 {p50:7.1f}   p95 {p95:7.1f}   most {max(ms):7.1f}   ({len(ms)})"


def measure(app: QApplication, tape: Path, asked: argparse.Namespace) -> None:
    """Drive one tape and print."""
    with tempfile.TemporaryDirectory() as folder:
        place, watch = Workplace(product_doors(), Memory(Path(folder) / "memory.ini")), Watch()
        desk, chance = place.desk, random.Random(asked.seed)
        place.window.resize(1920, 1080)
        place.window.show()
        app.processEvents()

        def there() -> bool:
            now = desk.now
            return now.shown is not None and now.shown.ordinal == now.wanted

        def go(act: Callable[[], object]) -> float:
            act()
            return waited(app, there)

        watch.begin()
        desk.open(tape)
        print(
            f"{tape.name}: first picture after {waited(app, there):.0f} ms, loop held {watch.longest_ms:.0f} ms"
        )
        waited(app, lambda: desk.now.case_path is None or desk.now.judgement is not None)
        last = len(desk.now.index or ()) - 1
        watch.begin()
        print(
            told(
                "any seek, first visit",
                [go(lambda: desk.goto(chance.randint(0, last))) for _ in range(asked.seeks)],
            )
        )
        afters, backs, ons, cached = [], [], [], []
        for _ in range(max(3, asked.seeks // 10)):
            go(lambda: desk.goto(chance.randint(min(60, last // 2), max(0, last - 60))))
            afters.append(go(lambda: desk.step(-1)))
            backs += [go(lambda: desk.step(-1)) for _ in range(20)]
            ons += [go(lambda: desk.step(1)) for _ in range(45)]
            cached += [go(lambda: desk.step(-1)) for _ in range(12)]
        print(told("first step back after a seek", afters))
        print(told("further steps back, not waiting", backs))
        print(told("steps on, not waiting", ons))
        print(told("steps back, from the cache", cached))
        scrolls = []
        for _ in range(40):
            began = time.monotonic()
            place.window.timeline.zoom(chance.choice((1.6, 1 / 1.6)))
            place.window.timeline.repaint()
            scrolls.append((time.monotonic() - began) * 1000)
        print(told("the timeline drawn anew", scrolls))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"  longest pause of the event loop {watch.longest_ms:.0f} ms; memory at most {peak:.0f} MiB")
        place.end()
        place.window.close()


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
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
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
        measure(app, looped(tape, asked.hours) if asked.hours else tape, asked)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
