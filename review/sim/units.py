"""A team's men by lines and pairs, and where they stand for a face-off."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from review.sim.casting import FIVE, NOMINAL, SIXTH
from review.sim.curves import Floats
from review.sim.formations import faceoff
from review.sim.scenario import Man, Scenario
from review.sim.tables.table import ScenarioUnreadable


@dataclass(frozen=True)
class Units:
    """A team's men in units: forward lines in the order C LW RW, pairs of defenders LD RD."""

    lines: tuple[tuple[int, ...], ...]
    pairs: tuple[tuple[int, ...], ...]
    spare: tuple[int, ...]


def units(scenario: Scenario, code: str) -> Units:
    """Divide a team into lines and pairs: those on the ice first, then the bench by its order."""
    on = {m.position: m.number for m in scenario.people if m.team == code and m.on_ice}
    missing = [p for p in FIVE if on.get(p) is None]
    if missing:
        raise ScenarioUnreadable(
            f"[game] needs five skaters of {code} on the ice; {' '.join(missing)} is missing.",
            "Name C LW RW LD RD in `ice`.",
        )
    bench = [
        m.number for m in scenario.people if m.team == code and m.role == "skater" and m.place == "bench"
    ]
    first = [on[p] for p in FIVE]
    men = [n for n in (*first, *bench) if n is not None]
    spare = max(len(bench) - 1, 0)  # one more for a goalkeeper who is pulled
    count = round(spare * 9 / 13 / 3)
    count -= count > 1 and spare - 3 * count < 2
    forwards, rest = [*men[:3], *men[5 : 5 + 3 * count]], [*men[3:5], *men[5 + 3 * count :]]
    even = (len(rest) - bool(bench)) // 2 * 2
    return Units(
        tuple(tuple(forwards[k : k + 3]) for k in range(0, len(forwards), 3)),
        tuple(tuple(rest[k : k + 2]) for k in range(0, even, 2)),
        tuple(rest[even:]),
    )


def positioned(scenario: Scenario, all_units: dict[str, Units]) -> tuple[Man, ...]:
    """Everybody, each skater with the position he plays all game long, a spare man as the sixth."""
    where: dict[tuple[str, int], str] = {}
    for code, own in all_units.items():
        for line in own.lines:
            where.update({(code, n): p for n, p in zip(line, FIVE[:3], strict=True)})
        for pair in own.pairs:
            where.update({(code, n): p for n, p in zip(pair, FIVE[3:], strict=True)})
    out = []
    for man in scenario.people:
        position = where.get((man.team, man.number)) if man.number is not None else None
        if man.role != "skater":
            out.append(man)
            continue
        sign = -scenario.team(man.team).defends_sign
        x, y = NOMINAL[position] if position else SIXTH
        out.append(replace(man, position=position, slot=(x * sign, y * sign)))
    return tuple(out)


def faceoff_places(scenario: Scenario, code: str, spot: Floats) -> dict[str, tuple[float, float]]:
    """Where the five of a team stand for a face-off at ``spot``, by position."""
    sign = -scenario.team(code).defends_sign
    own = np.asarray(spot, float) * sign
    places = faceoff(scenario.rink, own, own_end=bool(own[0] < -scenario.rink.blue_line_m)) * sign
    return {p: (float(x), float(y)) for p, (x, y) in zip(FIVE, places, strict=True)}
