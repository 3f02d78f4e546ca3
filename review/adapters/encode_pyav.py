"""Write a clip by PyAV: H.264 in MP4, constant rate, frames out in the order they came."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


class PyavClipWriter:
    """Clip writer port by PyAV; one encoder thread, so that the same frames give the same bytes."""

    def __init__(self, path: Path, *, size_px: tuple[int, int], rate_fps: int, quality_crf: int = 28) -> None:
        import av

        self._path = path
        self._file: Any = av.open(str(path), "w", options={"movflags": "+faststart"})
        options = {"preset": "fast", "crf": str(quality_crf), "threads": "1", "g": str(2 * rate_fps)}
        self._stream: Any = self._file.add_stream("libx264", rate=rate_fps, options=options)
        self._stream.width, self._stream.height = size_px
        self._stream.pix_fmt = "yuv420p"
        self._frames, self._rate_fps = 0, rate_fps

    def write(self, picture: NDArray[np.uint8]) -> None:
        """Append one frame (h, w, 3) RGB."""
        import av

        frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(picture), format="rgb24")
        frame.pts = self._frames
        frame.time_base = Fraction(1, self._rate_fps)
        self._frames += 1
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
