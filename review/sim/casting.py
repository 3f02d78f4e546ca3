"""Who plays where: positions and places in the shape of play for everybody who ever comes on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from review.sim.scenario import Man, Row, Scenario

FIVE = ("C", "LW", "RW", "LD", "RD")
NOMINAL: dict[str, Row] = {
    "C": (-1.0, 0.5),
    "LW": (1.5, 6.0),
    "RW": (1.5, -6.0),
    "LD": (-7.0, 3.8),
    "RD": (-7.0, -3.8),
}
SIXTH: Row = (-3.5, 1.5)  # a man who plays beside the five: where from the puck


def cast(scenario: Scenario) -> Scenario:
    """``scenario`` with a position or a place for each skater on the ice, and for each who comes on.

    Who comes on for another takes his; who comes on for nobody gets a place of his own.
    """
    people = {(m.team, m.number): m for m in _dealt(scenario) if m.number is not None}
    acts = []
    for k, act in enumerate(sorted(scenario.acts, key=lambda a: a.start_s)):
        man = people.get((act.team, act.number))
        if man is None or act.kind not in ("on", "change") or man.role != "skater":
            acts.append(act)
            continue
        replaced = act.out if act.kind == "change" else act.replaces
        old = people.get((act.team, replaced)) if replaced is not None else None
        man = _placed(scenario, man, old, k) if act.slot is None else replace(man, slot=act.slot)
        people[act.team, act.number] = man
        acts.append(act.model_copy(update={"slot": man.slot}))
    everybody = tuple(people[m.team, m.number] if m.number is not None else m for m in scenario.people)
    return replace(scenario, people=everybody, acts=tuple(acts))


def _placed(scenario: Scenario, man: Man, old: Man | None, k: int) -> Man:
    """``man`` as he comes on: for ``old``, as a sixth man, or where he played before."""
    if man.position is not None or (len(man.slot) == 2 and any(man.slot)):
        return man
    if old is not None and old.role == "skater":
        return replace(man, position=old.position, slot=old.slot)
    x, y = np.random.default_rng([scenario.seed, 43, k]).uniform(-2.0, 2.0, 2)
    sign = -scenario.team(man.team).defends_sign
    return replace(man, slot=(round(SIXTH[0] * sign + float(x), 2), round(SIXTH[1] + float(y), 2)))


def _dealt(scenario: Scenario) -> list[Man]:
    """Everybody, each skater on the ice with a position of his own or a place."""
    out: list[Man] = []
    for man in scenario.people:
        if man.role == "skater" and man.on_ice:
            taken = {m.position for m in out if m.team == man.team and m.on_ice}
            free = [p for p in FIVE if p not in taken]
            placed = len(man.slot) >= 2
            if man.position in taken or (man.position is None and not placed):
                position = free[0] if free and not placed else None
                man = replace(man, position=position)
            if not placed:
                man = replace(man, slot=_nominal(scenario, man))
        elif man.role == "skater" and man.team and not any(man.slot):
            man = replace(man, slot=(0.0, 0.0))
        out.append(man)
    return out


def _nominal(scenario: Scenario, man: Man) -> Row:
    x, y = NOMINAL.get(man.position or "", SIXTH)
    sign = -scenario.team(man.team).defends_sign
    return (x * sign, y * sign)
