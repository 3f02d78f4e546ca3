"""What lies beside a rendered clip, and what the simulator may import."""

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from review.imports.game_toml import parse_game
from review.ports.renderer import Exposure, Image, Renderer
from review.sim.edit import Mixer
from review.sim.film import Crew
from review.sim.filming import operators
from review.sim.scenario import Scenario, read_scenario
from review.sim.script import Motion
from review.sim.sidecars import GateSheet, game_toml, gates_toml, served_s, tape_time
from review.sim.studio import Job, render
from review.sim.tables.cameras import Camera, Cut, Recording
from review.sim.tables.sheet import Goal, Penalty, SheetSpec
from review.sim.truth import Truth

DEMO = Path(__file__).parents[2] / "sample_clips" / "scenarios" / "demo.toml"


def plain_sheet(scenario: Scenario) -> GateSheet:
    """The sheet of a main tape without faults."""
    moments = [float(i / scenario.rate_fps) for i in range(scenario.frames)]
    return GateSheet(scenario, operators(scenario), Mixer(scenario), moments, scenario.size_px)


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


def test_a_gate_is_drawn_once_in_every_live_shot_that_shows_enough_of_it() -> None:
    demo = read_scenario(DEMO)
    cameras = (
        Camera(id="left", aim_m=(-13.0, 4.0, 0.0), hfov_deg=(30.0, 30.0)),  # not the visitors' bench
        Camera(id="back", view="reverse", eye_m=(0.0, 33.0, 20.0), aim_m=(0.0, 8.0, 0.0), hfov_deg=(60, 60)),
    )
    edit = (
        Cut(start_s=0.0, camera="left"),
        Cut(start_s=5.0, camera="back"),
        Cut(start_s=8.0, camera="back", replay_from_s=4.0),
        Cut(start_s=10.0, camera="left", enters_by="dissolve", takes_s=1.0),
    )
    scenario = replace(demo, duration_s=14.0, cameras=cameras, edit=edit, acts=())
    gates = tomllib.loads(gates_toml(plain_sheet(scenario)))["gates"]
    drawn = [(g["team"], g["frame"] / 25) for g in gates]
    assert drawn == [("HOME", 0.0), ("HOME", 5.0), ("HOME", 11.0), ("AWAY", 5.0)]
    assert [g.get("off_side", "above") for g in gates] == ["above", "below", "above", "below"]


def test_a_gate_that_is_cut_by_the_picture_is_drawn_as_far_as_it_goes() -> None:
    demo = read_scenario(DEMO)

    def drawn(seen_to_m: float) -> list[dict[str, Any]]:
        # 100 px a metre straight from above; the right edge lies at seen_to_m, 8 px of it are left free
        eye = (seen_to_m - 6.4 + 0.08, 10.8, 6.4)
        camera = Camera(view="overhead", eye_m=eye, aim_m=(*eye[:2], 0.0), hfov_deg=(90.0, 90.0), shake_m=0.0)
        scenario = replace(demo, cameras=(camera,), acts=(), duration_s=1.0)
        found: dict[str, Any] = tomllib.loads(gates_toml(plain_sheet(scenario)))
        return [g for g in found.get("gates", []) if g["team"] == "HOME"]

    (gate,) = drawn(-4.9)  # 5.7 of the front's 9 m, from x = -10.6 on
    xs = [x for x, _ in gate["points_px"]]
    assert xs[0] == pytest.approx(1280 - 8 - 570, abs=1) and 1240 < xs[-1] <= 1272
    assert drawn(-5.6) == []  # 5 m are less than six tenths


def test_lines_of_a_gate_are_in_the_pixels_of_the_file_and_bent_by_the_lens() -> None:
    demo = replace(read_scenario(DEMO), acts=(), duration_s=1.0)
    camera = Camera(aim_m=(-4.0, 8.0, 0.0), hfov_deg=(34.0, 34.0), distortion_k1=-0.1, shake_m=0.0)
    sheet = plain_sheet(replace(demo, cameras=(camera,)))
    half = tomllib.loads(gates_toml(replace(sheet, stored_px=(640, 360))))["gates"][0]
    operator = sheet.staff["main"]
    front = np.column_stack([np.linspace(-10.6, -1.6, 5), np.full(5, 12.955), np.zeros(5)])
    wanted = operator.lens.bent(operator.view(0.0).project(front)[:, :2]) / 2
    np.testing.assert_allclose(half["points_px"], wanted, atol=0.06)


@pytest.mark.parametrize(
    ("penalty", "stops", "goals", "span"),
    [
        (Penalty(at_s=10.0, team="HOME", number=9), [], [], (10.0, 130.0)),
        (Penalty(at_s=10.0, team="HOME", number=9), [(20.0, 50.0)], [], (10.0, 160.0)),
        (Penalty(at_s=-90.0, team="HOME", number=9, left_s=30.0), [], [], (0.0, 30.0)),
        (Penalty(at_s=10.0, team="HOME", number=9), [], [("AWAY", 60.0)], (10.0, 60.0)),
        (Penalty(at_s=10.0, team="HOME", number=9), [], [("HOME", 60.0)], (10.0, 130.0)),
        (Penalty(at_s=0.0, team="HOME", number=9, minutes=5.0), [], [("AWAY", 60.0)], (0.0, 300.0)),
    ],
)
def test_a_penalty_is_served_while_the_clock_runs(
    penalty: Penalty,
    stops: list[tuple[float, float]],
    goals: list[tuple[str, float]],
    span: tuple[float, float],
) -> None:
    made = tuple(Goal(at_s=s, team=t) for t, s in goals)
    sheet = SheetSpec(clock="15:00", stops=tuple(stops), goals=made, penalties=(penalty,))
    assert served_s(sheet, penalty) == pytest.approx(span, abs=0.02)


def test_the_game_file_says_penalties_in_seconds_of_its_own_tape() -> None:
    demo = read_scenario(DEMO)
    imposed = Penalty(at_s=20.0, team="AWAY", number=13)
    misconduct = Penalty(at_s=20.0, team="AWAY", number=8, minutes=10.0)
    sheet = SheetSpec(clock="15:00", penalties=(imposed, misconduct))
    scenario = replace(demo, sheet=sheet)
    mixer = Mixer(scenario, Recording(id="b", edit=(Cut(start_s=0.0),), offset_s=5.0))
    game = parse_game(game_toml(scenario, Truth(Motion(scenario)), mixer).encode())
    (penalty,) = game.penalties
    assert (penalty.team, penalty.number) == ("AWAY", 13)
    assert (penalty.start_s, penalty.length_s) == (15.0, 25.0)  # the tape ends forty seconds in
    assert game.altercations[0].start_s == pytest.approx(33.4 - 5.0)
    assert len(game.teams[0].roster) == 16


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

    def shown(self, at_s: float, *, frame: int) -> dict[str, str | None]:
        return {"clock": f"{at_s:.2f}", "period": None}

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
