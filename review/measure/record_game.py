"""What a record fills in where people left it open: rosters, and penalties by the strength that follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from review.core.clock import ClockCourse
from review.core.game import Game, Penalty, RosterEntry, Team
from review.core.record import Sheet
from review.measure.count import FULL_STRENGTH
from review.measure.record_times import game_between
from review.measure.score import ORDER
from review.measure.strength import StrengthStep, allowed_between, legal_strength

__all__ = ["filled_game", "matched_teams"]

STEP_S = 0.25  # of tape: how finely allowed strength is laid out along it


def matched_teams(teams: Sequence[str], sheet: Sheet) -> dict[str, str]:
    """The record's name for each of a game's teams; where one is found, the other follows.

    >>> matched_teams(["EDM", "BUF"], Sheet(home="Edmonton", away="Sabres"))
    {'EDM': 'Edmonton', 'BUF': 'Sabres'}
    >>> matched_teams(["EDM", "BUF"], Sheet(home="CAR", away="PHI"))
    {}
    """
    found: dict[str, str] = {}
    for letters in (None, 3):  # the whole name, or else as many of its letters as a score bug has
        for name in teams:
            for told in sheet.teams:
                same = name[:letters].casefold() == told[:letters].casefold()
                if same and name not in found and told not in found.values():
                    found[name] = told
    if len(found) == 1 and len(teams) == len(sheet.teams) == 2:
        (name,), (told,) = set(teams) - set(found), set(sheet.teams) - set(found.values())
        found[name] = told
    return {name: found[name] for name in teams if name in found}


def filled_game(
    game: Game, sheet: Sheet, course: ClockCourse, *, duration_s: float
) -> tuple[Game, tuple[str, ...]]:
    """The game with what only the record tells, and what that was, in words. What people wrote stands.

    Penalties come as the strength that they leave, at its highest over what the clock leaves open: a record
    never makes a team look over its strength at the edge of a second.
    """
    told: list[str] = []
    names = matched_teams([team.name for team in game.teams], sheet)
    filled = tuple(_with_roster(team, names.get(team.name), sheet, told) for team in game.teams)
    penalties = game.penalties
    if names and not penalties and sheet.penalties:
        penalties = _penalties(names, sheet, course, duration_s)
        where = f"{len(penalties)} stretches of short strength fall on this tape"
        if not any(span.period in ORDER for span in course.spans):
            where = "where they fall is not known, for the game clock or its period was not read"
        told.append(f"Penalties are the record's, {len(sheet.penalties)} of them; {where}.")
    return replace(game, teams=filled, penalties=penalties), tuple(told)


def _with_roster(team: Team, name: str | None, sheet: Sheet, told: list[str]) -> Team:
    if team.roster or name is None:
        return team
    men: dict[int, RosterEntry] = {}
    for man in sheet.roster:
        if man.team == name and man.number is not None:
            men.setdefault(man.number, RosterEntry(man.number, man.name, man.role or "skater"))
    if not men:
        return team
    told.append(f"The roster of {team.name}, {len(men)} men, is the record's.")
    return replace(team, roster=tuple(men[number] for number in sorted(men)))


def _penalties(
    names: Mapping[str, str], sheet: Sheet, course: ClockCourse, duration_s: float
) -> tuple[Penalty, ...]:
    """Stretches of tape over which a team is short, one row a man."""
    strength = legal_strength(sheet)
    edges = [k * STEP_S for k in range(int(duration_s / STEP_S) + 2)]
    rows: list[Penalty] = []
    for team, name in names.items():
        short = [_short(strength.get(name, ()), at_s, sheet, course) for at_s in edges[:-1]]
        for man in range(1, max(short, default=0) + 1):
            begun: float | None = None
            for (at_s, until_s), lacking in zip(pairwise(edges), short, strict=True):
                if lacking >= man and begun is None:
                    begun = at_s
                if begun is not None and (lacking < man or until_s == edges[-1]):
                    end_s = at_s if lacking < man else until_s
                    rows.append(Penalty(team, begun, round(end_s - begun, 3)))
                    begun = None
    return tuple(sorted(rows, key=lambda p: (p.start_s, p.team, p.length_s)))


def _short(steps: Sequence[StrengthStep], at_s: float, sheet: Sheet, course: ClockCourse) -> int:
    """How many men short a team surely is at a second of tape; 0 where the clock was not read."""
    when = game_between(at_s, course, sheet.kind)
    allowed = allowed_between(steps, when[0] - 1.0, when[1] + 1.0) if when else None
    return max(0, FULL_STRENGTH - allowed[1]) if allowed else 0
