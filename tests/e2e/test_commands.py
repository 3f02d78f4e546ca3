"""Every command once, on a small drawn tape: what it prints and what it leaves behind."""

from __future__ import annotations

import json
from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from review.cli import main
from review.report.checked import validate_report
from tests.drawn_people import draw_skater, drawn_ice


def drawn_picture() -> tuple[np.ndarray, np.ndarray]:
    """Four skaters on ice, and their boxes."""
    picture = drawn_ice(960, 540)
    places = [(150, 300, 80), (380, 420, 100), (610, 330, 85), (820, 460, 110)]
    boxes = [draw_skater(picture, x, y, height=h) for x, y, h in places]
    return picture, np.array(boxes)


@pytest.fixture(scope="module")
def tape(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tape") / "drawn game.mp4"
    picture, _ = drawn_picture()
    picture = np.ascontiguousarray(picture[: picture.shape[0] // 2 * 2, : picture.shape[1] // 2 * 2])
    with av.open(str(path), "w") as out:
        stream = out.add_stream("libx264", rate=25)
        stream.width, stream.height, stream.pix_fmt = picture.shape[1], picture.shape[0], "yuv420p"
        for _ in range(30):
            out.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        out.mux(stream.encode())
    return path


@pytest.fixture(scope="module")
def case(tape: Path) -> Path:
    path = tape.with_suffix(".bgcase")
    assert main(["analyze", str(tape), "--case", str(path), "--set", "segment_s=1"]) == 0
    return path


def test_events_are_json_lines_that_end_with_done(
    tape: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = tmp_path / "e.bgcase"
    assert main(["analyze", str(tape), "--case", str(case), "--events", "json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert events[-1] == {"event": "done", "case": str(case)}
    progress = [e for e in events if e["event"] == "progress"]
    assert progress and progress[-1]["done_s"] == pytest.approx(progress[-1]["total_s"])
    assert progress[-1]["total_s"] == pytest.approx(30 / 25, abs=0.05)


def test_events_of_a_failure_name_cause_and_remedy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyze", str(tmp_path / "none.mp4"), "--events", "json"]) == 2
    (event,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert event["event"] == "failed" and event["exit"] == 2
    assert "none.mp4" in event["cause"] and event["remedy"]


def test_json_prints_a_report_that_holds_the_schema(
    tape: Path, case: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyze", str(tape), "--case", str(case), "--set", "segment_s=1", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    validate_report(report)
    assert report["tape"]["frames"] == 30 and len(report["shots"]) == 1
    assert report["coverage"][0]["state"] == "seen" and not report["findings"]


def test_a_clock_box_outside_the_picture_is_one_sentence(
    tape: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "box.game.toml"
    game.write_text("[clock]\nbox_px = [900, 10, 990, 40]\n", encoding="utf-8")
    assert main(["analyze", str(tape), "--case", str(tmp_path / "b.bgcase"), "--game", str(game)]) == 2
    said = capsys.readouterr().err
    assert (
        "box.game.toml" in said and "outside the picture of 960 × 540 px" in said and "Traceback" not in said
    )


def test_what_is_stated_of_the_clock_is_in_the_report_after_the_next_analysis(
    tape: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, kept = tmp_path / "box.game.toml", str(tmp_path / "c.bgcase")
    game.write_text("[clock]\nbox_px = [10, 10, 110, 40]\n", encoding="utf-8")
    analyze = ["analyze", str(tape), "--case", kept, "--game", str(game), "--json"]
    assert main(analyze) == 0
    report = json.loads(capsys.readouterr().out)
    assert [n["kind"] for n in report["notices"]] == ["no clock in its box"] and report["clock"] == []
    assert main(["clock", "anchor", kept, "--at", "0.4", "--clock", "P2 12:34.5", "--by", "C. C."]) == 0
    capsys.readouterr()
    assert main(analyze) == 0
    report = json.loads(capsys.readouterr().out)
    validate_report(report)
    (anchor,) = report["clock_anchors"]
    assert (anchor["stated"], anchor["who"], anchor["act"], anchor["t"]["clock"]) == (
        "P2 12:34.5", "C. C.", 1, "P2 12:34.5",
    )  # fmt: skip
    # it is a moment; the tape's first frame lies 0.4 s before it: up to 0.4 s more, if the clock runs
    assert report["coverage"][0]["start"]["clock_error_s"] == pytest.approx(0.2 + 0.09, abs=0.01)
    assert main(["clock", "show", kept]) == 0 and "C. C. states P2 12:34.5" in capsys.readouterr().out


def test_every_report_format(case: Path, tmp_path: Path) -> None:
    for kind in ("json", "html", "csv"):
        out = tmp_path / f"r.{kind}"
        assert main(["report", str(case), "--format", kind, "--out", str(out)]) == 0
        assert out.stat().st_size > 50
    assert (tmp_path / "r.html").read_text("utf-8").lstrip().lower().startswith("<!doctype html>")
    assert not list(tmp_path.glob("*.part"))


def test_a_span_of_the_tape(tape: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["analyze", str(tape), "--case", str(tmp_path / "s.bgcase"), "--from", "0.4", "--to", "0.8"]
    assert main([*command, "--json"]) == 0
    (shot,) = json.loads(capsys.readouterr().out)["shots"]
    assert (shot["start"]["s"], shot["end"]["s"]) == (pytest.approx(0.4), pytest.approx(0.8))


def test_case_info_and_verify(case: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["case", "info", str(case), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["tape"]["frames"] == 30 and told["segments"][0]["frames"] == [[0, 29]]
    assert main(["case", "verify", str(case)]) == 0
    assert "Unaltered" in capsys.readouterr().out


def test_detect_in_a_picture_finds_the_drawn_men(tmp_path: Path) -> None:
    picture, truth = drawn_picture()
    file, out = tmp_path / "men.png", tmp_path / "men.json"
    cv2.imwrite(str(file), picture[..., ::-1])
    assert main(["detect", str(file), "--json", str(out), "--conf", "0.25"]) == 0
    (image,) = json.loads(out.read_text("utf-8"))["images"]
    assert image["path"] == str(file) and image["size_px"] == [picture.shape[1], picture.shape[0]]
    found = np.array([d["box_px"] for d in image["detections"]])
    for box in truth:
        middle = (box[:2] + box[2:]) / 2
        assert ((found[:, :2] <= middle) & (found[:, 2:] >= middle)).all(axis=1).any(), box


def test_settings_and_doctor_say_what_is_used(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BENCHGATE_SEGMENT_S", "7")
    assert main(["settings", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["segment_s"] == {"value": 7.0, "origin": "environment"}
    assert main(["doctor"]) == 0
    told = capsys.readouterr().out
    assert "OpenVINO int8" in told and "h264" in told
