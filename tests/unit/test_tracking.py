"""The two passes, step by step."""

from __future__ import annotations

import numpy as np
import pytest

from review.adapters.track import TRACKERS, make_tracker
from review.adapters.track_public import public_trackers_installed
from review.core.arrays import Array
from review.core.detections import OFFICIAL, SKATER, Detections
from review.core.errors import SettingsWrong
from review.measure.follow_men import comparable_looks, follow_men
from review.measure.likeness import learn_likeness
from review.measure.skating import Skating, mismatch, new_spread, predict, update
from review.measure.tracklets import TrackletRules, extend_back, find_tracklets

WHITE, DARK = [0.9, 0.1, 80.0], [0.1, 0.9, 20.0]
STILL = np.eye(3)


def men(*boxes: tuple[float, float], conf: float = 0.8, look: list[list[float]] | None = None) -> Detections:
    """Men 40 px wide and 100 tall with their feet there."""
    xyxy = np.array([[x - 20, y - 100, x + 20, y] for x, y in boxes]).reshape(-1, 4)
    n = len(boxes)
    return Detections(xyxy, np.full(n, SKATER), np.full(n, conf), None if look is None else np.array(look))


def still(n: int) -> Array:
    return np.tile(STILL, (n, 1, 1))


def test_a_mans_speed_is_forgotten_slowly() -> None:
    """After one memory (3 s) 1/e of it is left, and he got 3·(1 − 1/e) s of it further."""
    place, speed, spread = predict(
        np.zeros((1, 3)), np.full((1, 3), 10.0), new_spread(1, Skating()), 3.0, Skating(memory_s=3.0)
    )
    assert speed[0, 0] == pytest.approx(10 / np.e)
    assert place[0, 0] == pytest.approx(30 * (1 - 1 / np.e))
    assert spread[0, 2] == pytest.approx(Skating().speed_bhps ** 2), "the spread of speed is at rest"


def test_an_update_halves_an_equal_doubt() -> None:
    model = Skating(place_bh=0.1)
    place, _, spread = update(
        np.zeros((1, 3)), np.zeros((1, 3)), np.array([[0.01, 0, 1.0]]), np.full((1, 3), 4.0), model
    )
    assert place[0].tolist() == pytest.approx([2, 2, 2])
    assert spread[0, 0] == pytest.approx(0.005)


def test_a_hidden_foot_moves_nobody_far() -> None:
    """Top agrees, foot 40 px higher behind boards: 0.25 · 0.4 bh · 1.6; both ends off: all of it."""
    off = mismatch(np.array([[0, 0, -40.0], [0, -40, -40.0]]), np.array([100.0, 100]))
    assert off[0].tolist() == pytest.approx([0, 0.16])
    assert off[1].tolist() == pytest.approx([0, 0.64])


def test_a_doubtful_match_ends_the_tracklet() -> None:
    """Two boxes equally far from where one man should be."""
    times = [0.0, 0.1, 0.2]
    found = [men((100, 200)), men((100, 200)), men((92, 200), (108, 200))]
    ids = find_tracklets(times, found, still(3), TrackletRules(), Skating())
    assert ids[0].tolist() == ids[1].tolist() == [0]
    assert 0 not in ids[2].tolist()


def test_a_weak_box_goes_on_but_never_starts() -> None:
    times = [0.0, 0.1, 0.2]
    found = [men((100, 200), conf=0.2), men((100, 200)), men((100, 200), conf=0.2)]
    rules = TrackletRules()
    ids = find_tracklets(times, found, still(3), rules, Skating())
    assert [i.tolist() for i in ids] == [[-1], [0], [0]]
    back = extend_back(times, found, still(3), ids, rules, Skating())
    assert [i.tolist() for i in back] == [[0], [0], [0]]


def test_nobody_reaches_back_further_than_half_a_second() -> None:
    times = (np.arange(12) / 10).tolist()
    found = [men((100, 200), conf=0.8 if k == 11 else 0.2) for k in range(12)]
    ids = find_tracklets(times, found, still(12), TrackletRules(), Skating())
    back = extend_back(times, found, still(12), ids, TrackletRules(), Skating())
    assert [k for k, i in enumerate(back) if i[0] >= 0] == [6, 7, 8, 9, 10, 11]


def _crossing(look: bool) -> tuple[list[float], list[Detections], list[list[int]]]:
    """A white and a dark man meet, stay in one box for half a second, turn, and go back as they came."""
    times, found, who = [], [], []
    for k in range(60):
        t = k / 15
        gap = 30 + 60 * abs(t - 2)
        if abs(t - 2) < 0.25:
            one: list[tuple[float, float]] = [(400, 300)]
            looks, ids = [[0.5, 0.5, 50.0]], [-1]
        else:
            one = [(400 - gap, 300), (400 + gap, 304)]
            looks, ids = [WHITE, DARK], [0, 1]
        noise = np.random.default_rng(k).normal(0, 0.02, (len(one), 3)) * [1, 1, 100]
        found.append(men(*one, look=(np.array(looks) + noise).tolist() if look else None))
        times.append(t)
        who.append(ids)
    return times, found, who


def test_looks_tell_who_turned_back() -> None:
    """By motion alone the two passed each other; by their sweaters both turned."""
    times, found, who = _crossing(look=True)
    extra = [_with_bystanders(d, k) for k, d in enumerate(found)]
    ids = follow_men(times, extra, still(len(times)))
    before = {w: int(i) for i, w in zip(ids[20][:2], who[20], strict=True)}
    after = {w: int(i) for i, w in zip(ids[55][:2], who[55], strict=True)}
    assert before[0] > 0 and before[1] > 0 and before[0] != before[1]
    assert after[0] != before[1] and after[1] != before[0], "nobody takes the other team's id"


def _with_bystanders(found: Detections, k: int) -> Detections:
    """Six more men far off, three a team, so that there is something to learn looks from."""
    noise = np.random.default_rng(1000 + k).normal(0, 0.02, (6, 3)) * [1, 1, 100]
    more = men(*[(100 + 150 * n, 900) for n in range(6)], look=(np.array([WHITE, DARK] * 3) + noise).tolist())
    assert found.look is not None and more.look is not None
    return Detections(
        np.vstack([found.xyxy_px, more.xyxy_px]),
        np.concatenate([found.class_id, more.class_id]),
        np.concatenate([found.conf, more.conf]),
        np.vstack([found.look, more.look]),
    )


def test_likeness_is_for_the_same_and_against_the_other() -> None:
    rng = np.random.default_rng(0)
    looks = [np.array(base) + rng.normal(0, 0.03, (30, 3)) * [1, 1, 100] for base in [WHITE, DARK] * 4]
    likeness = learn_likeness(looks, lambda i, j: True)
    assert likeness is not None
    white, dark = np.array(WHITE), np.array(DARK)
    assert likeness.ratio(white, white, 6, 6) > 0 > likeness.ratio(white, dark, 6, 6)
    assert likeness.ratio(white, np.full(3, np.nan), 6, 6) == 0
    assert learn_likeness(looks[:2], lambda i, j: True) is None, "two men teach nothing"


def test_a_hidden_man_shows_no_look() -> None:
    found = men((100, 200), (110, 200), (400, 200), look=[WHITE, DARK, WHITE])
    (looks,) = comparable_looks([found])
    assert np.isnan(looks[:2]).all() and np.isfinite(looks[2]).all()
    assert looks[2][0] == pytest.approx(np.sqrt(0.9)) and looks[2][2] == pytest.approx(80)


def test_a_seat_is_nobody_and_a_badly_seen_skater_is_somebody() -> None:
    """Both are seen at 0.42; one stays, the other goes 2 m a second."""
    times = (np.arange(30) / 15).tolist()
    found = [men((100, 200), (300 + 110 * t, 400), conf=0.42) for t in times]
    ids = np.array(follow_men(times, found, still(30)))
    assert (ids[:, 0] == 0).all() and len(set(ids[:, 1].tolist())) == 1 and ids[0, 1] > 0


def test_an_official_does_not_turn_into_a_skater() -> None:
    """He leaves, and 0.8 s later a skater stands where he would be: not joined."""
    times = (np.arange(40) / 15).tolist()
    nobody = men()
    official = men((300, 300))
    official = Detections(official.xyxy_px, [OFFICIAL], official.conf)  # type: ignore[arg-type]
    found = [official if k < 14 else nobody if k < 27 else men((360, 300)) for k in range(40)]
    ids = follow_men(times, found, still(40))
    assert ids[0][0] > 0 and ids[39][0] > 0 and ids[0][0] != ids[39][0]


def test_trackers_by_name() -> None:
    assert make_tracker("benchgate").name == "benchgate" and "c-biou" in TRACKERS
    with pytest.raises(SettingsWrong, match="magic"):
        make_tracker("magic")
    if not public_trackers_installed():
        with pytest.raises(SettingsWrong, match="not installed"):
            make_tracker("sort")
