"""Settings with their origin: flag > environment BENCHGATE_* > project TOML > user file > default."""

from __future__ import annotations

import difflib
import hashlib
import json
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from review.core.errors import SettingsWrong

__all__ = ["Settings", "docket_file", "load_settings", "settings_sha256", "user_file", "without_password"]

PROJECT_FILE = "benchgate.toml"
ENV_PREFIX = "BENCHGATE_"


class Settings(BaseModel):
    """Everything that changes a result or its speed; each field says its unit."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str = Field("yolo11n_hockey_v1", description="name in models/registry.toml")
    device: Literal["auto", "cpu", "cuda"] = Field("auto", description="where the detector runs")
    runtime: Literal["openvino", "onnx", "torch"] = Field("openvino", description="detector library on CPU")
    precision: Literal["int8", "bf16", "f32"] = Field("int8", description="detector precision on CPU")
    input_width_px: int = Field(
        0, ge=0, le=1920, multiple_of=32, description="detector input; 0 = by picture"
    )
    input_height_px: int = Field(
        0, ge=0, le=1088, multiple_of=32, description="detector input; 0 = by picture"
    )
    conf_min_ratio: float = Field(0.10, ge=0.01, le=0.9, description="detections below are dropped")
    look_rate_hz: float = Field(15.0, gt=0, le=120, description="how often the detector looks, per second")
    clock_rate_hz: float = Field(
        2.0, ge=0, le=30, description="how often the score bug's clock is read, per second; 0 = never"
    )
    number_rate_hz: float = Field(
        3.0, ge=0, le=30, description="in how many pictures a second numbers on backs are read; 0 = never"
    )
    motion_width_px: int = Field(640, ge=160, le=1920, description="picture width for camera motion")
    registration: Literal["auto", "off"] = Field(
        "auto", description="place the main camera's pictures on the rink, as far as its lines allow"
    )
    segment_s: float = Field(10.0, ge=1, le=120, description="length of a resumable segment")
    tracker: str = Field("benchgate", description="tracker by name")
    off_dwell_s: float = Field(0.20, ge=0, description="time on the bench side before a crossing counts")
    on_dwell_s: float = Field(0.50, ge=0, description="time on the ice after a crossing before it counts")
    over_count_s: float = Field(1.0, ge=0, description="a count above allowed must last this long")
    early_margin_s: float = Field(0.10, ge=0, description="least time a change must be early by to be called")
    pair_before_s: float = Field(8.0, ge=0, description="a retiring man may have gone off this long before")
    pair_after_s: float = Field(4.0, ge=0, description="or come to the bench this long after")
    confidence_min_ratio: float = Field(0.6, ge=0, le=1, description="crossings below never carry a finding")
    decode: Literal["child", "here"] = Field(
        "child",
        description="a process of its own for decoding: a codec that crashes costs a gap, not the run",
    )
    docket: str = Field(
        "", description="the office's docket: a path, or postgresql://…; empty = in your own data folder"
    )

    def of_a_run(self) -> dict[str, Any]:
        """Those that an analysis works by, as a report lists them; where it decodes is none."""
        return self.model_dump(exclude={"decode", "docket"})


#: Fields that choose where the work runs and leave the result alone.
_SPEED_ONLY = {"device"}


def settings_sha256(settings: Settings) -> str:
    """Hash of every setting that can change a result."""
    kept = {k: v for k, v in settings.of_a_run().items() if k not in _SPEED_ONLY}
    return hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()


def user_file() -> Path:
    """Where a user's own settings live."""
    base = os.environ.get("XDG_CONFIG_HOME") or os.environ.get("APPDATA") or str(Path.home() / ".config")
    return Path(base) / "benchgate" / "settings.toml"


def docket_file() -> Path:
    """Where the docket lives if nobody says otherwise."""
    base = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
    folder = Path(base) if base else Path.home() / ".local" / "share"
    return folder / "benchgate" / "docket.bgdocket"


def without_password(place: str) -> str:
    """An address as it may be shown.

    Examples
    --------
    >>> without_password("postgresql://office:secret@server/docket")
    'postgresql://office:***@server/docket'
    """
    return re.sub(r"(password=)[^&]*", r"\1***", re.sub(r"(://[^:/@]*):.*@", r"\1:***@", place))


def load_settings(
    flags: Mapping[str, Any] | None = None,
    *,
    environment: Mapping[str, str] | None = None,
    project: Path | None = None,
    user: Path | None = None,
) -> tuple[Settings, dict[str, str]]:
    """Settings in force and where each value comes from.

    Raises
    ------
    SettingsWrong
        For an unknown name (the nearest valid one is given), a wrong type or a value out of range.
    """
    values: dict[str, Any] = {}
    origin = dict.fromkeys(Settings.model_fields, "default")
    environment = os.environ if environment is None else environment
    layers: list[tuple[str, Mapping[str, Any]]] = [
        (f"user file {user or user_file()}", _read(user or user_file())),
        (f"project file {project or PROJECT_FILE}", _read(project or Path(PROJECT_FILE))),
        ("environment", _from_environment(environment)),
        ("flag", {k: v for k, v in (flags or {}).items() if v is not None}),
    ]
    for place, layer in layers:
        for key, value in layer.items():
            if key not in Settings.model_fields:
                raise SettingsWrong(f"{place}: there is no setting {key!r}.", remedy=_nearest(key))
            values[key] = value
            origin[key] = place
    try:
        return Settings(**values), origin
    except ValidationError as error:
        first = error.errors()[0]
        key = str(first["loc"][0])
        raise SettingsWrong(
            f"{origin.get(key, 'settings')}: {key} = {values.get(key)!r}: {first['msg'].lower()}.",
            remedy="`benchgate settings` lists every setting with its range.",
        ) from error


def _nearest(key: str) -> str:
    close = difflib.get_close_matches(key, Settings.model_fields, n=1)
    return f"Did you mean {close[0]!r}?" if close else "`benchgate settings` lists every setting."


def _read(path: Path) -> Mapping[str, Any]:
    if not path.is_file():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError, OSError) as error:
        raise SettingsWrong(f"{path}: {error}.", remedy="Mend or remove that file.") from error


def _from_environment(environment: Mapping[str, str]) -> dict[str, str]:
    found = {}
    for name, value in environment.items():
        key = name.removeprefix(ENV_PREFIX).lower()
        if name.startswith(ENV_PREFIX) and key in Settings.model_fields:
            found[key] = value
    return found
