"""Many short tapes of different content, cut from the rendered clips: something for an archive to work on."""

from __future__ import annotations

import argparse
from fractions import Fraction
from pathlib import Path

import av
import numpy as np

ROOT = Path(__file__).parents[1]
CLIPS = ("demo.mp4", "early-10m.mp4", "legal-one.mp4", "penalty-expires.mp4", "clearing-in-order.mp4")
RATE = 25


def frames_of(clip: Path, size_px: tuple[int, int]) -> list[np.ndarray]:
    """Every picture of a clip, small."""
    with av.open(str(clip)) as container:
        width, height = size_px
        return [one.reformat(width, height, "rgb24").to_ndarray() for one in container.decode(video=0)]


def write(path: Path, pictures: list[np.ndarray], number: int) -> None:
    """One tape; a row of cells in a corner says its number, so that no two are the same."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=RATE, options={"crf": "26", "threads": "1"})
        stream.height, stream.width = pictures[0].shape[:2]
        stream.pix_fmt, stream.time_base = "yuv420p", Fraction(1, RATE)
        for k, picture in enumerate(pictures):
            marked = picture.copy()
            for bit in range(12):
                marked[:4, 4 * bit : 4 * bit + 4] = 255 * (number >> bit & 1)
            frame = av.VideoFrame.from_ndarray(marked, "rgb24")
            frame.pts = k
            container.mux(stream.encode(frame))
        container.mux(stream.encode())


def main() -> None:
    """Write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--tapes", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--size", type=int, nargs=2, default=(480, 270))
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    clips = [frames_of(ROOT / "sample_clips" / name, tuple(asked.size)) for name in CLIPS]
    length = round(asked.seconds * RATE)
    for number in range(asked.tapes):
        clip = clips[number % len(clips)]
        first = 7 * number % max(1, len(clip) - length)
        day = f"20{number // 100 % 24:02d}-11-{number % 28 + 1:02d}"
        write(asked.out / f"{day}_{number:04d}.mp4", clip[first : first + length], number)


if __name__ == "__main__":
    main()
