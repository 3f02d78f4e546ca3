"""The rink map: men where a homography worked out by hand puts them, and the ice in view."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from review.core.arrays import Array
from review.core.game import Game, Team
from review.core.gates import Gate
from review.core.rink import RINKS
from review.core.times import FrameTime
from review.core.tracks import Tracks
from tests.ui.support import doors, make_case, make_clip, opened
from ui.app import Workplace
from ui.memory import Memory
from ui.player.overlay import Cast
from ui.player.rink_map import MapView, Spot, draw_rink_map, map_at, rink_shown, seen_area_m

PICTURE = (1280.0, 720.0)
TICK = Fraction(1, 25)
PLACES = np.array([[300, 300], [640, 420], [900, 350], [500, 600], [1100, 640], [200, 500]], float)


def placed(px: Array) -> Array:
    """A camera of which x_m = (x − 640) / (10 + y / 36) and y_m = 300 · (360 − y) / (360 + y) / 10."""
    x, y = px[:, 0], px[:, 1]
    depth = 1 + y / 360
    return np.column_stack([(x - 640) / 10 / depth, 30 * (1 - y / 360) / depth])


def tracks(ordinals: list[int], feet_m: Array, *, seen: int = 6) -> Tracks:
    n = len(ordinals) * seen
    feet = np.tile(PLACES[:seen], (len(ordinals), 1))
    box = np.column_stack([feet[:, 0] - 15, feet[:, 1] - 80, feet[:, 0] + 15, feet[:, 1]])
    at = np.repeat(ordinals, seen)
    order = np.lexsort((at, np.tile(np.arange(seen), len(ordinals))))
    return Tracks(
        np.tile(np.arange(1, seen + 1), len(ordinals))[order], np.ones(n), at[order], at[order], box[order],
        np.ones(n), np.zeros(n), np.zeros(n), np.tile(feet_m[:seen], (len(ordinals), 1))[order],
        np.full(n, 0.3),
    )  # fmt: skip


def test_the_ice_in_view_comes_back_from_the_mens_feet() -> None:
    area = seen_area_m(PLACES, placed(PLACES), PICTURE)
    assert area is not None
    low = placed(np.array([[0.0, 720.0], [1280.0, 720.0]]))
    high = placed(np.array([[0.0, 0.0], [1280.0, 0.0]]))
    assert area[0] == pytest.approx(low[0], abs=0.01) and area[-1] == pytest.approx(low[1], abs=0.01)
    middle = len(area) // 2
    assert area[middle - 1][1] <= high[0][1] + 0.01 and np.abs(area).max() < 60


def test_where_men_do_not_tell_the_view_nothing_is_drawn() -> None:
    line = np.column_stack([np.linspace(100, 1200, 6), np.full(6, 400.0)])
    assert seen_area_m(PLACES[:4], placed(PLACES[:4]), PICTURE) is None
    assert seen_area_m(line, placed(line), PICTURE) is None
    wrong = placed(PLACES)
    wrong[2] += (0.0, 4.0)
    assert seen_area_m(PLACES, wrong, PICTURE) is None
    near = PLACES * 0.02 + 600  # all within 18 px: their rounding would swing the picture's corners
    rough = placed(near) + np.random.default_rng(1).normal(0, 0.02, (6, 2))
    assert seen_area_m(near, rough, PICTURE) is None


def test_men_without_a_place_are_counted_and_a_frame_between_looks_is_carried() -> None:
    feet = placed(PLACES)
    feet[5] = np.nan
    told = tracks([10, 12], feet)
    here = map_at(told, 10, FrameTime(10, TICK), picture_px=PICTURE)
    assert [spot.track for spot in here.spots] == [1, 2, 3, 4, 5] and here.unplaced == 1 and not here.carried
    assert here.spots[1].x_m == pytest.approx(0.0) and here.spots[1].y_m == pytest.approx(30 * -60 / 780)
    assert map_at(told, 11, FrameTime(11, TICK), picture_px=PICTURE).carried
    assert map_at(told, 20, FrameTime(20, TICK), picture_px=PICTURE) == MapView()


def test_a_mans_way_is_where_he_was_in_the_last_second_and_a_half() -> None:
    moving = tracks([0, 20, 40, 50], placed(PLACES), seen=1)
    feet = np.array([[0.0, 0.0], [1.0, 0.5], [np.nan, np.nan], [3.0, 1.0]])
    told = replace(moving, foot_m=feet)
    view = map_at(told, 50, FrameTime(50, TICK), picture_px=PICTURE)  # 25 a second: looks at 0, 0.8, 1.6, 2 s
    assert view.trails_m[1].tolist() == [[1.0, 0.5], [3.0, 1.0]]
    assert map_at(told, 0, FrameTime(0, TICK), picture_px=PICTURE).trails_m == {}


def test_the_rink_is_the_one_named_or_as_wide_as_its_gates_say() -> None:
    game = Game(Team("home", "A"), Team("away", "B"))
    assert rink_shown(None).name == rink_shown(game).name == "nhl"
    assert rink_shown(replace(game, rink="iihf-28")).name == "iihf-28"
    gate = Gate("A-bench", "A", "players_bench", None, None, points_m=np.array([[-10.0, 15.0], [-2.0, 15.0]]))
    assert rink_shown(game, [gate]).width_m == 30.0


def test_the_map_shows_men_on_the_ice_and_none_behind_the_boards(qtbot: QtBot) -> None:
    image = QImage(1000, 560, QImage.Format.Format_RGB32)
    image.fill(QColor("#000000"))
    painter = QPainter(image)
    rink = RINKS["nhl"]
    view = MapView((Spot(1, 0.0, 0.0, 0.2), Spot(2, 0.0, 17.0, 0.2)))
    draw_rink_map(painter, (1000.0, 560.0), view, Cast({}, {}, {}), rink, above=False)
    painter.end()
    scale = 360 / (rink.length_m + 4)
    middle = (1000 - 12 - 180, 560 - 12 - 20 - scale * (rink.width_m + 4) / 2)
    assert image.pixelColor(round(middle[0]), round(middle[1])).lightness() > 200  # an unknown man is white
    behind = image.pixelColor(round(middle[0]), round(middle[1] - 14.5 * scale))
    assert behind.lightness() < 60


def test_the_key_shows_and_hides_it(qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path
    clip = make_clip(folder / "counting.mp4", 60)
    make_case(clip)
    memory = Memory(folder / "memory.ini")
    memory.keep_word("language", "en")
    place = Workplace(doors(), memory)
    place.window.show()
    opened(qtbot, place.desk, clip)
    for shown in (True, False):
        place.window.registry.actions["rink_map"].trigger()
        assert place.desk.now.rink_map is shown
        assert (place.window.view.map is not None) is shown
    place.end()
    place.window.close()
    place.window.leave()
