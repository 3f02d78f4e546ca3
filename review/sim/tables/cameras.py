"""``[[cameras]]`` and ``[[edit]]``: who films, and what of it goes on the tape."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from review.sim.tables.table import Table

View = Literal["main", "bench", "box", "net", "close", "crowd", "overhead", "graphic", "other"]
Row = tuple[float, ...]


class Camera(Table):
    """One camera, fixed in place, that pans, tilts and zooms.

    It follows ``keys`` where given (seconds of the game, x and y aimed at on the ice, horizontal field of
    view in degrees; a fifth number is the height aimed at), else what ``follows`` names: the puck, one man
    (``"HOME 19"``) or nothing (``aim_m`` all the time).
    """

    id: str = "main"
    view: View = "main"
    eye_m: Row = (0.0, -42.0, 15.0)
    keys: tuple[Row, ...] = ()
    follows: str = "puck"
    aim_m: Row = (0.0, 1.0, 0.0)
    hfov_deg: Row = (20.0, 34.0)  # tightest and widest
    lag_s: float = Field(default=0.45, ge=0.0)
    shake_m: float = Field(default=0.05, ge=0.0)  # hand movement, as metres at the ice
    overshoot: float = Field(default=0.15, ge=0.0, le=1.0)
    distortion_k1: float = Field(default=0.0, ge=-0.4, le=0.4)  # r' = r (1 + k1 r²), r in half widths


class Cut(Table):
    """From ``start_s`` on the tape shows ``camera``.

    With ``replay_from_s`` it shows the game from that second on instead, ``speed`` times as fast.
    """

    start_s: float = Field(ge=0.0)
    camera: str = "main"
    enters_by: Literal["start", "cut", "dissolve", "wipe"] = "cut"
    takes_s: float = Field(default=0.6, gt=0.0)  # length of a dissolve or wipe from start_s on
    replay_from_s: float | None = None
    speed: float = Field(default=1.0, gt=0.0, le=4.0)


class Recording(Table):
    """Another tape of the same game: its own edit, started ``offset_s`` later, its clock drifting.

    Second t of the tape shows second ``offset_s + t * (1 + drift_ppm / 1e6)`` of the game.
    """

    id: str
    edit: tuple[Cut, ...]
    offset_s: float = 0.0
    drift_ppm: float = 0.0
    graphics: bool = True
