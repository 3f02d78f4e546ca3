"""What watching a tape depends on, as the key under which its segments are kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from review.settings import Settings

__all__ = ["WATCH_VERSION", "input_size", "models_of", "watch_key"]

#: Raised whenever watching gives other columns for the same tape: older segments are then watched again.
WATCH_VERSION = 7
_WATCHED_BY = (
    "precision", "conf_min_ratio", "look_rate_hz", "motion_width_px", "segment_s", "clock_rate_hz",
    "number_rate_hz", "registration",
)  # fmt: skip


def watch_key(
    sha256: str,
    size_px: tuple[int, int],
    settings: Settings,
    *,
    models: Sequence[Mapping[str, str]],
    runtime: str,
    span: tuple[int, int] | None,
    clock_box_px: Sequence[int] | None,
    arena: Mapping[str, Any] | None,
) -> str:
    """Hash of everything that watching a tape depends on; `arena` as `ToldArena.key` tells it."""
    told = {
        "tape": sha256,
        "models": [one["sha256"] for one in models],
        "runtime": runtime,
        "settings": {name: getattr(settings, name) for name in _WATCHED_BY},
        "input": input_size(settings, size_px),
        "span": span,
        "version": WATCH_VERSION,
        "arena": arena,
    } | ({"clock_box": clock_box_px} if clock_box_px is not None else {})
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def models_of(settings: Settings) -> list[dict[str, str]]:
    """Name and sha256 of every model that watching uses."""
    from review.adapters.ocr_rapidocr import reader_model
    from review.adapters.weights import find_model

    model = find_model(settings.model)
    reads = settings.clock_rate_hz > 0 or settings.number_rate_hz > 0
    return [{"name": model.name, "sha256": model.sha256}, *([reader_model()] if reads else [])]


def input_size(settings: Settings, size_px: tuple[int, int]) -> tuple[int, int]:
    """The detector's input: as set, else 960×544, and 1280×736 for pictures wider than 1280 px.

    Far benches need resolution: on 1080p main-camera views 1280 finds 67 % of bench people where 960 finds
    47 % (models/cards/yolo11n_hockey_v0.md).
    """
    if settings.input_width_px and settings.input_height_px:
        return settings.input_width_px, settings.input_height_px
    return (1280, 736) if size_px[0] > 1280 else (960, 544)
