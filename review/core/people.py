"""People: tracks with a team, a role, and where there is evidence a number and a name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Person", "Role"]

Role = Literal["skater", "goalkeeper", "official", "staff"]


@dataclass(frozen=True, slots=True)
class Person:
    """One man as far as the tape shows him; None is unknown, with the probability of what is stated."""

    id: int
    tracks: tuple[int, ...]
    team: str | None
    team_p: float
    role: Role | None
    role_p: float
    number: int | None = None
    number_p: float | None = None
    name: str | None = None

    def __post_init__(self) -> None:
        if self.id <= 0:
            raise ValueError("person ids start at 1")

    @property
    def label(self) -> str:
        """How people call him in a list: team and number, or team and person id."""
        team = self.team or "unknown team"
        return f"{team} {self.number}" if self.number is not None else f"{team} man {self.id}"
