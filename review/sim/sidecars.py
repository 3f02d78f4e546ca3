"""GAME.toml and GATES.toml of a rendered clip, as a person would have written them."""

from __future__ import annotations

import numpy as np

from review.sim.filming import Operator
from review.sim.scenario import Scenario
from review.sim.truth import Truth

SURNAMES = (
    "Aasen Berg Crona Dahl Ekholm Fors Granat Holm Isaksen Jokela Koski Lund Moberg Nygaard Olin Palm "
    "Quist Rask Strand Tangen Ulfsson Vik Wallin Ytter Zander Aho Brekke Comstedt Drage Eira Falk Gran"
)


def game_toml(scenario: Scenario, truth: Truth) -> str:
    """Text of GAME.toml: teams, rosters, and the altercation as the video room would mark it."""
    lines = [
        "# Who plays in this clip; rendered, so every name is made up.",
        "[league]",
        'pack = "seeds"',
        "",
    ]
    names = iter(SURNAMES.split())
    for side, team in zip(("home", "away"), scenario.teams, strict=True):
        bench = "left" if sum(team.bench_m) < 0 else "right"
        colours = ", ".join(f'"{c}"' for c in team.colours[:3])
        lines += [f"[teams.{side}]", f'name = "{team.code}"', f"colours = [{colours}]", f'bench = "{bench}"']
        lines.append("roster = [")
        for man in sorted(scenario.people, key=lambda m: m.number or 0):
            if man.team == team.code and man.number is not None:
                row = f'number = {man.number}, name = "{next(names)}", role = "{man.role}"'
                lines.append(f"    {{ {row} }},")
        lines += ["]", ""]
    for scuffle in truth.altercations():
        start, end = tape_time(scuffle["start_s"]), tape_time(scuffle["end_s"])
        lines += ["[[altercations]]", f'start = "{start}"', f'end = "{end}"', ""]
    return "\n".join(lines)


def tape_time(at_s: float) -> str:
    """Write seconds as minutes and seconds of tape.

    Examples
    --------
    >>> tape_time(93.4)
    '1:33.4'
    """
    minutes, seconds = divmod(at_s, 60.0)
    return f"{int(minutes)}:{seconds:04.1f}"


def gates_toml(scenario: Scenario, frame: int) -> str:
    """Text of GATES.toml: the foot of the boards before each bench, in pixels of ``frame``."""
    view = Operator(scenario).view(frame / scenario.rate_fps)
    lines = ["# The foot of the boards before each bench, drawn on one frame.", ""]
    for team in scenario.teams:
        low, high = team.bench_m
        x = np.linspace(low, high, 4)
        y = np.full_like(x, scenario.rink.far_boards_m)
        points = view.project(np.stack([x, y, 0 * x], axis=1))[:, :2]
        row = ", ".join(f"[{px:.1f}, {py:.1f}]" for px, py in points)
        lines += ["[[gates]]", f'team = "{team.code}"', 'kind = "players_bench"', f"frame = {frame}"]
        lines += [f"points_px = [{row}]", ""]
    return "\n".join(lines)
