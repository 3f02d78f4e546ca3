"""What people know of the game before the tape is looked at."""

from __future__ import annotations

from dataclasses import dataclass, field

from review.core.clock import ClockAnchor

__all__ = ["Game", "Penalty", "RosterEntry", "SpanText", "Team"]


@dataclass(frozen=True, slots=True)
class RosterEntry:
    """A man in uniform."""

    number: int
    name: str | None = None
    role: str = "skater"


@dataclass(frozen=True, slots=True)
class Team:
    """`side` is home or away; `bench` is left or right as the main camera sees it; colours are #rrggbb."""

    side: str
    name: str
    colours: tuple[str, ...] = ()
    bench: str | None = None
    roster: tuple[RosterEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class SpanText:
    """A span in seconds of tape from the first frame."""

    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True)
class Penalty:
    """A running penalty: `team` plays short from `start_s` for `length_s`, in seconds of tape."""

    team: str
    start_s: float
    length_s: float
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """GAME.toml as read. Absent parts are empty, not guessed.

    `clock_box_px` is left, top, right, bottom of where the picture shows the clock,
    `score_teams` whose score stands first on the bug, and whose second; `arena_file` an ARENA.toml and `rink`
    a preset or a TOML file, as written.
    """

    pack: str = "seeds"
    edition: str | None = None
    teams: tuple[Team, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    altercations: tuple[SpanText, ...] = ()
    definitions: dict[str, str] = field(default_factory=dict)
    clock_box_px: tuple[int, int, int, int] | None = None
    clock_anchors: tuple[ClockAnchor, ...] = ()
    score_teams: tuple[str, str] | None = None
    arena_file: str | None = None
    rink: str | None = None

    def team_names(self) -> tuple[str, ...]:
        """Names in the order given."""
        return tuple(team.name for team in self.teams)
