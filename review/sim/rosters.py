"""Who plays, as a broadcaster's table says it: the made-up names are those of GAME.toml."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from review.sim.scenario import Scenario

SURNAMES = (
    "Aasen Berg Crona Dahl Ekholm Fors Granat Holm Isaksen Jokela Koski Lund Moberg Nygaard Olin Palm "
    "Quist Rask Strand Tangen Ulfsson Vik Wallin Ytter Zander Aho Brekke Comstedt Drage Eira Falk Gran"
)


def surnames(scenario: Scenario) -> dict[tuple[str, int], str]:
    """Name of everybody with a number, by team and number."""
    names = _names()
    out = {}
    for team in scenario.teams:
        for man in sorted(scenario.people, key=lambda m: m.number or 0):
            if man.team == team.code and man.number is not None:
                out[team.code, man.number] = next(names)
    return out


def _names() -> Iterator[str]:
    """Surnames, then the same with an initial."""
    yield from SURNAMES.split()
    for initial, surname in product("ABEGHJKLMNOPRST", SURNAMES.split()):
        yield f"{initial}. {surname}"
