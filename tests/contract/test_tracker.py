"""One suite for every tracker: drawn worlds whose identities are known."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from review.adapters.track_two_pass import TwoPassTracker
from review.core.detections import Detections
from review.ports.tracker import Tracker
from review.testing.fake_tracker import FakeTracker

MEN = 5


@pytest.fixture(params=[TwoPassTracker, FakeTracker], ids=["two-pass", "fake"])
def tracker(request: pytest.FixtureRequest) -> Tracker:
    made: Tracker = request.param()
    return made


def place(man: int, t: float) -> tuple[float, float]:
    """Feet of man `man` on the ice plane of the first picture: lanes 90 px apart, 60 to 120 px a second."""
    return 150.0 + 40 * man + (60 + 15 * man) * t, 250.0 + 90 * man


def world(
    times: np.ndarray, *, pan_px_s: float = 0.0, hide: Callable[[int, float], bool] = lambda man, t: False
) -> tuple[list[Detections], list[list[int]], np.ndarray]:
    """(detections, the man of each box, H_first_from_px); boxes 30 by 80 px, shaken by half a pixel."""
    rng = np.random.default_rng(7)
    found, who, H = [], [], []
    for t in times:
        shift = pan_px_s * (t - times[0])
        men = [m for m in range(MEN) if not hide(m, float(t))]
        boxes = []
        for man in men:
            x, y = place(man, float(t - times[0]))
            boxes.append(np.array([x - 15 - shift, y - 80, x + 15 - shift, y]) + rng.normal(0, 0.5, 4))
        found.append(Detections(np.array(boxes).reshape(-1, 4), np.zeros(len(men)), np.full(len(men), 0.8)))
        who.append(men)
        H.append([[1, 0, shift], [0, 1, 0], [0, 0, 1]])
    return found, who, np.array(H, dtype=np.float64)


def identities(ids: list[np.ndarray], who: list[list[int]]) -> dict[int, set[int]]:
    """Man -> the ids he was given, 0 left out."""
    made: dict[int, set[int]] = {m: set() for m in range(MEN)}
    for row, men in zip(ids, who, strict=True):
        for id_, man in zip(row.tolist(), men, strict=True):
            made[man] |= {id_} - {0}
    return made


def assert_one_id_each(ids: list[np.ndarray], who: list[list[int]]) -> None:
    made = identities(ids, who)
    assert all(len(own) == 1 for own in made.values()), made
    assert len({next(iter(own)) for own in made.values()}) == MEN, made


def test_shape_of_the_answer(tracker: Tracker) -> None:
    times = np.arange(0, 3, 1 / 15)
    found, _, H = world(times)
    ids = tracker.track(times.tolist(), found, H)
    assert [len(row) for row in ids] == [len(d) for d in found]
    assert min(int(row.min()) for row in ids if len(row)) >= 0
    assert all(len(set(row[row > 0].tolist())) == (row > 0).sum() for row in ids), "an id stands twice"


def test_every_man_keeps_one_id(tracker: Tracker) -> None:
    times = np.arange(0, 3, 1 / 15)
    found, who, H = world(times)
    assert_one_id_each(tracker.track(times.tolist(), found, H), who)


def test_a_fast_pan_changes_nothing_for_who_is_told_of_it(tracker: Tracker) -> None:
    times = np.arange(0, 2, 1 / 15)
    found, who, H = world(times, pan_px_s=500.0)
    assert_one_id_each(tracker.track(times.tolist(), found, H), who)


def test_a_man_hidden_for_half_a_second_is_himself_again(tracker: Tracker) -> None:
    times = np.arange(0, 4, 1 / 15)
    found, who, H = world(times, hide=lambda man, t: man == 2 and 1.5 <= t < 2.0)
    assert_one_id_each(tracker.track(times.tolist(), found, H), who)


@pytest.mark.parametrize("rate", [10.0, 15.0, 30.0, 60.0])
def test_the_rate_of_looks_scales_nothing(tracker: Tracker, rate: float) -> None:
    times = np.arange(0, 4, 1 / rate)
    found, who, H = world(times, hide=lambda man, t: man == 1 and 1.5 <= t < 2.0)
    assert_one_id_each(tracker.track(times.tolist(), found, H), who)


def test_uneven_times_are_seen_as_such(tracker: Tracker) -> None:
    times = np.cumsum(np.random.default_rng(1).choice([0.03, 0.07, 0.2], 40))
    found, who, H = world(times)
    assert_one_id_each(tracker.track(times.tolist(), found, H), who)


def test_shifting_time_changes_no_id(tracker: Tracker) -> None:
    times = np.arange(0, 3, 1 / 15)
    found, _, H = world(times)
    early = tracker.track(times.tolist(), found, H)
    late = tracker.track((times + 3600.0).tolist(), found, H)
    assert all((a == b).all() for a, b in zip(early, late, strict=True))


def test_the_same_again_gives_the_same(tracker: Tracker) -> None:
    times = np.arange(0, 3, 1 / 15)
    found, _, H = world(times)
    once, again = (tracker.track(times.tolist(), found, H) for _ in range(2))
    assert all((a == b).all() for a, b in zip(once, again, strict=True))


def test_nobody_at_all(tracker: Tracker) -> None:
    none = Detections(np.zeros((0, 4)), np.zeros(0), np.zeros(0))
    ids = tracker.track([0.0, 0.1], [none, none], np.tile(np.eye(3), (2, 1, 1)))
    assert [len(row) for row in ids] == [0, 0]


def test_an_empty_shot(tracker: Tracker) -> None:
    assert tracker.track([], [], np.zeros((0, 3, 3))) == []
