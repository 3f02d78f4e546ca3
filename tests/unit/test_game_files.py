"""GAME.toml and GATES.toml: what is right is read, what is wrong is named with file, place and remedy."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from review.core.errors import GameFileWrong
from review.core.tape import PacketIndex, Tape
from review.core.times import TimeScale
from review.imports.game_toml import parse_game
from review.imports.gates_toml import parse_gates

GOOD = b"""
[league]
pack = "seeds"
[teams.home]
name = "EDM"
colours = ["#1d2f62"]
bench = "left"
roster = [{ number = 4, name = "B. Skater" }, { number = 30, role = "goalkeeper" }]
[teams.away]
name = "BUF"
[[penalties]]
team = "BUF"
start = "1:02.5"
length = 120
[[altercations]]
start = "2:31"
end = "1:02:03.5"
"""


def test_a_good_game_is_read() -> None:
    game = parse_game(GOOD)
    assert game.team_names() == ("EDM", "BUF")
    assert [m.number for m in game.teams[0].roster] == [4, 30]
    assert (game.penalties[0].start_s, game.penalties[0].length_s) == (62.5, 120.0)
    assert (game.altercations[0].start_s, game.altercations[0].end_s) == (151.0, 3723.5)


def test_what_is_said_of_the_clock_is_read() -> None:
    game = parse_game(
        b"[clock]\nbox_px = [1100, 40, 1210, 76]\n"
        b"anchors = [{at = '1:23.4', clock = 'P2 12:34.5'}, {at = 90, clock = '12:28', period = 2}]"
    )
    assert game.clock_box_px == (1100, 40, 1210, 76)
    one, other = game.clock_anchors
    assert (one.at_s, one.shown_s, one.step_s, one.period) == (83.4, 754.5, 0.1, "2")
    assert (other.at_s, other.shown_s, other.step_s, other.period) == (90.0, 748.0, 1.0, "2")


@pytest.mark.parametrize(
    ("text", "cause", "remedy"),
    [
        (b"[teams.home]\nname = 'A'\ncolors = []", "[teams.home] has no key 'colors'", "'colours'"),
        (b"[teams.home]\ncolours = []", "needs 'name'", "Add it"),
        (b"[teams.home]\nname = 3", "name = 3 is not text", "Correct"),
        (b"[teams.home]\nname='A'\ncolours=['blue']", "'blue' is no #rrggbb", "#0a2f66"),
        (b"[teams.home]\nname='A'\nbench='top'", "'top' is neither", "main camera"),
        (b"[teams.home]\nname='A'\n[teams.away]\nname='A'", "both teams are called 'A'", "own name"),
        (b"[teams.home]\nname='A'\nroster=[{number=4},{number=4}]", "number 4 stands twice", "own"),
        (b"[teams.home]\nname='A'\nroster=[{number=104}]", "number 104 is not 0 to 99", "Correct"),
        (b"[[penalties]]\nteam='X'\nstart=1\nlength=2", "team 'X' is unknown", "One of"),
        (b"[[altercations]]\nstart='P2 18:26'\nend=9", "no time of tape", "1:23.4"),
        (b"[[altercations]]\nstart=9\nend=3", "ends before it starts", "Swap"),
        (b"[clock]\nbox = [1, 2, 3, 4]", "[clock] has no key 'box'", "'box_px'"),
        (b"[clock]\nbox_px = [9, 2, 3, 4]", "box_px = [9, 2, 3, 4] is no box", "left, top, right"),
        (b"[clock]\nbox_px = [1.5, 2, 3, 4]", "is no box", "whole px"),
        (b"[clock]\nanchors = [{at = 3, clock = '12:74'}]", "clock = '12:74' is no clock", "12:34"),
        (b"[clock]\nanchors = [{at = 'x', clock = '12:34'}]", "no time of tape", "1:23.4"),
        (b"[clock]\nanchors = [3]", "anchor 1 is no table", "P2 12:34.5"),
        (b"[teams", "not valid TOML", "Mend"),
        (b"\xff\xfe", "not UTF-8", "UTF-8"),
    ],
)
def test_a_wrong_game_is_refused_with_its_place(text: bytes, cause: str, remedy: str) -> None:
    with pytest.raises(GameFileWrong) as caught:
        parse_game(text, "my game.toml")
    assert "my game.toml" in caught.value.cause and cause in caught.value.cause
    assert remedy in caught.value.remedy


def tape(frames: int = 100) -> tuple[Tape, PacketIndex]:
    scale = TimeScale(0, Fraction(1, 25))
    index = PacketIndex(np.arange(frames), np.zeros(frames, bool))
    facts = Tape(
        "t.mp4",
        "0" * 64,
        "mp4",
        "h264",
        (1280, 720),
        "yuv420p",
        Fraction(1),
        Fraction(25),
        False,
        "progressive",
        0,
        False,
        scale,
        frames - 1,
        frames / 25,
        frames,
    )
    return facts, index


def test_an_arena_is_told_by_file_or_by_rink_not_both() -> None:
    assert parse_game(b"[arena]\nrink='iihf-30'").rink == "iihf-30"
    assert parse_game(b"[arena]\nfile='barn.toml'").arena_file == "barn.toml"
    with pytest.raises(GameFileWrong, match="gives a file and a rink"):
        parse_game(b"[arena]\nfile='barn.toml'\nrink='nhl'")
    with pytest.raises(GameFileWrong, match="has no key 'rinks'"):
        parse_game(b"[arena]\nrinks='nhl'")


def test_gates_are_read_on_their_frame() -> None:
    text = (
        b"[[gates]]\nteam='EDM'\nframe=50\npoints_px=[[1,2],[3.5,4]]\n"
        b"[[gates]]\nteam='EDM'\nkind='penalty_box'\nframe=0\npoints_px=[[9,9],[8,8]]\noff_side='below'"
    )
    bench, box = parse_gates(text, *tape())
    assert (bench.id, bench.kind, bench.off_side, bench.drawn_at.pts) == (
        "EDM-bench",
        "players_bench",
        "above",
        50,
    )
    assert bench.points_px.tolist() == [[1, 2], [3.5, 4]]
    assert (box.id, box.kind, box.off_side) == ("EDM-box", "penalty_box", "below")


def test_gates_in_metres_lie_on_the_rink_and_their_bench_on_the_boards_side() -> None:
    text = b"[[gates]]\nteam='EDM'\npoints_m=[[1.6,12.95],[10.6,12.95]]\n"
    text += b"[[gates]]\nteam='BUF'\npoints_m=[[1.6,-12.95],[10.6,-12.95]]"
    far, near = parse_gates(text, *tape())
    assert far.points_m is not None and far.points_m.tolist() == [[1.6, 12.95], [10.6, 12.95]]
    assert (far.drawn_at, far.points_px, far.off_side, near.off_side) == (None, None, "above", "below")


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("team='EDM'\npoints_m=[[1,2],[3,44]]", "point [3, 44] lies on no rink"),
        ("team='EDM'\npoints_m=[[1,2]]", "points_m needs two or more [x, y] pairs"),
        ("team='EDM'\nframe=100\npoints_px=[[1,2],[3,4]]", "frame 100 is not in the tape (0 to 99)"),
        (
            "team='EDM'\nframe=0\npoints_px=[[1,2],[1300,4]]",
            "[1300, 4] lies outside the picture (1280 × 720 px)",
        ),
        ("team='EDM'\nframe=0\npoints_px=[[1,2]]", "needs two or more [x, y] pairs"),
        ("team='EDM'\nframe=0\npoints_px=[[1,'a'],[2,3]]", "needs two or more [x, y] pairs"),
        ("team='XXX'\nframe=0\npoints_px=[[1,2],[3,4]]", "team 'XXX' is unknown"),
        ("team='EDM'\nkind='bench'\nframe=0\npoints_px=[[1,2],[3,4]]", "kind = 'bench' is unknown"),
        ("team='EDM'\nframe=true\npoints_px=[[1,2],[3,4]]", "frame = True is not a whole number"),
        ("team='EDM'\nframe=0\npoints_m=[[1,2],[3,4]]", "gives points_m and frame"),
        ("team='EDM'\nframe=0\npoint_px=[[1,2],[3,4]]", "has no key 'point_px'"),
    ],
)
def test_a_wrong_gate_is_refused_with_its_place(line: str, cause: str) -> None:
    with pytest.raises(GameFileWrong) as caught:
        parse_gates(f"[[gates]]\n{line}".encode(), *tape(), teams=("EDM", "BUF"), file="g.toml")
    assert "g.toml: [[gates]] 1" in caught.value.cause and cause in caught.value.cause
    assert caught.value.remedy
