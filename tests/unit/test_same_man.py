"""Tracks of one man become one person, on number, team and time; on a doubt they stay apart."""

from __future__ import annotations

from review.core.people import Person
from review.measure.same_man import join_people


def man(id: int, number: int | None, team: str | None = "HOME", **more: float | str) -> Person:
    told = {"number_p": 0.97 if number is not None else None, "team_p": 0.95, "role_p": 0.9} | more
    return Person(id, (id,), team, role="skater", number=number, **told)  # type: ignore[arg-type]


SPANS = {1: (0.0, 5.0), 2: (4.7, 9.0), 3: (12.0, 20.0), 4: (3.0, 8.0), 5: (30.0, 31.0)}


def tracks(people: tuple[Person, ...]) -> list[tuple[int, ...]]:
    assert [p.id for p in people] == list(range(1, len(people) + 1))
    return [p.tracks for p in people]


def test_one_number_of_one_team_one_after_another_is_one_man() -> None:
    people = join_people([man(1, 19), man(2, 7), man(3, 19, number_p=0.99, team_p=0.85), man(5, 19)], SPANS)
    assert tracks(people) == [(1, 3, 5), (2,)]
    assert (people[0].number, people[0].number_p, people[0].team_p) == (19, 0.99, 0.95)


def test_a_moment_seen_twice_is_tracking_and_more_is_two_men() -> None:
    assert tracks(join_people([man(1, 19), man(2, 19)], SPANS)) == [(1, 2)]
    assert tracks(join_people([man(1, 19), man(4, 19)], SPANS)) == [(1,), (4,)]
    # the third is alone in time, but which of the first two is he?
    assert tracks(join_people([man(1, 19), man(4, 19), man(3, 19)], SPANS)) == [(1,), (4,), (3,)]


def test_a_long_span_hides_a_short_one_inside_it() -> None:
    spans = {1: (0.0, 30.0), 2: (1.0, 2.0), 3: (29.8, 40.0)}
    assert tracks(join_people([man(1, 19), man(2, 19), man(3, 19)], spans)) == [(1,), (2,), (3,)]


def test_nobody_is_joined_on_a_doubt() -> None:
    for other in (
        man(3, 19, "AWAY"),
        man(3, None),
        man(3, 19, None),
        man(3, 19, number_p=0.9),
        man(3, 19, team_p=0.7),
        man(3, 91),
    ):
        assert tracks(join_people([man(1, 19), other], SPANS)) == [(1,), (3,)]


def test_what_he_is_called_surest_is_what_he_is() -> None:
    first = Person(1, (1,), "HOME", 0.9, "skater", 0.6, 30, 0.97)
    second = Person(2, (3,), "HOME", 0.9, "goalkeeper", 0.8, 30, 0.99, "Jokela")
    (one,) = join_people([first, second], SPANS)
    assert (one.role, one.role_p, one.name) == ("goalkeeper", 0.8, "Jokela")
