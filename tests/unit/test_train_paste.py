"""Men cut out of a picture and pasted astride the boards: where, how large, and who is still labelled."""

from __future__ import annotations

import cv2
import numpy as np

from review.core.arrays import Array
from review.core.boxes import inside
from review.evaluate.detection import LabelledPeople
from review.train.paste import pasted

MEN = [[40.0, 160, 70, 220], [140, 200, 172, 264], [240, 240, 274, 308]]  # as tall as far men are small
BENCH = [[100.0, 60, 116, 84], [130, 60, 146, 84]]


def picture() -> Array:
    """White ice, a dark stand behind yellow boards at row 84, men in red."""
    rgb = np.full((320, 400, 3), 235, np.uint8)
    rgb[:84] = (40, 40, 46)
    rgb[84:96] = (200, 190, 60)
    for x0, y0, x1, y1 in np.array(MEN, int).tolist():
        middle, size = ((x0 + x1) // 2, (y0 + y1) // 2), ((x1 - x0) // 2 - 2, (y1 - y0) // 2 - 1)
        cv2.ellipse(rgb, middle, size, 0, 0, 360, (180, 20, 30), -1)
    noise = np.random.default_rng(0).integers(-6, 7, rgb.shape)
    return np.clip(rgb.astype(int) + noise, 0, 255).astype(np.uint8)


def people(men: int = 3) -> LabelledPeople:
    boxes = np.array(MEN[:men] + BENCH)
    n = len(boxes)
    on_ice = np.arange(n) < men
    return LabelledPeople(boxes, np.zeros(n), on_ice, np.zeros(n), np.zeros((0, 4)))


def test_men_hang_over_the_boards_as_large_as_men_are_there() -> None:
    rgb, labels = picture(), people()
    made = [pasted(rgb, labels, np.random.default_rng(k)) for k in range(8)]
    assert any(m is not None for m in made)
    for one in made:
        if one is None:
            continue
        out, told = one
        new = told.xyxy_px[told.on_ice][3:]
        assert 1 <= len(new) <= 3
        for x0, y0, x1, y1 in new:
            # heights 60, 64, 68 at feet of 220, 264, 308: 47.6 at the boards' top, row 84
            assert abs((y1 - y0) - 47.6) <= 2
            assert 84 + 0.33 * 47.6 <= y1 <= 84 + 0.63 * 47.6
            reds = (
                out[int(y0) : int(y1), int(x0) : int(x1), 0].astype(int)
                - out[int(y0) : int(y1), int(x0) : int(x1), 1]
            )
            assert (reds > 80).mean() > 0.25, "his sweater shows"
        assert (out[116:] == rgb[116:]).all() and (out[:50] == rgb[:50]).all()
        for box in told.xyxy_px[~told.on_ice]:
            assert all(inside(box[None], b[None])[0, 0] < 0.6 for b in new)


def test_it_is_the_same_again_and_the_picture_is_left_alone() -> None:
    rgb = picture()
    before = rgb.copy()
    one, two = (pasted(rgb, people(), np.random.default_rng(3)) for _ in range(2))
    assert one is not None and two is not None
    assert (one[0] == two[0]).all() and (one[1].xyxy_px == two[1].xyxy_px).all()
    assert (rgb == before).all()


def test_without_a_far_bench_or_men_to_cut_out_there_is_nothing_to_paste() -> None:
    assert pasted(picture(), people(men=2), np.random.default_rng(0)) is None
    labels = people()
    near = labels.xyxy_px + np.where(labels.on_ice, 0, 220)[:, None] * [0, 1, 0, 1]
    low = LabelledPeople(near, labels.class_id, labels.on_ice, labels.occlusion, labels.ignore_px)
    assert pasted(picture(), low, np.random.default_rng(0)) is None
