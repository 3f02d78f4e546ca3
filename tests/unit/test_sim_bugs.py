"""What stands on a score bug, and how the bug misbehaves."""

from typing import Any

import pytest

from review.sim.bug_words import bug_clock, bug_words
from review.sim.bugs import BUGS, Block, place
from review.sim.mishaps import banner, glitch_s, mood
from review.sim.tables.graphics import GraphicsSpec, Mishap
from review.sim.tables.sheet import SheetSpec
from review.sim.tables.table import ScenarioUnreadable

MINOR = {"at_s": 0, "team": "A", "number": 8}


def words(bug: str, at_s: float, **values: Any) -> dict[str, str]:
    sheet = SheetSpec.read({"clock": "10:00", **values}, "[sheet]")
    return bug_words(BUGS[bug], sheet, at_s, home="H", names=("Havnes", "Fjellbyen"))


def test_clock_in_minutes_and_in_the_last_one_in_tenths() -> None:
    assert [bug_clock(s) for s in (600.0, 60.0, 59.99, 9.0, 0.04)] == ["10:00", "1:00", "59.9", "9.0", "0.0"]


def test_periods_in_each_style() -> None:
    said = {b: [words(b, 0, period=p)["period"] for p in (1, 3, 4)] for b in ("strip", "segment", "wide")}
    assert said == {
        "strip": ["1ST", "3RD", "OT"],
        "segment": ["1st", "3rd", "OT"],
        "wide": ["I", "III", "OT"],
    }


def test_a_power_play_shows_its_team_its_strength_and_its_clock() -> None:
    now = words("strip", 37.2, penalties=[MINOR])
    assert (now["home_pp"], now["away_pp"], now["even"]) == ("PP 1:22", "", "")
    assert (now["strength"], now["penalty"]) == ("5 ON 4", "1:22")
    two = words("split", 50.0, penalties=[MINOR, {**MINOR, "at_s": 40, "number": 9}])
    assert (two["home_pp"], two["strength"]) == ("5v3 1:10", "5v3")
    four = words("strip", 50.0, penalties=[MINOR, {"at_s": 40, "team": "H", "number": 9}])
    assert (four["even"], four["home_pp"], four["away_pp"]) == ("4 ON 4 1:10", "", "")
    assert words("strip", 121.0, penalties=[MINOR])["penalty"] == ""


@pytest.mark.parametrize("name", [b for b in BUGS if b != "none"])
def test_every_bug_shows_clock_period_and_score_once_and_inside_itself(name: str) -> None:
    shown = [part.shows for block in BUGS[name].blocks for part in block.parts if part.shows]
    assert {"clock", "period", "home_score", "away_score"} <= set(shown)
    assert len(shown) == len(set(shown)) and set(shown) <= set(words(name, 0)) | {"crest_home", "crest_away"}
    for block in BUGS[name].blocks:
        for x, y, w, h in (part.box_px for part in block.parts):
            assert min(x, y) >= 0 and x + w <= block.size_px[0] and y + h <= block.size_px[1]


def test_blocks_are_placed_by_height_and_made_smaller_where_they_would_not_fit() -> None:
    block = Block((400, 50), (), across="right", down="bottom", margin_px=(50, 40))
    assert place(block, (1280, 720)) == (830, 630, 1.0)
    assert place(block, (640, 360)) == (415, 315, 0.5)
    assert place(block, (250, 720)) == (25, 675, 0.5)


def test_moods_by_kind() -> None:
    rows = [("hidden", 1, 2), ("covered", 4, 2), ("frozen", 7, 2)]
    mishaps = [Mishap(kind=k, start_s=a, lasts_s=n) for k, a, n in rows]  # type: ignore[arg-type]

    def at(s: float) -> tuple[float, float, float | None]:
        now = mood(mishaps, s, seed=1)
        return now.opacity, now.covered, now.clock_at_s

    assert at(0.9) == at(3.0) == at(6.0) == at(9.0) == (1.0, 0.0, None)
    assert at(2.0) == (0.0, 0.0, None) and at(1.1)[0] == pytest.approx(0.5)
    assert at(5.0) == (1.0, 1.0, None) and at(5.9)[1] == pytest.approx(0.25)
    assert at(7.5) == at(8.9) == (1.0, 0.0, 7.0)


def test_a_glitch_is_right_at_times_stands_for_a_while_and_comes_again_from_its_seed() -> None:
    slots = [glitch_s(0.4 * k + 0.1, seed=5) for k in range(60)]
    assert slots == [glitch_s(0.4 * k + 0.3, seed=5) for k in range(60)]
    assert slots != [glitch_s(0.4 * k + 0.1, seed=6) for k in range(60)]
    assert 8 <= slots.count(0.0) <= 35 and len(set(slots)) > 5


def test_a_banner_follows_the_latest_event() -> None:
    sheet = SheetSpec(goals=({"at_s": 10, "team": "H"},), penalties=({**MINOR, "at_s": 13},))  # type: ignore[arg-type]
    assert banner(sheet, 11.9) is None
    goal, penalty = banner(sheet, 13.0), banner(sheet, 15.4)
    assert goal and (goal.title, goal.team, goal.number, goal.part) == ("GOAL", "H", None, 1.0)
    assert penalty and (penalty.title, penalty.team, penalty.number) == ("PENALTY  2:00", "A", 8)
    assert banner(sheet, 20.1) is None


def test_unknown_bugs_and_wipes_are_refused() -> None:
    for wrong in ({"bug": "stripe"}, {"wipe": "sheild"}):
        with pytest.raises(ScenarioUnreadable):
            GraphicsSpec.read(wrong, "[graphics]")
