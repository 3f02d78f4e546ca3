"""One call from a scenario file to a folder with clip, truth, GAME.toml and GATES.toml."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from review.sim.edit import Mixer
from review.sim.film import Crew, film, finish_truth
from review.sim.scenario import Scenario, read_scenario
from review.sim.script import Motion
from review.sim.sidecars import game_toml, gates_toml
from review.sim.truth import Truth

Hire = Callable[[Scenario, Motion, Path], Crew]


def render(
    scenario_path: Path,
    out_dir: Path,
    *,
    hire: Hire,
    samples: int = 2,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Path]:
    """Render a scenario into ``out_dir``; returns the clip and the files beside it.

    Parameters
    ----------
    hire : given scenario, motion and the clip's path, brings the adapters
    samples : moments averaged in each frame: antialiasing and motion blur, at the cost of time
    progress : told frames done and frames in all
    """
    scenario = read_scenario(scenario_path)
    motion = Motion(scenario)
    out_dir.mkdir(parents=True, exist_ok=True)
    clip = out_dir / f"{scenario.name}.{scenario.tape.container}"
    crew = hire(scenario, motion, clip)
    try:
        truth = film(scenario, motion, crew=crew, mixer=Mixer(scenario), samples=samples, progress=progress)
    finally:
        crew.renderer.close()
    game, gates = out_dir / f"{scenario.name}.game.toml", out_dir / f"{scenario.name}.gates.toml"
    game.write_text(game_toml(scenario, Truth(motion)), encoding="utf-8")
    gates.write_text(gates_toml(scenario), encoding="utf-8")
    return [clip, finish_truth(truth, clip), game, gates]
