"""One call from a scenario file to a folder with clips, truth, GAME.toml and GATES.toml."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from review.ports.renderer import Renderer
from review.sim.edit import Mixer
from review.sim.film import Crew, Observer, Take, film
from review.sim.filming import Operator, operators
from review.sim.scenario import Scenario, read_scenario
from review.sim.script import Motion
from review.sim.sidecars import GateSheet, game_toml, gates_toml
from review.sim.tables.table import ScenarioUnreadable


@dataclass(frozen=True)
class Job:
    """What a crew is hired for: one tape of ``scenario``, to be written to ``clip``."""

    scenario: Scenario
    motion: Motion
    staff: Mapping[str, Operator]
    clip: Path


class Hire(Protocol):
    """Brings the adapters for a job; ``renderer`` is the one at work already, for the second tape on."""

    def __call__(self, job: Job, renderer: Renderer | None) -> Crew:
        """Return a crew."""
        ...


def render(
    scenario_path: Path,
    out_dir: Path,
    *,
    hire: Hire,
    samples: int = 2,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Path]:
    """Render a scenario into ``out_dir``; returns each tape's clip and the files beside it.

    Parameters
    ----------
    hire : brings the adapters for each tape
    samples : moments averaged in each frame: antialiasing and motion blur, at the cost of time
    progress : told frames done and frames in all
    """
    scenario = read_scenario(scenario_path)
    mixers = _mixers(scenario)  # refuse a wrong edit before the long work
    motion = Motion(scenario)
    staff = operators(scenario, motion)
    takes = _takes(scenario, mixers, staff, Observer(motion), out_dir)
    _make(out_dir)
    total, done = sum(t.scenario.frames for t in takes), 0
    out, renderer = [], None
    try:
        for take in takes:
            crew = hire(Job(take.scenario, motion, staff, take.clip), renderer)
            renderer = crew.renderer
            before = done

            def tell(now: int, of: int, before: int = before) -> None:
                progress(before + now, total)

            out += _one_tape(take, crew, samples, tell)
            done += take.scenario.frames
    finally:
        if renderer is not None:
            renderer.close()
    return out


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ScenarioUnreadable(f"{folder} is no folder to write to: {error}.", "Name another.") from error


def _mixers(scenario: Scenario) -> list[Mixer]:
    """Mixers of the main tape and of every other recording."""
    ids = [r.id for r in scenario.recordings]
    if len(set(ids)) < len(ids):
        raise ScenarioUnreadable("Two [[recordings]] have the same id.", "Give each its own.")
    return [Mixer(scenario), *(Mixer(scenario, recording) for recording in scenario.recordings)]


def _takes(
    scenario: Scenario,
    mixers: list[Mixer],
    staff: Mapping[str, Operator],
    observer: Observer,
    out_dir: Path,
) -> list[Take]:
    """Return the main tape and every other recording, each with a scenario as long as its tape."""
    kind = scenario.tape.container
    main = out_dir / f"{scenario.name}.{kind}"
    out = [Take(scenario, mixers[0], staff, observer, main)]
    for recording, mixer in zip(scenario.recordings, mixers[1:], strict=True):
        shorter = replace(scenario, duration_s=mixer.length_s, edit=recording.edit)
        clip = out_dir / f"{scenario.name}.{recording.id}.{kind}"
        out.append(Take(shorter, mixer, staff, observer, clip, recording.id, recording.graphics))
    return out


def _one_tape(take: Take, crew: Crew, samples: int, progress: Callable[[int, int], None]) -> list[Path]:
    reel = film(take, crew=crew, samples=samples, progress=progress)
    game, gates = (take.clip.with_name(f"{take.clip.stem}.{kind}.toml") for kind in ("game", "gates"))
    game.write_text(game_toml(take.scenario, take.observer.truth, take.mixer), encoding="utf-8")
    sheet = GateSheet(take.scenario, take.staff, take.mixer, reel.moments_s, reel.stored_px)
    gates.write_text(gates_toml(sheet), encoding="utf-8")
    return [take.clip, reel.truth, game, gates]
