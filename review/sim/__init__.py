"""Rinksim: a scenario becomes a clip and its truth.

`render` does it all, given somebody who hires the adapters (`review.sim.studio`,
`review.ports.renderer`); the steps are `read_scenario`, `Motion` (poses), `Operator` (camera), `film`
(frames and truth). Importing this floor loads numpy and nothing heavier.
"""

from review.sim.film import Crew, Reel, Take, film
from review.sim.filming import Operator
from review.sim.scenario import Scenario, read_scenario
from review.sim.script import Motion
from review.sim.sidecars import game_toml, gates_toml
from review.sim.studio import render
from review.sim.tables.table import ScenarioUnreadable
from review.sim.truth import Truth

__all__ = [
    "Crew",
    "Motion",
    "Operator",
    "Reel",
    "Scenario",
    "ScenarioUnreadable",
    "Take",
    "Truth",
    "film",
    "game_toml",
    "gates_toml",
    "read_scenario",
    "render",
]
