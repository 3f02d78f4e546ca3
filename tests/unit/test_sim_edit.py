"""What the mixer puts on a tape, against edits worked out by hand."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from review.sim.edit import Mixer
from review.sim.film import Observer
from review.sim.filming import look
from review.sim.gates import openings
from review.sim.lens import straight_lens
from review.sim.record import CrossingWatch, document, in_picture, on_tape
from review.sim.scenario import Scenario, read_scenario
from review.sim.script import Motion
from review.sim.tables.cameras import Camera, Cut, Recording
from review.sim.tables.table import ScenarioUnreadable

DEMO = Path(__file__).parents[2] / "sample_clips" / "scenarios" / "demo.toml"
CAMERAS = (Camera(), Camera(id="high", view="overhead"), Camera(id="back", view="reverse"))
EDIT = (
    Cut(start_s=0.0),
    Cut(start_s=10.0, camera="high", enters_by="dissolve", takes_s=1.0),
    Cut(start_s=20.0, enters_by="wipe", takes_s=0.8, replay_from_s=12.0, speed=0.5),
    Cut(start_s=26.0, enters_by="wipe", takes_s=0.8),
    Cut(start_s=40.0, camera="back"),
)


@pytest.fixture(scope="module")
def demo() -> Scenario:
    return replace(read_scenario(DEMO), cameras=CAMERAS, edit=EDIT)


def test_one_picture_between_transitions_and_two_within(demo: Scenario) -> None:
    mixer = Mixer(demo)
    (alone,) = mixer.feeds(9.96)
    assert (alone.shot, alone.camera, alone.game_s, alone.replay, alone.part) == (1, "main", 9.96, False, 1.0)
    leaves, enters = mixer.feeds(10.25)
    assert (leaves.camera, enters.camera, enters.by) == ("main", "high", "dissolve")
    assert (leaves.part, enters.part) == (pytest.approx(0.75), pytest.approx(0.25))
    assert len(mixer.feeds(11.0)) == 1


def test_a_replay_shows_the_past_at_its_speed_and_the_wipe_out_of_it_too(demo: Scenario) -> None:
    mixer = Mixer(demo)
    (feed,) = mixer.feeds(23.0)
    assert (feed.game_s, feed.replay) == (12.0 + 3.0 * 0.5, True)
    leaves, enters = mixer.feeds(26.4)
    assert (leaves.game_s, leaves.replay) == (pytest.approx(15.2), True)
    assert (enters.game_s, enters.replay) == (pytest.approx(26.4), False)
    assert mixer.game_s(23.0) == 23.0  # the clock on the screen goes on


def test_the_picture_that_prevails_is_the_one_shown(demo: Scenario) -> None:
    mixer = Mixer(demo)
    assert [mixer.shown(10.0 + s).shot for s in (0.0, 0.49, 0.5, 0.9)] == [1, 1, 2, 2]


def test_shots_and_replays_of_the_tape(demo: Scenario) -> None:
    mixer = Mixer(demo)
    shots = mixer.shots(45.0)
    assert [(s["start_s"], s["end_s"], s["enters_by"]) for s in shots] == [
        (0.0, 10.0, "start"),
        (10.0, 20.0, "dissolve"),
        (20.0, 26.0, "wipe"),
        (26.0, 40.0, "wipe"),
        (40.0, 45.0, "cut"),
    ]
    assert [s["view"] for s in shots] == ["main", "overhead", "main", "main", "other"]
    assert [s["replay"] for s in shots] == [False, False, True, False, False]
    assert [s["settled_s"] for s in shots] == [0.0, 11.0, 20.8, 26.8, 40.0]
    assert mixer.replays(45.0) == [
        {"start_s": 20.0, "end_s": 26.0, "from_s": 12.0, "to_s": 15.0, "speed": 0.5}
    ]
    assert [s["id"] for s in mixer.shots(22.0)] == [1, 2, 3]  # the file ends early
    assert mixer.shots(22.0)[-1]["end_s"] == 22.0


def test_another_recording_starts_later_and_drifts(demo: Scenario) -> None:
    mixer = Mixer(demo, Recording(id="b", edit=(Cut(start_s=0.0),), offset_s=5.0, drift_ppm=200.0))
    assert mixer.game_s(10.0) == pytest.approx(5.0 + 10.0 * 1.0002)
    assert mixer.tape_s(mixer.game_s(17.3)) == pytest.approx(17.3)
    assert mixer.length_s == pytest.approx(40.0 / 1.0002)


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        ([Cut(start_s=1.0)], "is the first"),
        ([Cut(start_s=0.0), Cut(start_s=3.0, camera="nowhere")], "no camera"),
        ([Cut(start_s=0.0), Cut(start_s=3.0), Cut(start_s=3.0, camera="high")], "twice"),
        (
            [Cut(start_s=0.0), Cut(start_s=3.0, enters_by="wipe", takes_s=2.0), Cut(start_s=4.0)],
            "before its transition",
        ),
        ([Cut(start_s=0.0), Cut(start_s=3.0, replay_from_s=2.5, speed=4.0)], "not happened yet"),
        ([Cut(start_s=0.0), Cut(start_s=3.0, replay_from_s=4.0)], "not happened yet"),
    ],
)
def test_an_edit_that_cannot_be_shown_is_refused(demo: Scenario, edit: list[Cut], says: str) -> None:
    with pytest.raises(ScenarioUnreadable, match=says):
        Mixer(replace(demo, edit=tuple(edit)))


def test_instants_move_with_the_tape_and_durations_do_not(demo: Scenario) -> None:
    mixer = Mixer(demo, Recording(id="b", edit=(Cut(start_s=0.0),), offset_s=2.5))
    given = [{"first_skate_s": 10.0, "early_s": 1.2, "points": [{"s": 4.0, "n": 6}], "span_s": [3.0, 5.5]}]
    assert on_tape(given, mixer) == [
        {"first_skate_s": 7.5, "early_s": 1.2, "points": [{"s": 1.5, "n": 6}], "span_s": [0.5, 3.0]}
    ]


def test_a_gate_is_in_the_picture_where_he_crosses(demo: Scenario) -> None:
    gate = openings(demo)[0]  # x from -10.6 to -1.6 in the far boards at y = 12.955
    # 100 px a metre, centred at x = 0, far boards 104 px below the top edge of 720.
    view = look([0.0, 10.4, 6.4], [0.0, 10.4, 0.0], 90.0, (1280, 720))
    lens = straight_lens((1280, 720))
    assert in_picture(gate, -2.0, view, lens)
    assert in_picture(gate, -5.6, view, lens)  # his stretch ends at -6.35: 5 px within
    assert not in_picture(gate, -5.7, view, lens)


class Touch:
    """The demo's first crossing (AWAY 18 goes off), and a watch over frames at chosen seconds of tape."""

    def __init__(self, scenario: Scenario, motion: Motion, observer: Observer) -> None:
        self.truth, self.motion, self.scenario = observer.truth, motion, scenario
        self.touch_s = self.truth.crossings[0].first_skate_s
        self.id = scenario.people[self.truth.crossings[0].row].id

    def judged(
        self, offset_s: float, share: float, *, aim_x: float = 4.0, replay: bool = False
    ) -> tuple[bool | None, bool | None]:
        mixer = Mixer(self.scenario)
        at_s = self.touch_s + offset_s
        watch = CrossingWatch(self.motion, self.truth, mixer, [at_s])
        feed = replace(mixer.shown(at_s), replay=replay)
        view = look([0.0, -42.0, 15.0], [aim_x, 8.0, 0.0], 30.0, (1280, 720))
        people = [{"id": self.id, "visible_share": share}]
        if watch.awaits(0):
            watch.look(0, feed, view, straight_lens((1280, 720)), people)
        return watch.in_view.get(0), watch.seen_live.get(0)


@pytest.fixture(scope="module")
def touch(demo: Scenario) -> Touch:
    motion = Motion(demo)
    return Touch(demo, motion, Observer(motion))


def test_a_crossing_is_in_view_when_man_and_gate_show_live(touch: Touch) -> None:
    assert touch.judged(0.01, 0.3) == (True, True)
    assert touch.judged(0.01, 0.29) == (False, False)  # hidden
    assert touch.judged(0.01, 0.9, replay=True) == (False, False)
    assert touch.judged(0.01, 0.9, aim_x=24.0) == (False, True)  # his gate lies outside the picture
    assert touch.judged(0.3, 0.9) == (None, None)  # no frame near enough: dropped


def test_a_later_tape_begins_with_the_count_that_stands(touch: Touch) -> None:
    # AWAY 18 goes off at 5.9 s and 27 comes on at 6.6: a tape from 6.2 s on starts with five men.
    scenario = touch.scenario
    mixer = Mixer(scenario, Recording(id="b", edit=(Cut(start_s=0.0),), offset_s=6.2))
    watch = CrossingWatch(touch.motion, touch.truth, mixer, np.arange(0.0, 38.8, 0.04).tolist())
    made = document(scenario, touch.truth, watch, mixer, 38.8)
    away = next(c for c in made["counts"] if c["team"] == "AWAY")["points"]
    assert away[0] == {"s": 0.0, "n": 5}
    assert away[1]["n"] == 6 and away[1]["s"] == pytest.approx(0.4, abs=0.06)
    first = made["crossings"][0]
    assert (first["team"], first["number"]) == ("AWAY", 27)
    assert made["sync"] == {"offset_s": 6.2, "drift_ppm": 0.0}
    assert made["altercations"][0]["start_s"] == pytest.approx(33.4 - 6.2)
    assert made["stoppages"] == [{"start_s": pytest.approx(28.2), "end_s": 38.8}]
