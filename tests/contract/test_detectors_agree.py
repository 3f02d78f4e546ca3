"""The runtimes are one network: the same people within a tolerance, at every supported size."""

from __future__ import annotations

import itertools
from importlib.util import find_spec

import numpy as np
import pytest

from review.adapters.detect_onnx import OnnxDetector
from review.adapters.detect_openvino import OpenVinoDetector
from review.adapters.weights import find_model
from review.core.arrays import Array
from review.core.detections import Detections
from review.ports.detector import Detector
from tests.drawn_people import draw_skater, drawn_ice

FULL_PX = (960, 540)
SIZES = [(640, 384), (960, 544), (1280, 736), (320, 320)]


def scene() -> Array:
    picture = drawn_ice(*FULL_PX)
    for x, y, height in ((200, 300, 90), (500, 400, 110), (760, 350, 100), (330, 500, 120)):
        draw_skater(picture, x, y, height=height)
    return picture


def people(detector: Detector) -> Detections:
    (found,) = detector.detect([scene()])
    detector.close()
    order = np.argsort(found.xyxy_px[:, 0])
    return Detections(found.xyxy_px[order], found.class_id[order], found.conf[order])


def apart(a: Detections, b: Detections) -> tuple[float, float]:
    """Largest difference of a box edge in px and of a confidence."""
    assert len(a) == len(b) > 0
    assert a.class_id.tolist() == b.class_id.tolist()
    return float(np.abs(a.xyxy_px - b.xyxy_px).max()), float(np.abs(a.conf - b.conf).max())


@pytest.mark.parametrize("size", SIZES)
def test_runtimes_at_f32(size: tuple[int, int]) -> None:
    model = find_model()
    detectors: list[Detector] = [
        OpenVinoDetector(model, input_size_px=size, precision="f32", conf_min=0.4),
        OnnxDetector(model, input_size_px=size, conf_min=0.4),
    ]
    if find_spec("ultralytics"):
        from review.adapters.detect_torch import TorchDetector

        detectors.append(TorchDetector(model, input_size_px=size, conf_min=0.4))
    found = [people(detector) for detector in detectors]
    for a, b in itertools.pairwise(found):
        edge_px, conf = apart(a, b)
        assert edge_px < 0.05
        assert conf < 0.001


@pytest.mark.parametrize("size", SIZES[:3])
def test_int8_is_close_to_f32(size: tuple[int, int]) -> None:
    model = find_model()
    exact = people(OpenVinoDetector(model, input_size_px=size, precision="f32", conf_min=0.4))
    quick = people(OpenVinoDetector(model, input_size_px=size, precision="int8", conf_min=0.25))
    edge_px, conf = apart(exact, quick)
    assert edge_px < 5
    assert conf < 0.35
