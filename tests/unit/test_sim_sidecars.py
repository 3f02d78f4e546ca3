"""What lies beside a rendered clip, and what the simulator may import."""

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from review.ports.renderer import Exposure, Image, Renderer
from review.sim.film import Crew
from review.sim.filming import operators
from review.sim.scenario import read_scenario
from review.sim.script import Motion
from review.sim.sidecars import game_toml, gates_toml, plain_sheet, tape_time
from review.sim.studio import Job, render
from review.sim.truth import Truth

DEMO = Path(__file__).parents[2] / "sample_clips" / "scenarios" / "demo.toml"


def test_gates_lie_on_the_foot_of_the_boards() -> None:
    scenario = read_scenario(DEMO)
    gates = tomllib.loads(gates_toml(plain_sheet(scenario)))["gates"]
    assert [g["team"] for g in gates] == ["HOME", "AWAY"]
    for gate, (low, high) in zip(gates, ((-10.6, -1.6), (1.6, 10.6)), strict=True):
        ice_from_px = operators(scenario)["main"].view(gate["frame"] / 25).ice_from_px()
        points = np.array([[x, y, 1.0] for x, y in gate["points_px"]]) @ ice_from_px.T
        points = points[:, :2] / points[:, 2:]
        np.testing.assert_allclose(points[:, 1], 12.955, atol=0.03)
        np.testing.assert_allclose(points[[0, -1], 0], [low, high], atol=0.03)
        assert all(0 < x < 1280 and 0 < y < 720 for x, y in gate["points_px"])


def test_game_file_names_every_man_and_the_altercation() -> None:
    scenario = read_scenario(DEMO)
    game = tomllib.loads(game_toml(scenario, Truth(Motion(scenario))))
    home = game["teams"]["home"]
    assert (home["name"], home["bench"], home["colours"][0]) == ("HOME", "left", "#1b2f6b")
    assert {r["number"] for r in home["roster"]} >= {31, 88, 22, 7}
    assert game["altercations"] == [{"start": "0:33.4", "end": "0:42.6"}]


def test_tape_time_carries_into_minutes() -> None:
    assert tape_time(0.0) == "0:00.0"
    assert tape_time(125.25) == "2:05.2"


class Blind:
    """A renderer, look, graphics and deck that see nobody and keep nothing."""

    stored_px = (128, 72)

    def __init__(self) -> None:
        self.frames = 0

    def picture(self, camera: str, at_s: float, *, shutter_s: float, samples: int) -> Image:
        return np.zeros((72, 128, 3), np.uint8)

    def identities(self, camera: str, at_s: float) -> Image:
        return np.zeros((72, 128), np.uint8)

    def broadcast(self, picture: Image, *, frame: int) -> Image:
        return picture

    def draw(self, picture: Image, *, at_s: float, frame: int) -> Image:
        return picture

    def wipe(self, before: Image, after: Image, *, part: float) -> Image:
        return after

    def exposures(self) -> Iterator[Exposure]:
        return (Exposure(i, 512 * i, (i / 25,)) for i in range(5))

    def record(self, fields: list[Image], exposure: Exposure) -> None:
        self.frames += 1

    def finish(self) -> tuple[Fraction, list[int]]:
        return Fraction(1, 12800), [512 * i for i in range(self.frames)]

    def close(self) -> None:
        pass


@pytest.fixture
def rendered(tmp_path: Path) -> list[Path]:
    text = DEMO.read_text(encoding="utf-8").split("[[acts]]")[0]
    text = text.replace("duration_s = 45.0", "duration_s = 0.2").replace("[1280, 720]", "[128, 72]")
    scenario = tmp_path / "short.toml"
    scenario.write_text(text.replace('name = "demo"', 'name = "short"') + "\n", encoding="utf-8")
    crew = Blind()

    def hire(job: Job, renderer: Renderer | None) -> Crew:
        job.clip.write_bytes(b"not really a clip")
        return Crew(crew, crew, crew, crew)

    return render(scenario, tmp_path / "out", hire=hire)


def test_truth_document_has_the_fields_of_the_contract(rendered: list[Path]) -> None:
    names = ["short.mp4", "short.truth.json", "short.game.toml", "short.gates.toml"]
    assert [p.name for p in rendered] == names
    truth = json.loads(rendered[1].read_text(encoding="utf-8"))
    contract = (
        "schema clip sha256 scenario seed rink frames crossings counts altercations shots replays expected"
    )
    assert set(contract.split()) <= set(truth)
    assert truth["sha256"] == "0b32ffe3504fe6d192febcbead3ce6a8bc550e753889c6d5c247ba85a41587de"
    frames = truth["frames"]
    assert [f["pts"] for f in frames] == [0, 512, 1024, 1536, 2048]
    assert {"i", "pts", "s", "shot", "H_m_from_px", "P", "clock", "people"} <= set(frames[0])
    assert truth["counts"][0]["points"] == [{"s": 0.0, "n": 6}]


def test_the_simulator_imports_no_library_that_draws_or_encodes() -> None:
    code = (
        "import sys, review.sim.film, review.sim.sidecars, review.sim.arena;"
        "print([m for m in ('cv2', 'av', 'moderngl', 'scipy', 'torch') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
