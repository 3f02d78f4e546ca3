"""Text in small pictures: RapidOCR finds lines, and its recogniser reads them, both on OpenVINO.

The recogniser is PP-OCR's (CTC), shipped inside RapidOCR's wheel; it is run here directly, in f32 and on one
thread, so that single characters carry their own probability and the alphabet can be narrowed.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from review.core.arrays import Array

__all__ = ["Line", "Words", "find_lines", "read_line", "read_lines", "reader_model"]

HEIGHT_PX = 48  # of the recogniser's input
NARROWEST_PX = 48


@dataclass(frozen=True, slots=True)
class Words:
    """A line as read: each character with its probability and where it stands, 0 to 1 of the width."""

    text: str
    conf: tuple[float, ...]
    at: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text found in a picture: (left, top, right, bottom) in px, and its words."""

    box_px: tuple[float, float, float, float]
    words: Words


@cache
def reader_model() -> dict[str, str]:
    """Name and sha256 of the recogniser, for the record of a run."""
    path = _weights()
    return {"name": path.stem, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}


def read_line(rgb: Array, alphabet: str | None = None) -> Words:
    """Read one line of text that fills the picture (h, w, 3); with `alphabet` nothing else is read.

    A character's probability is against all others, also those outside the alphabet.
    """
    import cv2

    h, w = rgb.shape[:2]
    width = max(NARROWEST_PX, int(np.ceil(w * HEIGHT_PX / h)))
    fitted = cv2.resize(np.ascontiguousarray(rgb), (width, HEIGHT_PX), interpolation=cv2.INTER_CUBIC)
    return read_lines(fitted[None], alphabet)[0]


def read_lines(rgb: Array, alphabet: str | None = None) -> list[Words]:
    """Read pictures (n, 48, w, 3) of one line of text each, as `read_line` does, all at once."""
    network, table = _recogniser()
    given = (rgb[..., ::-1].astype(np.float32) / 127.5 - 1.0).transpose(0, 3, 1, 2)
    kept = np.arange(len(table)) if alphabet is None else _columns(alphabet)
    letters = [table[k] for k in kept]
    return [_greedy(share[:, kept], letters) for share in np.asarray(network(given)[0])]


def find_lines(rgb: Array) -> list[Line]:
    """Every line of text in the picture (h, w, 3), with its words, from top to bottom."""
    found = _finder()(np.ascontiguousarray(rgb[..., ::-1]), use_rec=False, use_cls=False)
    lines = []
    for corners in found.boxes if found.boxes is not None else ():
        x, y = np.asarray(corners, float).T
        box = (float(x.min()), float(y.min()), float(x.max()), float(y.max()))
        left, top, right, bottom = (round(v) for v in box)
        part = rgb[max(0, top) : bottom, max(0, left) : right]
        if part.shape[0] >= 6 and part.shape[1] >= 6:
            lines.append(Line(box, read_line(part)))
    return sorted(lines, key=lambda line: (line.box_px[1], line.box_px[0]))


def _greedy(share: Array, table: list[str]) -> Words:
    """CTC by the likeliest character at each step: repeats and blanks (column 0) fall out."""
    best, sure = share.argmax(axis=1), share.max(axis=1)
    text, conf, at = [], [], []
    last = 0
    for step, (k, p) in enumerate(zip(best.tolist(), sure.tolist(), strict=True)):
        if k != 0 and k != last:
            text.append(table[k])
            conf.append(p)
            at.append((step + 0.5) / len(best))
        elif k != 0:
            conf[-1] = max(conf[-1], p)
        last = k
    return Words("".join(text), tuple(conf), tuple(at))


def _weights() -> Path:
    (path,) = sorted(Path(str(resources.files("rapidocr") / "models")).glob("*_rec_*.onnx"))[:1]
    return path


@cache
def _recogniser() -> tuple[Any, list[str]]:
    import openvino as ov

    core = ov.Core()
    model = core.read_model(_weights())
    table = ["", *model.get_rt_info(["framework", "character"]).value.splitlines(), " "]
    hints = {"INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": 1}
    return core.compile_model(model, "CPU", hints), table


@cache
def _columns(alphabet: str) -> Array:
    _, table = _recogniser()
    return np.array([0, *(k for k, letter in enumerate(table) if letter and letter in alphabet)])


@cache
def _finder() -> Any:
    from rapidocr import EngineType, RapidOCR

    engines = {f"{part}.engine_type": EngineType.OPENVINO for part in ("Det", "Cls", "Rec")}
    how = {"Det.limit_type": "max", "Det.limit_side_len": 960, "Global.use_cls": False}
    return RapidOCR(params={**engines, **how, "Global.log_level": "error"})
