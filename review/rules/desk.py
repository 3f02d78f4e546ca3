"""The desk on which findings meet the office's records: the day, the season, and who is who."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from review.core.errors import GameFileWrong
from review.core.facts import Fact, Subject
from review.core.findings import Consequence, Finding
from review.core.game import Game
from review.core.people import Person
from review.rules.bearing import dates_of
from review.rules.office_records import Office, PlayerRecord
from review.rules.pack import Clause, Pack
from review.rules.seasons import season_of

__all__ = ["Desk", "Whom", "at_desk"]

_CLUB = ("team_fine", "pay_to_league", "reimbursement_fine")
_PLAYER = ("suspension", "player_fine", "carry_over", "game_misconduct", "match", "major", "minor")


@dataclass(frozen=True, slots=True)
class Whom:
    """Whom a consequence falls on; `role` is player, coach, club, or as the finding says."""

    team: str | None
    number: int | None = None
    name: str | None = None
    role: str | None = None
    person: int | None = None


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything that is known beside the findings. `day` None = the day of the game is not known.

    `teams` are those that the schedule names; `goes_on`: it has games of a later season.
    """

    pack: Pack
    office: Office
    findings: tuple[Finding, ...]
    day: date | None
    season: str | None
    people: Mapping[int, Person]
    names: Mapping[tuple[str, int], str]
    teams: frozenset[str]
    goes_on: bool

    def whom(self, subject: Subject, kind: str) -> Whom:
        """The subject with number and name as far as they are established."""
        number = self.number(subject)
        record = self.record(subject)
        role = subject.role
        if kind in _CLUB:
            role = "club"
        elif kind in _PLAYER and (number is not None or subject.person is not None):
            role = "player"
        name = None
        if role == "coach":
            club = self.office.club(subject.team)
            name = club.coach if club else None
        elif number is not None or subject.person is not None:
            held = self.people.get(subject.person or 0)
            name = (held.name if held else None) or (record.name if record else None)
            name = name or self.names.get((subject.team or "", -1 if number is None else number))
        return Whom(subject.team, number, name, role, subject.person)

    def number(self, subject: Subject) -> int | None:
        """The man's number, from the finding or from the tape's people."""
        if subject.number is not None or subject.person is None:
            return subject.number
        held = self.people.get(subject.person)
        return held.number if held else None

    def record(self, subject: Subject) -> PlayerRecord | None:
        """What the office has of the man."""
        return self.office.player(subject.team, self.number(subject), subject.person)

    def man(self, finding: Finding) -> tuple[object, ...]:
        """By what two findings are known to speak of one man; of nobody named, the finding itself."""
        subject = finding.subject
        number = self.number(subject)
        if subject.role == "coach":
            return (subject.team, "coach")
        if number is not None:
            return (subject.team, "number", number)
        return (
            (subject.team, "finding", finding.id)
            if subject.person is None
            else (subject.team, "person", subject.person)
        )

    def clause_by(self, evaluator: str) -> Clause | None:
        """The pack's clause that is judged by that evaluator, if it has one."""
        return next((one for one in self.pack.clauses if one.evaluator == evaluator), None)

    def source(self) -> str:
        """What the office's records are called."""
        return self.office.file or "the office's file"


def at_desk(
    findings: Iterable[Finding],
    pack: Pack,
    office: Office,
    *,
    facts: Sequence[Fact] = (),
    people: Iterable[Person] = (),
    game: Game | None = None,
) -> Desk:
    """Lay it out.

    Raises
    ------
    GameFileWrong
        If the records were written for another book, or name another day than the facts.
    """
    if office.pack is not None and office.pack not in (pack.id, pack.name):
        raise GameFileWrong(
            f"{office.file}: [game], pack = {office.pack!r}, but the findings are by {pack.name}.",
            remedy="Judge by that pack, or give the records of this one.",
        )
    stated = dates_of([one for one in facts if one.kind == "game_date"]) or ()
    days = {*stated, *((office.day,) if office.day else ())}
    if office.day and len(days) > 1:
        raise GameFileWrong(
            f"{office.file}: [game], date = {office.day}, but the facts say {', '.join(map(str, stated))}.",
            remedy="Correct the one that is wrong.",
        )
    day = days.pop() if len(days) == 1 else None
    names = {
        (team.name, man.number): man.name
        for team in (game.teams if game else ())
        for man in team.roster
        if man.name is not None
    }
    ordered = tuple(sorted(findings, key=lambda one: one.id))
    held = {one.id: one for one in people}
    games, season = office.schedule or (), _season(office, day)
    return Desk(
        pack,
        office,
        ordered,
        day,
        season,
        held,
        names,
        teams=frozenset(team for one in games for team in one.teams),
        goes_on=day is not None and any(one.day > day and one.season != season for one in games),
    )


def _season(office: Office, day: date | None) -> str | None:
    """The season of the game as the office calls it, else by the day."""
    if office.season or day is None:
        return office.season
    near = (
        one.called for one in office.schedule or () if one.called and season_of(one.day) == season_of(day)
    )
    return next(near, season_of(day))


def is_due(finding: Finding, consequence: Consequence) -> bool:
    """Whether the book leaves no choice: the clause applies, and what it attaches is automatic."""
    return finding.verdict == "trips" and consequence.automatic
