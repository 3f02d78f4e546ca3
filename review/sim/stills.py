"""Single pictures of a scenario with who shows in them; no tape is made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from review.ports.renderer import Image
from review.sim.edit import Mixer
from review.sim.film import Take, listed_people, mixed
from review.sim.filming import operators
from review.sim.observe import Observer
from review.sim.scenario import Scenario
from review.sim.script import Motion
from review.sim.studio import Hire, Job

__all__ = ["stills"]


def stills(
    scenario: Scenario, tape_s: Sequence[float], *, hire: Hire, samples: int = 2
) -> Iterator[tuple[Image, list[dict[str, Any]]]]:
    """The pictures (h, w, 3) on air at seconds of tape, each with its people as truth lists them."""
    motion = Motion(scenario)
    staff = operators(scenario, motion)
    take = Take(scenario, Mixer(scenario), staff, Observer(motion), Path(f"{scenario.name}.stills"))
    crew = hire(Job(scenario, motion, staff, take.clip), None)
    try:
        for frame, at_s in enumerate(tape_s):
            yield mixed(take, crew, at_s, frame, samples), listed_people(take, crew, at_s, frame)
    finally:
        crew.renderer.close()
