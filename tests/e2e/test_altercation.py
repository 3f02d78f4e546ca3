"""An altercation proposed on a rendered clip, then confirmed, moved and dropped by a person."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from review.cli import main
from review.report.checked import validate_report
from review.wiring import samples_root

pytestmark = pytest.mark.slow

NAME = "clearing-in-order"
START_S, END_S = 3.0, 9.1  # the scuffle of its scenario, and of its truth


class Room:
    """A folder with the clip, nobody having marked its altercation."""

    def __init__(self, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
        for end in ("mp4", "gates.toml", "game.toml"):
            shutil.copy(samples_root() / f"{NAME}.{end}", home)
        game = home / f"{NAME}.game.toml"
        game.write_text(game.read_text(encoding="utf-8").split("[[altercations]]")[0], encoding="utf-8")
        self.tape, self.case, self._capsys = home / f"{NAME}.mp4", str(home / f"{NAME}.bgcase"), capsys

    def judged(self) -> dict[str, Any]:
        self._capsys.readouterr()
        assert main(["analyze", str(self.tape), "--case", self.case, "--json"]) == 0
        report: dict[str, Any] = json.loads(self._capsys.readouterr().out)
        validate_report(report)
        return report

    def says(self, *words: str) -> str:
        self._capsys.readouterr()
        assert main(["case", "altercation", words[0], self.case, *words[1:]]) == 0
        return self._capsys.readouterr().out


def verdicts(report: dict[str, Any], clause: str) -> list[str]:
    return [f["verdict"] for f in report["findings"] if f["clause"] == clause]


def test_it_is_a_question_until_a_person_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    room = Room(tmp_path, capsys)
    report = room.judged()
    (one,) = report["altercations"]
    assert one["set_by"] == "product" and one["who"] is None and one["score"] >= 0.6 and one["why"]
    start, end = one["span"]["start"], one["span"]["end"]
    assert start["best"]["s"] == pytest.approx(START_S, abs=1.0)
    assert start["earliest"]["s"] <= START_S <= start["latest"]["s"]
    assert end["best"]["s"] == pytest.approx(END_S, abs=0.5)
    assert len(one["departures"]) == 4
    assert not [f for f in report["findings"] if f["verdict"] == "trips"]
    open_ = [f for f in report["findings"] if f["clause"] == "72a.1"]
    assert len(open_) == 4 and all(f["missing"] == ["altercation"] for f in open_)
    assert [n["kind"] for n in report["notices"]].count("altercation proposed") == 1

    assert f"{one['id']}: " in room.says("list") and "act 1" in room.says("confirm", "1", "--by", "C. C.")
    report = room.judged()
    (one,) = report["altercations"]
    assert (one["set_by"], one["who"], one["act"]) == ("person", "C. C.", 1)
    assert verdicts(report, "72a.1").count("trips") == 4
    said = [f for f in report["facts"] if f["kind"] == "altercation"]
    assert [(f["value"], f["layer"], f["source"]) for f in said] == [(True, "said", "C. C.")]

    room.says("move", "1", "--start", "3.0", "--end", "5.0", "--by", "C. C.")  # one man came on before 5 s
    (one,) = room.judged()["altercations"]
    assert one["span"]["end"]["best"]["s"] == pytest.approx(5.0, abs=0.04) and len(one["departures"]) == 1
    room.says("drop", "1", "--by", "C. C.")
    report = room.judged()
    assert report["altercations"] == [] and not verdicts(report, "72a.1")
    assert "no altercation" in room.says("list")
    room.says("withdraw", "3")
    assert [a["set_by"] for a in room.judged()["altercations"]] == ["product"]


def test_what_is_not_there_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    room = Room(tmp_path, capsys)
    assert main(["analyze", str(room.tape), "--case", room.case, "--to", "1.0"]) == 0
    wrong = {
        ("drop", room.case, "7"): "there is no altercation 7",
        ("withdraw", room.case, "7"): "act 7 states no altercation that stands",
        ("add", room.case, "--start", "0.8", "--end", "0.2"): "ends before it starts",
        ("add", room.case, "--start", "0.2", "--end", "99"): "--end 99: not on the tape",
        ("add", room.case, "--start", "soon", "--end", "0.8"): "--start",
    }
    for words, sentence in wrong.items():
        capsys.readouterr()
        assert main(["case", "altercation", *words]) == 2
        told = capsys.readouterr().err
        assert sentence in told and "Traceback" not in told
