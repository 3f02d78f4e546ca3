"""What every tracker does: ours, the fake, and the public ones where they are installed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from review.adapters.track_public import PublicTracker, public_trackers_installed
from review.adapters.track_two_pass import TwoPassTracker
from review.core.arrays import Array
from review.core.camera import apply_homography
from review.core.detections import SKATER, Detections
from review.ports.tracker import Tracker
from review.testing.fake_tracker import FakeTracker

#: where five skaters start in the shot's first picture (px), and how fast they go (px a second)
STARTS_PX = np.array([[200.0, 300], [420, 260], [640, 400], [820, 300], [300, 500]])
SPEEDS_PX = np.array([[60.0, 20], [-50, 30], [40, -30], [-30, 40], [80, -10]])
BODY_PX = np.array([34.0, 90.0])

MAKERS: dict[str, Callable[[], Tracker]] = {"benchgate": TwoPassTracker, "fake": FakeTracker}
if public_trackers_installed():
    MAKERS["c-biou"] = lambda: PublicTracker("c-biou")


@pytest.fixture(params=sorted(MAKERS))
def tracker(request: pytest.FixtureRequest) -> Tracker:
    return MAKERS[request.param]()


def pan(times_s: Array, px_per_s: float) -> Array:
    """(n, 3, 3) of a camera that turns: each picture onto the first."""
    H = np.tile(np.eye(3), (len(times_s), 1, 1))
    H[:, 0, 2] = px_per_s * times_s
    return H


def look_at_skaters(times_s: Array, H: Array, *, seed: int = 0) -> tuple[list[Detections], list[Array]]:
    """Boxes of the skaters, in shuffled order, with a pixel or two of noise; and who is who."""
    rng = np.random.default_rng(seed)
    found, who = [], []
    for now, here in zip(times_s, H, strict=True):
        feet = apply_homography(np.linalg.inv(here), STARTS_PX + now * SPEEDS_PX)
        order = rng.permutation(len(feet))
        low = np.column_stack([feet[:, 0] - BODY_PX[0] / 2, feet[:, 1] - BODY_PX[1]])
        boxes = np.hstack([low, low + BODY_PX]) + rng.normal(0, 1.0, (len(feet), 4))
        found.append(Detections(boxes[order], np.full(len(order), SKATER), np.full(len(order), 0.8)))
        who.append(order)
    return found, who


def ids_of_men(ids: list[Array], who: list[Array]) -> dict[int, set[int]]:
    """Ids that each man was given, 0 left out."""
    out: dict[int, set[int]] = {}
    for got, man in zip(ids, who, strict=True):
        for i, m in zip(got.tolist(), man.tolist(), strict=True):
            out.setdefault(m, set()).update({i} - {0})
    return out


def check_form(ids: list[Array], found: list[Detections]) -> None:
    assert len(ids) == len(found)
    for got, seen in zip(ids, found, strict=True):
        assert got.dtype == np.int64 and got.shape == (len(seen),) and (got >= 0).all()
        tracked = got[got > 0]
        assert len(set(tracked.tolist())) == len(tracked), "one id twice in one picture"


def test_five_skaters_keep_five_ids_at_uneven_times(tracker: Tracker) -> None:
    """Steps of 33 to 100 ms, one gap of 0.2 s, a still camera."""
    steps = np.random.default_rng(3).choice([1 / 30, 1 / 15, 0.1], size=40)
    steps[20] = 0.2
    times = np.cumsum(steps)
    H = pan(times, 0.0)
    found, who = look_at_skaters(times, H)
    ids = tracker.track(times.tolist(), found, H)
    check_form(ids, found)
    men = ids_of_men(ids, who)
    assert all(len(i) == 1 for i in men.values()) and len(set.union(*men.values())) == 5


def test_no_frames_and_empty_frames(tracker: Tracker) -> None:
    assert tracker.track([], [], np.zeros((0, 3, 3))) == []
    nobody = Detections(np.zeros((0, 4)), [], [])  # type: ignore[arg-type]
    ids = tracker.track([0.0, 0.1], [nobody, nobody], pan(np.zeros(2), 0))
    check_form(ids, [nobody, nobody])


def test_a_second_shot_begins_at_one_again(tracker: Tracker) -> None:
    times = np.arange(30) / 30
    found, _ = look_at_skaters(times, pan(times, 0))
    first = tracker.track(times.tolist(), found, pan(times, 0))
    again = tracker.track(times.tolist(), found, pan(times, 0))
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    assert min(int(i[i > 0].min()) for i in first if (i > 0).any()) == 1


@settings(max_examples=10, deadline=None)
@given(shift_s=st.floats(-1e4, 1e5))
@pytest.mark.parametrize("name", ["benchgate", "fake"])
def test_shifting_time_changes_nothing(name: str, shift_s: float) -> None:
    times = np.arange(20) / 15
    H = pan(times, 300.0)
    found, _ = look_at_skaters(times, H)
    plain = MAKERS[name]().track(times.tolist(), found, H)
    shifted = MAKERS[name]().track((times + shift_s).tolist(), found, H)
    assert all(np.array_equal(a, b) for a, b in zip(plain, shifted, strict=True))


@pytest.mark.parametrize("name", ["benchgate", "fake"])
@pytest.mark.parametrize("rate_hz", [7.5, 15, 30, 60])
def test_a_pan_of_a_thousand_pixels_a_second_is_no_motion_of_men(name: str, rate_hz: float) -> None:
    """35 px a picture at 30 a second: more than a body's width, which trackers of the picture lose."""
    times = np.arange(round(1.2 * rate_hz)) / rate_hz
    H = pan(times, 1050.0)
    found, who = look_at_skaters(times, H)
    men = ids_of_men(MAKERS[name]().track(times.tolist(), found, H), who)
    assert all(len(i) == 1 for i in men.values()) and len(set.union(*men.values())) == 5


@pytest.mark.parametrize("name", ["benchgate", "fake"])
@pytest.mark.parametrize("rate_hz", [15, 30, 60])
def test_patience_is_in_seconds_at_any_rate(name: str, rate_hz: float) -> None:
    """Hidden for 0.2 s he is the same man; one who appears far off after 3 s is another."""
    times = np.arange(round(5 * rate_hz)) / rate_hz
    H = pan(times, 0.0)
    boxes = [_one(now) for now in times]
    ids = MAKERS[name]().track(times.tolist(), boxes, H)
    seen = [int(i[0]) if len(i) else None for i in ids]
    before = {i for i, t in zip(seen, times, strict=True) if i is not None and t < 1.0}
    after = {i for i, t in zip(seen, times, strict=True) if i is not None and 1.2 <= t < 2.0}
    late = {i for i, t in zip(seen, times, strict=True) if i is not None and t >= 4.0}
    assert before == after and len(before) == 1 and len(late) == 1
    assert before.isdisjoint(late)


def _one(now_s: float) -> Detections:
    """A man at 40 px a second, hidden from 1.0 to 1.2 s and gone from 2 to 4 s; then one at the other end."""
    if 1.0 <= now_s < 1.2 or 2.0 <= now_s < 4.0:
        return Detections(np.zeros((0, 4)), [], [])  # type: ignore[arg-type]
    x, y = (300 + 40 * now_s, 300.0) if now_s < 4 else (1900.0 - 40 * now_s, 650.0)
    return Detections([[x, y - 90, x + 34, y]], [SKATER], [0.8])  # type: ignore[arg-type]
