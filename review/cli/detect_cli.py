"""`benchgate detect`: people in pictures or in a tape, as JSON."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from review.core.arrays import Array
from review.core.detections import CLASSES, Detections
from review.core.errors import TapeUnreadable
from review.core.times import FrameTime
from review.settings import Settings, load_settings

__all__ = ["detect"]


def detect(
    path: Annotated[
        Path, typer.Argument(help="A picture, a folder of pictures, or a tape.", show_default=False)
    ],
    out: Annotated[Path | None, typer.Option("--json", help="Where to write (default: print).")] = None,
    conf: Annotated[float | None, typer.Option(help="Least confidence.")] = None,
) -> None:
    """Find people in a picture, a folder of pictures, or every frame of a tape.

    Writes `{"images": [{"path", "size_px", "detections": [{"box_px", "class", "confidence"}]}]}`.

    Example: `benchgate detect frames/ --json people.json`
    """
    settings, _ = load_settings({"conf_min_ratio": conf})
    images = list(_images(path, settings))
    text = json.dumps({"images": images}, indent=1)
    if out is None:
        typer.echo(text)
    else:
        out.write_text(text + "\n", encoding="utf-8")
        typer.echo(f"{len(images)} pictures: {out}")


def _images(path: Path, settings: Settings) -> Iterator[dict[str, Any]]:
    from review.adapters.read_picture import PICTURE_SUFFIXES

    if path.is_dir():
        files = sorted(p for p in path.iterdir() if p.suffix.lower() in PICTURE_SUFFIXES)
        if not files:
            raise TapeUnreadable(f"“{path}” holds no pictures.", remedy="Give a folder of jpg or png files.")
        yield from _pictures(files, settings)
    elif path.suffix.lower() in PICTURE_SUFFIXES:
        yield from _pictures([path], settings)
    else:
        yield from _tape(path, settings)


def _pictures(files: list[Path], settings: Settings) -> Iterator[dict[str, Any]]:
    """One detector for all pictures, its input sized by the first."""
    from review.adapters.read_picture import read_picture
    from review.wiring import make_detector

    first = read_picture(files[0])
    detector = make_detector(settings, (first.shape[1], first.shape[0]))
    sizes: list[list[int]] = []

    def pictures() -> Iterator[Array]:
        for file in files:
            rgb = read_picture(file)
            sizes.append([rgb.shape[1], rgb.shape[0]])
            yield rgb

    for n, found in enumerate(detector.detect(pictures())):
        yield {"path": str(files[n]), "size_px": sizes[n], "detections": _people(found)}
    detector.close()


def _tape(path: Path, settings: Settings) -> Iterator[dict[str, Any]]:
    from review.wiring import make_detector, open_reader

    reader = open_reader(path)
    scale = reader.tape.scale
    detector = make_detector(settings, reader.tape.size_px)
    waiting: deque[tuple[int, FrameTime]] = deque()

    def pictures() -> Iterator[Array]:
        for frame in reader.frames():
            waiting.append((frame.ordinal, frame.time))
            yield frame.rgb

    for found in detector.detect(pictures()):
        ordinal, time = waiting.popleft()
        yield {
            "path": str(path),
            "size_px": list(reader.tape.size_px),
            "frame": ordinal,
            "t": {"pts": time.pts, "s": round(scale.seconds(time), 6)},
            "detections": _people(found),
        }
    detector.close()
    reader.close()


def _people(found: Detections) -> list[dict[str, Any]]:
    return [
        {
            "box_px": [round(float(v), 2) for v in box],
            "class": CLASSES[int(c)],
            "confidence": round(float(p), 4),
        }
        for box, c, p in zip(found.xyxy_px, found.class_id, found.conf, strict=True)
    ]
