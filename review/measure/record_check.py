"""What a record says of itself: men by its shifts beside men by its penalties, and where it cannot be right.

Shifts are noted by eye and to the second. Where they have more men on the ice than may be there, that is the
record's fault and is said so: it accuses no team. Six skaters without a goalkeeper are six men, as allowed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Literal

from review.core.record import Play, RecordedPenalty, Sheet, Shift
from review.measure.strength import StrengthStep, allowed_between, legal_strength

__all__ = ["MenStep", "RecordCheck", "Spell", "check_sheet", "men_by_shifts", "too_many_men"]

ROUNDED_S = (
    1.0  # times of a record are cut to the second: a step of strength may lie so much beside a shift's
)
FEWEST = 3  # skaters: with fewer on it is a penalty shot
SHORT_S = 2.0  # fewer men than allowed for less than this is how one man follows another
PENDING_S = 120.0  # a delayed penalty's arm was seen no longer than this before

_Turn = tuple[
    float, int, int, int
]  # second, and by how many men, goalkeepers and men without a role it changes

SpellKind = Literal["over", "under", "no goalkeeper"]


@dataclass(frozen=True, slots=True)
class MenStep:
    """From `start_s` so many of a team are on by the shifts; `keepers` None: the rosters do not say."""

    team: str
    start_s: float
    men: int
    keepers: int | None


@dataclass(frozen=True, slots=True)
class Spell:
    """A stretch of play over which the shifts say something worth telling; `text` says what."""

    team: str
    kind: SpellKind
    start_s: float
    end_s: float
    men: int
    allowed: tuple[int, int]
    text: str


@dataclass(frozen=True, slots=True)
class RecordCheck:
    """A record checked against itself.

    Attributes
    ----------
    strength : allowed men by the penalties, a team each
    men : men by the shifts, a team each; empty where there are none
    spells : over, under, and without a goalkeeper, in order
    odd_shifts : shifts that end before they begin, last no time, or overlap the same man's other one
    scored : how many events state a strength, and how many of those agree with the penalties
    scored_against : the ones that do not, as text
    too_many : penalties for too many men
    """

    strength: dict[str, tuple[StrengthStep, ...]]
    men: dict[str, tuple[MenStep, ...]]
    spells: tuple[Spell, ...]
    odd_shifts: tuple[str, ...]
    scored: tuple[int, int]
    scored_against: tuple[str, ...]
    too_many: tuple[RecordedPenalty, ...]

    def seconds(self, kind: SpellKind, team: str | None = None) -> float:
        """Seconds of play in spells of a kind."""
        return sum(s.end_s - s.start_s for s in self.spells if s.kind == kind and team in (None, s.team))


def check_sheet(sheet: Sheet) -> RecordCheck:
    """Check a record against itself. Pure; nothing in it is a finding."""
    strength = legal_strength(sheet)
    men, odd = men_by_shifts(sheet)
    spells = [
        spell for team, steps in men.items() for spell in _spells(sheet, team, steps, strength.get(team, ()))
    ]
    agree, against = _scored(sheet, strength)
    return RecordCheck(
        strength, men, tuple(sorted(spells, key=lambda s: (s.start_s, s.team, s.kind))), odd, agree, against,
        too_many_men(sheet),
    )  # fmt: skip


def too_many_men(sheet: Sheet) -> tuple[RecordedPenalty, ...]:
    """Penalties for too many men, whatever words the league has for it."""
    return tuple(p for p in sheet.penalties if "too many" in p.infraction.lower())


def men_by_shifts(sheet: Sheet) -> tuple[dict[str, tuple[MenStep, ...]], tuple[str, ...]]:
    """Men of each team at every second by the shifts, a man once however often noted; and odd shifts."""
    odd: list[str] = []
    of_man: dict[tuple[str, str], list[Shift]] = defaultdict(list)
    for shift in sheet.shifts:
        if shift.end.game_s <= shift.start.game_s:
            how = "ends before it begins" if shift.end.game_s < shift.start.game_s else "lasts no time"
            odd.append(f"{shift.source}: {how} ({shift.start.text})")
            continue
        of_man[(shift.team, shift.player or str(shift.number))].append(shift)
    turns: dict[str, list[_Turn]] = defaultdict(list)
    for (team, _), shifts in of_man.items():
        role = sheet.role(shifts[0])
        keeper, unknown = int(role == "goalkeeper"), int(role is None)
        for start_s, end_s in _united(shifts, odd):
            turns[team] += [(start_s, 1, keeper, unknown), (end_s, -1, -keeper, -unknown)]
    return {team: _steps(team, turns[team]) for team in sorted(turns)}, tuple(odd)


def _united(shifts: Sequence[Shift], odd: list[str]) -> list[tuple[float, float]]:
    spans: list[tuple[float, float]] = []
    for shift in sorted(shifts, key=lambda s: s.start.game_s):
        start_s, end_s = shift.start.game_s, shift.end.game_s
        if spans and start_s < spans[-1][1]:
            odd.append(f"{shift.source}: overlaps the same man's shift before ({shift.start.text})")
        if spans and start_s <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(end_s, spans[-1][1]))
        else:
            spans.append((start_s, end_s))
    return spans


def _steps(team: str, turns: Sequence[_Turn]) -> tuple[MenStep, ...]:
    steps: list[MenStep] = []
    men = keepers = unknown = 0
    for at_s, group in groupby(sorted(turns), key=lambda turn: turn[0]):
        for _, man, keeper, open_ in group:
            men, keepers, unknown = men + man, keepers + keeper, unknown + open_
        steps.append(MenStep(team, at_s, men, None if unknown and not keepers else keepers))
    return tuple(steps)


def _spells(sheet: Sheet, team: str, men: Sequence[MenStep], strength: Sequence[StrengthStep]) -> list[Spell]:
    """Adjoining stretches of one kind and one number of men are one spell."""
    out: list[Spell] = []
    edges = sorted({step.start_s for step in men} | {step.start_s for step in strength} | {sheet.end_s})
    for start_s, end_s in pairwise(edge for edge in edges if edge <= sheet.end_s):
        now = [step for step in men if step.start_s <= start_s][-1:]
        allowed = allowed_between(strength, start_s - ROUNDED_S, end_s + ROUNDED_S)
        if not now or allowed is None:
            continue
        exactly = allowed_between(strength, start_s, start_s) or allowed
        for kind in _kinds(now[0], allowed, exactly):
            last = next((s for s in reversed(out) if s.kind == kind), None)
            if last is not None and last.end_s == start_s and last.men == now[0].men:
                out[out.index(last)] = _told(sheet, team, kind, (last.start_s, end_s), now[0].men, exactly)
            else:
                out.append(_told(sheet, team, kind, (start_s, end_s), now[0].men, exactly))
    return [one for one in out if one.kind != "under" or one.end_s - one.start_s >= SHORT_S]


def _kinds(step: MenStep, allowed: tuple[int, int], exactly: tuple[int, int]) -> list[SpellKind]:
    kinds: list[SpellKind] = []
    if step.men > allowed[1]:
        kinds.append("over")
    elif step.men < allowed[0]:
        kinds.append("under")
    if step.keepers == 0 and step.men >= exactly[0]:  # with fewer the shifts lack him, or anybody
        kinds.append("no goalkeeper")
    return kinds


def _told(
    sheet: Sheet, team: str, kind: SpellKind, span: tuple[float, float], men: int, allowed: tuple[int, int]
) -> Spell:
    may = f"{allowed[0]}" if allowed[0] == allowed[1] else f"{allowed[0]} to {allowed[1]}"
    head = f"{men} {team} men by the shifts where {may} are allowed"
    if kind == "over":
        text = f"{head}: the record's fault. Shifts are noted by eye and accuse nobody."
    elif kind == "under":
        text = f"{head}: the shifts lack somebody, or a penalty is not in the record."
    else:
        why = _why_no_keeper(sheet, team, span)
        text = f"{men} {team} skaters and no goalkeeper ({why}); {may} men are allowed."
    return Spell(team, kind, *span, men, allowed, text)


def _why_no_keeper(sheet: Sheet, team: str, span: tuple[float, float]) -> str:
    start_s, end_s = span
    stops = [p.at.game_s for p in sheet.plays if p.kind in ("stoppage", "faceoff")]
    for p in sheet.plays:
        waits = p.kind == "delayed_penalty" and p.team != team and 0 <= start_s - p.at.game_s <= PENDING_S
        if waits and not any(p.at.game_s < stop_s < start_s for stop_s in stops):
            return "a penalty on the other team was pending"
    side = sheet.teams.index(team) if team in sheet.teams else 0
    for p in sheet.plays:
        off = p.kind == "goalkeeper_off" and p.team == team
        if start_s <= p.at.game_s <= end_s and (off or (p.keepers is not None and not p.keepers[side])):
            return "taken off"
    return "taken off, or the shifts lack him"


def _shoot_out(sheet: Sheet, play: Play) -> bool:
    return sheet.kind != "playoff" and play.at.period > 4


def _scored(
    sheet: Sheet, strength: dict[str, tuple[StrengthStep, ...]]
) -> tuple[tuple[int, int], tuple[str, ...]]:
    """Strength as the scorer wrote it beside each event, against the strength by the penalties."""
    stated = agree = 0
    against = []
    told = [p for p in sheet.plays if p.skaters and min(p.skaters) >= FEWEST and not _shoot_out(sheet, p)]
    for play in told:
        for k, team in enumerate(sheet.teams):
            allowed = allowed_between(
                strength.get(team, ()), play.at.game_s - ROUNDED_S, play.at.game_s + ROUNDED_S
            )
            if play.skaters is None or allowed is None:
                continue
            keeper = None if play.keepers is None else play.keepers[k]
            low = play.skaters[k] + (1 if keeper or (keeper is None and play.skaters[k] < 6) else 0)
            stated += 1
            if allowed[0] <= low <= allowed[1]:
                agree += 1
            else:
                against.append(f"{play.source}: {play.at.text} {play.type}, {low} {team} men as scored, "
                               f"{allowed[0]} to {allowed[1]} by the penalties")  # fmt: skip
    return (stated, agree), tuple(against)
