"""How many men each team was allowed at each second of play, by the penalties of the record.

NHL rules 15 to 19, 26 and 84, and the IIHF's of the same content: a minor ends with a goal against a team
that is short-handed by it, majors and match penalties run on, misconducts shorten no bench, equal penalties
of one stoppage cancel (but for one minor each at full strength: then both play short), a third penalty waits
for a place, nobody goes under three skaters, and three-on-three overtime gives the other team a man instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from review.core.record import RecordedPenalty, Sheet

__all__ = ["StrengthStep", "allowed_between", "legal_strength"]

MINOR_S, MAJOR_S = 120.0, 300.0
REGULATION_S = 3600.0
OPEN_S = MAJOR_S  # a penalty of unknown length shortens a bench for so long at most
FULL, THREE = 5, 3


@dataclass(frozen=True, slots=True)
class StrengthStep:
    """From `start_s` (seconds of play) a team may have `low` to `high` men on the ice, goalkeeper among them.

    The two differ where the record leaves it open; `why` names the penalties that count, or what is open.
    """

    team: str
    start_s: float
    low: int
    high: int
    why: str


@dataclass(slots=True)
class _Serving:
    """A man in the box, or waiting for a place there: parts of (seconds, ends with a goal) still to come."""

    key: str
    words: str
    parts: list[tuple[float, bool]]
    until_s: float = 0.0


@dataclass(slots=True)
class _Box:
    team: str
    running: list[_Serving] = field(default_factory=list)
    waiting: list[_Serving] = field(default_factory=list)
    doubts: list[tuple[float, float, str]] = field(default_factory=list)

    def admit(self, serving: _Serving, now_s: float) -> None:
        """Begin it now, behind the same man's own, or when a place is free."""
        for one in (*self.running, *self.waiting):
            if one.key == serving.key:
                one.parts += serving.parts
                return
        if len(self.running) < 2:
            serving.until_s = now_s + serving.parts[0][0]
            self.running.append(serving)
        else:
            self.waiting.append(serving)

    def release(self, serving: _Serving, now_s: float) -> None:
        """The part that runs is over: his next begins, or another man's."""
        serving.parts.pop(0)
        if serving.parts:
            serving.until_s = now_s + serving.parts[0][0]
            return
        self.running.remove(serving)
        if self.waiting:
            following = self.waiting.pop(0)
            following.until_s = now_s + following.parts[0][0]
            self.running.append(following)

    def words(self) -> str:
        return ", ".join(one.words for one in self.running)


def legal_strength(sheet: Sheet) -> dict[str, tuple[StrengthStep, ...]]:
    """Steps of each team's allowed strength from the first second to the last; no team, no steps."""
    if len(set(sheet.teams)) != 2:
        return {}
    boxes = {team: _Box(team) for team in sheet.teams}
    marks: list[tuple[float, dict[str, int], dict[str, str]]] = []

    def mark(now_s: float) -> None:
        counts = {team: len(box.running) for team, box in boxes.items()}
        marks.append((now_s, counts, {team: box.words() for team, box in boxes.items()}))

    mark(0.0)
    for now_s, penalties, scored in _events(sheet):
        _advance(boxes, now_s, mark)
        for team in scored:
            _relieve(boxes, team, now_s)
        _impose(boxes, penalties, now_s)
        mark(now_s)
    _advance(boxes, max(sheet.end_s, REGULATION_S), mark)
    return {team: _steps(sheet, team, boxes, marks) for team in sheet.teams}


def _events(sheet: Sheet) -> list[tuple[float, list[RecordedPenalty], list[str]]]:
    """Seconds at which goals were scored and penalties called; of one stoppage the goal goes first."""
    last = 12 if sheet.kind == "playoff" else 4  # after that a regular season's game is a shoot-out
    called = [p for p in sheet.penalties if p.team in sheet.teams and p.at.period <= last]
    scored = [p for p in sheet.plays if p.kind == "goal" and p.team in sheet.teams and p.at.period <= last]
    rows = [(p.at.game_s, p, None) for p in called]
    goals = [(p.at.game_s, None, p.team) for p in scored]
    out = []
    for now_s, group in groupby(sorted([*rows, *goals], key=lambda row: row[0]), key=lambda row: row[0]):
        told = list(group)
        penalties = [p for _, p, _ in told if p is not None]
        out.append((now_s, penalties, [team for _, _, team in told if team is not None]))
    return out


def _advance(boxes: dict[str, _Box], now_s: float, mark: Callable[[float], None]) -> None:
    """Let run out what runs out by `now_s`."""
    while True:
        due = [(one.until_s, box.team, one) for box in boxes.values() for one in box.running]
        due = [row for row in due if row[0] <= now_s]
        if not due:
            return
        until_s, team, serving = min(due, key=lambda row: (row[0], row[1]))
        boxes[team].release(serving, until_s)
        mark(until_s)


def _relieve(boxes: dict[str, _Box], scorer: str, now_s: float) -> None:
    """A goal ends the minor with the least time left of a team that plays with fewer men than the scorers."""
    (other,) = [box for team, box in boxes.items() if team != scorer]
    if len(other.running) <= len(boxes[scorer].running):
        return
    minors = [one for one in other.running if one.parts[0][1]]
    if minors:
        other.release(min(minors, key=lambda one: one.until_s), now_s)


def _impose(boxes: dict[str, _Box], penalties: Sequence[RecordedPenalty], now_s: float) -> None:
    parts = {team: _parts(penalties, box, now_s) for team, box in boxes.items()}
    (own, other) = parts.values()
    quiet = not any(box.running for box in boxes.values())
    lone = all([part for one in side for part in one.parts] == [(MINOR_S, True)] for side in (own, other))
    if not (lone and quiet):
        _cancel(own, other)
    for team, side in parts.items():
        for serving in side:
            boxes[team].admit(serving, now_s)


def _parts(penalties: Sequence[RecordedPenalty], box: _Box, now_s: float) -> list[_Serving]:
    """What a team has to serve of a stoppage; what has no known length becomes a doubt."""
    out = []
    for i, one in enumerate(penalties):
        if one.team != box.team or one.kind in ("misconduct", "game_misconduct", "penalty_shot"):
            continue
        who = "" if one.number is None else f" ({one.number})"
        words = f"{one.infraction or one.kind.replace('_', ' ')}{who}"
        key = one.served_by or one.player or f"{now_s} {i}"
        if one.ends_game_s is not None:
            length_s = one.ends_game_s - now_s
            if length_s > 0:
                out.append(_Serving(key, words, [(length_s, False)]))
        elif one.length_s in (MINOR_S, 2 * MINOR_S):
            out.append(_Serving(key, words, [(MINOR_S, True)] * int(one.length_s // MINOR_S)))
        elif one.length_s == MAJOR_S:
            out.append(_Serving(key, words, [(MAJOR_S, False)]))
        elif one.length_s is None or one.length_s < 2 * MAJOR_S:
            box.doubts.append(
                (now_s, now_s + (one.length_s or OPEN_S), f"the record gives {words} no length")
            )
    return out


def _cancel(own: list[_Serving], other: list[_Serving]) -> None:
    """Take off as many minors, and as many majors, as both teams got."""
    for minor in (True, False):
        for _ in range(min(_units(own, minor), _units(other, minor))):
            for side in (own, other):
                last = next(one for one in reversed(side) if any(part[1] is minor for part in one.parts))
                last.parts.pop()
                if not last.parts:
                    side.remove(last)


def _units(side: Sequence[_Serving], minor: bool) -> int:
    return sum(part[1] is minor for one in side for part in one.parts)


def _steps(
    sheet: Sheet,
    team: str,
    boxes: dict[str, _Box],
    marks: Sequence[tuple[float, dict[str, int], dict[str, str]]],
) -> tuple[StrengthStep, ...]:
    (other,) = [name for name in boxes if name != team]
    doubts = boxes[team].doubts
    times = {now_s for now_s, _, _ in marks} | {edge for a, b, _ in doubts for edge in (a, b)}
    if sheet.end_s > REGULATION_S:
        times |= {REGULATION_S} | {p.at.game_s for p in sheet.plays if _stops(p.kind) and p.at.period > 3}
    steps: list[StrengthStep] = []
    since_stop: list[int] = []
    for now_s in sorted(t for t in times if t <= max(sheet.end_s, REGULATION_S)):
        _, counts, words = [mark for mark in marks if mark[0] <= now_s][-1]
        low, high, why = _men(sheet, now_s, counts[team], counts[other], words[team])
        if now_s >= REGULATION_S:  # a man whose time is up comes on, and the others stay until play stops
            stopped = any(p.at.game_s == now_s and _stops(p.kind) for p in sheet.plays)
            since_stop = [] if stopped or now_s == REGULATION_S else since_stop
            high = max([high, *since_stop])
            since_stop.append(high)
        open_ = [why_ for a, b, why_ in doubts if a <= now_s < b]
        low, why = (max(THREE + 1, low - len(open_)), "; ".join(open_)) if open_ else (low, why)
        if not steps or (steps[-1].low, steps[-1].high, steps[-1].why) != (low, high, why):
            steps.append(StrengthStep(team, now_s, low, high, why))
    return tuple(steps)


def _stops(kind: str) -> bool:
    return kind in ("stoppage", "faceoff", "goal", "penalty")


def _men(sheet: Sheet, now_s: float, own: int, other: int, words: str) -> tuple[int, int, str]:
    """Men allowed, goalkeeper among them, with so many in each box."""
    full = max(THREE, FULL - own) + 1
    if now_s < REGULATION_S or sheet.kind == "playoff":
        return full, full, words or "full strength"
    short = min(FULL, THREE + max(0, other - own)) + 1
    if sheet.kind is not None:
        return short, short, words or "three on three in overtime"
    return min(short, full), max(short, full), "overtime, and the record does not say of what kind of game"


def allowed_between(steps: Sequence[StrengthStep], start_s: float, end_s: float) -> tuple[int, int] | None:
    """The fewest and the most men allowed from `start_s` to `end_s`, both inside; None without steps."""
    if not steps:
        return None
    before = [step for step in steps if step.start_s <= start_s][-1:]
    inside = [*before, *(step for step in steps if start_s < step.start_s <= end_s)]
    return min(step.low for step in inside), max(step.high for step in inside)
