"""Truth drawn over frames, the key of a clip, and the command that renders."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from review.adapters.overlay_cv2 import GATE, TILE_PX, contact_sheet, draw_truth, moments_to_show
from review.cli import main
from review.cli.frames import pace
from review.sim.clip_key import clip_key, rendering_files
from review.sim.filming import look
from review.sim.lens import Lens

DEMO = Path(__file__).parents[2] / "sample_clips" / "scenarios" / "demo.toml"
VIEW = look([0.0, -42.0, 15.0], [0.0, 3.0, 0.0], 34.0, (1280, 720))


def truth(frames: int = 40, touches: tuple[float, ...] = (), *, k1: float = 0.0) -> dict[str, Any]:
    lens = Lens(k1, (640.0, 360.0), (1280, 720))
    bend = {"k1": k1, "scale": lens.scale, "centre_px": [640.0, 360.0], "unit_px": [640.0, 640.0]}
    man = {
        "id": 4, "team": "AWAY", "role": "skater", "number": 9, "position": "C",
        "box_px": [600, 300, 640, 400], "amodal_px": [600.0, 300.0, 640.0, 450.0],
        "head_px": [620.0, 308.0], "visible_share": 0.7, "on_ice": True, "skates_on_ice": 2,
    }  # fmt: skip
    one = {
        "P": VIEW.projection().tolist(), "lens": bend if k1 else None, "clock": "P1 10:00.0", "shot": 1,
        "view": "main", "camera": "main", "replay": False, "people": [man],
    }  # fmt: skip
    return {
        "rink": {"length_m": 60.96, "width_m": 25.91, "corner_m": 8.53},
        "gates": [{"gate": "HOME-bench", "team": "HOME", "points_m": [[-10.6, 12.955], [-1.6, 12.955]]}],
        "counts": [{"team": t, "points": [{"s": 0.0, "n": 6}]} for t in ("HOME", "AWAY")],
        "crossings": [{"first_skate_s": s} for s in touches],
        "frames": [{**one, "i": i, "s": i / 25, "game_s": i / 25} for i in range(frames)],
    }


@pytest.mark.parametrize("k1", [0.0, -0.12])
def test_gate_and_boxes_are_drawn_where_the_picture_has_them(k1: float) -> None:
    drawn = draw_truth(np.zeros((720, 1280, 3), np.uint8), 3, truth(k1=k1))
    place = VIEW.project([-6.1, 12.955, 0.0])[:2]
    x, y = np.round(Lens(k1, (640.0, 360.0), (1280, 720)).bent([place])[0]).astype(int)
    near = drawn[y - 2 : y + 3, x].max(axis=0)
    assert (np.abs(near.astype(int) - GATE) < 40).all()
    sky_blue = np.array([86, 180, 233])
    assert (drawn[350, 600] == sky_blue).all() and (drawn[399, 620] == sky_blue).all()
    assert (drawn[440, 600] == sky_blue // 2).all()  # the whole body reaches below the visible part


def test_frames_to_show_are_crossings_first_and_then_spread() -> None:
    picked = moments_to_show(truth(400, touches=(2.0, 9.0)), 6)
    assert len(picked) == 6 and {50, 225} <= set(picked)
    assert max(picked) > 300 and min(picked) < 100
    assert moments_to_show(truth(3), 10) == [0, 1, 2]


def test_a_sheet_is_a_picture_of_so_many_tiles(tmp_path: Path) -> None:
    out = contact_sheet(truth(), lambda i: np.full((720, 1280, 3), 90, np.uint8), 5, tmp_path / "o.png")
    picture = cv2.imread(str(out))
    assert picture is not None and picture.shape == (3 * TILE_PX[1], 2 * TILE_PX[0], 3)
    assert picture.std() > 5


def test_a_clip_key_changes_with_what_the_scenario_says_and_not_with_comments(tmp_path: Path) -> None:
    text = DEMO.read_text(encoding="utf-8")

    def key(words: str, name: str = "a.toml") -> str:
        (tmp_path / name).write_text(words, encoding="utf-8")
        return clip_key(tmp_path / name)

    first = key(text)
    assert len(first) == 64
    assert key("# another word\n" + text) == first == key(text, "b.toml")
    assert key(text.replace("seed = 11", "seed = 12")) != first
    child = key('extends = "b.toml"\nseed = 12\n', "c.toml")
    assert child == key(text.replace("seed = 11", "seed = 12"))
    key(text.replace("duration_s = 45.0", "duration_s = 46.0"), "b.toml")
    assert clip_key(tmp_path / "c.toml") != child  # what it extends has changed


def test_the_key_covers_what_draws_and_nothing_that_looks() -> None:
    names = {p.name for p in rendering_files()}
    assert {"truth.py", "body.npz", "render_moderngl.py", "lens_cv2.py"} <= names
    assert {"paint_ice.py", "paint_crowd.py", "paint_emblems.py", "gl_standpoint.py"} <= names
    assert {"people.vert", "renderer.py", "tape_look.py", "cameras.py"} <= names
    assert not {"detect_onnx.py", "motion_cv2.py", "codec.py", "schema.py", "read_pyav.py", "run.py"} & names


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("seed = 11", "sed = 11"), "sed"),
        (('id = "main"', 'id = "main"\nfollows = "HOME 99"'), "keys"),
        (("[teams.HOME]", '[[edit]]\nstart_s = 0.0\ncamera = "roof"\n\n[teams.HOME]'), "roof"),
        (('id = "main"', 'id = "main"\ndistortion_k1 = -0.9'), "distortion_k1"),
    ],
)
def test_a_scenario_that_cannot_be_filmed_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: tuple[str, str], says: str
) -> None:
    scenario = tmp_path / "wrong.toml"
    scenario.write_text(DEMO.read_text(encoding="utf-8").replace(*change), encoding="utf-8")
    if says == "keys":  # a camera that follows needs no keys
        text = scenario.read_text(encoding="utf-8")
        head, rest = text.split("keys = [", 1)
        scenario.write_text(head + rest.split("\n]\n", 1)[1], encoding="utf-8")
        says = "99"
    assert main(["render", str(scenario), "--out", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err.strip()
    assert says in said and len(said.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_a_missing_scenario_is_the_callers_to_mend(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["render", str(tmp_path / "no.toml"), "--out", str(tmp_path)]) == 2
    assert "no.toml" in capsys.readouterr().err


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (
        DEMO.read_text(encoding="utf-8").split("[[acts]]")[0].replace("duration_s = 45.0", "duration_s = 0.2")
    )
    (tmp_path / "s.toml").write_text(text, encoding="utf-8")
    (tmp_path / "taken").write_text("x", encoding="utf-8")
    assert main(["render", str(tmp_path / "s.toml"), "--out", str(tmp_path / "taken")]) == 2
    assert "taken is no folder" in capsys.readouterr().err


def test_the_pace_is_said_in_frames_a_second() -> None:
    assert pace(1, 90, 0.0) == "1 of 90 frames"
    assert pace(31, 91, 12.0) == "31 of 91 frames, 2.5 frames/s, 24 s left"
    assert pace(91, 91, 30.0) == "91 of 91 frames, 3.0 frames/s"


@pytest.mark.slow
def test_render_writes_clip_truth_and_overlay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("moderngl", reason="moderngl is not installed (benchgate[sim])")
    text = DEMO.read_text(encoding="utf-8").split("[[acts]]")[0]
    text = text.replace("duration_s = 45.0", "duration_s = 0.2").replace("[1280, 720]", "[640, 360]")
    text = text.replace('id = "main"', 'id = "main"\ndistortion_k1 = -0.1')
    scenario = tmp_path / "s.toml"
    scenario.write_text(text.replace('name = "demo"', 'name = "s"'), encoding="utf-8")
    code = main(["render", str(scenario), "--out", str(tmp_path), "--overlay", "3", "--samples", "1"])
    said = capsys.readouterr()
    if "OpenGL without a window" in said.err:
        pytest.skip("EGL does not start here")
    assert code == 0 and "5 of 5 frames" in said.err
    for name in ("s.mp4", "s.truth.json", "s.game.toml", "s.gates.toml", "s.overlay.png"):
        assert (tmp_path / name).stat().st_size > 0 and name in said.out
    made = json.loads((tmp_path / "s.truth.json").read_text(encoding="utf-8"))
    assert len(made["frames"]) == 5
    for man in made["frames"][2]["people"]:
        (a, b, c, d), (e, f, g, h) = man["box_px"], man["amodal_px"]
        assert (
            e - 1.5 <= a and f - 1.5 <= b and c <= g + 1.5 and d <= h + 1.5
        )  # what shows is part of the whole
