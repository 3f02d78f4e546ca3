"""Acts of the script: they compose, cross where and when they say, and ask no more than a man can do."""

from typing import Any

import numpy as np
import pytest

from review.sim.curves import Floats
from review.sim.gates import doors
from review.sim.scenario import Scenario
from review.sim.script import STEP_S, Motion
from review.sim.shape import BOARD_HEIGHT_M
from review.sim.tables.table import ScenarioUnreadable
from review.sim.truth import Truth, skates_down
from tests.unit.cast import act, cast

SIDES = ("far", "near")
OTHER = {"far": "near", "near": "far"}


def sided(acts: list[dict[str, Any]], side: str) -> Scenario:
    """Benches on ``side``, boxes on the other."""
    place = {"bench_side": side, "box_side": OTHER[side]}
    return cast(acts, home=place, away=place)


def row_of(motion: Motion, team: str, number: int) -> int:
    return motion.scenario.people.index(motion.scenario.person(team, number))


def path(motion: Motion, row: int) -> Floats:
    return motion.grounds_m(row, np.arange(len(motion.times_s)))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("via", ["boards", "door"])
def test_a_man_comes_on_and_goes_off_at_either_side(side: str, via: str) -> None:
    scenario = sided(
        [
            act("on", "HOME", 7, 6.0, 9.0, via=via, at_m=[-9.0]),
            act("off", "AWAY", 11, 9.0, 14.0, via=via, at_m=[3.0]),
        ],
        side,
    )
    on, off = Truth(Motion(scenario)).crossings
    assert (on.direction, off.direction) == ("on", "off")
    assert on.first_skate_s == pytest.approx(6.0, abs=0.01)
    assert 14.0 < off.first_skate_s < off.second_skate_s < 14.8
    assert [c.gate.id for c in (on, off)] == ["HOME-bench", "AWAY-bench"]
    assert [c.via for c in (on, off)] == [via, via]
    assert 0.1 < on.second_skate_s - on.first_skate_s < 0.6


@pytest.mark.parametrize("side", SIDES)
def test_boxes_are_gates_of_their_own(side: str) -> None:
    scenario = sided(
        [
            act("on", "HOME", 66, 6.0, 9.0, gate="box", via="door"),
            act("off", "HOME", 66, 14.0, 19.0),
            act("off", "AWAY", 11, 8.0, 13.0, gate="box", via="door"),
        ],
        side,
    )
    motion = Motion(scenario)
    rows = Truth(motion).crossing_rows({})
    assert [(r["gate"], r["from_kind"], r["direction"]) for r in rows] == [
        ("HOME-box", "penalty_box", "on"),
        ("AWAY-box", "penalty_box", "off"),
        ("HOME-bench", "players_bench", "off"),
    ]
    sign = 1.0 if side == "near" else -1.0  # boxes are opposite to the benches
    x, y = path(motion, row_of(motion, "AWAY", 11))[-1]
    low, high = scenario.team("AWAY").spec.box_m or (0.0, 0.0)
    assert low < x < high
    assert 0.8 < sign * y - scenario.rink.far_boards_m < 1.5  # he sits in the box


def test_acts_of_one_man_follow_each_other() -> None:
    acts = [
        act("on", "HOME", 7, 4.0, 7.0, at_m=[-8.0]),
        act("off", "HOME", 7, 10.0, 14.0, at_m=[-5.0]),
        act("on", "HOME", 7, 22.0, 25.0, at_m=[-3.0]),
        act("off", "AWAY", 11, 4.0, 8.0),
        act("on", "AWAY", 11, 16.0, 19.0, via="door", at_m=[9.0]),
    ]
    truth = Truth(Motion(cast(acts)))
    seen = [(c.direction, round(c.first_skate_s)) for c in truth.crossings]
    assert seen == [("on", 4), ("off", 8), ("off", 14), ("on", 16), ("on", 22)]
    home = next(t for t in truth.counts() if t["team"] == "HOME")
    assert [p["n"] for p in home["points"]] == [4, 5, 4, 5]


def test_through_the_door_no_skate_rises_over_the_boards_and_one_goes_before_the_other() -> None:
    scenario = cast([act("on", "HOME", 7, 6.0, 9.0, via="door", at_m=[-9.0])])
    motion = Motion(scenario)
    row = row_of(motion, "HOME", 7)
    moments = np.arange(4.5, 6.5, STEP_S)
    steel = motion.blades(row, np.rint(moments / STEP_S).astype(int))
    assert steel[..., 2].max() < BOARD_HEIGHT_M - 0.4
    door = min(doors(scenario), key=lambda d: abs(d.x_m + 9.0))
    passing = np.abs(steel[..., 1] - scenario.rink.far_boards_m) < 0.1
    assert (np.abs(steel[passing][:, 0] - door.x_m) < door.width_m / 2).all()
    still = np.linalg.norm(np.diff(steel.mean(axis=2), axis=0), axis=-1) / STEP_S < 0.35
    before = moments[1:] < 6.0
    assert still[before].any(axis=1).mean() > 0.6  # a foot stands while the other steps


def test_the_door_is_open_while_somebody_steps_through_and_closed_else() -> None:
    scenario = cast([act("on", "HOME", 7, 6.0, 9.0, via="door", at_m=[-9.0])])
    motion = Motion(scenario)
    index = next(i for i, d in enumerate(doors(scenario)) if abs(d.x_m + 9.4) < 1e-9)
    assert motion.doors(6.0)[index] == pytest.approx(1.4)
    assert motion.doors(4.0).max() == motion.doors(8.0).max() == 0.0
    assert np.delete(motion.doors(6.0), index).max() == 0.0
    assert 0.0 < motion.doors(5.0)[index] < 1.4


def test_a_coach_walks_onto_the_ice_and_is_nobody_of_the_count() -> None:
    act_ = act("on", "HOME", -1, 6.0, 14.0, via="door", at_m=[-9.4, -8.0, 9.0])
    motion = Motion(cast([act_]))
    truth = Truth(motion)
    (row,) = truth.crossing_rows({})
    assert (row["role"], row["number"], row["via"]) == ("staff", None, "door")
    home = next(t for t in truth.counts() if t["team"] == "HOME")
    assert home["points"] == [{"s": 0.0, "n": 4}]
    walked = path(motion, row_of(motion, "HOME", -1))
    np.testing.assert_allclose(walked[int(14.0 / STEP_S)], [-8.0, 9.0], atol=0.05)
    pace = np.linalg.norm(np.diff(walked[int(6.9 / STEP_S) :], axis=0), axis=1) / STEP_S
    assert pace.max() < 1.9


def test_a_man_on_the_boards_or_leaning_over_them_touches_no_ice() -> None:
    acts = [
        act("perch", "HOME", 12, 8.0, 14.0, at_m=[-5.0]),
        act("lean", "AWAY", 13, 8.0, 14.0, at_m=[3.5]),
    ]
    motion = Motion(cast(acts))
    assert not Truth(motion).crossings
    row = row_of(motion, "HOME", 12)
    low, y = motion.pelvis_m(11.0)[row][2], motion.pelvis_m(11.0)[row][1]
    assert low > BOARD_HEIGHT_M
    assert abs(y - motion.scenario.rink.far_boards_m) < 0.16
    feet = motion.blades_at(row, 11.0)
    assert (feet[..., 1] < motion.scenario.rink.far_boards_m).all()  # his legs hang over the ice …
    assert feet[..., 2].min() > 0.3  # … and do not reach it
    assert motion.stances(11.0, [row_of(motion, "AWAY", 13)]).reach[0] == pytest.approx(1.0)


def test_a_fallen_man_has_not_left_the_ice() -> None:
    motion = Motion(cast([act("fall", "AWAY", 3, 8.0, 12.0)]))
    row = row_of(motion, "AWAY", 3)
    assert not skates_down(motion, 10.0)[row].any()
    assert motion.pelvis_m(10.0)[row][2] < 0.4
    assert motion.pelvis_m(14.0)[row][2] > 0.55
    assert not Truth(motion).crossings


def test_a_skated_path_is_kept_and_staying_is_staying() -> None:
    points = [[3.0, 5.0, 5.0], [6.0, 15.0, 0.0], [8.0, 10.0, -6.0]]
    motion = Motion(cast([act("skate", "AWAY", 21, 0.0, path=points, stay=True)]))
    skated = path(motion, row_of(motion, "AWAY", 21))
    for at_s, x, y in points:
        np.testing.assert_allclose(skated[round(at_s / STEP_S)], [x, y], atol=0.1)
    assert np.linalg.norm(skated[round(20 / STEP_S) :] - [10.0, -6.0], axis=1).max() < 1.0


def test_men_who_celebrate_or_line_up_are_there_in_time() -> None:
    acts = [
        act("celebrate", "HOME", 4, 12.0, 16.0, at_m=[-12.0, 0.0]),
        act("celebrate", "HOME", 14, 12.0, 16.0, at_m=[-12.0, 0.0]),
        act("line_up", "AWAY", 21, 14.0, 17.0, at_m=[6.1, -6.7]),
    ]
    motion = Motion(cast(acts))
    for number in (4, 14):
        row = row_of(motion, "HOME", number)
        assert np.linalg.norm(motion.ground_m(row, 14.0) - [-12.0, 0.0]) < 0.9
        hands = motion.matrices(14.0)[row]
        assert motion.stances(14.0, [row]).cheer[0] == pytest.approx(1.0)
        assert hands.shape == (21, 3, 4)
    for at_s in (14.1, 16.9):
        place = motion.ground_m(row_of(motion, "AWAY", 21), at_s)
        np.testing.assert_allclose(place, [6.1, -6.7], atol=0.15)


def test_departures_of_a_brawl_come_in_order_of_their_touches_over_all_teams() -> None:
    acts = [
        act("scuffle", "HOME", 4, 8.0, 16.0, at_m=[0.0, 4.0]),
        act("scuffle", "AWAY", 3, 8.0, 16.0, at_m=[0.0, 4.0]),
        act("scuffle", "HOME", 9, 12.0, 20.0, at_m=[3.0, 5.0]),
        act("scuffle", "AWAY", 21, 12.0, 20.0, at_m=[3.0, 5.0]),
        act("join", "HOME", 14, 14.0, 19.0, at_m=[1.0, 4.0]),
        act("on", "AWAY", 8, 11.010, 14.0, at_m=[6.0]),
        act("on", "HOME", 7, 11.0, 14.0, at_m=[-6.0]),
        act("on", "HOME", 66, 17.0, 19.0, gate="box"),
        act("on", "AWAY", 13, 5.0, 8.0, at_m=[4.0]),  # on by a change before it began
        act("on", "HOME", -1, 15.0, 18.0, via="door"),
    ]
    scenario = cast(acts)
    (brawl,) = Truth(Motion(scenario)).altercations()
    assert (brawl["start_s"], brawl["end_s"]) == (8.0, 20.0)
    who = [(r["person"], r["from"]) for r in brawl["order"]]
    assert who == [
        (scenario.person("HOME", 7).id, "players_bench"),
        (scenario.person("AWAY", 8).id, "players_bench"),
        (scenario.person("HOME", 66).id, "penalty_box"),
    ]


def test_stoppages_touches_and_events_at_a_second() -> None:
    scenario = cast(
        [act("touch", "HOME", 14, 4.0, deliberate=True)],
        sheet={"stops": [[20.0, 999.0]]},
        expected=[{"clause": "205.1a", "verdict": "cannot tell", "team": "HOME", "span": ["at:3.5", "at:6"]}],
    )
    truth = Truth(Motion(scenario))
    assert truth.stoppages() == [{"start_s": 20.0, "end_s": 30.0}]
    (touch,) = truth.touches()
    assert (touch["s"], touch["person"], touch["deliberate"]) == (4.0, scenario.person("HOME", 14).id, True)
    (finding,) = truth.expected()
    assert (finding["span_s"], finding["subject"]["person"]) == ([3.5, 6.0], None)


@pytest.mark.parametrize(
    ("acts", "words"),
    [
        ([act("on", "HOME", 9, 5.0, 8.0)], "on the ice already"),
        ([act("off", "HOME", 7, 5.0, 8.0)], "in the bench already"),
        ([act("stand", "HOME", 7, 5.0, 8.0, at_m=[0, 0])], "in the bench"),
        ([act("on", "HOME", 66, 5.0, 8.0)], 'gate = "box"'),
        ([act("perch", "HOME", 9, 5.0, 9.0)], "on the ice"),
        ([act("perch", "HOME", 7, 5.0, 6.0)], "takes"),
        ([act("dance", "HOME", 9, 5.0, 6.0)], "no act is called so"),
        ([act("clearing", "HOME", 9, 5.0, 6.0)], "expanded"),
        ([act("on", "HOME", 7, 5.0, 8.0, at_m=[9.0])], "not at HOME-bench"),
        ([act("stand", "HOME", 9, 0.0, 1.0, at_m=[28.0, 0.0])], "too far"),
        ([act("off", "HOME", 9, 3.0, 7.0), act("on", "HOME", 9, 8.5, 12.0)], "not back before"),
        ([act("skate", "HOME", 9, 3.0, path=[[3, 0, 0], [6, 2, 0], [7, 20, 0]])], "m/s"),
        ([act("scuffle", "HOME", 9, 5.0, 6.0, at_m=[0, 0])], "two rows"),
    ],
)
def test_what_cannot_be_played_is_refused_by_name(acts: list[dict[str, Any]], words: str) -> None:
    with pytest.raises(ScenarioUnreadable, match=words) as caught:
        Motion(cast(acts))
    assert acts[-1]["kind"] in caught.value.cause


def test_ordinary_acts_ask_for_speeds_and_accelerations_of_men() -> None:
    acts = [
        act("on", "HOME", 7, 5.0, 8.0, at_m=[-8.0]),
        act("off", "HOME", 9, 9.0, 13.0, at_m=[-5.0]),
        act("stand", "HOME", 14, 6.0, 10.0, at_m=[-14.0, 3.0]),
        act("line_up", "AWAY", 21, 14.0, 17.0, at_m=[6.1, -6.7]),
        act("off", "AWAY", 11, 15.0, 19.0, gate="box", via="door"),
        act("off", "AWAY", 35, 16.0, 22.0, via="door"),
    ]
    motion = Motion(cast(acts))
    scripted = [  # who, and while he does what he is told and touches no boards
        ("HOME", 7, 5.9, 8.0),
        ("HOME", 9, 9.0, 12.6),
        ("HOME", 14, 6.0, 10.0),
        ("AWAY", 21, 11.5, 17.0),
        ("AWAY", 11, 15.0, 18.6),
        ("AWAY", 35, 16.0, 21.6),
    ]
    for team, number, start_s, end_s in scripted:
        way = path(motion, row_of(motion, team, number))[round(start_s / STEP_S) : round(end_s / STEP_S)]
        velocity = (way[5:] - way[:-5]) / (5 * STEP_S)
        pushed = (velocity[5:] - velocity[:-5]) / (5 * STEP_S)
        assert np.linalg.norm(velocity, axis=1).max() <= 9.5
        assert np.linalg.norm(pushed, axis=1).max() <= 5.0


def test_men_differ_in_size_and_their_steel_still_stands_on_the_ice() -> None:
    motion = Motion(cast([]))
    heads = motion.matrices(3.0)[:, 5, :, 3]
    heights = np.linalg.norm(motion.poser._build - 1.0, axis=1)
    assert np.unique(motion.poser._build[:, 1].round(3)).size > 10
    assert heights.max() < 0.2
    assert heads.shape == (len(motion.scenario.people), 3)
    low = [motion.blades(r, np.arange(0, 1400))[..., 2].min() for r in range(len(motion.scenario.people))]
    for value, man in zip(low, motion.scenario.people, strict=True):
        if man.on_ice:
            assert -0.005 < value < 0.01


def test_a_motion_keeps_little_of_each_man_and_moment() -> None:
    motion = Motion(cast([]))
    columns = motion._columns.values()
    assert {c.dtype for c in columns} == {np.dtype(np.float32)}
    kept = sum(c.nbytes for c in columns) / (len(motion.scenario.people) * len(motion.times_s))
    assert kept < 200  # bytes: fifty men for ten minutes are below 300 MB


def test_a_man_whose_place_nobody_gave_finds_one_and_two_such_men_find_two() -> None:
    acts = [act("on", "HOME", 7, 5.0, 8.0, at_m=[-8.0]), act("on", "HOME", 12, 5.5, 8.5, at_m=[-4.0])]
    motion = Motion(cast(acts))
    one, two = (path(motion, row_of(motion, "HOME", n))[round(12 / STEP_S) :] for n in (7, 12))
    assert np.linalg.norm(one - two, axis=1).min() > 0.5


def test_an_early_man_is_early_to_the_end_of_a_clip_in_which_the_other_never_gets_off() -> None:
    acts = [
        act("on", "HOME", 7, 5.0, 8.0, at_m=[-8.0], replaces=9),
        act("stand", "HOME", 9, 2.0, 6.0, at_m=[-12.0, -6.0]),
    ]
    span = ["on:HOME:7", "near:HOME:9"]
    finding = {"clause": "205.1a", "verdict": "trips", "team": "HOME", "number": 7, "span": span}
    truth = Truth(Motion(cast(acts, expected=[finding], duration_s=12.0)))
    (change,) = truth.changes()
    assert (change["verdict"], change["early_s"]) == ("early", None)
    assert truth.expected()[0]["span_s"] == [pytest.approx(5.0, abs=0.01), 12.0]


def test_steel_posed_alone_is_where_the_whole_man_has_it() -> None:
    motion = Motion(cast([act("on", "HOME", 7, 5.0, 8.0, at_m=[-8.0])]))
    for sample in (0, 240, 251, 600):
        whole = motion.poser.blades(motion.matrices(sample * STEP_S))
        for row in range(len(motion.scenario.people)):
            np.testing.assert_allclose(motion.blades(row, np.array([sample]))[0], whole[row], atol=2e-5)
