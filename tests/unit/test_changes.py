"""People of a made tape of two shots, and changes where a man has two tracks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from review.core.camera import CameraMotion
from review.core.case import Judgement
from review.core.clock import ClockCourse
from review.core.detections import Detections
from review.core.numbers import NumberReadings
from review.core.people import Person
from review.core.tracks import Track
from review.measure.cross import CrossRules
from review.measure.gate_side import GateSides, Side
from review.measure.pair import PairRules
from review.pipeline.changes import judge_changes
from review.pipeline.clock import GameClock
from review.pipeline.conclude import conclude
from review.pipeline.follow import Followed, SeenShot, follow_shot
from review.settings import Settings
from review.testing import builders
from review.testing.builders import TICKS, between
from tests.unit.test_follow_numbers import InOrder
from tests.unit.test_teams import look

MEN = 20  # in each shot: ten of EDM in navy, then ten of BUF in white
Row = tuple[int, int, int, float]


def shot_of_men(id_: int, first: int, rows: list[Row]) -> Followed:
    """Ninety frames of twenty men who stand still; `rows` are readings (frame, man, number, p)."""
    rng = np.random.default_rng(id_)
    ordinals = np.arange(first, first + 90)
    left = np.arange(MEN) * 60.0
    boxes = np.column_stack([left, np.full(MEN, 300), left + 40, np.full(MEN, 400)])
    looks = [look(11, (25, 5, -30), rng) for _ in range(10)] + [look(2, (80, 0, 3), rng) for _ in range(10)]
    men = Detections(boxes, np.zeros(MEN), np.full(MEN, 0.9), np.array(looks))
    seen = SeenShot(
        builders.shot(id_, first, first + 89),
        ordinals * TICKS,
        CameraMotion(ordinals, np.tile(np.eye(3), (90, 1, 1)), np.ones(90)),
        ordinals[::2],
        (men,) * 45,
        numbers=NumberReadings.of(rows),
    )
    return follow_shot(
        seen, (), InOrder(), scale=builders.tape().scale, size_px=(1280, 720), graphics=None,
        rules=CrossRules(0.2, 0.5), first_id=1 + MEN * (id_ - 1),
    )  # fmt: skip


def judged(*followed: Followed) -> Judgement:
    game = builders.game(altercations=(), penalties=())
    return conclude(
        builders.tape(), builders.run(), game, (), followed, settings=Settings(), tape_gaps=(),
        judge=lambda facts, teams: (tuple(facts), ()), bench_distance_m=0.0, clock=GameClock(ClockCourse(())),
    )  # fmt: skip


def twice(first: int, man: int, number: int, p: float = 0.93) -> list[Row]:
    """Read at the shot's beginning and two seconds later, as a man of the tape is."""
    return [(first, man, number, p), (first + 60, man, number, p)]


def test_a_man_read_in_two_shots_is_one_person_with_his_name() -> None:
    one = shot_of_men(1, 0, [*twice(0, 3, 23), *twice(0, 5, 97)])
    two = shot_of_men(2, 100, [*twice(100, 7, 23), *twice(100, 15, 97), *twice(100, 12, 4)])
    people = {p.tracks: p for p in judged(one, two).people}
    # EDM's 23: the fourth man of the first shot and the eighth of the second, tracks 4 and 28
    man = people[4, 28]
    assert (man.team, man.number, man.name) == ("EDM", 23, "Örjan Sample")
    assert man.number_p is not None and man.number_p > 0.97
    # 97 of EDM and 97 of BUF are two men; BUF's 4 was seen once
    assert (people[6,].number, people[6,].team) == (97, "EDM")
    assert (people[36,].number, people[36,].team) == (97, "BUF")
    assert people[33,].name == "Ola <b>Test</b>"
    assert len(people) == 2 * MEN - 1


def test_of_two_in_one_shot_who_are_read_alike_nobody_is_named_or_joined() -> None:
    one = shot_of_men(1, 0, twice(0, 3, 23))
    two = shot_of_men(2, 100, [*twice(100, 7, 23), *twice(100, 8, 23)])
    people = {p.tracks: p for p in judged(one, two).people}
    assert people[4,].number == 23
    assert people[28,].number is None and people[29,].number is None
    assert len(people) == 2 * MEN


def test_one_glance_names_nobody() -> None:
    (man,) = (p for p in judged(shot_of_men(1, 0, [(0, 3, 23, 0.93)])).people if p.tracks == (4,))
    assert man.number is None and man.name is None


def track(id_: int, first: int, last: int) -> Track:
    given = builders.tracks((id_, 1, first, last))
    columns = ("ordinal", "pts", "xyxy_px", "conf", "class_id", "detection", "foot_m", "foot_error_m")
    return Track(id_, 1, *(getattr(given, name) for name in columns))


def on_ice(of: Track, metres: float) -> GateSides:
    """He stands on the ice so far from the bench."""
    n = len(of)
    at_m, no, zero = np.full(n, metres), np.zeros(n, bool), np.zeros(n)
    return GateSides(
        builders.gate(),
        np.full(n, Side.ON),
        at_m,
        zero,
        zero,
        at_m,
        at_m - 1,
        at_m + 1,
        ~no,
        no,
        0,
        372 * TICKS,
    )


@pytest.mark.parametrize("swapped", [False, True])
def test_of_a_man_with_two_tracks_the_one_beside_the_moment_counts(swapped: bool) -> None:
    near, later, other = track(1, 80, 130), track(2, 200, 260), track(3, 60, 300)
    sides = {1: {"EDM-bench": on_ice(near, 6.0)}, 2: {"EDM-bench": on_ice(later, 20.0)}, 3: {}}
    tracks = (other, later, near) if swapped else (other, near, later)
    shot = Followed(builders.shot(1, 0, 372), near.pts, tracks, (), (), sides, (), ())
    retiring = builders.person(7, tracks=(1, 2))
    entering = Person(8, (3,), "EDM", 0.9, "skater", 0.9)
    on = builders.crossing(1, person=8, track=3, when=between(100, 104, 102))
    off = builders.crossing(2, person=7, track=2, direction="off", when=between(250, 252, 251))
    (change,) = judge_changes(
        [retiring, entering], [on, off], [shot], builders.tape().scale, replace(PairRules(), after_s=8.0)
    )
    assert (change.on_person, change.off_person) == (8, 7)
    assert change.early_m == (5.0, 7.0)
