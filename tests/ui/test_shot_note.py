"""What the window says of the shot on screen, and of one on the lane."""

from __future__ import annotations

from dataclasses import replace

from review.testing import builders as a
from review.testing.whole import whole_judgement
from ui.session import Session, Stamp
from ui.teach import shot_note
from ui.timeline.lanes import lanes_of

REPLAY = a.shot(2, 200, 230, enters_by="wipe", replay=True, reason="it lies between two wipes of one graphic")


def session(ordinal: int) -> Session:
    judgement = replace(whole_judgement(), shots=(a.shot(), REPLAY))
    return Session(tape=judgement.tape, judgement=judgement, shown=Stamp(ordinal, a.at(ordinal)))


def test_a_replay_is_called_one_though_the_main_camera_shows_it() -> None:
    assert shot_note(session(210)) == "This is a replay: nothing in it is counted."
    assert shot_note(session(100)).startswith("edm-buf.mp4")


def test_the_lane_marks_a_replay_and_says_why() -> None:
    judgement = session(210).judgement
    assert judgement is not None
    lanes = lanes_of(judgement, judgement.findings, judgement.tape.scale)
    (item,) = [i for i in lanes.items if i.lane == "shots" and i.kind == "replay"]
    assert item.words == "Shot 2: replay\nit lies between two wipes of one graphic"
