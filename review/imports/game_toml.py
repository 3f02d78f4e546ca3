"""GAME.toml: what people know of a game (docs/formats/game.md)."""

from __future__ import annotations

import re
from typing import Any

from review.core.clock import ClockAnchor, parse_shown
from review.core.errors import GameFileWrong
from review.core.game import Game, Penalty, RosterEntry, SpanText, Team
from review.core.times import parse_tape_time
from review.imports.toml_reading import Table, check_keys, parse_toml, take

__all__ = ["parse_game"]

_COLOUR = re.compile(r"^#[0-9a-fA-F]{6}$")
_ROLES = ("skater", "goalkeeper", "staff")


def parse_game(text: bytes, file: str = "GAME.toml") -> Game:
    """Read a GAME.toml.

    Raises
    ------
    GameFileWrong
        For anything that is not as docs/formats/game.md says, with file and key.
    """
    doc = parse_toml(text, file)
    check_keys(doc, ("league", "teams", "penalties", "altercations", "clock", "arena"), file, "the file")
    league = doc.get("league", {})
    check_keys(league, ("pack", "edition", "definitions"), file, "[league]")
    teams = _teams(doc.get("teams", {}), file)
    names = [team.name for team in teams]
    if len(set(names)) != len(names):
        raise GameFileWrong(f"{file}: both teams are called {names[0]!r}.", remedy="Give each its own name.")
    return Game(
        pack=str(league.get("pack", "seeds")),
        edition=league.get("edition"),
        teams=teams,
        penalties=tuple(_penalty(t, i, names, file) for i, t in enumerate(doc.get("penalties", []), 1)),
        altercations=tuple(_span(t, i, file) for i, t in enumerate(doc.get("altercations", []), 1)),
        definitions={k: str(v) for k, v in league.get("definitions", {}).items()},
        **_arena(doc.get("arena", {}), file),
        **_clock(doc.get("clock", {}), names, file),
    )


def _teams(table: Table, file: str) -> tuple[Team, ...]:
    check_keys(table, ("home", "away"), file, "[teams]")
    return tuple(_team(side, table[side], file) for side in ("home", "away") if side in table)


def _team(side: str, table: Table, file: str) -> Team:
    where = f"[teams.{side}]"
    check_keys(table, ("name", "colours", "bench", "roster"), file, where)
    colours = table.get("colours", [])
    for colour in colours:
        if not isinstance(colour, str) or not _COLOUR.match(colour):
            raise GameFileWrong(
                f"{file}: {where}, colour {colour!r} is no #rrggbb.", remedy="Example: '#0a2f66'."
            )
    bench = table.get("bench")
    if bench not in (None, "left", "right"):
        raise GameFileWrong(
            f"{file}: {where}, bench = {bench!r} is neither 'left' nor 'right'.",
            remedy="Say where the bench lies as the main camera sees it.",
        )
    roster = tuple(_man(entry, i, where, file) for i, entry in enumerate(table.get("roster", []), 1))
    numbers = [man.number for man in roster]
    twice = sorted({n for n in numbers if numbers.count(n) > 1})
    if twice:
        raise GameFileWrong(
            f"{file}: {where}, number {twice[0]} stands twice in the roster.", remedy="Give each man his own."
        )
    return Team(side, take(table, "name", str, file, where), tuple(colours), bench, roster)


def _man(entry: Any, place: int, where: str, file: str) -> RosterEntry:
    where = f"{where} roster entry {place}"
    if not isinstance(entry, dict):
        raise GameFileWrong(
            f"{file}: {where} is no table.", remedy="Example: { number = 9, name = 'A. Skater' }."
        )
    check_keys(entry, ("number", "name", "role"), file, where)
    number = take(entry, "number", int, file, where)
    if not 0 <= number <= 99:
        raise GameFileWrong(f"{file}: {where}, number {number} is not 0 to 99.", remedy="Correct it.")
    role = entry.get("role", "skater")
    if role not in _ROLES:
        raise GameFileWrong(
            f"{file}: {where}, role {role!r} is unknown.", remedy=f"One of {', '.join(_ROLES)}."
        )
    return RosterEntry(number, entry.get("name"), role)


def _time(table: Table, key: str, file: str, where: str) -> float:
    value = take(table, key, (str, int, float), file, where)
    try:
        return parse_tape_time(value)
    except ValueError as error:
        raise GameFileWrong(
            f"{file}: {where}, {key}: {error}.",
            remedy="Times are seconds of tape, such as '83.4' or '1:23.4'.",
        ) from error


def _penalty(table: Table, place: int, names: list[str], file: str) -> Penalty:
    where = f"[[penalties]] {place}"
    check_keys(table, ("team", "number", "start", "length"), file, where)
    team = take(table, "team", str, file, where)
    if team not in names:
        raise GameFileWrong(
            f"{file}: {where}, team {team!r} is unknown.", remedy=f"One of {', '.join(names)}."
        )
    return Penalty(
        team, _time(table, "start", file, where), _time(table, "length", file, where), table.get("number")
    )


def _span(table: Table, place: int, file: str) -> SpanText:
    where = f"[[altercations]] {place}"
    check_keys(table, ("start", "end"), file, where)
    start, end = _time(table, "start", file, where), _time(table, "end", file, where)
    if end <= start:
        raise GameFileWrong(f"{file}: {where} ends before it starts.", remedy="Swap start and end.")
    return SpanText(start, end)


def _arena(table: Table, file: str) -> dict[str, Any]:
    check_keys(table, ("file", "rink"), file, "[arena]")
    told = {key: str(take(table, key, str, file, "[arena]")) for key in ("file", "rink") if key in table}
    if len(told) == 2:
        raise GameFileWrong(
            f"{file}: [arena] gives a file and a rink.", remedy="Give one: an arena file holds its rink."
        )
    return {"arena_file": told.get("file"), "rink": told.get("rink")}


def _clock(table: Table, names: list[str], file: str) -> dict[str, Any]:
    check_keys(table, ("box_px", "anchors", "score_teams"), file, "[clock]")
    anchors = tuple(_anchor(entry, i, file) for i, entry in enumerate(table.get("anchors", []), 1))
    told: dict[str, Any] = {"clock_anchors": anchors}
    if "box_px" in table:
        told["clock_box_px"] = _box(table["box_px"], file)
    if "score_teams" in table:
        teams = table["score_teams"]
        if not isinstance(teams, list) or sorted(map(str, teams)) != sorted(names) or len(names) != 2:
            raise GameFileWrong(
                f"{file}: [clock], score_teams = {teams!r} does not name both teams.",
                remedy=f"Both of {', '.join(names) or 'the teams'}, the one whose score stands first before.",
            )
        told["score_teams"] = tuple(teams)
    return told


def _box(box: Any, file: str) -> tuple[int, ...]:
    whole = isinstance(box, list) and [type(v) for v in box] == [int] * 4
    if not whole or min(box) < 0 or box[2] <= box[0] or box[3] <= box[1]:
        raise GameFileWrong(
            f"{file}: [clock], box_px = {box!r} is no box.",
            remedy="Give left, top, right and bottom in whole px of the tape's picture, as in "
            "[1100, 40, 1210, 76].",
        )
    return tuple(box)


def _anchor(entry: Any, place: int, file: str) -> ClockAnchor:
    where = f"[clock] anchor {place}"
    if not isinstance(entry, dict):
        raise GameFileWrong(
            f"{file}: {where} is no table.", remedy="Example: { at = '1:23.4', clock = 'P2 12:34.5' }."
        )
    check_keys(entry, ("at", "clock", "period"), file, where)
    words = take(entry, "clock", str, file, where)
    told = parse_shown(words)
    if told is None:
        raise GameFileWrong(
            f"{file}: {where}, clock = {words!r} is no clock.",
            remedy="Write what the picture shows, such as '12:34', '0:42.7' or 'P2 12:34'.",
        )
    period = entry.get("period")
    return ClockAnchor(
        _time(entry, "at", file, where), told[1], told[2], told[0] if period is None else str(period)
    )
