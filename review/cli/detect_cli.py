"""`benchgate detect`: people in pictures or in a tape, as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from review.core.detections import CLASSES, Detections
from review.core.errors import TapeUnreadable
from review.core.tape import Frame
from review.settings import load_settings

__all__ = ["detect"]

PICTURES = {".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".webp"}


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


def _images(path: Path, settings: Any) -> Iterator[dict[str, Any]]:
    from review.wiring import make_detector, open_reader

    if path.is_dir():
        files = sorted(p for p in path.iterdir() if p.suffix.lower() in PICTURES)
        if not files:
            raise TapeUnreadable(f"{path}: no pictures in this folder.", remedy="Give jpg or png files.")
        for file in files:
            yield from _images(file, settings)
        return
    reader = open_reader(path)
    detector = make_detector(settings, reader.tape.size_px)
    still = path.suffix.lower() in PICTURES
    frames: list[Frame] = []

    def pictures() -> Iterator[Any]:
        for frame in reader.frames():
            frames.append(Frame(frame.ordinal, frame.time, frame.size_px, frame.resized))
            yield frame.rgb

    for found in detector.detect(pictures()):
        frame = frames.pop(0)
        entry: dict[str, Any] = {"path": str(path), "size_px": list(frame.size_px)}
        if not still:
            entry |= {
                "frame": frame.ordinal,
                "t": {"pts": frame.time.pts, "s": round(reader.tape.scale.seconds(frame.time), 4)},
            }
        yield entry | {"detections": _people(found)}
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
