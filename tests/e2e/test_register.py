"""`benchgate register` from the command line, on pictures drawn from above and seen through a camera."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from review.cli import main
from review.core.camera import apply_homography
from review.core.registration import ArenaProfile
from review.core.rink import RINKS, rink_lines, rink_points
from review.imports.arena_toml import arena_text, parse_arena
from review.measure.rink_camera import onto_ice, project
from tests.unit.made_rink import CAMERA, HD, view_at

INK = {
    "red": (222, 140, 150),
    "blue": (140, 156, 214),
    "thin": (222, 140, 150),
}  # milky: paint lies under ice
WIDE_M, THIN_M = 0.3, 0.06


def drawn_rink(view: np.ndarray) -> np.ndarray:
    """(720, 1280, 3) RGB: stands, white boards with a yellow kick plate, ice with its lines."""
    picture = np.full((720, 1280, 3), (52, 48, 56), np.uint8)
    boards = next(line.points_m for line in rink_lines(RINKS["nhl"]) if line.kind == "boards")
    for height_m, colour in ((1.07, (238, 238, 240)), (0.2, (232, 196, 50)), (0.0, (236, 240, 243))):
        raised = np.column_stack([boards, np.full(len(boards), height_m)])
        cv2.fillPoly(picture, [HD.to_px(project(view, raised)).round().astype(np.int32)], colour)
    for line in rink_lines(RINKS["nhl"]):
        if line.kind != "boards":
            away = np.linalg.norm(view[3:6]) / np.exp(view[2]) / 640
            wide = WIDE_M if line.name in ("centre", "blue") else THIN_M
            shown = (HD.to_px(project(view, line.points_m)) * 16).round().astype(np.int32)
            cv2.polylines(picture, [shown], False, INK[line.kind], max(1, round(wide / away)), cv2.LINE_AA, 4)
    noise = np.random.default_rng(3).normal(0, 1.5, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def save(path: Path, picture: np.ndarray) -> None:
    path.write_bytes(cv2.imencode(".png", picture[..., ::-1])[1].tobytes())


@pytest.mark.slow
def test_pictures_are_placed_and_what_is_no_rink_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    view = view_at(15.0, 3.0, 2.3)
    folder = tmp_path / "some pictures"
    folder.mkdir()
    save(folder / "a rink.png", drawn_rink(view))
    save(folder / "black.png", np.zeros((720, 1280, 3), np.uint8))
    out = tmp_path / "rink.json"
    assert main(["register", str(folder), "--json", str(out)]) == 0
    assert "1 of 2 pictures registered" in capsys.readouterr().out
    placed, black = json.loads(out.read_text())["images"]
    assert set(placed) == {"path", "H_m_from_px", "error_m", "reason"}
    assert black["H_m_from_px"] is None and black["reason"] == "not the main camera: hardly any ice in view"
    points = np.array([[0.1, -0.1], [-0.5, 0.0], [0.6, 0.1], [0.0, 0.3]])
    truth = onto_ice(view[None], points / (1 + view[8] * (points**2).sum(1, keepdims=True)))[0]
    off = np.hypot(*(apply_homography(np.array(placed["H_m_from_px"]), HD.to_px(points)) - truth).T)
    assert np.median(off) < 0.3 and 0.05 < placed["error_m"] < 0.6


@pytest.mark.slow
def test_the_rink_is_found_by_fit_or_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    views = [
        view_at(x, y, zoom)
        for x, y, zoom in ((-18, 4, 2.2), (-7, 3, 2.0), (1, 5, 2.0), (9, 3, 2.1), (19, 2, 2.3))
    ]
    folder, arena, out = tmp_path / "pictures", tmp_path / "barn.toml", tmp_path / "rink.json"
    folder.mkdir()
    for k, view in enumerate(views):
        save(folder / f"{k}.png", drawn_rink(view))
    assert main(["register", str(folder / "0.png"), "--rink", "auto", "--json", str(out)]) == 2
    assert "Name the rink: --rink nhl" in capsys.readouterr().err and not out.exists()
    auto = ["--rink", "auto", "--save-arena", str(arena), "--json", str(out)]
    assert main(["register", str(folder), *auto]) == 0
    assert parse_arena(arena.read_bytes(), "barn.toml").rink == RINKS["nhl"]
    for view, image in zip(views, json.loads(out.read_text())["images"], strict=True):
        middle = apply_homography(np.array(image["H_m_from_px"]), np.array([[640.0, 360.0]]))
        assert middle[0] == pytest.approx(onto_ice(view[None], np.zeros((1, 2)))[0][0], abs=0.3)


@pytest.mark.slow
def test_a_tape_is_placed_frame_by_frame_with_an_arena(tmp_path: Path) -> None:
    tape, arena, points = tmp_path / "pan.mp4", tmp_path / "barn.toml", tmp_path / "points.toml"
    views = [view_at(12.0 + 0.25 * k, 3.0, 2.3) for k in range(8)]
    with av.open(str(tape), "w") as out:
        stream = out.add_stream("libx264", rate=25, options={"crf": "16"})
        stream.width, stream.height, stream.pix_fmt = 1280, 720, "yuv420p"
        for view in views:
            out.mux(stream.encode(av.VideoFrame.from_ndarray(drawn_rink(view), format="rgb24")))
        out.mux(stream.encode())
    arena.write_text(arena_text(ArenaProfile(RINKS["nhl"], replace(CAMERA, at_sd_m=np.full(3, 0.1)))))
    known = rink_points(RINKS["nhl"])
    names = ["right far spot", "right near spot", "right far neutral spot", "right blue line, far boards"]
    at = HD.to_px(project(views[0], np.array([known[name] for name in names])))
    rows = [f'"{name}" = [{x:.1f}, {y:.1f}]' for name, (x, y) in zip(names, at, strict=True)]
    points.write_text("[[pictures]]\nframe = 0\n[pictures.points]\n" + "\n".join(rows) + "\n")
    found = tmp_path / "rink.json"
    for more, frames in (([], range(8)), (["--every", "0.16", "--points", str(points)], (0, 4))):
        assert main(["register", str(tape), "--arena", str(arena), "--json", str(found), *more]) == 0
        images = json.loads(found.read_text())["images"]
        assert [image["frame"] for image in images] == list(frames)
        assert images[-1]["t"]["s"] == pytest.approx(frames[-1] / 25)
        for image in images:
            middle = apply_homography(np.array(image["H_m_from_px"]), np.array([[640.0, 360.0]]))
            told = onto_ice(views[image["frame"]][None], np.zeros((1, 2)))[0]
            assert middle[0] == pytest.approx(told[0], abs=0.25) and image["error_m"] < 0.7


@pytest.mark.parametrize(
    ("head", "words"),
    [('picture = "q.png"', "'q.png' is not in"), ("frame = 3", "frame 3 is not in")],
)
def test_points_of_a_picture_that_is_not_there(
    head: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save(tmp_path / "p.png", np.zeros((90, 160, 3), np.uint8))
    names = ["centre spot", "left near spot", "left far spot", "right far spot"]
    rows = "\n".join(f'"{name}" = [{20 * k}, {k * k}]' for k, name in enumerate(names))
    (tmp_path / "points.toml").write_text(f"[[pictures]]\n{head}\n[pictures.points]\n{rows}\n")
    assert main(["register", str(tmp_path / "p.png"), "--points", str(tmp_path / "points.toml")]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere.jpg"], "cannot be read"),
        (["PICTURE", "--rink", "nhI"], "unknown"),
        (["PICTURE", "--rink", "nowhere.toml"], "No such file"),
        (["PICTURE", "--arena", "nowhere.toml"], "No such file"),
        (["EMPTY"], "holds no pictures"),
        (["PICTURE", "--aspect", "wide"], "no shape of a picture"),
        (["PICTURE", "--every", "0"], "above 0"),
        (["PICTURE", "--points", "nowhere.toml"], "No such file"),
    ],
)
def test_bad_input_is_one_sentence(
    arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    save(tmp_path / "p.png", np.zeros((90, 160, 3), np.uint8))
    known = {"PICTURE": str(tmp_path / "p.png"), "EMPTY": str(tmp_path / "empty")}
    assert main(["register", *(known.get(word, word) for word in arguments)]) == 2
    said = capsys.readouterr().err.strip()
    assert words in said and "\n" not in said
