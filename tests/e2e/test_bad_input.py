"""What people hand in by mistake: one sentence with file, place and remedy, exit 2, nothing half-written."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import av
import numpy as np
import pytest

from review.cli import main


def clip(path: Path, frames: int = 12, size: tuple[int, int] = (320, 192)) -> Path:
    with av.open(str(path), "w") as out:
        stream = out.add_stream("libx264", rate=25)
        stream.width, stream.height, stream.pix_fmt = *size, "yuv420p"
        for i in range(frames):
            picture = np.full((size[1], size[0], 3), 60 + i, np.uint8)
            out.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        out.mux(stream.encode())
    return path


def audio(path: Path) -> Path:
    with av.open(str(path), "w") as out:
        stream = out.add_stream("aac", rate=44100)
        frame = av.AudioFrame.from_ndarray(np.zeros((1, 4096), np.float32), format="fltp", layout="mono")
        frame.sample_rate = 44100
        out.mux(stream.encode(frame))
        out.mux(stream.encode())
    return path


def written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def truncated(path: Path) -> Path:
    whole = clip(path.with_name("whole.mp4"), 60).read_bytes()
    return written(path, whole[: len(whole) // 2])  # the index of an mp4 stands at its end


TAPES: list[tuple[str, Callable[[Path], Path], str]] = [
    ("empty.mp4", lambda p: written(p, b""), "empty"),
    ("notes.mp4", lambda p: written(p, b"Dear league,\n" * 200), "not video"),
    ("page.mp4", lambda p: written(p, b"<!DOCTYPE html><html></html>" * 50), "not video"),
    ("sound.m4a", audio, "picture"),
    ("cut off.mp4", truncated, ""),
    ("missing.mp4", lambda p: p, "does not exist"),
    ("folder.mp4", lambda p: (p.mkdir(), p)[1], "folder"),
    ("“café d'été” №1.mp4", lambda p: written(p, b"x" * 5000), "café"),
    ("n" * 180 + ".mp4", lambda p: written(p, b"x" * 5000), "nnn"),
]


def told(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    code = main([str(a) for a in arguments])
    err = capsys.readouterr().err
    assert code == 2, err
    assert "Traceback" not in err and "This is our bug" not in err
    lines = [line for line in err.splitlines() if line.strip()]
    assert lines and lines[-1].rstrip().endswith((".", "?", "`")), err
    return lines[-1]


@pytest.mark.parametrize(("name", "make", "words"), TAPES, ids=[t[0][:20] for t in TAPES])
def test_a_bad_tape_gets_one_sentence(
    name: str, make: Callable[[Path], Path], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = make(tmp_path / name)
    sentence = told(capsys, "analyze", path, "--case", tmp_path / "x.bgcase")
    assert path.name in sentence and words in sentence.lower()
    assert not (tmp_path / "x.bgcase").exists()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
def test_a_tape_without_permission(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = clip(tmp_path / "locked.mp4")
    path.chmod(0)
    assert "permission" in told(capsys, "analyze", path).lower()


GAMES = [
    (b"[teams.home]\nname='A'\ncolors=[]", "'colours'"),
    (b"[teams.home]\nname=7", "not text"),
    (b"[teams.home]\nname='A'\nroster=[{number=4},{number=4}]", "twice"),
    (b"[[altercations]]\nstart='soon'\nend=2", "1:23.4"),
    (b"[league]\npack='nosuch'", "nosuch"),
    (b"= 3", "not valid TOML"),
]


@pytest.mark.parametrize(("text", "words"), GAMES)
def test_a_wrong_game_file(
    text: bytes, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = written(tmp_path / "my.game.toml", text)
    sentence = told(
        capsys, "analyze", clip(tmp_path / "a.mp4"), "--game", game, "--case", tmp_path / "a.bgcase"
    )
    assert words in sentence
    assert not (tmp_path / "a.bgcase").exists()


def test_a_gate_outside_the_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gates = written(tmp_path / "g.toml", b"[[gates]]\nteam='A'\nframe=0\npoints_px=[[1,2],[900,4]]")
    sentence = told(capsys, "analyze", clip(tmp_path / "a.mp4"), "--gates", gates)
    assert "[900, 4]" in sentence and "320 × 192" in sentence


def test_cases_that_are_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = written(tmp_path / "text.bgcase", b"hello " * 100)
    assert "text.bgcase" in told(capsys, "case", "info", text)
    foreign = tmp_path / "foreign.bgcase"
    with sqlite3.connect(foreign) as db:
        db.execute("CREATE TABLE t (x)")
    db.close()
    assert "foreign.bgcase" in told(capsys, "report", foreign)
    assert "none.bgcase" in told(capsys, "report", tmp_path / "none.bgcase")


def test_a_case_of_another_tape(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = tmp_path / "a.bgcase"
    assert main(["analyze", str(clip(tmp_path / "a.mp4")), "--case", str(case)]) == 0
    capsys.readouterr()
    other = clip(tmp_path / "b.mp4", frames=15)
    sentence = told(capsys, "analyze", other, "--case", case)
    assert "another tape" in sentence or "a.bgcase" in sentence


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["analyze", "TAPE", "--set", "look_rate=5"], "look_rate_hz"),
        (["analyze", "TAPE", "--set", "look_rate_hz"], "name=value"),
        (["analyze", "TAPE", "--device", "gpu"], "device"),
        (["analyze", "TAPE", "--from", "9:00", "--to", "9:01"], "no span"),
        (["analyze", "TAPE", "--events", "xml"], "--events json"),
        (["report", "CASE", "--format", "docx"], "json, html, csv"),
        (["rules", "show", "205.9"], "205."),
        (["rules", "list", "--pack", "seed"], "seeds"),
    ],
)
def test_wrong_words_on_the_command_line(
    arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tape = clip(tmp_path / "a.mp4")
    real = [str(tape) if a == "TAPE" else str(tmp_path / "a.bgcase") if a == "CASE" else a for a in arguments]
    assert words in told(capsys, *real)


def test_unknown_options_exit_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyze", "--nosuch"]) == 2
    assert "nosuch" in capsys.readouterr().err
