"""``[teams.X]``, ``officials`` and ``[[acts]]``: who is there, and what the script makes them do."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from review.sim.tables.table import Table

Row = tuple[float, ...]
POSITIONS = {"C": "skater", "LW": "skater", "RW": "skater", "LD": "skater", "RD": "skater", "G": "goalkeeper"}


class TeamSpec(Table):
    """A team: its look, its bench and penalty box, and its men.

    ``ice`` rows are number, position (C LW RW LD RD G, or a role), and for skaters x and y of his place in
    the shape of play, as seen with the team playing towards +x. ``bench`` and ``box`` list numbers.
    """

    name: str
    colours: tuple[str, ...] = Field(min_length=6, max_length=6)  # jersey trim trousers socks helmet gloves
    kit: Literal["hoops", "plain", "shoulders", "stripes"] = "hoops"
    defends: Literal["left", "right"]
    bench_m: tuple[float, float]
    bench_side: Literal["far", "near"] = "far"
    box_m: tuple[float, float] | None = None
    box_side: Literal["far", "near"] = "near"
    ice: tuple[tuple[int | float | str, ...], ...]
    bench: tuple[int, ...] = ()
    box: tuple[int, ...] = ()
    goalkeepers: tuple[int, ...] = (1, 30)  # who among the men on the bench is one
    staff: int = Field(default=2, ge=0, le=6)


class Act(Table):
    """Something the script makes one man do; seconds are seconds of the game.

    A negative ``number`` is the team's first, second … member of staff. docs/formats/scenario.md lists
    the kinds and what they read.
    """

    kind: str
    team: str = ""
    number: int = 0
    start_s: float = 0.0
    end_s: float = 0.0
    at_m: Row = ()
    path: tuple[Row, ...] = ()  # seconds, x, y
    slot: Row | None = None
    replaces: int | None = None  # the man he comes on for
    via: Literal["boards", "door"] = "boards"
    gate: Literal["bench", "box"] = "bench"
    out: int | None = None  # change: the man who comes off
    early_s: float | None = None  # change: by how much the substitute is too early
    early_m: float | None = None  # … and how far the other still has to go
    numbers: tuple[int, ...] = ()  # clearing: who, in this order
    deliberate: bool | None = None  # touch: whether he meant it
    stay: bool = False  # skate: stays where the path ends


class Expected(Table):
    """What a careful reviewer comes to: a clause, its verdict, about whom, from which event to which."""

    clause: str
    verdict: Literal["trips", "does not", "cannot tell"]
    team: str
    number: int = 0
    span: tuple[str, str]
