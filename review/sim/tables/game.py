"""``[game]``: ordinary play that the simulator makes up by itself, from the seed."""

from __future__ import annotations

from pydantic import Field

from review.sim.tables.table import Table


class GameSpec(Table):
    """Unscripted play: a puck that is carried, passed, shot and lost; changes within the rules."""

    changes: bool = True  # lines change by themselves, legally
    shift_s: tuple[float, float] = (35.0, 55.0)
    stoppages_per_minute: float = Field(default=0.6, ge=0.0)
    stoppage_s: tuple[float, float] = (12.0, 20.0)
    penalties: int = 0  # minors called, served and expired
    goals: int = 0
