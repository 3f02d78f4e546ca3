"""What every detector does: each runtime with the product's own weights, and the fake."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib.util import find_spec

import numpy as np
import pytest

from review.adapters.weights import find_model
from review.core.arrays import Array
from review.core.boxes import iou
from review.core.detections import SKATER, Detections
from review.ports.detector import Detector
from review.testing.fake_detector import FakeDetector
from tests.drawn_people import draw_skater, drawn_ice

INPUT_PX = (640, 384)
#: feet and height of the skaters drawn, picture by picture; the third picture is empty ice
DRAWN = (
    ((170, 250, 80),),
    ((330, 300, 90), (520, 220, 75)),
    (),
    ((90, 330, 85), (300, 200, 70), (450, 310, 95)),
)


def scenes() -> tuple[list[Array], list[list[list[float]]]]:
    pictures, boxes = [], []
    for people in DRAWN:
        picture = drawn_ice(640, 360)
        boxes.append([draw_skater(picture, x, y, height=h) for x, y, h in people])
        pictures.append(picture)
    return pictures, boxes


PICTURES, BOXES = scenes()


def openvino() -> Detector:
    from review.adapters.detect_openvino import OpenVinoDetector

    return OpenVinoDetector(find_model(), input_size_px=INPUT_PX, conf_min=0.25)


def openvino_batches() -> Detector:
    from review.adapters.detect_openvino import OpenVinoDetector

    return OpenVinoDetector(find_model(), input_size_px=INPUT_PX, conf_min=0.25, precision="f32", batch=3)


def onnx() -> Detector:
    from review.adapters.detect_onnx import OnnxDetector

    return OnnxDetector(find_model(), input_size_px=INPUT_PX, conf_min=0.25, batch=2)


def torch() -> Detector:
    from review.adapters.detect_torch import TorchDetector

    return TorchDetector(find_model(), input_size_px=INPUT_PX, conf_min=0.25)


def fake() -> Detector:
    answers = [Detections(np.array(b).reshape(-1, 4), [SKATER] * len(b), [0.9] * len(b)) for b in BOXES]  # type: ignore[arg-type]
    return FakeDetector(answers * 3)


NEEDS = {
    "openvino": "openvino",
    "openvino_batches": "openvino",
    "onnx": "onnxruntime",
    "torch": "ultralytics",
}
MAKERS: dict[str, Callable[[], Detector]] = {
    one.__name__: one for one in (openvino, openvino_batches, onnx, torch, fake)
}


@pytest.fixture(scope="module")
def loaded() -> Iterator[dict[str, Detector]]:
    """Networks are compiled once for the whole suite, and closed after it."""
    made: dict[str, Detector] = {}
    yield made
    for one in made.values():
        one.close()


@pytest.fixture(params=MAKERS)
def detector(request: pytest.FixtureRequest, loaded: dict[str, Detector]) -> Detector:
    library = NEEDS.get(request.param)
    if library is None:
        return MAKERS[request.param]()
    if not find_spec(library):
        pytest.skip(f"{library} is not installed here")
    if request.param not in loaded:
        loaded[request.param] = MAKERS[request.param]()
    return loaded[request.param]


def test_finds_exactly_the_people_drawn_in_each_picture_in_order(detector: Detector) -> None:
    found = list(detector.detect(PICTURES))
    assert [len(one) for one in found] == [len(boxes) for boxes in BOXES]
    for one, boxes in zip(found, BOXES, strict=True):
        if boxes:
            assert (iou(one.xyxy_px.astype(float), np.array(boxes)).max(axis=0) > 0.75).all()
        assert (one.class_id == SKATER).all()


def test_many_pictures_keep_their_order(detector: Detector) -> None:
    order = [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2]
    found = list(detector.detect(PICTURES[i] for i in order))
    assert [len(one) for one in found] == [len(BOXES[i]) for i in order]


def test_no_pictures_give_nothing(detector: Detector) -> None:
    assert list(detector.detect([])) == []


def test_works_ahead_on_a_bounded_number_of_pictures(detector: Detector) -> None:
    taken = 0

    def endless() -> Iterator[Array]:
        nonlocal taken
        while True:
            taken += 1
            yield PICTURES[2]

    found = detector.detect(endless())
    for answered in range(1, 6):
        next(found)
        assert taken <= answered + 12
    found.close()  # type: ignore[attr-defined]


def test_can_be_used_again_after_stopping_half_way(detector: Detector) -> None:
    first = detector.detect(PICTURES)
    next(first)
    first.close()  # type: ignore[attr-defined]
    if isinstance(detector, FakeDetector):
        detector.seen = 0
    assert len(list(detector.detect(PICTURES))) == len(PICTURES)


def test_the_same_pictures_give_the_same_people(detector: Detector) -> None:
    once, again = list(detector.detect(PICTURES)), list(detector.detect(PICTURES))
    for a, b in zip(once, again, strict=True):
        assert np.array_equal(a.xyxy_px, b.xyxy_px)
        assert np.array_equal(a.conf, b.conf)


def test_says_what_it_is(detector: Detector) -> None:
    assert detector.name
    assert detector.device
    assert re.fullmatch("[0-9a-f]{64}", detector.sha256)
