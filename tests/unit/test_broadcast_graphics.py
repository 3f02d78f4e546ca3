"""Graphics drawn over a grey picture: they lie where their boxes say, and truth tells what is read."""

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from review.adapters.broadcast_graphics import Cv2Graphics
from review.adapters.graphics_wipes import WIPES
from review.sim.bugs import BUGS
from review.sim.rosters import surnames
from review.sim.scenario import Scenario, parse_scenario
from review.sim.script import Motion
from review.sim.sidecars import game_toml
from review.sim.tables.graphics import GraphicsSpec
from review.sim.tables.sheet import Goal
from review.sim.truth import Truth

DEMO = Path(__file__).parents[2] / "sample_clips" / "scenarios" / "demo.toml"
NO_BANNERS = GraphicsSpec(bug="corner", channel_logo=False, banners=False)
NAMES = [name for name in BUGS if name != "none"]


def scenario(size_px: tuple[int, int] = (1280, 720), **graphics: Any) -> Scenario:
    table = tomllib.loads(DEMO.read_text(encoding="utf-8"))
    table["size_px"] = list(size_px)
    table["sheet"] = {"period": 2, "clock": "1:05", "score": [2, 1]}
    table["graphics"] = {"channel_logo": False, **graphics}
    return parse_scenario(table)


def grey(size_px: tuple[int, int] = (1280, 720)) -> NDArray[np.uint8]:
    return np.full((size_px[1], size_px[0], 3), 90, np.uint8)


def differs(a: NDArray[np.uint8], b: NDArray[np.uint8]) -> tuple[int, int, int, int]:
    ys, xs = np.nonzero((a != b).any(axis=2))
    return int(xs.min()), int(ys.min()), int(xs.max()) + 1, int(ys.max()) + 1


def inside(box: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return box[0] >= other[0] and box[1] >= other[1] and box[2] <= other[2] and box[3] <= other[3]


@pytest.mark.parametrize("size_px", [(1280, 720), (640, 480), (1920, 1080)])
@pytest.mark.parametrize("name", NAMES)
def test_only_the_clock_changes_with_the_second_and_only_in_its_box(
    name: str, size_px: tuple[int, int]
) -> None:
    graphics, under = Cv2Graphics(scenario(size_px, bug=name)), grey(size_px)
    boxes = graphics.boxes()
    one, other = (graphics.draw(under, at_s=t, frame=0) for t in (1.0, 2.0))
    assert graphics.shown(1.0, frame=0)["clock"] == "1:04" and graphics.shown(2.0, frame=0)["clock"] == "1:03"
    changed = differs(one, other)
    assert inside(changed, boxes["clock"])
    assert (changed[3] - changed[1]) > 0.2 * (boxes["clock"][3] - boxes["clock"][1])
    drawn = [box for key, box in boxes.items() if key.startswith("bug")]
    outside = np.ones(under.shape[:2], bool)
    for left, top, right, bottom in drawn:
        outside[top:bottom, left:right] = False
    assert (one[outside] == 90).all() and (one != under).any()
    assert all(b[0] >= 0 and b[1] >= 0 and b[2] <= size_px[0] and b[3] <= size_px[1] for b in drawn)


def test_the_picture_given_is_not_touched_and_none_draws_nothing() -> None:
    under = grey()
    Cv2Graphics(scenario(bug="strip")).draw(under, at_s=1.0, frame=0)
    assert (under == 90).all()
    bare = Cv2Graphics(scenario(bug="none"))
    assert (bare.draw(under, at_s=1.0, frame=0) == under).all()
    assert bare.boxes() == {} and bare.shown(1.0, frame=0) == {}


def test_boxes_are_in_the_pixels_of_the_file() -> None:
    table = scenario(bug="strip")
    stored = table.tape.model_copy(update={"stored_px": (640, 720)})
    small = Cv2Graphics(Scenario(**{**vars(table), "tape": stored}))
    wide = Cv2Graphics(table).boxes()["clock"]
    assert small.boxes()["clock"] == (wide[0] // 2, wide[1], -(-wide[2] // 2), wide[3])


def test_truth_says_what_a_mishap_leaves_to_read() -> None:
    rows = [("hidden", 5, 5), ("covered", 15, 5), ("frozen", 25, 5), ("glitch", 35, 5)]
    mishaps = [{"kind": k, "start_s": a, "lasts_s": n} for k, a, n in rows]
    graphics = Cv2Graphics(scenario(bug="centre", mishaps=mishaps))

    def clock(at_s: float) -> str | None:
        return graphics.shown(at_s, frame=0)["clock"]

    assert clock(4.9) == "1:00" and clock(7.0) is None and clock(10.1) == "54.9"
    assert clock(17.0) is None and clock(21.0) == "44.0"
    assert clock(25.0) == clock(29.9) == "40.0" and clock(30.0) == "35.0"
    true = [f"{65 - 35 - k * 0.4 - 0.1:.1f}" for k in range(12)]
    told = [clock(35 + k * 0.4 + 0.1) for k in range(12)]
    assert 0 < sum(a != b for a, b in zip(true, told, strict=True)) < 12
    hidden = graphics.draw(grey(), at_s=7.0, frame=0)
    assert (hidden == 90).all()


def test_a_cover_lies_over_what_truth_says_is_covered() -> None:
    mishap = {"kind": "covered", "start_s": 5, "lasts_s": 5}
    for name in NAMES:
        covered, free = Cv2Graphics(scenario(bug=name, mishaps=[mishap])), Cv2Graphics(scenario(bug=name))
        shown = covered.shown(7.0, frame=0)
        assert shown["clock"] is None
        for key, box in free.boxes(7.0).items():
            if key in shown:
                left, top, right, bottom = box
                pair = [g.draw(grey(), at_s=7.0, frame=0)[top:bottom, left:right] for g in (covered, free)]
                assert (shown[key] is None) == bool((pair[0] != pair[1]).any(axis=2).mean() > 0.1), (
                    name,
                    key,
                )


def test_banner_and_mark_lie_where_their_boxes_say() -> None:
    table = scenario(bug="corner", channel_logo=True)
    sheet = table.sheet.model_copy(update={"goals": (Goal(at_s=1.0, team="AWAY"),)})
    graphics = Cv2Graphics(Scenario(**{**vars(table), "sheet": sheet}))
    quiet = scenario(bug="corner")
    calm = Cv2Graphics(Scenario(**{**vars(quiet), "sheet": sheet, "graphics": NO_BANNERS}))
    boxes = graphics.boxes(5.0)
    assert "banner" not in graphics.boxes(2.9) and "banner" not in graphics.boxes()
    more, less = graphics.draw(grey(), at_s=5.0, frame=0), calm.draw(grey(), at_s=5.0, frame=0)
    (x0, y0, x1, y1), mark = boxes["banner"], boxes["mark"]
    assert differs(more[y0 - 40 : y1 + 40, :700], less[y0 - 40 : y1 + 40, :700]) == (
        x0, 40, x1, 40 + y1 - y0,
    )  # fmt: skip
    assert inside(differs(more[:200], less[:200]), mark)
    assert graphics.shown(5.0, frame=0)["away_score"] == "2" and boxes["bug"][1] >= y1


@pytest.mark.parametrize("name", list(WIPES))
def test_wipes_begin_with_one_picture_and_end_with_the_other(name: str) -> None:
    graphics = Cv2Graphics(scenario((640, 360), wipe=name))
    before, after = np.full((360, 640, 3), 40, np.uint8), np.full((360, 640, 3), 200, np.uint8)
    assert (graphics.wipe(before, after, part=0.0) == before).all()
    assert (graphics.wipe(before, after, part=1.0) == after).all()
    middle = graphics.wipe(before, after, part=0.5)
    assert (middle == graphics.wipe(before, after, part=0.5)).all()
    assert (middle != before).any() and (middle != after).any()
    share = [
        float((graphics.wipe(before, after, part=p) == after).all(axis=2).mean()) for p in (0.3, 0.6, 0.9)
    ]
    if name == "flash":
        assert (middle == 255).all()
    else:
        assert share == sorted(share) and share[2] > 0.3


def test_names_on_a_banner_are_those_of_the_game_file() -> None:
    made = scenario()
    said = tomllib.loads(game_toml(made, Truth(Motion(made))))
    for side, team in zip(("home", "away"), made.teams, strict=True):
        for row in said["teams"][side]["roster"]:
            assert surnames(made)[team.code, row["number"]] == row["name"]


def test_segments_are_lit_as_on_a_clock() -> None:
    from review.adapters.graphics_ink import letters

    lit = {
        digit: float(letters(digit, (60, 80), height_px=80, weight=0, align="centre", face="segments").sum())
        for digit in "0123456789"
    }
    assert max(lit, key=lit.__getitem__) == "8" and min(lit, key=lit.__getitem__) == "1"
    assert lit["7"] < lit["4"] < lit["2"] < lit["8"] and lit["0"] == pytest.approx(lit["9"], rel=0.12)


@pytest.mark.parametrize("face", ["sans", "italic"])
def test_a_zero_has_no_stroke_through_it_and_is_as_wide_as_other_digits(face: str) -> None:
    from review.adapters.graphics_ink import letters

    zero, eight = (
        letters(c, (60, 60), height_px=60, weight=600, align="left", face=face) for c in ("0", "8")
    )
    rows, columns = np.nonzero(zero > 0.5)
    y, x = round(float(rows.mean())), round(float(columns.mean()))
    assert zero[y - 4 : y + 5, x - 1 : x + 2].max() < 0.05
    assert abs(int(columns.max()) - int(np.nonzero(eight > 0.5)[1].max())) <= 3
