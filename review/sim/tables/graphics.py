"""``[graphics]``: what the broadcaster draws over the picture, and the clock on the arena's wall."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

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
    wipe: str = "shield"  # picture of the wipe into and out of a replay
    mishaps: tuple[Mishap, ...] = ()
