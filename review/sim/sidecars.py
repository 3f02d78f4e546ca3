"""GAME.toml and GATES.toml of a rendered clip, as a person would have written them."""

from __future__ import annotations

import numpy as np

from review.sim.curves import Floats
from review.sim.edit import Mixer
from review.sim.filming import operators
from review.sim.gates import Opening, openings
from review.sim.scenario import Scenario
from review.sim.truth import Truth

EDGE_PX = 8
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


def gates_toml(scenario: Scenario) -> str:
    """Text of GATES.toml: the foot of the boards before each gate, on the first frame that shows it.

    A gate that the first camera on the tape never shows whole is left out.
    """
    lines = ["# The foot of the boards before each gate, drawn on one frame.", ""]
    for gate in openings(scenario):
        sight = _first_sight(scenario, gate)
        if sight is None:
            continue
        frame, points = sight
        row = ", ".join(f"[{x:.1f}, {y:.1f}]" for x, y in points)
        lines += ["[[gates]]", f'team = "{gate.team}"', f'kind = "{gate.kind}"', f"frame = {frame}"]
        lines += [f"points_px = [{row}]", ""]
    return "\n".join(lines)


def _first_sight(scenario: Scenario, gate: Opening) -> tuple[int, Floats] | None:
    mixer, staff, (w, h) = Mixer(scenario), operators(scenario), scenario.size_px
    x = np.linspace(gate.low_m, gate.high_m, 4)
    foot = np.stack([x, np.full_like(x, gate.side * gate.boards_m), 0 * x], axis=1)
    for frame in range(scenario.frames):
        feed = mixer.feeds(float(frame / scenario.rate_fps))[-1]
        points = staff[feed.camera].view(feed.game_s).project(foot)[:, :2]
        if (points > EDGE_PX).all() and (points < np.array([w, h]) - EDGE_PX).all():
            return frame, points
    return None
