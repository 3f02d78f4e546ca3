"""``[graphics]``: what the broadcaster draws over the picture, and the clock on the arena's wall."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, field_validator

from review.sim.bugs import BUGS
from review.sim.tables.table import Table


class Mishap(Table):
    """The bug misbehaves: it is ``hidden``, ``covered`` in part, ``glitches``, or its clock is ``frozen``."""

    kind: Literal["hidden", "covered", "glitch", "frozen"]
    start_s: float = Field(ge=0.0)
    lasts_s: float = Field(gt=0.0)


class GraphicsSpec(Table):
    """Which score bug, and what else."""

    bug: str = "strip"  # a name in review.sim.bugs, or "none"
    arena_clock: bool = False
    channel_logo: bool = True
    banners: bool = True  # lower thirds after goals and penalties
    wipe: Literal["shield", "stripe", "flash", "plain"] = "shield"  # into and out of a replay
    mishaps: tuple[Mishap, ...] = ()

    @field_validator("bug")
    @classmethod
    def _known_bug(cls, name: str) -> str:
        if name not in BUGS:
            raise ValueError(f"one of {', '.join(BUGS)}")
        return name
