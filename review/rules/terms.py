"""Terms: each suspension as games of a real schedule, several of one man served one after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from review.core.findings import Consequence, Finding
from review.rules.desk import Desk, is_due
from review.rules.nearest import nearest
from review.rules.office_records import PlayerRecord
from review.rules.schedule import ScheduledGame, Served, serve, team_on

__all__ = ["GameServed", "Term", "terms_of"]

_KINDS = ("suspension", "coach_suspension")
_TYPES = {"regular": "regular", "play-off": "playoff", "pre-season": "preseason"}


@dataclass(frozen=True, slots=True)
class GameServed:
    """One game missed; `kind` is regular or playoff."""

    game: str | None
    day: date
    opponent: str
    season: str
    kind: str


@dataclass(frozen=True, slots=True)
class Term:
    """One suspension served.

    Attributes
    ----------
    served : the games that are missed for it
    carried : how many of its games are served in a later season; None = not known
    back : the day of the first game that he may play once all that is due is served
    open, why : what is not known, and how it was reckoned, in words
    doubt : those of `open` on which the number carried over hangs
    """

    games: int
    served: tuple[GameServed, ...] = ()
    carried: int | None = None
    back: date | None = None
    open: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    doubt: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Given:
    """A suspension that a finding attaches, at a place among its consequences."""

    finding: Finding
    place: int
    games: int
    due: bool

    @property
    def key(self) -> tuple[int, int]:
        return self.finding.id, self.place


def terms_of(desk: Desk) -> dict[tuple[int, int], Term]:
    """The terms by finding and place among its consequences.

    What is due comes before what other rules gave, and that before what a person has still to decide; among
    equals the earlier act comes first.
    """
    men: dict[tuple[object, ...], list[_Given]] = {}
    for one in _given(desk):
        men.setdefault(desk.man(one.finding), []).append(one)
    found: dict[tuple[int, int], Term] = {}
    for his in men.values():
        his.sort(key=lambda one: (not one.due, one.finding.start.exact_s, one.finding.id, one.place))
        found.update(_served(desk, his))
    return found


def _given(desk: Desk) -> Iterator[_Given]:
    for finding in desk.findings:
        for place, one in enumerate(finding.consequence):
            if one.kind in _KINDS and "games" in one.detail:
                yield _Given(finding, place, _games(one), is_due(finding, one))


def _games(consequence: Consequence) -> int:
    return int(consequence.detail["games"])


def _served(desk: Desk, his: Sequence[_Given]) -> dict[tuple[int, int], Term]:
    """All terms of one man, one after another on one schedule."""
    first = his[0].finding
    record = None if first.subject.role == "coach" else desk.record(first.subject)
    others = sum(one.games for one in record.others) if record else 0
    due = sum(one.games for one in his if one.due)
    certain = _serve(desk, first, record, due + others)
    total = sum(one.games for one in his)
    whole = certain if total == due else _serve(desk, first, record, total + others)
    common = _doubts(desk, first, certain if due else whole)
    steps = _steps(desk, his, record)
    out, at = {}, 0
    for one in his:
        at += 0 if one.due or at >= due + others else others
        on = certain if one.due else whole
        missed = on.missed[at : at + one.games] if on else ()
        at += one.games
        out[one.key] = _term(desk, one, missed, on, record, common, steps)
    return out


def _serve(desk: Desk, finding: Finding, record: PlayerRecord | None, games: int) -> Served | None:
    """None where there is no schedule, no day, or no team to count by."""
    office, team = desk.office, finding.subject.team
    if office.schedule is None or desk.day is None or team is None or team not in desk.teams:
        return None
    return serve(
        office.schedule,
        team=team,
        since=desk.day,
        games=games,
        carry=str(desk.pack.settings.get("carry", "regular_only")),
        moves=record.moves if record else (),
        season=desk.season,
    )


def _doubts(desk: Desk, finding: Finding, served: Served | None) -> tuple[str, ...]:
    """What keeps dates or the man himself open."""
    open_: list[str] = []
    subject, office = finding.subject, desk.office
    if subject.role != "coach" and desk.number(subject) is None:
        open_.append(
            "who he is: his number is not established"
            if subject.person is not None
            else "who he is: nobody named him"
        )
    if office.schedule is None:
        open_.append("which games he misses: no schedule was given")
    elif desk.day is None:
        open_.append("which games he misses: the day of the game is not known")
    elif served is None:
        hint = nearest(subject.team or "", desk.teams) if subject.team else ""
        open_.append(f"which games he misses: the schedule names no game of {subject.team}. {hint}".strip())
    elif served.back is None:
        open_.append("the day he may play again: the schedule does not reach it")
    return tuple(open_)


def _term(
    desk: Desk,
    one: _Given,
    missed: Sequence[ScheduledGame],
    on: Served | None,
    record: PlayerRecord | None,
    common: tuple[str, ...],
    steps: tuple[str, ...],
) -> Term:
    if on is None or one.finding.subject.team is None:
        return Term(one.games, open=common, why=steps)
    later = sum(game.season != desk.season for game in missed)
    left = one.games - len(missed)
    told = desk.office.season_record(desk.season)
    complete = told is not None and told.complete
    short = (f"{left} of {one.games} games: the schedule has no place for them",) if left else ()
    doubt: tuple[str, ...] = ()
    if (later or left) and not complete:
        doubt = (
            f"whether {one.finding.subject.team} plays more games in {desk.season} than the schedule has, "
            "such as play-offs: they would come first",
        )
    carried = later + left if complete or later or desk.goes_on or not left else None
    moves = record.moves if record else ()
    team = one.finding.subject.team
    rows = tuple(_row(game, team_on(game.day, team, moves)) for game in missed)
    why = (*steps, *(_span(rows, desk) if rows else ()))
    return Term(one.games, rows, carried, on.back, (*common, *short, *doubt), why, doubt)


def _row(game: ScheduledGame, team: str) -> GameServed:
    opponent = next((one for one in game.teams if one != team), team)
    return GameServed(game.id, game.day, opponent, game.season, _TYPES[game.type])


def _span(rows: Sequence[GameServed], desk: Desk) -> tuple[str, ...]:
    days = f"{rows[0].day}" if len(rows) == 1 else f"{rows[0].day} to {rows[-1].day}"
    game = f"game {desk.office.game} of {desk.day}" if desk.office.game else f"the game of {desk.day}"
    return (f"By the schedule of {desk.source()}, after {game}, pre-season not counted: {days}.",)


def _steps(desk: Desk, his: Sequence[_Given], record: PlayerRecord | None) -> tuple[str, ...]:
    """How terms are put one after another, and what a trade changes."""
    parts = [f"{one.games} ({one.finding.clause})" for one in his if one.due]
    parts += [f"{one.games} ({one.why})" for one in (record.others if record else ())]
    parts += [f"{one.games} ({one.finding.clause}, if imposed)" for one in his if not one.due]
    steps = []
    if len(parts) > 1:
        total = sum(one.games for one in his) + sum(one.games for one in (record.others if record else ()))
        steps.append(f"Terms of one man are added and served in turn: {' + '.join(parts)} = {total} games.")
    for move in record.moves if record else ():
        steps.append(f"From {move.day} he is with {move.team}, and the suspension goes with him.")
    return tuple(steps)
