"""The score sheet read at any second of the game: clock, score, penalties, strength.

Rules of thumb, enough for a score bug and for how many men a team may have:

- A penalty's clock runs while the game's clock runs. A team serves two at a time; a third waits.
- Minutes 2 and 4 are minors (4 counts as two in a row), 5 a major; from 10 on, or coincidental, the team is
  not short.
- A goal against a team with fewer men ends, of its minors that run, the one with least time left (the half
  that runs, of a double minor). A goal at the very second of a penalty counts as before it.
- Nobody plays with fewer than three skaters: the other team gets one more instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from review.sim.tables.sheet import Penalty, SheetSpec
from review.sim.tables.table import ScenarioUnreadable

MINOR_S = 120.0
FEWEST, MOST = 3, 5  # skaters
AT_ONCE = 2  # penalties of one team whose clocks run
EPS_S = 1e-6


def check_teams(sheet: SheetSpec, codes: Iterable[str]) -> None:
    """Refuse a goal or a penalty of a team that does not play.

    Raises
    ------
    ScenarioUnreadable
        With the team at fault.
    """
    known = list(codes)
    for team in [g.team for g in sheet.goals] + [p.team for p in sheet.penalties]:
        if team not in known:
            raise ScenarioUnreadable(f"[sheet]: {team!r} does not play.", f"Name one of {', '.join(known)}.")


def start_left_s(sheet: SheetSpec) -> float:
    """Seconds on the game clock when the scenario starts."""
    minutes, seconds = sheet.clock.split(":")
    return 60.0 * int(minutes) + float(seconds)


def clock_left_s(sheet: SheetSpec, at_s: float) -> float:
    """Seconds left on the game clock at ``at_s`` of the game; 0 from the period's end on."""
    return max(0.0, start_left_s(sheet) - _ran_s(sheet, at_s))


def clock_text(sheet: SheetSpec, at_s: float) -> str:
    """What truth says of the clock at ``at_s``, such as ``P2 12:41.3``: tenths, cut off and not rounded."""
    tenths = int(clock_left_s(sheet, at_s) * 10 + EPS_S)
    return f"P{sheet.period} {tenths // 600}:{tenths // 10 % 60:02d}.{tenths % 10}"


def score(sheet: SheetSpec, home: str, at_s: float) -> tuple[int, int]:
    """Goals of home and away at ``at_s``, the goal of that very second included."""
    made = [goal.team == home for goal in sheet.goals if goal.at_s <= at_s + EPS_S]
    return sheet.score[0] + sum(made), sheet.score[1] + len(made) - sum(made)


@dataclass(frozen=True)
class Served:
    """A penalty not yet over: its clock seconds left, and whether they run with the game's clock."""

    penalty: Penalty
    left_s: float
    runs: bool = True

    @property
    def shortens(self) -> bool:
        """Whether the team plays with a man less for it."""
        return self.penalty.minutes < 10 and not self.penalty.coincidental

    @property
    def minor(self) -> bool:
        """Whether a goal against may end it."""
        return self.shortens and self.penalty.minutes in (2, 4)


def penalties(sheet: SheetSpec, at_s: float) -> tuple[Served, ...]:
    """Penalties not yet over at ``at_s``, in the order imposed.

    One imposed before the start without ``left_s`` is taken to have run since.
    """
    now: list[Served] = []
    last_s = 0.0
    for moment_s, kind, event in _events(sheet):
        if moment_s > at_s + EPS_S:
            break
        ran_s = _elapsed_s(sheet, moment_s)
        now = _run(now, ran_s - last_s)
        last_s = ran_s
        if kind == "goal":
            now = _ended_by_goal(now, str(event))
        elif isinstance(event, Penalty):
            now = _run([*now, Served(event, event.left_s or 60.0 * event.minutes)], 0.0)
    return tuple(_run(now, _elapsed_s(sheet, at_s) - last_s))


def over_s(sheet: SheetSpec, penalty: Penalty) -> float | None:
    """Second of the game at which a penalty is over, to a millisecond; None where the period ends first."""
    before = penalty.at_s if penalty.left_s is None else 0.0
    after = max([before, *(end for _, end in sheet.stops)]) + start_left_s(sheet) + abs(before)
    if _serves(sheet, penalty, after):
        return None
    while after - before > 0.0005:
        middle = (before + after) / 2
        before, after = (middle, after) if _serves(sheet, penalty, middle) else (before, middle)
    return after


def _serves(sheet: SheetSpec, penalty: Penalty, at_s: float) -> bool:
    return any(s.penalty == penalty for s in penalties(sheet, at_s))


def strength(sheet: SheetSpec, team: str, at_s: float) -> tuple[int, int]:
    """Skaters that ``team`` and the other team may have at ``at_s``."""
    return _strength(penalties(sheet, at_s), team, sheet.skaters)


def allowed(sheet: SheetSpec, team: str, at_s: float) -> int:
    """Men that ``team`` may have on the ice at ``at_s``, the goalkeeper or the man in his place included."""
    return strength(sheet, team, at_s)[0] + 1


def _strength(served: Iterable[Served], team: str, skaters: int) -> tuple[int, int]:
    short = [s.penalty.team == team for s in served if s.shortens and s.runs]
    ours, theirs = skaters - sum(short), skaters - len(short) + sum(short)
    lift = max(0, FEWEST - min(ours, theirs))
    return min(MOST, ours + lift), min(MOST, theirs + lift)


def _events(sheet: SheetSpec) -> list[tuple[float, str, Penalty | str]]:
    """Goals and penalties in the order of time; what is left at the start counts as imposed then."""
    rows: list[tuple[float, str, Penalty | str]] = [(g.at_s, "goal", g.team) for g in sheet.goals]
    for penalty in sorted(sheet.penalties, key=lambda p: p.at_s):
        rows.append((penalty.at_s if penalty.left_s is None else 0.0, "penalty", penalty))
    return sorted(rows, key=lambda row: (row[0], row[1]))


def _run(served: list[Served], clock_s: float) -> list[Served]:
    """Penalties after ``clock_s`` more of the game clock: the third of a team starts when one is over."""
    now = _in_turn(served)
    while clock_s > EPS_S and any(s.runs for s in now):
        step_s = min([clock_s, *(s.left_s for s in now if s.runs)])
        now = [replace(s, left_s=s.left_s - step_s * s.runs) for s in now]
        now = _in_turn([s for s in now if s.left_s > EPS_S])
        clock_s -= step_s
    return now


def _in_turn(served: list[Served]) -> list[Served]:
    out: list[Served] = []
    for s in served:
        before = sum(o.shortens and o.penalty.team == s.penalty.team for o in out)
        out.append(replace(s, runs=not s.shortens or before < AT_ONCE))
    return out


def _ended_by_goal(served: list[Served], scorer: str) -> list[Served]:
    ours, theirs = _strength(served, scorer, MOST)
    minors = [s for s in served if s.minor and s.runs and s.penalty.team != scorer]
    if ours <= theirs or not minors:
        return served
    first = min(minors, key=lambda s: (s.left_s - 1e-9) % MINOR_S)
    kept = [replace(first, left_s=MINOR_S)] if first.left_s > MINOR_S else []
    at = served.index(first)
    return _in_turn([*served[:at], *kept, *served[at + 1 :]])


def _ran_s(sheet: SheetSpec, at_s: float) -> float:
    """Seconds the clock would have run from the start to ``at_s``, were the period endless."""
    stood_s, reached_s = 0.0, 0.0
    for start, end in sorted(sheet.stops):
        begin, stop = max(start, reached_s, 0.0), min(end, at_s)
        stood_s += max(0.0, stop - begin)
        reached_s = max(reached_s, end)
    return at_s - stood_s


def _elapsed_s(sheet: SheetSpec, at_s: float) -> float:
    """Seconds of game clock since the start, negative before it, no more than the period has."""
    return min(_ran_s(sheet, at_s), start_left_s(sheet))
