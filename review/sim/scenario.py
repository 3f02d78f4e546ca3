"""A scenario: the TOML file that says who skates where, who changes when, and how it is filmed."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from review.sim.shape import RinkShape, rink_shape
from review.sim.tables.cameras import Camera, Cut, Recording
from review.sim.tables.game import GameSpec
from review.sim.tables.graphics import GraphicsSpec
from review.sim.tables.people import POSITIONS, Act, Expected, TeamSpec
from review.sim.tables.sheet import SheetSpec
from review.sim.tables.table import ScenarioUnreadable, unknown_key
from review.sim.tables.tape import TapeSpec

SCHEMA = "benchgate.scenario/1"
KEYS = (
    *("schema", "extends", "name", "group", "seed", "duration_s", "size_px", "people_every"),
    *("rink", "sheet", "cameras", "edit", "recordings", "tape", "graphics", "game"),
    *("play", "teams", "officials", "acts", "expected"),
)
Row = tuple[float, ...]


@dataclass(frozen=True)
class Man:
    """One person: who he is, where he starts (ice, bench or box), and his place in his team's shape."""

    id: int
    team: str
    role: str  # skater, goalkeeper, official, staff
    number: int | None
    place: str
    position: str | None = None  # C LW RW LD RD G
    slot: Row = (0.0, 0.0)

    @property
    def on_ice(self) -> bool:
        """Whether he starts on the ice."""
        return self.place == "ice"


@dataclass(frozen=True)
class Team:
    """A team as its table says, under its code."""

    code: str
    spec: TeamSpec

    @property
    def name(self) -> str:
        """Full name."""
        return self.spec.name

    @property
    def colours(self) -> tuple[str, ...]:
        """Jersey, trim, trousers, socks, helmet, gloves as hex."""
        return self.spec.colours

    @property
    def bench_m(self) -> tuple[float, float]:
        """Span of the players' bench along x."""
        return self.spec.bench_m

    @property
    def bench_sign(self) -> float:
        """+1 for a bench at the far boards, -1 at the near ones."""
        return 1.0 if self.spec.bench_side == "far" else -1.0

    @property
    def defends_sign(self) -> float:
        """-1 for the goal on the left as the main camera sees it, +1 for the right."""
        return -1.0 if self.spec.defends == "left" else 1.0


@dataclass(frozen=True)
class Scenario:
    """Everything that decides a clip; the same scenario gives the same frames."""

    name: str
    seed: int
    duration_s: float
    size_px: tuple[int, int]
    teams: tuple[Team, ...]
    people: tuple[Man, ...]
    acts: tuple[Act, ...] = ()
    play: tuple[Row, ...] = ()  # seconds, x, y of where the play is
    group: str = "other"
    cameras: tuple[Camera, ...] = (Camera(),)
    edit: tuple[Cut, ...] = (Cut(start_s=0.0, enters_by="start"),)
    recordings: tuple[Recording, ...] = ()
    tape: TapeSpec = field(default_factory=TapeSpec)
    graphics: GraphicsSpec = field(default_factory=GraphicsSpec)
    sheet: SheetSpec = field(default_factory=SheetSpec)
    game: GameSpec | None = None
    expected: tuple[Expected, ...] = ()
    rink: RinkShape = field(default_factory=RinkShape)
    people_every: int = 1  # truth lists people on every n-th frame

    @property
    def rate_fps(self) -> Fraction:
        """Frames a second, exactly."""
        return self.tape.rate_fps

    @property
    def frames(self) -> int:
        """Return the number of frames in the clip."""
        return round(self.duration_s * self.rate_fps)

    def person(self, team: str, number: int) -> Man:
        """Return the man of that team who wears ``number``; -1, -2 … are members of staff."""
        staff = [m for m in self.people if m.team == team and m.role == "staff"]
        if number < 0 and -number <= len(staff):
            return staff[-number - 1]
        for man in self.people:
            if (man.team, man.number) == (team, number):
                return man
        raise ScenarioUnreadable(f"{team} has no number {number}.", "Name him in the team's roster.")

    def team(self, code: str) -> Team:
        """Return the team with that code."""
        return next(t for t in self.teams if t.code == code)

    def camera(self, id: str) -> Camera:
        """Return the camera with that id."""
        for camera in self.cameras:
            if camera.id == id:
                return camera
        raise ScenarioUnreadable(f"There is no camera {id!r}.", "Name it in [[cameras]].")


def read_scenario(path: Path) -> Scenario:
    """Read a scenario TOML file and what it extends; an unknown key is refused with the nearest known."""
    from review.sim.expand import expanded  # it stands on this module

    try:
        return expanded(parse_scenario(_table(path, depth=0)))
    except ScenarioUnreadable as error:
        raise ScenarioUnreadable(f"{path.name}: {error.cause}", error.remedy) from error
    except KeyError as error:
        raise ScenarioUnreadable(f"{path.name} lacks {error}.", "Add it, as in demo.toml.") from error
    except (ValueError, TypeError, AttributeError) as error:
        raise ScenarioUnreadable(f"{path.name}: wrong value: {error}.", "Compare with demo.toml.") from error


def merged_table(path: Path) -> dict[str, Any]:
    """Return a scenario's table with what it extends, as parsed and unchecked."""
    return _table(path, depth=0)


def _table(path: Path, *, depth: int) -> dict[str, Any]:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ScenarioUnreadable(f"{path.name} cannot be read: {error}.", "Check the file.") from error
    base = table.pop("extends", None)
    if base is None:
        return table
    place = Path(str(base))
    if place.is_absolute() or ".." in place.parts or depth > 4:
        raise ScenarioUnreadable(f"extends = {base!r} leaves the folder.", "Name a file in it, or below it.")
    return _merged(_table(path.parent / place, depth=depth + 1), table)


def _merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """``base`` with ``over`` on top: tables are merged, everything else is replaced."""
    out = dict(base)
    for key, value in over.items():
        below = out.get(key)
        out[key] = _merged(below, value) if isinstance(value, dict) and isinstance(below, dict) else value
    return out


def parse_scenario(table: Mapping[str, Any]) -> Scenario:
    """Build a scenario from its TOML table."""
    for key in table:
        if key not in KEYS:
            raise unknown_key("the scenario", key, KEYS)
    if table.get("schema") != SCHEMA:
        raise ScenarioUnreadable(f"schema is {table.get('schema')!r}.", f'Write schema = "{SCHEMA}".')
    people: list[Man] = []
    teams = tuple(_team(code, rows, people) for code, rows in table["teams"].items())
    for slot in table["officials"]:
        people.append(Man(len(people) + 1, "", "official", int(slot[0]), "ice", None, _row(slot[1:])))
    size = table["size_px"]
    rows = {name: _rows(table, name, kind) for name, kind in ROWS.items()}
    return Scenario(
        name=str(table["name"]),
        seed=int(table["seed"]),
        duration_s=float(table["duration_s"]),
        size_px=(int(size[0]), int(size[1])),
        teams=teams,
        people=tuple(people),
        play=tuple(_row(r) for r in table.get("play", ())),
        group=str(table.get("group", "other")),
        tape=TapeSpec.read(table.get("tape", {}), "[tape]"),
        graphics=GraphicsSpec.read(table.get("graphics", {}), "[graphics]"),
        sheet=SheetSpec.read(table.get("sheet", {}), "[sheet]"),
        game=GameSpec.read(table["game"], "[game]") if "game" in table else None,
        rink=rink_shape(table.get("rink", {})),
        people_every=int(table.get("people_every", 1)),
        **{name: made for name, made in rows.items() if made},
    )


ROWS: dict[str, Any] = {
    "acts": Act,
    "cameras": Camera,
    "edit": Cut,
    "recordings": Recording,
    "expected": Expected,
}


def _rows(table: Mapping[str, Any], name: str, kind: Any) -> tuple[Any, ...]:
    return tuple(kind.read(row, f"[[{name}]] {k + 1}") for k, row in enumerate(table.get(name, ())))


def _team(code: str, rows: Mapping[str, Any], people: list[Man]) -> Team:
    team = Team(code, TeamSpec.read(rows, f"[teams.{code}]"))
    spec = team.spec
    for number, what, *slot in spec.ice:
        position = str(what) if str(what) in POSITIONS else None
        role = POSITIONS.get(str(what), str(what))
        people.append(Man(len(people) + 1, code, role, int(number), "ice", position, _row(slot)))
    for place, numbers in (("bench", spec.bench), ("box", spec.box)):
        for number in numbers:
            role = "goalkeeper" if number in spec.goalkeepers else "skater"
            people.append(Man(len(people) + 1, code, role, number, place))
    for _ in range(spec.staff):
        people.append(Man(len(people) + 1, code, "staff", None, "bench"))
    return team


def _row(values: Any) -> Row:
    return tuple(float(v) for v in values)
