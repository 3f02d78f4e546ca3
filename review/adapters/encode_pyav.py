"""Record a clip by PyAV: H.264 in MP4, constant rate, frames out in the order they came."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from review.ports.renderer import Exposure
from review.sim.scenario import Scenario


class PyavDeck:
    """Deck port by PyAV; one encoder thread, so that the same frames give the same bytes."""

    def __init__(self, path: Path, scenario: Scenario, *, quality_crf: int = 28) -> None:
        import av

        self._path, self._count, self._rate = path, scenario.frames, scenario.rate_fps
        self.stored_px = scenario.size_px
        self._file: Any = av.open(str(path), "w", options={"movflags": "+faststart"})
        options = {"preset": "fast", "crf": str(quality_crf), "threads": "1", "g": str(round(2 * self._rate))}
        self._stream: Any = self._file.add_stream("libx264", rate=self._rate, options=options)
        self._stream.width, self._stream.height = self.stored_px
        self._stream.pix_fmt = "yuv420p"

    def exposures(self) -> Iterator[Exposure]:
        """Frames in the order of the file."""
        for i in range(self._count):
            yield Exposure(i, i, (float(i / self._rate),))

    def record(self, fields: list[NDArray[np.uint8]], exposure: Exposure) -> None:
        """Append a frame made of its field pictures (h, w, 3), each at the picture's full size."""
        import av

        frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(fields[0]), format="rgb24")
        frame.pts = exposure.pts
        frame.time_base = 1 / self._rate
        self._file.mux(self._stream.encode(frame))

    def finish(self) -> tuple[Fraction, list[int]]:
        """Close the file; returns its time base and the pts of its frames in the order shown."""
        import av

        self._file.mux(self._stream.encode())
        self._file.close()
        with av.open(str(self._path)) as made:
            stream = made.streams.video[0]
            pts = sorted(p.pts for p in made.demux(stream) if p.pts is not None)
            return Fraction(stream.time_base), pts
