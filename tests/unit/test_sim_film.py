"""Filming frame by frame: what goes to the tape and what truth says of it, with a crew that is told."""

import gc
import json
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from review.adapters.lens_cv2 import Cv2Lens
from review.ports.renderer import Exposure, Image, Renderer
from review.sim.edit import Mixer
from review.sim.film import Crew, Observer, Take, film
from review.sim.filming import operators
from review.sim.ledger import Ledger
from review.sim.lens import Lens
from review.sim.scenario import Scenario, read_scenario
from review.sim.script import Motion
from review.sim.studio import Job, render
from review.sim.tables.cameras import Camera, Cut
from review.sim.tables.tape import Fault, TapeSpec
from tests.unit.told_crew import SHORT, SIZE_PX, Told


@pytest.fixture(scope="module")
def short() -> Scenario:
    whole = read_scenario(SHORT)
    cameras = (Camera(id="main"), Camera(id="b", view="reverse"))
    return replace(whole, duration_s=2.0, size_px=SIZE_PX, acts=(), expected=(), cameras=cameras)


@pytest.fixture(scope="module")
def observer(short: Scenario) -> Observer:
    return Observer(Motion(short))


def filmed(
    scenario: Scenario, observer: Observer, crew: Told, out: Path, lens: Cv2Lens | None = None
) -> dict[str, Any]:
    clip = out / "clip.mp4"
    clip.write_bytes(b"not really a clip")
    take = Take(scenario, Mixer(scenario), operators(scenario), observer, clip)
    reel = film(take, crew=replace(crew.crew(), lens=lens))
    assert not list(out.glob("*.part"))
    made: dict[str, Any] = json.loads(reel.truth.read_text(encoding="utf-8"))
    return made


def ids(truth: dict[str, Any]) -> list[list[int] | None]:
    return [f["people"] and [p["id"] for p in f["people"]] for f in truth["frames"]]


def test_a_dissolve_mixes_pictures_and_lists_the_people_of_the_one_that_prevails(
    short: Scenario, observer: Observer, tmp_path: Path
) -> None:
    edit = (Cut(start_s=0.0), Cut(start_s=0.04, camera="b", enters_by="dissolve", takes_s=0.16))
    crew, scenario = Told(7), replace(short, edit=edit)
    truth = filmed(scenario, observer, crew, tmp_path)
    # a quarter more of camera b (200) over main (100) on each frame from 0.04 s on
    assert [int(p[0, 0, 0]) for p in crew.recorded] == [100, 100, 125, 150, 175, 200, 200]
    assert ids(truth) == [[1], [1], [1], [2], [2], [2], [2]]
    assert [f["shot"] for f in truth["frames"]] == [1, 1, 1, 2, 2, 2, 2]
    assert [f["view"] for f in truth["frames"]][2:4] == ["main", "other"]
    assert [f["transition"] for f in truth["frames"]] == [None, *["dissolve"] * 4, None, None]


def test_a_wipe_is_the_graphics_rooms(short: Scenario, observer: Observer, tmp_path: Path) -> None:
    edit = (Cut(start_s=0.0), Cut(start_s=0.04, camera="b", enters_by="wipe", takes_s=0.16))
    crew = Told(5)
    filmed(replace(short, edit=edit), observer, crew, tmp_path)
    assert crew.recorded[2][0, :, 0].tolist() == [200] * 32 + [100] * 96


class Bannered(Told):
    """Graphics of which the left is opaque, and the rest lets most of the picture through."""

    def draw(self, picture: Image, *, at_s: float, frame: int) -> Image:
        out = (picture * 0.7).astype(np.uint8)
        out[:, :64] = 30
        return out


def test_what_opaque_graphics_hide_does_not_show(short: Scenario, observer: Observer, tmp_path: Path) -> None:
    truth = filmed(short, observer, Bannered(1), tmp_path)
    assert truth["frames"][0]["people"][0]["box_px"] == [64, 20, 70, 40]  # of 60 to 70


def test_people_are_listed_on_every_third_frame_where_asked(
    short: Scenario, observer: Observer, tmp_path: Path
) -> None:
    crew = Told(7)
    truth = filmed(replace(short, people_every=3), observer, crew, tmp_path)
    assert ids(truth) == [[1], None, None, [1], None, None, [1]]
    assert crew.looked_s == [0.0, 0.12, 0.24]  # nobody looks at the others


def test_truth_is_in_the_pixels_of_the_file(short: Scenario, observer: Observer, tmp_path: Path) -> None:
    plain = filmed(short, observer, Told(1), tmp_path)
    small = filmed(short, observer, Told(1, stored_px=(64, 144)), tmp_path)
    assert (plain["size_px"], small["size_px"]) == ([128, 72], [64, 144])
    a, b = plain["frames"][0], small["frames"][0]
    assert a["people"][0]["box_px"] == [60, 20, 70, 40]
    assert b["people"][0]["box_px"] == [30, 40, 35, 80]
    point = np.array([3.0, 5.0, 0.0, 1.0])
    p, q = (np.array(f["P"]) @ point for f in (a, b))
    np.testing.assert_allclose(q[:2] / q[2], p[:2] / p[2] * [0.5, 2.0], rtol=1e-6)
    back = np.array(b["H_m_from_px"]) @ [*(q[:2] / q[2]), 1.0]
    np.testing.assert_allclose(back[:2] / back[2], [3.0, 5.0], atol=1e-5)


def test_a_frame_that_repeats_a_picture_has_its_truth_and_a_black_one_nobody(
    short: Scenario, observer: Observer, tmp_path: Path
) -> None:
    faults = (
        Fault(kind="freeze", start_s=0.12, lasts_s=0.08),
        Fault(kind="black", start_s=0.28, lasts_s=0.04),
        Fault(kind="duplicate", start_s=0.36, lasts_s=0.16),
    )
    truth = filmed(replace(short, tape=TapeSpec(faults=faults)), observer, Told(14), tmp_path)
    shown = [round(f["game_s"] * 25) for f in truth["frames"]]
    assert shown == [0, 1, 2, 2, 2, 5, 6, 7, 8, 8, 10, 10, 12, 13]
    assert [i for i, people in enumerate(ids(truth)) if people == []] == [7]
    assert [f["s"] for f in truth["frames"]] == [round(i / 25, 6) for i in range(14)]
    assert [i for i, f in enumerate(truth["frames"]) if not f["clock_shown"]] == [7]
    assert truth["frames"][4]["bug"] == {"clock": "0.08", "period": None}


def test_a_lens_bends_the_mask_that_boxes_are_read_from(
    short: Scenario, observer: Observer, tmp_path: Path
) -> None:
    camera = Camera(id="main", distortion_k1=0.3)
    truth = filmed(replace(short, cameras=(camera,)), observer, Told(1), tmp_path, Cv2Lens())
    lens = Lens(0.3, (64.0, 36.0), SIZE_PX)
    corners = lens.bent([[60.0, 20.0], [70.0, 40.0]])
    frame = truth["frames"][0]
    np.testing.assert_allclose(frame["people"][0]["box_px"], corners.ravel(), atol=1.5)
    assert frame["lens"] == {"k1": 0.3, "scale": 1.0, "centre_px": [64.0, 36.0], "unit_px": [64.0, 64.0]}


def test_a_bent_lens_without_anybody_to_bend_is_our_mistake(
    short: Scenario, observer: Observer, tmp_path: Path
) -> None:
    scenario = replace(short, cameras=(Camera(id="main", distortion_k1=0.3),))
    with pytest.raises(ValueError, match="bends"):
        filmed(scenario, observer, Told(1), tmp_path)
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("stamps", [[0, 512], [0, 512, 1100], [0, 512, 512]])
def test_a_file_that_holds_other_frames_than_were_filmed_stops_everything(
    short: Scenario, observer: Observer, tmp_path: Path, stamps: list[int]
) -> None:
    class Wrong(Told):
        def finish(self) -> tuple[Fraction, list[int]]:
            return Fraction(1, 12800), stamps

    with pytest.raises(AssertionError):
        filmed(short, observer, Wrong(3), tmp_path)


def test_opencv_moves_a_dot_to_where_the_formula_says() -> None:
    lens = Lens(-0.12, (330.0, 170.0), (640, 360))
    picture, mask = np.zeros((360, 640, 3), np.uint8), np.zeros((360, 640), np.uint8)
    for x, y, value in ((150, 90, 3), (520, 250, 5)):
        picture[y - 2 : y + 2, x - 2 : x + 2] = 255
        mask[y - 2 : y + 2, x - 2 : x + 2] = value
    bent, bent_mask = Cv2Lens().picture(picture, lens), Cv2Lens().mask(mask, lens)
    for x, y, value in ((150, 90, 3), (520, 250, 5)):
        wanted = lens.bent([[float(x), float(y)]])[0]
        near = np.argwhere(bent_mask == value)[:, ::-1] + 0.5
        np.testing.assert_allclose(near.mean(axis=0), wanted, atol=0.8)
        assert bent[int(wanted[1]), int(wanted[0])].min() > 120
    assert set(np.unique(bent_mask)) == {0, 3, 5}


def test_a_streamed_truth_is_the_one_written_at_once(tmp_path: Path) -> None:
    rest = {"schema": "x", "ü": [1.5, None], "deep": {"frames": 3}}
    frames = [{"people": [{"id": k, "box_px": [k, 2, 3, 4]}], "clock": "P1 1:00.0"} for k in range(5)]
    with Ledger(tmp_path / "t.json") as ledger:
        for frame in frames:
            ledger.add(frame)
        out = ledger.assemble(rest, [90, 100, 110, 120, 130], Fraction(1, 100))
    stamped = [{"i": i, "pts": 90 + 10 * i, "s": i / 10, **f} for i, f in enumerate(frames)]
    text = out.read_text(encoding="utf-8")
    assert json.loads(text) == {**rest, "frames": stamped}
    assert len(text.splitlines()) == 5 + 2
    assert [p.name for p in tmp_path.iterdir()] == ["t.json"]


def test_a_long_tape_takes_no_more_memory_than_a_short_one(
    short: Scenario, observer: Observer, tmp_path: Path
) -> None:
    class Forgetful(Told):
        count = 0

        def record(self, fields: list[Image], exposure: Exposure) -> None:
            self.count += 1

        def finish(self) -> tuple[Fraction, list[int]]:
            return Fraction(1, 12800), [512 * i for i in range(self.count)]

    def peak_bytes(frames: int) -> int:
        clip = tmp_path / "clip.mp4"
        clip.write_bytes(b"x")
        take = Take(short, Mixer(short), staff, observer, clip)
        crew = Forgetful(frames)
        gc.collect()
        tracemalloc.start()
        film(take, crew=crew.crew())
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak

    staff = operators(short)
    peak_bytes(170)  # long enough that garbage on its way to the collector is the same in both
    grown = peak_bytes(320) - peak_bytes(170)
    assert grown < 150 * 400  # bytes a frame: times and stamps; its row alone would take some 4000


@pytest.fixture
def tapes(tmp_path: Path) -> Iterator[list[Path]]:
    text = SHORT.read_text(encoding="utf-8").split("[[acts]]")[0]
    text = text.replace("duration_s = 45.0", "duration_s = 0.4").replace("[1280, 720]", "[128, 72]")
    more = """
[[recordings]]
id = "late"
offset_s = 0.2
drift_ppm = 100
edit = [{ start_s = 0.0 }]
"""
    scenario = tmp_path / "two.toml"
    scenario.write_text(text.replace('name = "demo"', 'name = "two"') + more, encoding="utf-8")
    renderers: list[Renderer | None] = []

    def hire(job: Job, renderer: Renderer | None) -> Crew:
        renderers.append(renderer)
        job.clip.write_bytes(job.clip.name.encode())
        return Told(job.scenario.frames).crew()

    yield render(scenario, tmp_path / "out", hire=hire)
    assert renderers[0] is None and renderers[1] is not None  # the world is baked once


def test_every_recording_is_a_tape_of_its_own_in_its_own_seconds(tapes: list[Path]) -> None:
    names = [f"two.{m}{k}" for m in ("", "late.") for k in ("mp4", "truth.json", "game.toml", "gates.toml")]
    assert [p.name for p in tapes] == names
    first, late = (json.loads(tapes[k].read_text(encoding="utf-8")) for k in (1, 5))
    assert (first["recording"], late["recording"]) == (None, "late")
    assert late["sync"] == {"offset_s": 0.2, "drift_ppm": 100.0}
    assert (len(first["frames"]), len(late["frames"])) == (10, 5)
    assert [f["s"] for f in late["frames"]] == [0.0, 0.04, 0.08, 0.12, 0.16]
    assert late["frames"][3]["game_s"] == pytest.approx(0.2 + 0.12 * 1.0001)
    assert late["frames"][0]["clock"] == first["frames"][5]["clock"] == "P2 12:40.8"
