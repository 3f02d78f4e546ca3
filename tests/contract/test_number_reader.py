"""The number reader as the product runs it, on men drawn by hand."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from review.adapters.number_spots import find_spots
from review.adapters.numbers_rapidocr import RapidNumbers, Reading, Spot

RED, WHITE, ICE = (180, 20, 30), (245, 245, 245), (225, 230, 235)


def back(number: str, *, shirt: tuple[int, int, int] = RED, ink: tuple[int, int, int] = WHITE) -> np.ndarray:
    """(192, 120, 3): a man from behind, his number 30 px high in the middle of his shirt, a fifth down."""
    rgb = np.full((192, 120, 3), ICE, np.uint8)
    cv2.ellipse(rgb, (60, 18), (12, 14), 0, 0, 360, (20, 20, 20), -1)
    cv2.rectangle(rgb, (25, 34), (95, 100), shirt, -1)
    cv2.rectangle(rgb, (32, 100), (88, 190), (25, 25, 25), -1)
    (wide, high), _ = cv2.getTextSize(number, cv2.FONT_HERSHEY_DUPLEX, 1.2, 4)
    at = (60 - wide // 2, 58 + high // 2)
    return np.asarray(cv2.putText(rgb, number, at, cv2.FONT_HERSHEY_DUPLEX, 1.2, ink, 4, cv2.LINE_AA))


def read(man: np.ndarray) -> tuple[int, float] | None:
    (told,) = RapidNumbers().read(man, np.array([[0, 0, man.shape[1], man.shape[0]]], float))
    return told


@pytest.mark.parametrize("number", ["17", "26", "4", "93"])
def test_a_number_on_a_plain_back_is_read(number: str) -> None:
    told = read(back(number))
    assert told is not None and told[0] == int(number) and told[1] >= 0.7


def test_dark_ink_on_a_light_shirt_is_read_as_well() -> None:
    told = read(back("26", shirt=(240, 240, 245), ink=(20, 30, 90)))
    assert told is not None and told[0] == 26


def test_a_blank_shirt_says_nothing() -> None:
    assert read(back("")) is None


def test_the_spot_lies_round_the_digits() -> None:
    spot = find_spots(back("17"))[0]
    x0, y0, x1, y1 = spot.box_px
    down, across = np.nonzero((back("17")[34:100, 25:95] > 200).all(axis=2))
    inked = (across.min() + 25, down.min() + 34, across.max() + 26, down.max() + 35)
    assert (x0, y0, x1, y1) == pytest.approx(inked, abs=3)


def test_men_are_read_alike_alone_and_in_a_picture() -> None:
    picture = np.full((300, 400, 3), ICE, np.uint8)
    picture[40:232, 50:170], picture[60:252, 200:320] = back("17"), back("93")
    boxes = np.array(
        [[50, 40, 170, 232], [200, 60, 320, 252], [-90, 10, 4, 160], [330, 290, 380, 450]], float
    )
    told = RapidNumbers().read(picture, boxes)
    assert told == [read(back("17")), read(back("93")), None, None]
    assert RapidNumbers().read(picture, np.zeros((0, 4))) == []


def test_one_digit_is_sure_only_where_nothing_like_it_stands_beside() -> None:
    def p(number: int, agreed: float, score: float, beside_p: float) -> float:
        return Reading(number, agreed, Spot((0, 0, 1, 1), score, beside_p)).p

    assert p(4, 0.99, 3.0, 0.1) == 0.7
    assert p(4, 0.99, 3.0, 0.6) == p(4, 0.99, 1.0, 0.1) == p(4, 0.8, 3.0, 0.1) == 0.3
    assert p(4, 0.5, 3.0, 0.1) == 0.1
    assert [p(17, agreed, 1.0, 0.9) for agreed in (0.2, 0.5, 0.74, 0.75, 1.0)] == [0.3, 0.8, 0.8, 0.92, 0.92]
