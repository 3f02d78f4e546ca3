"""Record and tape side by side: what agrees, what differs, what neither can tell of the other.

A difference accuses nobody. Either side may be wrong: a tape is read by a machine, a record by people in a
hurry; shifts above all are a prior and never proof.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from review.core.record import RecordedAt, Sheet
from review.core.witness import Counted, Passed, Witness
from review.measure.record_check import MenStep, men_by_shifts
from review.measure.record_game import matched_teams
from review.measure.record_times import game_between, on_tape, period_length_s
from review.measure.score import ORDER
from review.measure.strength import StrengthStep, allowed_between, legal_strength

__all__ = ["Agreement", "Answer", "agree"]

Answer = Literal["agrees", "differs", "cannot tell"]
NUMBER_P = 0.9  # of a number read on the tape that is held against a roster
STEP_S = 0.5  # of tape: how finely counts are compared
NEAR_S = 2.0  # of play: a clock's second and a record's, each cut down
SHIFT_S = 5.0  # of play: how far a shift may lie from the crossing that it tells of


@dataclass(frozen=True, slots=True)
class Agreement:
    """One thing of which both could speak. `at_s` is its second of tape, None where it has none."""

    what: str
    answer: Answer
    text: str
    at_s: float | None = None


def agree(sheet: Sheet, witness: Witness) -> tuple[Agreement, ...]:
    """Rosters, counts, penalties, goals, stoppages and crossings, each against the record."""
    names = matched_teams(witness.teams, sheet)
    if not names:
        known, seen = (" and ".join(told) or "no team by name" for told in (sheet.teams, witness.teams))
        return (Agreement("teams", "cannot tell", f"The record tells of {known}, the tape of {seen}."),)
    return (
        *_rosters(sheet, witness, names),
        *_counts(sheet, witness, names),
        *_penalties(sheet, witness),
        *_goals(sheet, witness, names),
        *_stops(sheet, witness),
        *_crossings(sheet, witness, names),
    )


def _rosters(sheet: Sheet, witness: Witness, names: Mapping[str, str]) -> Iterable[Agreement]:
    for team, told in names.items():
        listed = {man.number for man in sheet.roster if man.team == told and man.number is not None}
        read = sorted({n for side, n, p in witness.numbers if side == team and p >= NUMBER_P})
        if not listed or not read:
            why = "the record has no roster" if not listed else "no number was read surely"
            yield Agreement("roster", "cannot tell", f"{team}: {why}.")
        for number in read if listed else ():
            here = number in listed
            text = f"{team} {number}, read on the tape, is {'' if here else 'not '}on the record's roster."
            yield Agreement("roster", "agrees" if here else "differs", text)


def _counts(sheet: Sheet, witness: Witness, names: Mapping[str, str]) -> Iterable[Agreement]:
    """Allowed by both, seen within the record's strength, seen beside the shifts: stretch by stretch."""
    strength = legal_strength(sheet)
    shifts, _ = men_by_shifts(sheet)
    for team, told in names.items():
        steps, men = strength.get(told, ()), shifts.get(told, ())
        begins = [step.start_s for step in men]
        tally: dict[tuple[str, Answer], list[float]] = {}
        counts = [c for c in witness.counts if c.team == team]
        starts = [c.start_s for c in counts]
        for k in range(int(witness.duration_s / STEP_S) + 1):
            at_s = k * STEP_S
            last = bisect_right(starts, at_s) - 1
            if last < 0 or at_s >= counts[last].end_s:
                continue
            here = counts[last]
            when = game_between(at_s, witness.course, sheet.kind)
            near = _near(men, begins, when) if when else ()
            for what, answer in _beside(here, when, steps, near):
                tally.setdefault((what, answer), []).append(at_s)
        for (what, answer), seconds in sorted(tally.items()):
            for start_s, end_s in _runs(seconds):
                text = f"{team}: {what}, {start_s:.1f} to {end_s:.1f} s of tape."
                yield Agreement("count", answer, text, start_s)


def _near(men: Sequence[MenStep], begins: Sequence[float], when: tuple[float, float]) -> tuple[int, ...]:
    """Every number of men that the shifts have about then."""
    first = max(0, bisect_right(begins, when[0] - NEAR_S) - 1)
    return tuple(step.men for step in men[first : bisect_right(begins, when[1] + NEAR_S)])


def _runs(seconds: Sequence[float]) -> list[tuple[float, float]]:
    runs: list[tuple[float, float]] = []
    for at_s in seconds:
        if runs and at_s - runs[-1][1] < STEP_S / 2:
            runs[-1] = (runs[-1][0], at_s + STEP_S)
        else:
            runs.append((at_s, at_s + STEP_S))
    return runs


def _beside(
    here: Counted, when: tuple[float, float] | None, strength: Sequence[StrengthStep], men: Sequence[int]
) -> list[tuple[str, Answer]]:
    """What a count of the tape is to the record's strength and shifts at one moment."""
    if when is None:
        return [("the game clock, or its period, was not read", "cannot tell")]
    legal = allowed_between(strength, when[0] - NEAR_S, when[1] + NEAR_S)
    if legal is None or here.allowed is None:
        return [("no strength is told", "cannot tell")]
    out: list[tuple[str, Answer]] = [
        ("strength allowed on the tape and by the record's penalties",
         "agrees" if legal[0] <= here.allowed <= legal[1] else "differs"),
        ("men seen together within the record's strength", "agrees" if here.low <= legal[1] else "differs"),
    ]  # fmt: skip
    if men:
        fits = here.low <= max(men) and (here.high is None or min(men) <= here.high)
        out.append(("men by the shifts within the tape's bounds (a prior)", "agrees" if fits else "differs"))
    return out


def _penalties(sheet: Sheet, witness: Witness) -> Iterable[Agreement]:
    """Penalty clocks in the picture against the ends that follow from the record."""
    ends = [
        step.start_s
        for steps in legal_strength(sheet).values()
        for before, step in pairwise(steps)
        if step.high > before.high
    ]
    full = [p.at.game_s + p.length_s for p in sheet.penalties if p.length_s is not None]
    for period, expires_s in witness.penalty_clocks:
        number = ORDER.get(period or "")
        length_s = period_length_s(number, sheet.kind) if number else None
        if number is None or length_s is None:
            yield Agreement("penalty", "cannot tell", "A penalty clock was read in a period that was not.")
            continue
        end_s = RecordedAt(number, length_s - expires_s).game_s
        near = any(abs(end_s - one) <= NEAR_S for one in (*ends, *full))
        text = f"A penalty clock that runs out at P{number} {_clock(expires_s)}: the record "
        yield Agreement(
            "penalty", "agrees" if near else "differs", text + ("has it." if near else "has none.")
        )
    for one in sheet.penalties:
        when = on_tape(one.at, witness.course, sheet.kind)
        if when is not None:
            text = (
                f"{one.team} {one.infraction or one.kind} at {one.at.text} ({one.source}) falls on this tape."
            )
            yield Agreement("penalty called", "cannot tell", text + " The picture does not say.", when[0])


def _goals(sheet: Sheet, witness: Witness, names: Mapping[str, str]) -> Iterable[Agreement]:
    own = {told: name for name, told in names.items()}
    left = list(witness.scored)
    for play in (p for p in sheet.plays if p.kind == "goal"):
        when = on_tape(play.at, witness.course, sheet.kind)
        if when is None:
            continue
        team = own.get(play.team or "")
        seen = [
            s
            for s in left
            if s.team in (None, team) and s.start_s - SHIFT_S <= when[1] and when[0] <= s.end_s
        ]
        text = f"Goal of {play.team} at {play.at.text} ({play.source}): "
        if seen:
            left.remove(seen[0])
            yield Agreement("goal", "agrees", text + "the score rises on the tape.", when[0])
        else:
            yield Agreement("goal", "cannot tell", text + "no rise of the score was read.", when[0])
    for extra in left:
        text = f"The score rises at {extra.start_s:.1f} to {extra.end_s:.1f} s of tape: no goal on record."
        yield Agreement("goal", "differs", text, extra.start_s)


def _stops(sheet: Sheet, witness: Witness) -> Iterable[Agreement]:
    """Each stoppage of the clock that begins on the tape needs a stoppage, goal, penalty or period's end."""
    kinds = ("stoppage", "goal", "penalty", "faceoff", "period_end", "period_start", "game_end")
    told = [p.at.game_s for p in sheet.plays if p.kind in kinds] + [p.at.game_s for p in sheet.penalties]
    for start_s, end_s in witness.stops:
        when = game_between(start_s, witness.course, sheet.kind)
        if when is None or not told:
            yield Agreement(
                "stoppage", "cannot tell", f"The clock stands at {start_s:.1f} s of tape.", start_s
            )
            continue
        near = any(when[0] - NEAR_S <= one <= when[1] + NEAR_S for one in told)
        text = f"The clock stands from {start_s:.1f} to {end_s:.1f} s of tape: the record "
        told_ = "stops play there too." if near else "has nothing that stopped play."
        yield Agreement("stoppage", "agrees" if near else "differs", text + told_, start_s)


def _crossings(sheet: Sheet, witness: Witness, names: Mapping[str, str]) -> Iterable[Agreement]:
    """A man seen onto or off the ice against the nearest shift that begins or ends then."""
    for one in witness.passed:
        team = names.get(one.team or "")
        shifts = [s for s in sheet.shifts if s.team == team and one.number in (None, s.number)]
        early = game_between(one.start_s, witness.course, sheet.kind)
        late = game_between(one.end_s, witness.course, sheet.kind)
        head = f"{one.team or 'somebody'} {one.number or ''} {one.direction}".replace("  ", " ")
        if not shifts or early is None or late is None:
            why = "no shifts of the team" if not shifts else "the game clock, or its period, was not read"
            yield Agreement("crossing", "cannot tell", f"{head}: {why}.", one.start_s)
            continue
        times = [s.start.game_s if one.direction == "on" else s.end.game_s for s in shifts]
        off_s = min(max(early[0] - t, t - late[1], 0.0) for t in times)
        yield _crossing(one, head, off_s)


def _crossing(one: Passed, head: str, off_s: float) -> Agreement:
    edge = "begins" if one.direction == "on" else "ends"
    if off_s <= SHIFT_S:
        return Agreement(
            "crossing", "agrees", f"{head}: a shift {edge} within {off_s:.1f} s of it.", one.start_s
        )
    text = f"{head}: the nearest shift {edge} {off_s:.1f} s away (shifts are a prior)."
    return Agreement("crossing", "differs", text, one.start_s)


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
