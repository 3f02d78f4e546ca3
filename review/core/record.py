"""The record of a game: what the league's own papers say of it. Copied down, never made better."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

__all__ = [
    "PERIOD_S",
    "Document",
    "Fixture",
    "Listed",
    "PenaltyKind",
    "Play",
    "PlayKind",
    "Record",
    "RecordedAt",
    "RecordedPenalty",
    "Sheet",
    "Shift",
]

PERIOD_S = 1200.0  # of a period of regulation; overtime of any length begins where the third ended

PenaltyKind = Literal[
    "minor", "bench_minor", "major", "match", "misconduct", "game_misconduct", "penalty_shot", "unknown"
]
PlayKind = Literal[
    "goal", "penalty", "delayed_penalty", "stoppage", "faceoff", "goalkeeper_on", "goalkeeper_off", "change",
    "period_start", "period_end", "game_end", "other",
]  # fmt: skip
GameKind = Literal["preseason", "regular", "playoff"]


@dataclass(frozen=True, slots=True, order=True)
class RecordedAt:
    """A moment as the record has it: whole seconds since the period began, rounded down."""

    period: int
    elapsed_s: float

    @property
    def game_s(self) -> float:
        """Seconds of play since the game began.

        >>> RecordedAt(3, 172.0).game_s
        2572.0
        """
        return (self.period - 1) * PERIOD_S + self.elapsed_s

    @property
    def text(self) -> str:
        """Period and time elapsed, such as ``P3 2:52``."""
        return f"P{self.period} {int(self.elapsed_s) // 60}:{int(self.elapsed_s) % 60:02d}"


@dataclass(frozen=True, slots=True)
class Listed:
    """A man on a roster. `player` is the league's own key for him; `role` is skater or goalkeeper."""

    team: str
    source: str
    number: int | None = None
    name: str | None = None
    role: str | None = None
    player: str | None = None


@dataclass(frozen=True, slots=True)
class RecordedPenalty:
    """A penalty as called. `served_by` and `player` are the league's keys; an unknown length is None.

    `ends_game_s` is set where the record itself says when it ended, `game` where one document holds several.
    A `team` left empty is not told: such a row completes what another document has at the same moment.
    """

    team: str
    at: RecordedAt
    source: str
    kind: PenaltyKind = "unknown"
    length_s: float | None = None
    infraction: str = ""
    number: int | None = None
    name: str | None = None
    player: str | None = None
    served_by: str | None = None
    ends_game_s: float | None = None
    game: str | None = None


@dataclass(frozen=True, slots=True)
class Shift:
    """A man's stay on the ice as somebody noted it: a prior, never proof."""

    team: str
    start: RecordedAt
    end: RecordedAt
    source: str
    number: int | None = None
    name: str | None = None
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """An event. `type` is the league's own word, kept whatever it is; `kind` is ours, "other" if unknown.

    `skaters` are (home, away) and `keepers` (home, away) as the scorer has them, None where he says nothing.
    """

    at: RecordedAt
    type: str
    kind: PlayKind
    source: str
    order: int = 0
    team: str | None = None
    number: int | None = None
    name: str | None = None
    player: str | None = None
    text: str = ""
    skaters: tuple[int, int] | None = None
    keepers: tuple[bool, bool] | None = None


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game of a schedule; `day` is an ISO date, `kind` None where the schedule does not say."""

    game: str
    day: str
    home: str
    away: str
    source: str
    season: str | None = None
    kind: GameKind | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """One file as read. `subject` and `shape` together name it; changed content is a further revision of it.

    Attributes
    ----------
    file : its name when it was read
    shape : what kind of file it is, such as "nhl play-by-play"
    subject : the game, team or season that it is about, or the file's name where it says none
    sha256 : of its bytes
    revision : 1 for the first content seen, then 2, …
    notes : rows that were passed over, and why
    """

    file: str
    shape: str
    subject: str
    sha256: str
    revision: int = 1
    game: str | None = None
    day: str | None = None
    season: str | None = None
    kind: GameKind | None = None
    home: str | None = None
    away: str | None = None
    roster: tuple[Listed, ...] = ()
    penalties: tuple[RecordedPenalty, ...] = ()
    shifts: tuple[Shift, ...] = ()
    plays: tuple[Play, ...] = ()
    schedule: tuple[Fixture, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str]:
        """What makes two files revisions of one document."""
        return self.shape, self.subject


@dataclass(frozen=True, slots=True)
class Record:
    """Every document of a game in the order it was imported, earlier revisions among them."""

    documents: tuple[Document, ...] = ()

    def latest(self) -> tuple[Document, ...]:
        """The newest revision of each document, in order of first import."""
        newest: dict[tuple[str, str], Document] = {}
        for one in self.documents:
            newest[one.key] = one
        return tuple(newest.values())

    def with_document(self, document: Document) -> Record:
        """The record with one more document, or the same where its newest revision has these very bytes."""
        before = [one for one in self.documents if one.key == document.key]
        if before and before[-1].sha256 == document.sha256:
            return self
        return Record((*self.documents, replace(document, revision=len(before) + 1)))


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the record says in force: the newest revision of each document, put together.

    `day_source` is the file that tells the day; `end_s` is the last second of play that anything is said of;
    `notes` tell where documents contradict each other and what was passed over.
    """

    game: str | None = None
    day: str | None = None
    season: str | None = None
    kind: GameKind | None = None
    home: str | None = None
    away: str | None = None
    roster: tuple[Listed, ...] = ()
    penalties: tuple[RecordedPenalty, ...] = ()
    shifts: tuple[Shift, ...] = ()
    plays: tuple[Play, ...] = ()
    schedule: tuple[Fixture, ...] = ()
    day_source: str = ""
    end_s: float = 0.0
    notes: tuple[str, ...] = ()

    @property
    def teams(self) -> tuple[str, ...]:
        """Home, then away; where neither is told, the two teams that rows name, in that order."""
        if self.home or self.away:
            return tuple(team for team in (self.home, self.away) if team)
        told = [man.team for man in self.roster] + [p.team for p in self.penalties]
        told += [shift.team for shift in self.shifts] + [play.team for play in self.plays if play.team]
        named = tuple(dict.fromkeys(team for team in told if team))
        return named if len(named) <= 2 else ()

    def role(self, shift: Shift) -> str | None:
        """Whether a man of a shift is a skater or a goalkeeper, None where no roster says."""
        for man in self.roster:
            same = man.player == shift.player if man.player and shift.player else man.number == shift.number
            if same and man.team == shift.team and man.role:
                return man.role
        return None
