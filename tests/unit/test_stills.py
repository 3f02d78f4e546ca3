"""Evidence stills: what is drawn, and above all what is left alone."""

from __future__ import annotations

import numpy as np
import pytest

from review.adapters import stills_cv2
from review.adapters.stills_cv2 import (
    GATE_COLOUR,
    OTHER_COLOUR,
    TEAM_COLOURS,
    StillBox,
    caption_of,
    draw_still,
    jpeg_bytes,
)
from review.core.arrays import Array
from review.testing import builders as a


@pytest.fixture
def picture() -> Array:
    return np.random.default_rng(3).integers(60, 200, (720, 1280, 3), dtype=np.uint8)


BOXES = [
    StillBox((300, 200, 360, 330), "EDM 23", TEAM_COLOURS[0], marked=True),
    StillBox((380, 210, 440, 340), "EDM 97 Sjöberg", TEAM_COLOURS[0]),
    StillBox((300, 60, 360, 180), "BUF 4", TEAM_COLOURS[1]),
    StillBox((2, 2, 60, 120), "BUF 9", TEAM_COLOURS[1]),
    StillBox((1230, 600, 1279, 719), "official"),
]


def test_every_man_is_as_filmed_inside_his_box(picture: Array) -> None:
    gate = {"EDM-bench": np.array([[250.0, 320.0], [500.0, 325.0]])}
    still = draw_still(picture, boxes=BOXES, gates=gate)
    assert still.shape == picture.shape
    for box in BOXES:
        x1, y1, x2, y2 = (int(v) for v in box.xyxy_px)
        assert np.array_equal(still[y1:y2, x1:x2], picture[y1:y2, x1:x2]), box.label


def test_boxes_labels_and_gates_are_there(picture: Array) -> None:
    still = draw_still(picture, boxes=BOXES, gates={"EDM-bench": np.array([[700.0, 400.0], [1100.0, 410.0]])})
    assert still[265, 296].tolist() == list(TEAM_COLOURS[0])
    assert (np.all(still[380:430, 700:1100] == GATE_COLOUR, axis=2)).sum() > 400
    for colour in (*TEAM_COLOURS, OTHER_COLOUR):
        assert (np.all(still == colour, axis=2)).sum() > 300


def test_a_label_with_no_free_side_stands_off_rather_than_on_a_man(picture: Array) -> None:
    corners = [(x, y) for x in range(400, 800, 62) for y in (200, 292, 384)]
    rows = [StillBox((x, y, x + 60, y + 90), "x", OTHER_COLOUR) for x, y in corners]
    middle = StillBox((586, 292, 646, 382), "EDM 23", TEAM_COLOURS[0])
    still = draw_still(picture, boxes=[*rows, middle])
    for box in rows:
        x1, y1, x2, y2 = (int(v) for v in box.xyxy_px)
        inner = still[y1 + 4 : y2 - 4, x1 + 4 : x2 - 4]
        changed = np.any(inner != picture[y1 + 4 : y2 - 4, x1 + 4 : x2 - 4], axis=2).mean()
        assert changed < 0.1


def test_the_strip_is_added_below_and_hides_nothing(picture: Array) -> None:
    caption = caption_of(a.tape(), a.at(214), 214, clock="P1 18:41.6", text="205.1a, finding 2")
    assert caption == [
        "205.1a, finding 2",
        "frame 214   7.1405 s   pts 214214   timecode 01:00:07:04   clock P1 18:41.6",
    ]
    still = draw_still(picture, caption=caption)
    assert still.shape[1:] == picture.shape[1:]
    assert np.array_equal(still[:720], picture)
    assert still[720:].max() > 200
    bare = draw_still(picture, caption=["", ""])
    assert bare.shape == still.shape
    assert bare[720:].max() < 40


def test_a_long_caption_ends_inside_the_picture(picture: Array) -> None:
    still = draw_still(picture[:, :400], caption=["very long words " * 30])
    assert still[720:, -10:].max() < 40


def test_a_tape_without_timecode_says_so() -> None:
    from review.core.times import TimeScale

    tape = a.tape(scale=TimeScale(0, a.TIME_BASE))
    assert caption_of(tape, a.at(0), 0) == ["frame 0   0.0000 s   pts 0   no timecode"]


def test_the_picture_given_is_left_alone_and_the_same_still_comes_out(picture: Array) -> None:
    before = picture.copy()
    picture.setflags(write=False)
    one = jpeg_bytes(draw_still(picture, boxes=BOXES, caption=["x"]))
    assert one == jpeg_bytes(draw_still(picture, boxes=BOXES, caption=["x"]))
    assert np.array_equal(picture, before)
    assert one[:3] == b"\xff\xd8\xff"


def test_jpeg_keeps_red_red() -> None:
    import cv2

    red = np.zeros((64, 64, 3), np.uint8)
    red[..., 0] = 220
    back = cv2.imdecode(np.frombuffer(jpeg_bytes(red), np.uint8), cv2.IMREAD_COLOR_RGB)
    assert np.abs(back.reshape(-1, 3).mean(axis=0) - (220, 0, 0)).max() < 4


def _luminance(colour: tuple[int, int, int]) -> float:
    linear = [p / 3294.6 if p <= 10 else ((p / 255 + 0.055) / 1.055) ** 2.4 for p in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_labels_read_at_four_and_a_half_to_one() -> None:
    ink = _luminance(stills_cv2._DARK)
    for colour in (*TEAM_COLOURS, OTHER_COLOUR, GATE_COLOUR):
        assert (_luminance(colour) + 0.05) / (ink + 0.05) >= 4.5
    strip = (_luminance(stills_cv2._INK) + 0.05) / (_luminance(stills_cv2._PAPER) + 0.05)
    assert strip >= 4.5
