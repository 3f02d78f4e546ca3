"""GAME.toml and GATES.toml of a rendered clip, as a person would have written them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from review.sim.curves import Floats
from review.sim.edit import Mixer
from review.sim.exposures import faults_at
from review.sim.filming import Operator, View
from review.sim.gates import Opening, openings
from review.sim.record import inside_picture
from review.sim.rosters import surnames
from review.sim.scenario import Scenario, Team
from review.sim.sheet import over_s
from review.sim.tables.sheet import Penalty, SheetSpec
from review.sim.truth import Truth

EDGE_PX = 8
LEAST_SEEN = 0.6  # share of a gate's front that must lie in the picture for it to be drawn there
ROOM_M = 1.0  # … and so much of the bench behind it
FRONT_POINTS = 41
DRAWN_POINTS = 5
LOOK_EVERY_S = 0.2
MISCONDUCT_MIN = 10.0  # from a misconduct on, the team is not short


def game_toml(scenario: Scenario, truth: Truth, mixer: Mixer | None = None) -> str:
    """Text of GAME.toml: teams, rosters, penalties and altercations as the video room would type them."""
    mixer = mixer or Mixer(scenario)
    lines = [
        "# Who plays in this clip; rendered, so every name is made up.",
        "[league]",
        'pack = "seeds"',
        "",
    ]
    names = surnames(scenario)
    for side, team in zip(("home", "away"), scenario.teams, strict=True):
        lines += _team_lines(side, team, scenario, names)
    for penalty in (p for p in scenario.sheet.penalties if _shortens(p)):
        start, end = served_s(scenario.sheet, penalty)
        start, end = max(0.0, mixer.tape_s(start)), min(mixer.length_s, mixer.tape_s(end))
        if start < end:
            lines += ["[[penalties]]", f'team = "{penalty.team}"', f"number = {penalty.number}"]
            lines += [f'start = "{tape_time(start)}"', f'length = "{tape_time(end - start)}"', ""]
    for scuffle in truth.altercations():
        start = max(0.0, mixer.tape_s(scuffle["start_s"]))
        end = min(mixer.length_s, mixer.tape_s(scuffle["end_s"]))
        if start < end:
            lines += ["[[altercations]]", f'start = "{tape_time(start)}"', f'end = "{tape_time(end)}"', ""]
    return "\n".join(lines)


def _team_lines(side: str, team: Team, scenario: Scenario, names: Mapping[tuple[str, int], str]) -> list[str]:
    bench = "left" if sum(team.bench_m) < 0 else "right"
    colours = ", ".join(f'"{c}"' for c in team.colours[:3])
    lines = [f"[teams.{side}]", f'name = "{team.code}"', f"colours = [{colours}]", f'bench = "{bench}"']
    lines.append("roster = [")
    for man in sorted(scenario.people, key=lambda m: m.number or 0):
        if man.team == team.code and man.number is not None:
            row = f'number = {man.number}, name = "{names[team.code, man.number]}", role = "{man.role}"'
            lines.append(f"    {{ {row} }},")
    return [*lines, "]", ""]


def _shortens(penalty: Penalty) -> bool:
    return not penalty.coincidental and penalty.minutes < MISCONDUCT_MIN


def served_s(sheet: SheetSpec, penalty: Penalty) -> tuple[float, float]:
    """Seconds of the game from and until which a penalty runs; its end may lie beyond the period."""
    end_s = over_s(sheet, penalty)
    return penalty.at_s if penalty.left_s is None else 0.0, np.inf if end_s is None else end_s


def tape_time(at_s: float) -> str:
    """Write seconds as minutes and seconds of tape.

    Examples
    --------
    >>> tape_time(93.4)
    '1:33.4'
    """
    tenths = round(at_s * 10)
    return f"{tenths // 600}:{tenths % 600 / 10:04.1f}"


@dataclass(frozen=True)
class GateSheet:
    """A tape on which gates are to be drawn; ``moments_s`` are the seconds of tape its frames show."""

    scenario: Scenario
    staff: Mapping[str, Operator]
    mixer: Mixer
    moments_s: Sequence[float]
    stored_px: tuple[int, int]


def gates_toml(sheet: GateSheet) -> str:
    """Text of GATES.toml: the foot of the boards before each gate, once in every live shot that shows it.

    Drawn on the first frame that shows it whole, else on the one that shows most; a gate of which a shot
    shows less than `LEAST_SEEN` is not drawn there.
    """
    lines = ["# The foot of the boards before each gate, drawn once in each shot that shows it.", ""]
    for gate in openings(sheet.scenario):
        for frames in _live_shots(sheet):
            drawn = _drawn(sheet, gate, frames)
            if drawn is None:
                continue
            frame, points, above = drawn
            row = ", ".join(f"[{x:.1f}, {y:.1f}]" for x, y in points)
            lines += ["[[gates]]", f'team = "{gate.team}"', f'kind = "{gate.kind}"', f"frame = {frame}"]
            lines += [f"points_px = [{row}]"] + ([] if above else ['off_side = "below"']) + [""]
    return "\n".join(lines)


def _live_shots(sheet: GateSheet) -> list[list[int]]:
    """Frames of every live shot, looked at every `LOOK_EVERY_S`, without its transition or black ones."""
    step = max(1, round(LOOK_EVERY_S * sheet.scenario.rate_fps))
    out: dict[int, list[int]] = {}
    for i in range(0, len(sheet.moments_s), step):
        at_s = sheet.moments_s[i]
        feeds = sheet.mixer.feeds(at_s)
        hidden = {"black", "flash"} & set(faults_at(sheet.scenario.tape, at_s))
        if len(feeds) == 1 and not feeds[0].replay and not hidden:
            out.setdefault(feeds[0].shot, []).append(i)
    return list(out.values())


def _drawn(sheet: GateSheet, gate: Opening, frames: list[int]) -> tuple[int, Floats, bool] | None:
    """Frame, points (k, 2) in the file's pixels, and whether the bench lies above the line."""
    x = np.linspace(gate.low_m, gate.high_m, FRONT_POINTS)
    foot = np.column_stack([x, np.full_like(x, gate.side * gate.boards_m), 0 * x])
    room = foot + np.array([0.0, gate.side * ROOM_M, 0.0])
    best: tuple[int, tuple[int, int]] | None = None
    for frame in frames:
        operator, view = _sight(sheet, frame)
        seen = [inside_picture(p, view, operator.lens, edge_px=EDGE_PX) for p in (foot, room)]
        first, end = _longest(seen[0] & seen[1])
        if best is None or end - first > best[1][1] - best[1][0]:
            best = (frame, (first, end))
        if end - first == FRONT_POINTS:
            break
    if best is None or best[1][1] - best[1][0] - 1 < LEAST_SEEN * (FRONT_POINTS - 1):
        return None
    frame, (first, end) = best
    operator, view = _sight(sheet, frame)
    chosen = foot[np.linspace(first, end - 1, DRAWN_POINTS).round().astype(int)]
    behind = chosen + np.array([0.0, gate.side * 1.2, 0.0])
    points, backs = (operator.lens.bent(view.project(p)[:, :2]) for p in (chosen, behind))
    w, h = sheet.scenario.size_px
    scaled = points * [sheet.stored_px[0] / w, sheet.stored_px[1] / h]
    return frame, scaled, bool(backs[:, 1].mean() < points[:, 1].mean())


def _sight(sheet: GateSheet, frame: int) -> tuple[Operator, View]:
    feed = sheet.mixer.feeds(sheet.moments_s[frame])[-1]
    operator = sheet.staff[feed.camera]
    return operator, operator.view(feed.game_s)


def _longest(seen: NDArray[np.bool_]) -> tuple[int, int]:
    """First and one past the last of the longest run of true values."""
    edges = np.flatnonzero(np.diff(np.r_[0, seen.astype(int), 0]))
    if not len(edges):
        return 0, 0
    runs = edges.reshape(-1, 2)
    first, end = runs[int(np.argmax(runs[:, 1] - runs[:, 0]))]
    return int(first), int(end)
