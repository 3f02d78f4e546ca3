"""``[[cameras]]`` and ``[[edit]]``: who films, and what of it goes on the tape."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Literal

from pydantic import Field, field_validator, model_validator

from review.sim.tables.table import Table

View = Literal["main", "bench", "box", "net", "close", "crowd", "overhead", "reverse", "other"]
Row = tuple[float, ...]

#: Where each kind of camera stands unless the scenario says otherwise, and what it does there.
STATIONS: dict[str, dict[str, Any]] = {
    "main": {"eye_m": (0.0, -42.0, 15.0), "aim_m": (0.0, 1.0, 0.0), "hfov_deg": (20.0, 31.0)},
    "reverse": {"eye_m": (0.0, 33.0, 13.0), "aim_m": (0.0, -1.0, 0.0), "hfov_deg": (26.0, 38.0)},
    "close": {"eye_m": (-5.0, -41.0, 14.0), "aim_m": (0.0, 0.0, 1.0), "hfov_deg": (5.5, 9.0)},
    "bench": {"eye_m": (0.0, -14.4, 3.4), "aim_m": (0.0, 12.0, 0.2), "hfov_deg": (46.0, 46.0)},
    "box": {"eye_m": (0.0, 14.4, 3.4), "aim_m": (0.0, -12.0, 0.2), "hfov_deg": (46.0, 46.0)},
    "overhead": {"eye_m": (0.0, 6.2, 26.0), "aim_m": (0.0, 6.2, 0.0), "hfov_deg": (62.0, 62.0)},
    "net": {"eye_m": (33.5, 0.0, 5.0), "aim_m": (24.0, 0.0, 0.3), "hfov_deg": (62.0, 62.0)},
    "crowd": {"eye_m": (3.0, -40.0, 14.0), "aim_m": (9.0, 22.0, 5.0), "hfov_deg": (12.0, 12.0)},
}
STILL = ("bench", "box", "overhead", "net", "crowd")


def station(view: str) -> dict[str, Any]:
    """Place, aim and field of view of a camera of that kind, and whether it follows the puck."""
    follows = "nothing" if view in STILL else "puck"
    return {**STATIONS.get(view, STATIONS["main"]), "follows": follows}


class Camera(Table):
    """One camera, fixed in place, that pans, tilts and zooms.

    It follows ``keys`` where given (seconds of the game, x and y aimed at on the ice, horizontal field of
    view in degrees; a fifth number is the height aimed at), else what ``follows`` names: ``"puck"``, one man
    (``"HOME 19"``) or ``"nothing"`` (``aim_m`` all the time). What is left out is as `station` says for its
    ``view``; with ``aim_m`` alone it follows nothing.
    """

    id: str = "main"
    view: View = "main"
    eye_m: Row = Field(default=(0.0, -42.0, 15.0), min_length=3, max_length=3)
    keys: tuple[Row, ...] = ()
    follows: str = "puck"
    aim_m: Row = Field(default=(0.0, 1.0, 0.0), min_length=3, max_length=3)
    hfov_deg: Row = Field(default=(20.0, 31.0), min_length=2, max_length=2)  # tightest and widest
    lag_s: float = Field(default=0.45, ge=0.0)
    shake_m: float = Field(default=0.05, ge=0.0)  # hand movement, as metres at the ice
    overshoot: float = Field(default=0.15, ge=0.0, le=0.9)
    distortion_k1: float = Field(default=0.0, ge=-0.2, le=0.4)  # r' = r (1 + k1 r²), r in half widths
    distortion_centre: Row = Field(default=(0.5, 0.5), min_length=2, max_length=2)  # shares of the picture

    @model_validator(mode="before")
    @classmethod
    def _stationed(cls, values: Any) -> Any:
        if not isinstance(values, Mapping):
            return values
        place = station(str(values.get("view", "main")))
        if "aim_m" in values:
            place["follows"] = "nothing"
        return {**place, **values}

    @field_validator("keys")
    @classmethod
    def _whole_keys(cls, keys: tuple[Row, ...]) -> tuple[Row, ...]:
        if any(len(row) not in (4, 5) for row in keys):
            raise ValueError("a key is seconds, x, y, field of view, and perhaps a height")
        if any(a[0] >= b[0] for a, b in pairwise(keys)):
            raise ValueError("keys stand in the order of time")
        return keys


class Cut(Table):
    """From ``start_s`` on the tape shows ``camera``.

    With ``replay_from_s`` it shows the game from that second on instead, ``speed`` times as fast.
    """

    start_s: float = Field(ge=0.0)
    camera: str = "main"
    enters_by: Literal["start", "cut", "dissolve", "wipe"] = "cut"
    takes_s: float = Field(default=0.6, gt=0.0)  # length of a dissolve or wipe from start_s on
    replay_from_s: float | None = Field(default=None, ge=0.0)
    speed: float = Field(default=1.0, gt=0.0, le=4.0)


class Recording(Table):
    """Another tape of the same game: its own edit, started ``offset_s`` later, its clock drifting.

    Second t of the tape shows second ``offset_s + t * (1 + drift_ppm / 1e6)`` of the game.
    """

    id: str = Field(pattern=r"^[A-Za-z0-9_-]+$")
    edit: tuple[Cut, ...] = Field(min_length=1)
    offset_s: float = Field(default=0.0, ge=0.0)
    drift_ppm: float = Field(default=0.0, ge=-1000.0, le=1000.0)
    graphics: bool = True
