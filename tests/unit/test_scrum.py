"""Scrums from hand-made feet, and what makes an altercation of them: who stands where is written out here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest

from review.core.arrays import Array
from review.core.crossings import Crossing
from review.core.people import Person
from review.core.tracks import Track
from review.measure.propose import Proposal, propose_altercations
from review.measure.scale import BodyScale
from review.measure.scrum import Scrum, Steps, find_scrums, steps_of
from review.testing import builders as a

FPS = 12.5
Way = Callable[[Array], tuple[Array, Array]]
#: One metre takes 40 px everywhere, bodies are 68.8 px high.
FLAT = 68.8


def still(x_m: float, y_m: float) -> Way:
    return lambda t: (np.full_like(t, x_m), np.full_like(t, y_m))


def comes(x_m: float, y_m: float, at_s: float, speed_mps: float = 4.0) -> Way:
    """Skates along x to (x_m, y_m), is there at a second and stays."""
    return lambda t: (x_m - speed_mps * np.clip(at_s - t, 0.0, None), np.full_like(t, y_m))


def by(y_m: float, speed_mps: float) -> Way:
    return lambda t: (speed_mps * (t - 3.0), np.full_like(t, y_m))


def hidden(until_s: float) -> Way:
    """Stands at 0, out of the picture until then."""
    return lambda t: (np.where(t < until_s, np.nan, 0.0), np.zeros_like(t))


def seen(ways: Sequence[tuple[str, Way]], *, until_s: float = 6.0, on_ice: bool = True) -> list[Scrum]:
    """Scrums among men of known teams on the rink, watched 12.5 times a second from 0 s."""
    t = np.arange(0.0, until_s, 1 / FPS)
    steps, people = [], {}
    for k, (team, way) in enumerate(ways, 1):
        foot_m = np.column_stack(way(t))
        speed = np.hypot(*np.gradient(foot_m, t, axis=0).T)
        nan = np.full(len(t), np.nan)
        steps.append(
            Steps(
                k, np.arange(len(t)), t, foot_m, np.full_like(foot_m, np.nan), nan, speed,
                np.full(len(t), on_ice),
            )
        )  # fmt: skip
        role = "official" if team == "stripes" else "skater"
        people[k] = Person(k, (k,), None if role == "official" else team, 0.9, role, 0.9)
    return find_scrums(steps, people)


def stands(*spans: tuple[float, float]) -> list[tuple[float, float, bool]]:
    return [(start, end, True) for start, end in spans]


def test_two_of_each_team_who_come_together_and_stay_are_one_scrum() -> None:
    ways = [
        ("A", comes(0.0, 0.0, 2.0)), ("B", comes(0.6, 0.0, 2.0)),
        ("A", comes(0.0, 0.7, 3.0)), ("B", comes(0.6, 0.7, 3.0)), ("B", still(20.0, 5.0)),
    ]  # fmt: skip
    (scrum,) = seen(ways)
    assert scrum.start_s == pytest.approx(2.0, abs=0.17) and scrum.end_s == pytest.approx(5.92, abs=0.01)
    assert dict(scrum.men) == {"A": 2, "B": 2} and scrum.apart == 0
    assert scrum.distance_m == pytest.approx(0.6, abs=0.01)
    (proposal,) = propose_altercations([scrum], [], clock=stands((1.8, 6.0)))
    assert proposal.start_s[1] == scrum.start_s and proposal.score_p == pytest.approx(0.45 + 0.3 + 0.15 + 0.1)
    assert "the game clock stood from 1.8 s" in proposal.why


@pytest.mark.parametrize(
    "ways",
    [
        [("A", still(0.0, 0.0)), ("A", still(0.5, 0.0)), ("A", still(0.3, 0.4))],  # one team's celebration
        [("A", still(0.0, 0.0)), ("stripes", still(0.5, 0.0))],  # a man pleads with the referee
        [("A", by(0.0, 5.0)), ("B", by(0.5, 5.0))],  # two race for the puck side by side
        [("A", by(0.0, 5.0)), ("B", still(0.0, 0.5))],  # one skates by another
        [("A", still(0.0, 0.0)), ("B", still(1.5, 0.0))],  # two wait at the dot
        [("A", by(0.0, 3.0)), ("A", by(3.0, -3.0)), ("B", still(9.0, 9.0))],  # a line changes
    ],
    ids=["celebration", "referee", "race", "pass", "dot", "change"],
)
def test_what_is_no_scrum(ways: list[tuple[str, Way]]) -> None:
    assert seen(ways) == []


def test_opposing_men_on_neighbouring_benches_hold_nobody() -> None:
    ways = [("A", still(0.0, 0.0)), ("B", still(0.5, 0.0))]
    assert len(seen(ways)) == 1 and seen(ways, on_ice=False) == []


def test_how_they_came_together_bounds_the_beginning() -> None:
    """At 4 m/s he is within 2 m of one who stands 0.6 m on 0.35 s before he is there; or nobody saw it."""
    (came,) = seen([("A", comes(0.0, 0.0, 3.0)), ("B", still(0.6, 0.0))])
    assert came.start_s == pytest.approx(3.0, abs=0.17) and came.within_s[0] == pytest.approx(2.7, abs=0.1)
    (there,) = seen([("A", still(0.0, 0.0)), ("B", still(0.6, 0.0))])
    assert there.within_s[0] == 0.0
    (late,) = seen([("A", hidden(3.0)), ("B", still(0.6, 0.0))])
    assert late.start_s == pytest.approx(3.04, abs=0.1) and late.within_s[0] == pytest.approx(1.04)


def test_less_than_the_least_is_a_bump() -> None:
    assert seen([("A", still(0.0, 0.0)), ("B", still(0.5, 0.0))], until_s=1.4) == []
    assert len(seen([("A", still(0.0, 0.0)), ("B", still(0.5, 0.0))], until_s=1.6)) == 1


def test_a_face_off_is_no_altercation_though_wingers_stand_shoulder_to_shoulder() -> None:
    """Three pairs, each apart from the others, still for four seconds until the clock goes on at 5 s."""

    def off(x_m: float, y_m: float) -> Way:
        return lambda t: (x_m + 6.0 * np.clip(t - 5.0, 0.0, None), np.full_like(t, y_m))

    pairs = [(0.0, 0.0, 1.5), (-0.2, 5.0, 0.8), (-0.2, -5.0, 0.8), (6.0, 0.0, 1.2)]
    ways = [way for x, y, d in pairs for way in (("A", off(x, y)), ("B", off(x + d, y)))]
    scrums = seen(ways)
    assert scrums and all(one.apart >= 2 for one in scrums)
    assert propose_altercations(scrums, [], clock=[(0.0, 5.0, True), (5.0, 9.0, False)]) == []
    assert propose_altercations(scrums, [], clock=stands((0.0, 9.0))) == []
    # the same two alone would be proposed: it is the others' standing in pairs that speaks against them
    alone = seen(ways[2:4])
    assert len(propose_altercations(alone, [], clock=stands((0.0, 9.0)))) == 1


def test_a_man_and_his_check_before_the_net_while_the_clock_runs() -> None:
    scrums = seen([("A", still(26.0, 0.0)), ("B", still(26.0, 0.7))])
    assert propose_altercations(scrums, [], clock=[(0.0, 30.0, False)]) == []


SCRUM = Scrum(10.0, 14.0, (9.5, 14.2), {"A": 1, "B": 1}, 0.6, 0.3, 0)
SHORT = replace(SCRUM, end_s=12.0, within_s=(9.5, 12.2))


def left(gate: str, at_s: Mapping[float, str]) -> list[tuple[Crossing, float]]:
    """Crossings at a bench: second of tape to which way."""
    return [(a.crossing(k, gate=gate, direction=way), s) for k, (s, way) in enumerate(at_s.items(), 1)]


def proposed(exits: Sequence[tuple[Crossing, float]], **more: object) -> list[Proposal]:
    return propose_altercations([SHORT], exits, clock=(), **more)  # type: ignore[arg-type]


def test_without_a_clock_a_bench_that_empties_speaks_for_it_and_a_change_does_not() -> None:
    assert proposed([]) == []  # 0.45 for holding
    (told,) = proposed(left("A-bench", {11.0: "on", 12.0: "on", 13.0: "on"}))
    assert told.score_p == pytest.approx(0.75)
    assert "3 men left A-bench within 5 s from 11.0 s, 0 went off" in told.why
    assert proposed(left("A-bench", {11.0: "on", 11.5: "off", 12.0: "on", 12.5: "off"})) == []
    assert proposed(left("A-bench", {30.0: "on", 31.0: "on"})) == []


def test_who_hold_each_other_for_three_seconds_are_asked_about_unless_play_went_on() -> None:
    assert len(propose_altercations([SCRUM], [], clock=())) == 1
    assert propose_altercations([SCRUM], [], clock=[(0.0, 60.0, False)]) == []


def test_after_a_goal_the_bench_that_comes_on_celebrates() -> None:
    exits = left("A-bench", {11.0: "on", 12.0: "on"})
    assert len(proposed(exits)) == 1 and proposed(exits, goals_s=[(6.0, 8.0)]) == []
    assert propose_altercations([SCRUM], exits, clock=stands((9.0, 30.0)), goals_s=[(6.0, 8.0)]) == []


def test_hands_are_shaken_once_both_teams_are_on_the_ice() -> None:
    """The crowd's span reaches 5 s to either side of the count; it began at 5 s, the two met at 10 s."""
    assert propose_altercations([SCRUM], [], clock=stands((2.0, 60.0)), crowded_s=[(0.0, 60.0)]) == []
    # benches that empty after the two came together are what an altercation looks like
    assert len(propose_altercations([SCRUM], [], clock=stands((9.0, 60.0)), crowded_s=[(6.0, 60.0)])) == 1


def test_ends_are_intervals_that_hold_what_was_seen() -> None:
    (one,) = propose_altercations([SCRUM], [], clock=stands((9.0, 60.0)))
    assert one.start_s == (9.5, 10.0, pytest.approx(11.4)) and one.end_s == (13.5, 14.0, 14.5)


def made(x_px: Array, t: Array, foot_m: Array | None = None) -> Track:
    n = len(t)
    box = np.column_stack([x_px - 10, np.full(n, 231.2), x_px + 10, np.full(n, 300.0)])
    metres = np.full((n, 2), np.nan) if foot_m is None else foot_m
    error = np.full(n, np.nan if foot_m is None else 0.2)
    rows = np.arange(n)
    return Track(1, 1, rows, rows, box, np.ones(n), np.zeros(n, np.int8), rows, metres, error)


def panning(n: int, px: float) -> Array:
    """Picture to the first one, for a camera that turns by so many pixels a look."""
    H = np.tile(np.eye(3), (n, 1, 1))
    H[:, 0, 2] = px * np.arange(n)
    return H


@pytest.mark.parametrize(("pan_px", "speed_mps"), [(0.0, 5.0), (16.0, 10.0), (-16.0, 0.0)])
def test_speed_is_against_the_ice_whatever_the_camera_does(pan_px: float, speed_mps: float) -> None:
    """16 px a look at 40 px a metre and 12.5 looks a second: 5 m/s in the picture."""
    t = np.arange(20) / FPS
    track = made(200.0 + 16.0 * np.arange(20), t)
    scale = BodyScale(t, np.zeros(20), np.full(20, FLAT))
    steps = steps_of(
        track, t, np.arange(20), to_first=panning(20, pan_px), scale=scale, on_ice=np.ones(20, bool)
    )
    assert steps.speed_mps == pytest.approx(np.full(20, speed_mps), abs=1e-9)
    assert np.isnan(steps.foot_m).all()


def test_metres_of_the_rink_stand_before_those_of_the_picture() -> None:
    t = np.arange(10) / 2.5  # few looks a second, as some tapes are
    track = made(np.full(10, 200.0), t, np.column_stack([2.0 * t, np.zeros(10)]))
    scale = BodyScale(t, np.zeros(10), np.full(10, FLAT))
    steps = steps_of(
        track, t, np.arange(10), to_first=panning(10, 0.0), scale=scale, on_ice=np.ones(10, bool)
    )
    assert steps.speed_mps == pytest.approx(np.full(10, 2.0), abs=1e-4)
