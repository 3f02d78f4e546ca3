"""Record a tape by PyAV, clean or worn, whole or faulty; the same frames give the same bytes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from review.adapters.deck_pyav_formats import add_stream, muxer_options
from review.adapters.tape_effects_cv2 import Wear, noise_bands
from review.adapters.tape_planes_cv2 import Planes, flat, planes_of
from review.adapters.timecode_breaks import write_breaks
from review.ports.renderer import Exposure
from review.sim.exposures import deck_schedule, faults_at
from review.sim.scenario import Scenario
from review.sim.tables.tape import TapeSpec

BLACK, WHITE = 16, 235
BEYOND_CUT_S = 10.0  # so much more than it holds a truncated file promises, where the scenario lasts
WRONG_BYTES_RATIO = 0.02
SOUND_BYTES = 24  # headers at the beginning of a packet that damage leaves alone


class PyavDeck:
    """Deck port by PyAV.

    Parameters
    ----------
    path : the file to write
    scenario : its length, size of picture and seed
    tape : how to record; the scenario's own where not given
    """

    def __init__(self, path: Path, scenario: Scenario, *, tape: TapeSpec | None = None) -> None:
        import av

        self._path, self._seed, self._tape = path, scenario.seed, tape or scenario.tape
        self.stored_px = self._tape.stored_px or scenario.size_px
        self._duration_s = scenario.duration_s
        self._schedule = deck_schedule(self._tape, scenario.duration_s, seed=scenario.seed)
        self._wear = (
            Wear(
                self._tape.analogue,
                self.stored_px,
                seed=scenario.seed,
                interlaced=self._tape.interlaced,
            )
            if self._tape.analogue
            else None
        )
        self._top_first = self._tape.scan == "top_first" if self._tape.interlaced else None
        self._last: Planes | None = None
        self._recorded: list[int] = []
        self._file: Any = av.open(
            str(path), "w", format=FORMATS[self._tape.container], options=muxer_options(self._tape)
        )
        self._stream = add_stream(self._file, self._tape, shown_px=scenario.size_px, stored_px=self.stored_px)
        self._marks = _field_marks(self._tape, self.stored_px)

    def exposures(self) -> Iterator[Exposure]:
        """Frames in the order of the file."""
        return iter(self._schedule)

    def record(self, fields: list[NDArray[np.uint8]], exposure: Exposure) -> None:
        """Append a frame made of its field pictures (h, w, 3), each at the picture's full size."""
        at_s = exposure.fields_s[0]
        faults = faults_at(self._tape, at_s)
        planes = self._source(fields, faults)
        self._last = planes
        if self._wear:
            planes = self._wear.played(planes, frame=exposure.i)
        if "dropout" in faults:
            planes = noise_bands(planes, seed=(self._seed, 89, exposure.i))
        self._recorded.append(exposure.pts)
        self._encode(planes, Fraction(exposure.pts) * self._tape.time_base)

    def finish(self) -> tuple[Fraction, list[int]]:
        """Close the file; returns its time base and the pts of its frames in the order shown.

        They may count from another start than the schedule: MPEG transport streams need a lead.
        """
        longer = self._promise_more()
        self._mux(self._stream.encode())
        self._file.close()
        base, written = _packets(self._path)
        if longer:
            _, place, size = written[len(self._recorded)]
            with self._path.open("r+b") as file:
                file.truncate(place + size // 2)
        code, rate = self._tape.timecode, self._tape.rate_fps
        if code and code.breaks:
            write_breaks(self._path, code.runs(rate), ticks_a_frame=round(1 / (rate * base)))
        lead = written[0][0] - self._recorded[0]
        if any(f.kind == "corrupt" for f in self._tape.faults):  # damage may lead a demuxer astray
            return base, [pts + lead for pts in self._recorded]
        return base, [pts for pts, _, _ in written[: len(self._recorded)]]

    def _source(self, fields: list[NDArray[np.uint8]], faults: tuple[str, ...]) -> Planes:
        """What reaches the recorder's heads."""
        if "black" in faults or "flash" in faults:
            return flat(self.stored_px, BLACK if "black" in faults else WHITE)
        if self._last is not None and ("freeze" in faults or "duplicate" in faults):
            return self._last
        return planes_of(fields, self.stored_px, top_first=self._top_first)

    def _encode(self, planes: Planes, at_s: Fraction, *, key: bool = False) -> None:
        import av

        frame = av.VideoFrame.from_ndarray(planes.packed(), format="yuv420p")
        frame.time_base = self._stream.codec_context.time_base
        frame.pts = round(at_s / frame.time_base)
        frame.color_range = 1
        if self._marks:
            self._marks.vpush(frame)
            frame = self._marks.vpull()
        if key:
            frame.pict_type = av.video.frame.PictureType.I
        self._mux(self._stream.encode(frame))

    def _mux(self, packets: list[Any]) -> None:
        for packet in packets:
            if "corrupt" in faults_at(self._tape, float(packet.pts * packet.time_base)):
                packet.update(_damaged(bytes(packet), seed=(self._seed, 97, packet.pts)))
            self._file.mux(packet)

    def _promise_more(self) -> bool:
        """Record on after the cut, so that the file's header states more than will be left of it."""
        cuts = [f.start_s for f in self._tape.faults if f.kind == "truncate"]
        if not cuts or self._last is None or min(cuts) >= self._duration_s:
            return False
        rate = self._tape.rate_fps
        start = round(self._recorded[-1] * self._tape.time_base * rate) + 1
        end = round(min(self._duration_s, min(cuts) + BEYOND_CUT_S) * rate)
        for step in range(start, max(end, start + 1)):
            self._encode(self._last, step / rate, key=step == start)
        return True


FORMATS = {"mp4": "mp4", "mov": "mov", "mkv": "matroska", "ts": "mpegts", "avi": "avi"}


def _packets(path: Path) -> tuple[Fraction, list[tuple[int, int, int]]]:
    """Time base of the file's video; pts, place and size in bytes of each picture, as shown."""
    import av

    with av.open(str(path)) as made:
        stream = made.streams.video[0]
        found = [(p.pts, p.pos, p.size) for p in made.demux(stream) if p.size and p.pts is not None]
        return Fraction(stream.time_base), sorted(found)


def _field_marks(tape: TapeSpec, size_px: tuple[int, int]) -> Any:
    """A filter that marks frames as two fields, the earlier named; None for a progressive tape."""
    from av import VideoFormat
    from av.filter import Graph

    if not tape.interlaced:
        return None
    graph = Graph()
    source = graph.add_buffer(
        width=size_px[0], height=size_px[1], format=VideoFormat("yuv420p"), time_base=1 / tape.rate_fps
    )
    mark = graph.add("setfield", "tff" if tape.scan == "top_first" else "bff")
    sink = graph.add("buffersink")
    source.link_to(mark)
    mark.link_to(sink)
    graph.configure()
    return graph


def _damaged(data: bytes, *, seed: tuple[int, ...]) -> bytes:
    """``data`` with a few wrong bytes behind its headers."""
    rng = np.random.default_rng(seed)
    out = np.frombuffer(data, np.uint8).copy()
    count = max(1, round(len(out) * WRONG_BYTES_RATIO))
    if len(out) > SOUND_BYTES:
        places = rng.integers(SOUND_BYTES, len(out), count)
        out[places] ^= rng.integers(1, 256, count).astype(np.uint8)
    return out.tobytes()
