"""Numbers of men from readings written by hand, against probabilities computed by hand."""

from __future__ import annotations

import numpy as np
import pytest

from review.core.detections import Detections
from review.core.game import RosterEntry, Team
from review.core.numbers import NumberReadings, TrackNumbers
from review.core.people import Person
from review.measure.legible import READABLE_PX, worth_reading
from review.measure.numbers import number_people, number_prior, tell_number, weigh_reading

UNIFORM = np.full(100, 0.01)
HOME = Team("home", "EDM", roster=(RosterEntry(8, "Eight"), RosterEntry(83, "Other"), RosterEntry(17)))
AWAY = Team("away", "BUF")

Look = tuple[int, float]


def man(id_: int, *, team: str | None = "EDM", team_p: float = 0.99, role: str = "skater") -> Person:
    return Person(id_, (id_,), team, team_p, role, 0.9)  # type: ignore[arg-type]


def seen(track: int, *looks: Look, step_s: float = 2.0) -> TrackNumbers:
    number, p = zip(*looks, strict=True)
    return TrackNumbers(track, np.arange(len(looks)) * step_s, np.array(number), np.array(p))


def told(
    *looks: Look, at_s: tuple[float, ...] | None = None, prior: np.ndarray = UNIFORM
) -> tuple[int, float, int]:
    number, p = zip(*looks, strict=True)
    when = np.arange(len(looks)) * 2.0 if at_s is None else np.array(at_s)
    answer = tell_number(np.array(number), np.array(p), when, prior)
    assert answer is not None
    return answer.number, answer.p, answer.saying


def named(people: list[Person], *tracks: TrackNumbers, spans: dict[int, tuple[float, float]]) -> list[Person]:
    return list(number_people(people, {t.track: t for t in tracks}, spans, (HOME, AWAY)))


def test_a_look_weighs_for_its_number_and_less_for_those_it_may_be_half_of() -> None:
    weight = weigh_reading(7, 0.6)
    # 60 of 100 for itself; of the other 40 six tenths to the 18 numbers with a 7, four to the 81 others
    akin = [17, 27, 37, 47, 57, 67, 87, 97, 77, *range(70, 77), 78, 79]
    assert weight[7] == pytest.approx(0.97 * 60 + 0.03)
    assert weight[akin] == pytest.approx(0.97 * 40 * 0.6 / 18 + 0.03)
    assert weight[8] == weight[18] == pytest.approx(0.97 * 40 * 0.4 / 81 + 0.03)
    halves = weigh_reading(17, 0.6)
    assert halves[[1, 7]] == pytest.approx(0.97 * 40 * 0.1 / 2 + 0.03)
    assert halves[70] == pytest.approx(0.97 * 40 * 0.9 / 97 + 0.03)
    assert [weight.sum(), halves.sum()] == pytest.approx([100, 100])


def test_one_glance_is_weighed_as_written_and_never_answers() -> None:
    number, p, saying = told((17, 0.9))
    assert (number, saying) == (17, 1)
    # likelihood over all numbers adds up to 100; 2 % stays with the prior
    assert p == pytest.approx(0.98 * (0.97 * 90 + 0.03) / 100 + 0.02 * 0.01, abs=1e-6)
    once = named([man(1, team="BUF")], seen(1, (17, 0.99)), spans={1: (0.0, 4.0)})
    assert once[0].number is None


def test_readings_of_one_glance_share_one_vote() -> None:
    doubtful = (17, 0.4)
    once, apart = told(doubtful), told(doubtful, doubtful, doubtful)
    assert told(doubtful, doubtful, doubtful, at_s=(0.0, 0.1, 0.2))[1] == pytest.approx(once[1])
    assert once[1] < 0.5 and apart[1] > 0.95
    sure = (17, 0.93)
    assert told(sure, sure, sure, at_s=(0.0, 0.5, 0.9))[2] == 1  # one look, so no answer
    assert told(sure, sure, sure, at_s=(0.0, 0.9, 1.8))[2] == 2


def test_two_doubtful_glances_apart_are_worth_more_than_either() -> None:
    _, p, saying = told((17, 0.8), (17, 0.8))
    other, p_other, _ = told((17, 0.8), (71, 0.8))
    assert p > 0.95 and saying == 2
    assert other in (17, 71) and p_other < 0.6


def test_a_half_seen_number_speaks_for_the_whole() -> None:
    # twice only the 7 of 17 was seen, doubtfully; twice all of it
    number, p, _ = told((7, 0.3), (17, 0.93), (7, 0.3), (17, 0.93))
    assert number == 17 and p > 0.9


def test_no_number_is_ever_certain() -> None:
    assert told(*[(17, 0.95)] * 40) == (17, pytest.approx(0.98 + 0.02 * 0.01), 40)


def test_the_roster_is_a_prior_that_leaves_a_little_for_others() -> None:
    prior = number_prior("EDM", 1.0, (HOME, AWAY))
    assert prior[[8, 17, 83]] == pytest.approx(0.98 / 3)
    assert prior[99] == pytest.approx(0.02 / 97)
    # one of doubtful team may be any number of the team without a roster
    assert number_prior("EDM", 0.8, (HOME, AWAY))[99] == pytest.approx(0.8 * 0.02 / 97 + 0.2 * 0.01)
    assert number_prior(None, 0.5, (HOME, AWAY))[8] == pytest.approx(0.5 * 0.98 / 3 + 0.5 * 0.01)
    assert number_prior(None, 0.5, ()) == pytest.approx(UNIFORM)


def test_the_roster_settles_what_a_look_leaves_open() -> None:
    # 3 is on nobody's back; 83 is, and a 3 is half of it
    looks = ((3, 0.5), (3, 0.5), (83, 0.5))
    assert told(*looks)[0] == 3
    number, p, _ = told(*looks, prior=number_prior("EDM", 1.0, (HOME,)))
    assert number == 83 and p > 0.9


def test_a_name_needs_number_roster_and_team() -> None:
    rows = [(8, 0.9), (8, 0.9)]
    people = [man(1), man(2, team_p=0.7), man(3, team="BUF"), man(4, role="official", team=None)]
    spans = {1: (0.0, 4.0), 2: (5.0, 9.0), 3: (0.0, 9.0), 4: (0.0, 9.0)}
    people = named(people, *(seen(k, *rows) for k in (1, 2, 3, 4)), spans=spans)
    assert [(p.number, p.name) for p in people] == [(8, "Eight"), (8, None), (8, None), (None, None)]
    assert people[0].number_p == pytest.approx(0.98 + 0.02 * 0.98 / 3, abs=2e-3)


def test_two_men_side_by_side_cannot_both_wear_it() -> None:
    rows = [(17, 0.9), (17, 0.9)]
    both = [man(1), man(2)]
    apart = named(both, seen(1, *rows), seen(2, *rows), spans={1: (0.0, 4.0), 2: (4.0, 8.0)})
    assert [p.number for p in apart] == [17, 17]
    beside = named(both, seen(1, *rows), seen(2, *rows), spans={1: (0.0, 4.0), 2: (3.0, 8.0)})
    assert [p.number for p in beside] == [None, None]
    others = named([man(1), man(2, team="BUF")], seen(1, *rows), seen(2, *rows), spans={1: (0, 4), 2: (3, 8)})
    assert [p.number for p in others] == [17, 17]


def test_of_two_who_claim_it_each_keeps_what_is_left_when_the_other_is_wrong() -> None:
    spans = {1: (0.0, 9.0), 2: (0.0, 9.0)}
    both = [man(1, team="BUF"), man(2, team="BUF")]
    people = named(both, seen(1, *[(17, 0.93)] * 3), seen(2, (17, 0.3)), spans=spans)
    prior = number_prior("BUF", 0.99, (HOME, AWAY))
    a, b = told(*[(17, 0.93)] * 3, prior=prior)[1], told((17, 0.3), prior=prior)[1]
    wanted = a * (1 - b) / (a * (1 - b) + b * (1 - a) + (1 - a) * (1 - b))
    assert wanted > 0.9 and people[0].number_p == pytest.approx(wanted, abs=1e-3)
    assert people[1].number is None


def test_only_large_clear_players_are_read_two_at_a_turn() -> None:
    def box(x: float, y: float, height: float) -> list[float]:
        return [x, y, x + height / 2, y + height]

    small = READABLE_PX - 1
    boxes = [
        box(0, 0, small), box(100, 0, small + 2), box(200, 0, 150), box(300, 0, 200),
        box(500, 0, 200), box(510, 60, 200), box(700, 0, 200),
    ]  # fmt: skip
    found = Detections(
        np.array(boxes), np.array([0, 0, 0, 2, 0, 1, 0]), np.array([0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.3])
    )
    # too small; an official; behind the goalkeeper; hardly seen: left are 1, 2 and 5, from left to right
    size = (1000, 400)
    turns = [worth_reading(found, turn, size_px=size).tolist() for turn in range(3)]
    assert turns == [[1, 2], [5, 1], [2, 5]]
    graphics = np.zeros((40, 100), bool)
    graphics[8, 24] = True  # at (240, 80) of the picture, on the second man's back
    assert worth_reading(found, 0, size_px=size, graphics=graphics).tolist() == [1, 5]
    graphics[8, 24], graphics[12, 24] = False, True  # on his legs
    assert worth_reading(found, 0, size_px=size, graphics=graphics).tolist() == [1, 2]
    nobody = Detections(np.zeros((0, 4)), np.zeros(0), np.zeros(0))
    assert worth_reading(nobody, 3, size_px=size, graphics=graphics).tolist() == []


def test_readings_are_checked_at_birth() -> None:
    assert len(NumberReadings.empty()) == 0
    for row, words in (
        ((1, 0, 100, 0.5), "0 to 99"),
        ((1, 0, -1, 0.5), "0 to 99"),
        ((1, 0, 5, 1.0), "probability"),
        ((1, 0, 5, float("nan")), "probability"),
    ):
        with pytest.raises(ValueError, match=words):
            NumberReadings.of([row])
    with pytest.raises(ValueError, match="one row"):
        NumberReadings(np.array([1, 2]), np.array([0]), np.array([5]), np.array([0.5]))
