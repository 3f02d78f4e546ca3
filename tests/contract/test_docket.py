"""What every docket does: SQLite, PostgreSQL and the fake alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from review.adapters.docket_sql import SqlDocket
from review.core.chain import START
from review.core.docket import Act, Entry
from review.core.errors import DocketMoved, DocketRefused
from review.ports.docket import Docket
from review.testing.fake_docket import FakeDocket

OPENED = Act("opened", "Ann Lee", "2026-03-01", {"title": "TOR at BUF", "teams": ["TOR", "BUF"]}, "source 1")
NOTED = Act("evidence", "Tom Roe", "2026-03-02", {"words": "second angle: é, 日本, 'quoted', \\ and \"\""})


class Clock:
    """Times that a test sets."""

    def __init__(self) -> None:
        self.now = "2026-03-01T09:00:00.000000+00:00"

    def __call__(self) -> str:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["fake", "sqlite", "postgresql"])
def again(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Callable[[], Docket]:
    """Opens the same docket, as often as asked."""
    if request.param == "fake":
        fake = FakeDocket(clock)
        return lambda: fake
    if request.param == "sqlite":
        place = str(tmp_path / "office.bgdocket")
        return lambda: SqlDocket(place, create=True, clock=clock)
    place = request.getfixturevalue("server").fresh()
    SqlDocket.upgrade(place)
    return lambda: SqlDocket(place, clock=clock)


@pytest.fixture
def docket(again: Callable[[], Docket]) -> Iterator[Docket]:
    store = again()
    yield store
    store.close()


def test_a_new_docket_is_empty_and_sound(docket: Docket) -> None:
    assert docket.entries() == ()
    assert docket.entries(1) == ()
    assert (docket.head(), docket.heads()) == (START, ())
    assert (docket.verify().sound, docket.verify().entries) == (True, 0)


def test_entries_come_back_as_they_were_made_numbered_and_timed(docket: Docket, clock: Clock) -> None:
    (first,) = docket.append([OPENED], case=None, seen=0)
    assert first == Entry(1, 1, 1, clock.now, OPENED)
    (other,) = docket.append([replace(OPENED, once="source 2")], case=None, seen=0)
    assert (other.number, other.case, other.version) == (2, 2, 1)
    clock.now = "2026-03-02T10:00:00.000001+00:00"
    noted = docket.append([NOTED, NOTED], case=1, seen=1)
    assert [(one.number, one.case, one.version, one.recorded) for one in noted] == [
        (3, 1, 2, clock.now),
        (4, 1, 3, clock.now),
    ]
    assert docket.entries() == (first, other, *noted)
    assert docket.entries(1) == (first, *noted)
    assert docket.entries(2) == (other,)


def test_what_was_entered_is_there_for_whoever_opens_it_next(again: Callable[[], Docket]) -> None:
    first, second = again(), again()
    made = first.append([OPENED], case=None, seen=0)
    assert second.entries() == made
    more = second.append([NOTED], case=1, seen=1)
    assert first.entries() == (*made, *more)
    assert first.head() == second.head() != START


def test_somebody_else_s_entry_in_between_refuses_and_shows_it(again: Callable[[], Docket]) -> None:
    ann, tom = again(), again()
    ann.append([OPENED], case=None, seen=0)
    decided = Act(
        "decided", "Ann Lee", "2026-03-02", {"ruling": 1, "proposal": 1, "decision": "imposed", "games": 10}
    )
    made = ann.append([decided], case=1, seen=1)
    with pytest.raises(
        DocketMoved, match=r"Ann Lee decided .*\(ruling 1, proposal 1, imposed, 10 games\)"
    ) as told:
        tom.append([NOTED], case=1, seen=1)
    assert told.value.since == made
    assert len(tom.entries()) == 2
    assert tom.append([NOTED], case=1, seen=2)[0].version == 3


def test_acts_go_in_all_or_none(docket: Docket) -> None:
    docket.append([OPENED], case=None, seen=0)
    docket.append([NOTED], case=1, seen=1)
    before = docket.head()
    with pytest.raises(DocketMoved):
        docket.append([NOTED, NOTED], case=1, seen=1)
    assert (len(docket.entries()), docket.head()) == (2, before)


def test_nothing_is_opened_twice_from_one_source(docket: Docket) -> None:
    made = docket.append([OPENED], case=None, seen=0)
    with pytest.raises(DocketMoved, match="Case 1 was opened from this already, by Ann Lee") as told:
        docket.append([replace(OPENED, who="Tom Roe")], case=None, seen=0)
    assert told.value.since == made
    docket.append([replace(OPENED, once=None)], case=None, seen=0)
    docket.append([replace(OPENED, once=None)], case=None, seen=0)
    assert [one.case for one in docket.entries()] == [1, 2, 3]


def test_a_case_that_is_not_there_or_not_that_far_is_refused(docket: Docket) -> None:
    docket.append([OPENED], case=None, seen=0)
    with pytest.raises(DocketRefused, match="no case 7"):
        docket.append([NOTED], case=7, seen=1)
    with pytest.raises(DocketRefused, match="1 entries, not 4"):
        docket.append([NOTED], case=1, seen=4)
    assert len(docket.entries()) == 1


def test_a_clock_that_goes_back_never_records_before_what_was_recorded(docket: Docket, clock: Clock) -> None:
    docket.append([OPENED], case=None, seen=0)
    clock.now = "2026-02-01T00:00:00.000000+00:00"
    (later,) = docket.append([NOTED], case=1, seen=1)
    assert later.recorded == "2026-03-01T09:00:00.000000+00:00"


def test_every_head_stays_a_link_of_the_chain(docket: Docket) -> None:
    heads = []
    docket.append([OPENED], case=None, seen=0)
    for seen in range(1, 5):
        heads.append(docket.head())
        docket.append([NOTED], case=1, seen=seen)
    assert docket.heads() == (*heads, docket.head())
    told = docket.verify()
    assert (told.sound, told.entries, told.head) == (True, 5, docket.head())


def test_every_store_makes_the_same_chain_of_the_same_acts(docket: Docket, clock: Clock) -> None:
    fake = FakeDocket(clock)
    for store in (fake, docket):
        store.append([OPENED], case=None, seen=0)
        store.append([NOTED], case=1, seen=1)
    assert docket.heads() == fake.heads()
