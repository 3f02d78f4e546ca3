"""Clips made on the spot: every picture bears its number, so that a wrong frame is seen and not assumed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
from av.filter import Graph

from review.core.arrays import Array

BITS = 10
SIZE = (160, 96)
X264 = {"preset": "veryfast", "crf": "20", "x264-params": "keyint=12:min-keyint=12:bframes=3:scenecut=0"}


def picture(number: int, size_px: tuple[int, int] = SIZE) -> Array:
    """(h, w, 3) RGB: the number as black and white blocks on top, moving stripes and noise below."""
    width, height = size_px
    y, x = np.mgrid[0:height, 0:width]
    rgb = np.stack([(x * 2 + number * 5) % 256, (y * 3 + number * 3) % 256, (x + y + number * 7) % 256], -1)
    rng = np.random.default_rng(number)
    rgb[height // 2 : height // 2 + 24, 20:60] = rng.integers(0, 255, (24, 40, 3))
    for bit in range(BITS):
        left, right = bit * width // BITS, (bit + 1) * width // BITS
        rgb[: height // 3, left:right] = 235 if number >> bit & 1 else 20
    return rgb.astype(np.uint8)


def number_of(rgb: Array) -> int:
    """The number that a picture bears."""
    height, width = rgb.shape[:2]
    row = rgb[height // 12 : height // 4].astype(float).mean(axis=(0, 2))
    centres = [int((bit + 0.5) * width / BITS) for bit in range(BITS)]
    return sum(1 << bit for bit, c in enumerate(centres) if row[c - 2 : c + 3].mean() > 128)


@dataclass(frozen=True)
class Made:
    """How one clip is made, and what is known of it because of that."""

    name: str
    codec: str = "libx264"
    options: dict[str, str] = field(default_factory=lambda: dict(X264))
    pixels: str = "yuv420p"
    rate: Fraction = Fraction(25)
    times: Sequence[int] = tuple(range(40))
    size_px: tuple[int, int] = SIZE
    fields: str = ""
    setup: Callable[[Any, Any], None] = lambda container, stream: None

    def write(self, folder: Path) -> Path:
        """Encode the clip; frame i is shown at times[i] steps of the rate and bears the number i."""
        path = folder / self.name
        with av.open(str(path), "w") as out:
            stream = out.add_stream(self.codec, rate=self.rate, options=dict(self.options))
            stream.width, stream.height = self.size_px
            stream.pix_fmt = self.pixels
            stream.time_base = 1 / self.rate
            self.setup(out, stream)
            for frame in self._frames():
                out.mux(stream.encode(frame))
            out.mux(stream.encode(None))
        return path

    def _frames(self) -> Iterable[Any]:
        graph = _field_graph(self) if self.fields else None
        for i, time in enumerate(self.times):
            rgb = (
                woven(i, self.size_px, top_first=self.fields == "tff") if graph else picture(i, self.size_px)
            )
            frame = av.VideoFrame.from_ndarray(rgb, "rgb24").reformat(
                format=self.pixels, dst_color_range=2 if self.pixels.startswith("yuvj") else 1
            )
            frame.pts, frame.time_base = time, 1 / self.rate
            if graph:
                graph.vpush(frame)
                frame = graph.vpull()
                frame.pts, frame.time_base = time, 1 / self.rate
            yield frame


def woven(i: int, size_px: tuple[int, int], *, top_first: bool) -> Array:
    """Two moments in one frame: the earlier field bears 2 i, the later 2 i + 1."""
    whole = picture(2 * i, size_px).copy()
    later = picture(2 * i + 1, size_px)
    start = 1 if top_first else 0
    whole[start::2] = later[start::2]
    return whole


def _field_graph(made: Made) -> Any:
    graph = Graph()
    width, height = made.size_px
    source = graph.add_buffer(
        width=width, height=height, format=av.VideoFormat(made.pixels), time_base=1 / made.rate
    )
    mark = graph.add("setfield", made.fields)
    sink = graph.add("buffersink")
    source.link_to(mark)
    mark.link_to(sink)
    graph.configure()
    return graph


def rotated(degrees: int) -> Callable[[Any, Any], None]:
    """Ask players to turn the picture counter-clockwise."""
    return lambda out, stream: stream.set_display_rotation(degrees)


def timecode(text: str) -> Callable[[Any, Any], None]:
    """Add a timecode track."""

    def setup(out: Any, stream: Any) -> None:
        stream.metadata["timecode"] = text

    return setup


MPEG2 = {"g": "12", "bf": "2", "b": "6000000"}
INTERLACED = {**MPEG2, "flags": "+ildct+ilme"}
OPEN = {"preset": "veryfast", "x264-params": "keyint=10:min-keyint=10:bframes=3:open-gop=1:scenecut=0"}
GRADUAL = {"preset": "veryfast", "x264-params": "keyint=10:intra-refresh=1:bframes=0"}
HEVC = {"x265-params": "keyint=10:min-keyint=10:bframes=3:open-gop=1:log-level=none", "preset": "ultrafast"}
DROPPED = tuple(i for i in range(60) if i % 3)
UNEVEN = tuple(int(v) for v in np.cumsum(1 + np.random.default_rng(7).integers(0, 9, 40)))
PAL = (720, 576)
NTSC = Fraction(30000, 1001)

CLIPS = (
    Made("h264.mp4"),
    Made("one_keyframe.mp4", options={"preset": "veryfast", "g": "500"}),
    Made("open_gop.mp4", options=OPEN),
    Made("open_gop.mkv", options=OPEN),
    Made("open_gop.ts", options=OPEN),
    Made("gradual_refresh.ts", options=GRADUAL),
    Made("gradual_refresh.mkv", options=GRADUAL),
    Made("hevc_10bit.mp4", "libx265", HEVC, pixels="yuv420p10le"),
    Made("hevc_open_gop.ts", "libx265", HEVC),
    Made("dropped_frames.mp4", times=DROPPED),
    Made("uneven.mkv", rate=Fraction(1000), times=tuple(8 * t for t in UNEVEN)),
    Made("delayed.mp4", times=tuple(range(90, 130))),
    Made("mpeg2.mpg", "mpeg2video", MPEG2),
    Made("mpeg2.mxf", "mpeg2video", MPEG2),
    Made("pal_top.ts", "mpeg2video", INTERLACED, size_px=PAL, fields="tff", times=tuple(range(15))),
    Made(
        "pal_bottom.mpg", "mpeg2video", INTERLACED, size_px=(352, 288), fields="bff", times=tuple(range(26))
    ),
    Made("full_range.mp4", pixels="yuvj420p"),
    Made("turned_90.mp4", setup=rotated(90)),
    Made("turned_180.mp4", setup=rotated(180)),
    Made("turned_270.mp4", setup=rotated(-90)),
    Made("drop_frame.mov", rate=NTSC, setup=timecode("00:00:59;20")),
    Made("b_frames.avi"),
    Made("b_frames_mpeg4.avi", "mpeg4", {"g": "12", "bf": "2", "b": "3000000"}),
    Made("vp9.mkv", "libvpx-vp9", {"g": "10", "deadline": "realtime", "cpu-used": "8"}),
    Made("prores.mov", "prores_ks", {}, pixels="yuv422p10le", times=tuple(range(16))),
    Made("ffv1.mkv", "ffv1", {"g": "8"}, times=tuple(range(24))),
)
