"""A scenario: the TOML file that says who skates where, who changes when, and how it is filmed."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from review.core.errors import ReviewError
from review.sim.shape import RinkShape

SCHEMA = "benchgate.scenario/1"
Row = tuple[float, ...]


class ScenarioUnreadable(ReviewError, ValueError):
    """A scenario file that cannot be played; ``cause`` and ``remedy`` are words for its author."""

    def __init__(self, cause: str, remedy: str) -> None:
        super().__init__(cause, remedy=remedy)


@dataclass(frozen=True)
class Man:
    """One person: who he is and where he stands in his team's shape."""

    id: int
    team: str
    role: str  # skater, goalkeeper, official, staff
    number: int | None
    on_ice: bool
    slot: Row = (0.0, 0.0)


@dataclass(frozen=True)
class Act:
    """Something the script makes one man do: go ``on``, go ``off``, ``scuffle`` or ``stand``."""

    kind: str
    team: str
    number: int
    start_s: float
    end_s: float
    at_m: Row
    slot: Row | None = None
    replaces: int | None = None  # the man he comes on for


@dataclass(frozen=True)
class Team:
    """Colours as hex (jersey, trim, trousers, socks, helmet, gloves) and the span of the bench along x."""

    code: str
    name: str
    colours: tuple[str, ...]
    bench_m: Row
    defends: str  # left or right, as the main camera sees it


@dataclass(frozen=True)
class Scenario:
    """Everything that decides a clip; the same scenario gives the same frames."""

    name: str
    seed: int
    duration_s: float
    rate_fps: int
    size_px: tuple[int, int]
    teams: tuple[Team, ...]
    people: tuple[Man, ...]
    acts: tuple[Act, ...]
    play: tuple[Row, ...]  # seconds, x, y of where the play is
    camera_eye_m: Row
    camera_keys: tuple[Row, ...]  # seconds, x, y aimed at on the ice, horizontal field of view in degrees
    period: int
    clock_start_s: float
    clock_stops_s: float
    expected: tuple[Mapping[str, Any], ...] = ()
    rink: RinkShape = field(default_factory=RinkShape)

    @property
    def frames(self) -> int:
        """Return the number of frames in the clip."""
        return round(self.duration_s * self.rate_fps)

    def person(self, team: str, number: int) -> Man:
        """Return the man of that team who wears ``number``."""
        for man in self.people:
            if (man.team, man.number) == (team, number):
                return man
        raise ScenarioUnreadable(f"{team} has no number {number}.", "Name him in the team's roster.")

    def team(self, code: str) -> Team:
        """Return the team with that code."""
        return next(t for t in self.teams if t.code == code)

    def clock(self, at_s: float) -> str:
        """Game clock as the score bug shows it, such as ``P2 12:41``."""
        left = max(0.0, self.clock_start_s - min(at_s, self.clock_stops_s))
        whole = int(left + 1e-6)
        return f"P{self.period} {whole // 60}:{whole % 60:02d}"


def read_scenario(path: Path) -> Scenario:
    """Read a scenario TOML file; an unknown key is refused with the nearest known one."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise ScenarioUnreadable(f"{path.name} cannot be read: {error}.", "Check the file.") from error
    try:
        return parse_scenario(table)
    except ScenarioUnreadable as error:
        raise ScenarioUnreadable(f"{path.name}: {error.cause}", error.remedy) from error
    except KeyError as error:
        raise ScenarioUnreadable(f"{path.name} lacks {error}.", "Add it, as in demo.toml.") from error
    except (ValueError, TypeError, AttributeError) as error:
        raise ScenarioUnreadable(f"{path.name}: wrong value: {error}.", "Compare with demo.toml.") from error


def parse_scenario(table: Mapping[str, Any]) -> Scenario:
    """Build a scenario from its TOML table."""
    keys = "schema name seed duration_s rate_fps size_px rink clock camera play teams officials acts expected"
    _check(table, keys, "the scenario")
    if table.get("schema") != SCHEMA:
        raise ScenarioUnreadable(f"schema is {table.get('schema')!r}.", f'Write schema = "{SCHEMA}".')
    _check(table["camera"], "eye_m keys", "[camera]")
    _check(table["clock"], "period start stops_s", "[clock]")
    minutes, seconds = str(table["clock"]["start"]).split(":")
    people: list[Man] = []
    teams = tuple(_team(code, rows, people) for code, rows in table["teams"].items())
    for slot in table["officials"]:
        people.append(Man(len(people) + 1, "", "official", int(slot[0]), True, _row(slot[1:])))
    size = table["size_px"]
    return Scenario(
        name=str(table["name"]),
        seed=int(table["seed"]),
        duration_s=float(table["duration_s"]),
        rate_fps=int(table["rate_fps"]),
        size_px=(int(size[0]), int(size[1])),
        teams=teams,
        people=tuple(people),
        acts=tuple(_act(row) for row in table.get("acts", ())),
        play=tuple(_row(r) for r in table["play"]),
        camera_eye_m=_row(table["camera"]["eye_m"]),
        camera_keys=tuple(_row(r) for r in table["camera"]["keys"]),
        period=int(table["clock"]["period"]),
        clock_start_s=60.0 * int(minutes) + float(seconds),
        clock_stops_s=float(table["clock"]["stops_s"]),
        expected=tuple(table.get("expected", ())),
        rink=RinkShape(**table.get("rink", {})),
    )


def _team(code: str, rows: Mapping[str, Any], people: list[Man]) -> Team:
    _check(rows, "name colours bench_m defends ice bench staff", f"[teams.{code}]")
    for number, role, *slot in rows["ice"]:
        people.append(Man(len(people) + 1, code, str(role), int(number), True, _row(slot)))
    for number in rows["bench"]:
        role = "goalkeeper" if number in (1, 30) else "skater"
        people.append(Man(len(people) + 1, code, role, int(number), False))
    for _ in range(int(rows["staff"])):
        people.append(Man(len(people) + 1, code, "staff", None, False))
    colours = tuple(str(c) for c in rows["colours"])
    return Team(code, str(rows["name"]), colours, _row(rows["bench_m"]), str(rows["defends"]))


def _act(row: Mapping[str, Any]) -> Act:
    _check(row, "kind team number start_s end_s at_m slot replaces", "[[acts]]")
    return Act(
        kind=str(row["kind"]),
        team=str(row["team"]),
        number=int(row["number"]),
        start_s=float(row["start_s"]),
        end_s=float(row["end_s"]),
        at_m=_row(row["at_m"]),
        slot=_row(row["slot"]) if "slot" in row else None,
        replaces=int(row["replaces"]) if "replaces" in row else None,
    )


def _row(values: Any) -> Row:
    return tuple(float(v) for v in values)


def _check(table: Mapping[str, Any], known: str, where: str) -> None:
    for key in table:
        if key not in known.split():
            near = difflib.get_close_matches(key, known.split(), n=1)
            remedy = f"Did you mean {near[0]}?" if near else f"Known keys: {known}."
            raise ScenarioUnreadable(f"{where} has an unknown key {key!r}.", remedy)
