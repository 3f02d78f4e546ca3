"""Score bugs drawn over noise: the clock is found by itself and read, whatever the layout."""

from __future__ import annotations

import tomllib

import numpy as np
import pytest

from review.adapters.broadcast_graphics import Cv2Graphics
from review.adapters.clock_rapidocr import BugClock, clock_in, find_clock
from review.core.arrays import Array
from review.core.clock import parse_clock
from review.sim.bugs import BUGS
from review.sim.scenario import parse_scenario
from tests.unit.test_broadcast_graphics import DEMO, scenario

pytestmark = pytest.mark.slow
SIZE_PX = (1280, 720)
LAYOUTS = sorted(name for name, bug in BUGS.items() if bug.blocks)


def ice(seed: int) -> Array:
    """Pale, uneven, and with a board of advertisements that says a time of its own."""
    rng = np.random.default_rng(seed)
    return rng.integers(195, 215, (SIZE_PX[1], SIZE_PX[0], 3), dtype=np.uint8)


def shown(name: str, times_s: list[float], **graphics: object) -> tuple[Cv2Graphics, list[Array]]:
    drawn = Cv2Graphics(scenario(SIZE_PX, bug=name, **graphics))
    return drawn, [drawn.draw(ice(k), at_s=t, frame=k) for k, t in enumerate(times_s)]


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_clock_of_every_layout_is_found_and_read(name: str) -> None:
    times = [0.5, 2.0, 2.5, 3.5, 4.5, 5.5, 6.0, 7.5]
    graphics, pictures = shown(name, times)
    place = find_clock(pictures)
    assert place is not None
    reader = BugClock(place)
    for k, at_s in enumerate(times):
        told, true = reader.read(pictures[k], at_s), graphics.shown(at_s, frame=k)
        assert true["clock"] is not None
        wanted = parse_clock(true["clock"])
        assert told is not None and wanted is not None and (told.shown_s, told.step_s) == wanted, at_s
        # read every two seconds; the home team's stands first in all our layouts
        assert told.score == ((2, 1) if int(2 * at_s) % 4 == 0 else None)
        # Roman numbers are thin strokes beside a rule: read right or not at all
        assert told.period == "2" or (name == "wide" and told.period is None)


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_penalty_clock_is_told_from_the_clock_it_stands_by(name: str) -> None:
    table = tomllib.loads(DEMO.read_text(encoding="utf-8")) | {"size_px": list(SIZE_PX)}
    penalty = {"at_s": -30.0, "team": "AWAY", "number": 18, "left_s": 90.0}
    table["sheet"] = {"period": 2, "clock": "12:41", "score": [2, 1], "penalties": [penalty]}
    table["graphics"] = {"channel_logo": False, "bug": name}
    graphics = Cv2Graphics(parse_scenario(table))
    pictures = [graphics.draw(ice(k), at_s=t, frame=k) for k, t in enumerate((0.5, 1.5, 3.0, 6.0))]
    place = find_clock(pictures)
    assert place is not None
    told = BugClock(place).read(pictures[-1], 6.0)
    assert told is not None and told.shown_s == 12 * 60 + 35 and told.beside_s == (84.0,)


def test_where_no_bug_stands_no_clock_is_found() -> None:
    assert find_clock([ice(k) for k in range(5)]) is None
    assert find_clock([]) is None


def test_in_a_box_that_a_person_gave_the_clock_is_read_and_nowhere_else() -> None:
    times = [0.5, 1.5, 2.5, 3.5, 4.5]
    graphics, pictures = shown("strip", times)
    left, top, right, bottom = (round(v) for v in graphics.boxes()["clock"])
    tight, wide = (
        (left - 2, top, right + 2, bottom),
        (max(0, left - 300), max(0, top - 20), right + 40, bottom + 40),
    )
    for box in (tight, wide):
        reader = BugClock(clock_in(pictures, box))
        for k, at_s in enumerate(times):
            told, true = (
                reader.read(pictures[k], at_s),
                parse_clock(graphics.shown(at_s, frame=k)["clock"] or ""),
            )
            assert told is not None and true is not None and told.shown_s == true[0], (box, at_s)
    beside = BugClock(clock_in(pictures, (600, 400, 700, 440)))
    assert all(beside.read(rgb, 0.0) is None for rgb in pictures)
