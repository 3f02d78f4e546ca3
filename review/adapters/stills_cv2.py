"""Stills for evidence: the picture as it is, people framed, gates drawn, and a strip below that says when.

Labels stand beside the men, never over them: above the box, below it, or at its sides, wherever no other
box and no other label is in the way. Gate lines stop at a box, so that the skates at a gate stay as filmed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from review.core.arrays import Array
from review.core.tape import Tape
from review.core.times import FrameTime

__all__ = [
    "GATE_COLOUR",
    "OTHER_COLOUR",
    "TEAM_COLOURS",
    "StillBox",
    "caption_of",
    "draw_still",
    "jpeg_bytes",
    "plate",
    "text_size",
    "to_height",
]

Colour = tuple[int, int, int]
Rect = tuple[int, int, int, int]

TEAM_COLOURS: tuple[Colour, Colour] = ((230, 159, 0), (86, 180, 233))  # Okabe–Ito orange, sky blue
OTHER_COLOUR: Colour = (216, 220, 224)
GATE_COLOUR: Colour = (240, 228, 66)  # Okabe–Ito yellow
_DARK: Colour = (11, 13, 16)
_PAPER: Colour = (20, 23, 27)
_INK: Colour = (232, 235, 238)
_JPEG_QUALITY = 92
_STAND_OFF_LINES = 14


@dataclass(frozen=True, slots=True)
class StillBox:
    """A man to frame: his box, his label, his team's colour (RGB), and whether the finding is about him."""

    xyxy_px: Sequence[float]
    label: str = ""
    colour: Colour = OTHER_COLOUR
    marked: bool = False


def caption_of(
    tape: Tape, time: FrameTime, ordinal: int, *, clock: str | None = None, text: str = ""
) -> list[str]:
    """The lines of a caption: the words given, then the moment in all its forms."""
    timecode = tape.scale.timecode(time)
    parts = [
        f"frame {ordinal}",
        f"{tape.scale.seconds(time):.4f} s",
        f"pts {time.pts}",
        f"timecode {timecode}" if timecode else "no timecode",
        f"clock {clock}" if clock else "",
    ]
    when = "   ".join(part for part in parts if part)
    return [text, when] if text else [when]


def draw_still(
    rgb: Array,
    *,
    boxes: Sequence[StillBox] = (),
    gates: Mapping[str, Array] | None = None,
    caption: Sequence[str] = (),
) -> Array:
    """The picture with people and gates drawn, and the caption in a strip below it.

    Parameters
    ----------
    rgb
        (h, w, 3) uint8.
    gates
        Name -> (k, 2) polyline in px.
    caption
        Lines of the strip, the first in bold.

    Returns
    -------
    (h + strip, w, 3) uint8, a new array; `rgb` is left as it is. Every pixel that nothing is drawn over
    is the tape's own.
    """
    canvas = np.ascontiguousarray(rgb).copy()
    size = text_size(canvas)
    taken: list[Rect] = [_rect(box.xyxy_px) for box in boxes]
    for name, points in (gates or {}).items():
        taken.append(_draw_gate(canvas, name, np.asarray(points, np.float64), size, taken))
    for box in boxes:
        _uncover(canvas, rgb, box)
    for box in sorted(boxes, key=lambda box: box.marked):
        _draw_box(canvas, box, size)
    for box in sorted(boxes, key=lambda box: not box.marked):
        if box.label:
            taken.append(_draw_label(canvas, box, size, taken))
    return np.vstack([canvas, _strip(canvas.shape[1], caption, size)]) if caption else canvas


def jpeg_bytes(rgb: Array) -> bytes:
    """The picture as JPEG; the same picture always gives the same bytes.

    Raises
    ------
    ValueError
        If OpenCV cannot write it.
    """
    import cv2

    quality = [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY]
    done, data = cv2.imencode(".jpg", np.ascontiguousarray(rgb[..., ::-1]), quality)
    if not done:
        raise ValueError("the still could not be written as JPEG")
    return bytes(data.tobytes())


def to_height(rgb: Array, height: int) -> Array:
    """The picture scaled to a height in px, its shape kept."""
    import cv2

    if rgb.shape[0] == height:
        return rgb
    width = max(1, round(rgb.shape[1] * height / rgb.shape[0]))
    return np.asarray(cv2.resize(rgb, (width, height), interpolation=cv2.INTER_AREA))


def text_size(canvas: Array) -> int:
    """Height of letters in px: readable at a page's width, small beside a man."""
    return max(11, round(int(canvas.shape[0]) / 48))


def _rect(xyxy: Sequence[float]) -> Rect:
    x1, y1, x2, y2 = (round(float(value)) for value in xyxy)
    return x1, y1, x2, y2


def _uncover(canvas: Array, rgb: Array, box: StillBox) -> None:
    x1, y1, x2, y2 = (max(value, 0) for value in _rect(box.xyxy_px))
    canvas[y1:y2, x1:x2] = rgb[y1:y2, x1:x2]


def _draw_box(canvas: Array, box: StillBox, size: int) -> None:
    """A frame just outside the box, edged dark on both sides, heavier where the finding is about him."""
    import cv2

    x1, y1, x2, y2 = _rect(box.xyxy_px)
    width = _frame_width(box, size)
    for edge in range(1, width + 3):
        colour = _DARK if edge in (1, width + 2) else box.colour
        cv2.rectangle(canvas, (x1 - edge, y1 - edge), (x2 + edge - 1, y2 + edge - 1), colour, 1)


def _frame_width(box: StillBox, size: int) -> int:
    return max(1, size // 8) * (4 if box.marked else 1) + 1


def _draw_gate(canvas: Array, name: str, points: Array, size: int, taken: Sequence[Rect]) -> Rect:
    """The line, light on dark; returns where its name stands."""
    import cv2

    line = np.round(points * 8).astype(np.int32).reshape(-1, 1, 2)
    width = max(1, size // 8)
    cv2.polylines(canvas, [line], False, _DARK, width + 3, cv2.LINE_AA, 3)
    cv2.polylines(canvas, [line], False, GATE_COLOUR, width, cv2.LINE_AA, 3)
    w, h = _measured(name, size)
    x, y = (round(float(value)) for value in points[np.argmin(points[:, 0])])
    spots = [(x + dx, y + dy) for dy in (-h - width - 4, width + 4) for dx in (0, 2 * size, 5 * size)]
    spot = _free(spots, (w, h), canvas, taken)
    return plate(canvas, name, spot, size, GATE_COLOUR)


def _draw_label(canvas: Array, box: StillBox, size: int, taken: Sequence[Rect]) -> Rect:
    w, h = _measured(box.label, size)
    x1, y1, x2, y2 = _rect(box.xyxy_px)
    edge = _frame_width(box, size) + 4
    middle = (x1 + x2 - w) // 2
    spots = [(x, y) for y in (y1 - h - edge, y2 + edge) for x in (middle, x1, x2 - w)]
    spots += [(x, y) for y in (y1, (y1 + y2 - h) // 2, y2 - h) for x in (x2 + edge, x1 - w - edge)]
    for n in range(1, _STAND_OFF_LINES):
        spots += [(middle, y1 - (n + 1) * h - edge), (middle, y2 + n * h + edge)]
    spot = _free(spots, (w, h), canvas, taken)
    rect = plate(canvas, box.label, spot, size, box.colour)
    if spot[1] + h < y1 - edge or spot[1] > y2 + edge:
        _tie(canvas, rect, (x1, y1, x2, y2), box.colour)
    return rect


def _tie(canvas: Array, plate: Rect, box: Rect, colour: Colour) -> None:
    """A thin line from a plate that stands off to its box."""
    import cv2

    x = (box[0] + box[2]) // 2
    ends = (plate[3], box[1]) if plate[3] < box[1] else (box[3], plate[1])
    cv2.line(canvas, (x, ends[0]), (x, ends[1]), _DARK, 3)
    cv2.line(canvas, (x, ends[0]), (x, ends[1]), colour, 1)


def _free(
    spots: Sequence[tuple[int, int]], size: tuple[int, int], canvas: Array, taken: Sequence[Rect]
) -> tuple[int, int]:
    """The first place inside the picture that covers nobody; failing that, the one that covers least."""
    h, w = canvas.shape[:2]
    inside = [(min(max(x, 0), max(w - size[0], 0)), min(max(y, 0), max(h - size[1], 0))) for x, y in spots]

    def covered(spot: tuple[int, int]) -> int:
        x, y = spot
        return sum(
            max(0, min(x + size[0], b[2]) - max(x, b[0])) * max(0, min(y + size[1], b[3]) - max(y, b[1]))
            for b in taken
        )

    return min(inside, key=covered)


@cache
def _face() -> Any:
    """OpenCV's own outline font: it has the letters of European names, which Hershey fonts lack."""
    import cv2

    return cv2.FontFace("sans")


def _measured(text: str, size: int) -> tuple[int, int]:
    import cv2

    x, _, w, _ = cv2.getTextSize((1, 1), text, (0, 0), _face(), size, 600)
    return int(x + w) + size, round(size * 1.5)


def _write(canvas: Array, text: str, at: tuple[int, int], size: int, colour: Colour, weight: int) -> None:
    import cv2

    cv2.putText(canvas, text, at, colour, _face(), size, weight)


def plate(canvas: Array, text: str, spot: tuple[int, int], size: int, colour: Colour) -> Rect:
    """Dark letters on the team's colour, which reads at 4.5:1 or better for every colour used here."""
    w, h = _measured(text, size)
    x, y = spot
    canvas[max(y - 1, 0) : y + h + 1, max(x - 1, 0) : x + w + 1] = _DARK
    canvas[y : y + h, x : x + w] = colour
    _write(canvas, text, (x + size // 2, y + round(size * 1.13)), size, _DARK, 600)
    return x, y, x + w, y + h


def _strip(width: int, caption: Sequence[str], size: int) -> Array:
    line = round(size * 1.7)
    strip = np.empty((line * len(caption) + size, width, 3), np.uint8)
    strip[:] = _PAPER
    for i, text in enumerate(caption):
        at = (size, round(size * 1.55) + i * line)
        _write(strip, _fitted(text, width - 2 * size, size), at, size, _INK, 600 if i == 0 else 400)
    return strip


def _fitted(text: str, width: int, size: int) -> str:
    """The text, its end left out where it would run over the edge."""
    if _measured(text, size)[0] - size <= width:
        return text
    while text and _measured(text + "…", size)[0] - size > width:
        text = text[:-1]
    return text.rstrip() + "…"
