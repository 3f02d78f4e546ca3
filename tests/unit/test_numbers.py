"""Numbers of men from readings written by hand, against probabilities computed by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from review.core.detections import Detections
from review.core.game import RosterEntry, Team
from review.core.numbers import NumberReadings, TrackNumbers
from review.core.people import Person
from review.measure.legible import worth_reading
from review.measure.numbers import number_people, number_prior, single_reading, tell_number

UNIFORM = np.full(100, 0.01)
HOME = Team("home", "EDM", roster=(RosterEntry(8, "Eight"), RosterEntry(83, "Other"), RosterEntry(17)))
AWAY = Team("away", "BUF")


def reading(number: int, *, legible: float = 20.0, sure: float = 20.0) -> np.ndarray:
    """Logits of one look that says `number`; `sure` is by how much its digits lead all others."""
    row = np.zeros(22)
    row[0] = legible
    row[1 if number < 10 else 2 + number // 10] = sure
    row[12 + number % 10] = sure
    return row


def man(id_: int, *, team: str | None = "EDM", team_p: float = 0.99, role: str = "skater") -> Person:
    return Person(id_, (id_,), team, team_p, role, 0.9)  # type: ignore[arg-type]


def seen(track: int, *rows: np.ndarray, step_s: float = 2.0) -> TrackNumbers:
    return TrackNumbers(track, np.arange(len(rows)) * step_s, np.array(rows))


def named(people: list[Person], *tracks: TrackNumbers, spans: dict[int, tuple[float, float]]) -> list[Person]:
    return list(number_people(people, {t.track: t for t in tracks}, spans, (HOME, AWAY)))


def test_a_reading_is_the_product_of_its_digits() -> None:
    row = np.zeros(22)
    row[0] = math.log(3)  # legible 3 : 1
    row[1], row[2 + 4] = math.log(6), math.log(4)  # none : 4 tens : the other nine
    row[12 + 7] = math.log(9)  # 7 : the other nine
    legible, which = single_reading(row[None])
    # tens: 6 + 4 + 9 * 1, of which the written 0 is no number: 6 + 4 + 8 = 18; units 9 + 9 = 18
    assert legible[0] == pytest.approx(0.75)
    assert which[0, 7] == pytest.approx(6 / 18 * 9 / 18)
    assert which[0, 47] == pytest.approx(4 / 18 * 9 / 18)
    assert which[0, 11] == pytest.approx(1 / 18 * 1 / 18)
    assert which.sum() == pytest.approx(1)


def test_what_cannot_be_read_says_nothing() -> None:
    told = tell_number(np.array([reading(17, legible=-40.0)] * 5), np.arange(5) * 2.0, UNIFORM)
    assert told is not None and told.p == pytest.approx(0.01) and told.saying == 0


def test_one_sure_glance_is_weighed_as_written() -> None:
    told = tell_number(reading(17)[None], np.zeros(1), UNIFORM)
    # likelihood 0.97 * 100 + 0.03 for 17 and 0.03 for each of 99 others; 2 % stays with the prior
    alone = 97.03 / (97.03 + 99 * 0.03)
    assert told is not None and told.number == 17
    assert told.p == pytest.approx(0.98 * alone + 0.02 * 0.01, abs=1e-6)
    assert told.saying == 1 and not told.answered  # never on one glance


def test_readings_of_one_glance_count_as_one() -> None:
    doubtful = reading(17, sure=1.0)
    once = tell_number(doubtful[None], np.zeros(1), UNIFORM)
    close = tell_number(np.array([doubtful] * 3), np.array([0.0, 0.1, 0.2]), UNIFORM)
    apart = tell_number(np.array([doubtful] * 3), np.array([0.0, 2.0, 4.0]), UNIFORM)
    assert once is not None and close is not None and apart is not None
    assert close.p == pytest.approx(once.p)
    assert apart.p > 2 * once.p


def test_unreadable_looks_beside_a_glance_take_nothing_from_it() -> None:
    blind = reading(3, legible=-40.0)
    alone = tell_number(reading(17)[None], np.zeros(1), UNIFORM)
    among = tell_number(np.array([blind, reading(17), blind]), np.array([0.0, 0.2, 0.4]), UNIFORM)
    assert alone is not None and among is not None and among.p == pytest.approx(alone.p)


def test_no_number_is_ever_certain() -> None:
    told = tell_number(np.array([reading(17)] * 40), np.arange(40) * 2.0, UNIFORM)
    assert told is not None and told.answered and told.p == pytest.approx(0.98 + 0.02 * 0.01)


def test_the_roster_is_a_prior_that_leaves_a_little_for_others() -> None:
    prior = number_prior("EDM", 1.0, (HOME, AWAY))
    assert prior[[8, 17, 83]] == pytest.approx(0.98 / 3)
    assert prior[99] == pytest.approx(0.02 / 97)
    # one of doubtful team may be any number of the team without a roster
    assert number_prior("EDM", 0.8, (HOME, AWAY))[99] == pytest.approx(0.8 * 0.02 / 97 + 0.2 * 0.01)
    assert number_prior(None, 0.5, (HOME, AWAY))[8] == pytest.approx(0.5 * 0.98 / 3 + 0.5 * 0.01)
    assert number_prior(None, 0.5, ()) == pytest.approx(UNIFORM)


def test_the_roster_settles_what_a_look_leaves_open() -> None:
    between = np.zeros(22)
    between[0] = 20.0
    between[1] = 20.0
    between[12 + 8], between[12 + 3] = 20.0, 20.2  # 3, or perhaps 8
    rows, at_s = np.array([between, between]), np.array([0.0, 3.0])
    without, by_roster = (tell_number(rows, at_s, p) for p in (UNIFORM, number_prior("EDM", 1.0, (HOME,))))
    assert without is not None and without.number == 3 and not without.answered
    assert by_roster is not None and by_roster.number == 8 and by_roster.p > 0.95


def test_a_name_needs_number_roster_and_team() -> None:
    rows = [reading(8), reading(8)]
    people = [man(1), man(2, team_p=0.7), man(3, team="BUF"), man(4, role="official", team=None)]
    spans = {1: (0.0, 4.0), 2: (5.0, 9.0), 3: (0.0, 9.0), 4: (0.0, 9.0)}
    told = named(people, *(seen(k, *rows) for k in (1, 2, 3, 4)), spans=spans)
    assert [(p.number, p.name) for p in told] == [(8, "Eight"), (8, None), (8, None), (None, None)]
    assert told[0].number_p == pytest.approx(0.98 + 0.02 * 0.98 / 3, abs=1e-3)


def test_two_men_side_by_side_cannot_both_wear_it() -> None:
    rows = [reading(17), reading(17)]
    both = [man(1), man(2)]
    apart = named(both, seen(1, *rows), seen(2, *rows), spans={1: (0.0, 4.0), 2: (4.0, 8.0)})
    assert [p.number for p in apart] == [17, 17]
    beside = named(both, seen(1, *rows), seen(2, *rows), spans={1: (0.0, 4.0), 2: (3.0, 8.0)})
    assert [p.number for p in beside] == [None, None]
    others = named([man(1), man(2, team="BUF")], seen(1, *rows), seen(2, *rows), spans={1: (0, 4), 2: (3, 8)})
    assert [p.number for p in others] == [17, 17]


def test_of_two_who_claim_it_the_much_likelier_keeps_it() -> None:
    doubtful = reading(17, sure=2.0)
    told = named(
        [man(1), man(2)], seen(1, *[reading(17)] * 3), seen(2, doubtful), spans={1: (0.0, 9.0), 2: (0.0, 9.0)}
    )
    weak = tell_number(doubtful[None], np.zeros(1), number_prior("EDM", 0.99, (HOME, AWAY)))
    sure = tell_number(
        np.array([reading(17)] * 3), np.arange(3) * 2.0, number_prior("EDM", 0.99, (HOME, AWAY))
    )
    assert weak is not None and sure is not None and weak.number == 17
    a, b = sure.p, weak.p
    wanted = a * (1 - b) / (a * (1 - b) + b * (1 - a) + (1 - a) * (1 - b))
    assert told[0].number_p == (pytest.approx(wanted, abs=1e-3) if wanted >= 0.9 else None)
    assert told[1].number is None


def test_only_large_clear_players_are_read_and_never_all() -> None:
    def box(x: float, y: float, height: float) -> list[float]:
        return [x, y, x + height / 2, y + height]

    boxes = [
        box(0, 0, 99), box(100, 0, 101), box(200, 0, 150), box(300, 0, 200),
        box(500, 0, 200), box(510, 60, 200), box(700, 0, 200),
    ]  # fmt: skip
    found = Detections(
        np.array(boxes), np.array([0, 0, 0, 2, 0, 1, 0]), np.array([0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.3])
    )
    # too small; an official; behind the goalkeeper; hardly seen
    assert worth_reading(found).tolist() == [5, 2, 1]
    many = Detections(np.array([box(150 * k, 0, 110 + k) for k in range(9)]), np.zeros(9), np.full(9, 0.9))
    assert worth_reading(many).tolist() == [8, 7, 6, 5, 4, 3]
    assert worth_reading(Detections(np.zeros((0, 4)), np.zeros(0), np.zeros(0))).tolist() == []


def test_readings_are_checked_at_birth() -> None:
    with pytest.raises(ValueError, match="one row"):
        NumberReadings(np.array([1, 2]), np.array([0]), np.zeros((1, 22)))
    with pytest.raises(ValueError, match="not a number"):
        NumberReadings(np.array([1]), np.array([0]), np.full((1, 22), np.nan))
    with pytest.raises(ValueError, match="logits"):
        NumberReadings(np.array([1]), np.array([0]), np.zeros((1, 21)))
