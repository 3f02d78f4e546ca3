"""From weights to what the product runs."""

from __future__ import annotations

import hashlib
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from review.adapters.weights import find_model
from review.core.errors import WeightsUnusable
from review.train.calibration import read_recipe
from review.train.export import export_detector, load_network

pytestmark = pytest.mark.skipif(
    not all(find_spec(name) for name in ("ultralytics", "nncf", "onnx")),
    reason="the training extra is not installed here",
)
# ultralytics, nncf and the tracing exporter warn about their own future
third_party = pytest.mark.filterwarnings("ignore")


@third_party
def test_the_registered_onnx_is_what_the_registered_weights_export_to(tmp_path: Path) -> None:
    model = find_model()
    (weights,) = model.variant("safetensors").files
    exported = export_detector(weights.path, tmp_path)
    assert [path.name for path in exported.files] == ["yolo11n_hockey_v0.onnx"]
    assert hashlib.sha256(exported.files[0].read_bytes()).hexdigest() == exported.sha256[0]
    if version("torch").startswith("2.13.0") and version("ultralytics-opencv-headless") == "8.4.190":
        assert exported.sha256[0] == model.variant("onnx").sha256
    assert "yolo11n_hockey_v0.onnx" in exported.entries()


@third_party
@pytest.mark.slow
def test_int8_runs_at_any_size_and_comes_out_the_same_twice(tmp_path: Path) -> None:
    import openvino as ov

    (weights,) = find_model().variant("safetensors").files
    noise = np.random.default_rng(0).random((2, 1, 3, 192, 320), dtype=np.float32)
    exported = export_detector(weights.path, tmp_path / "a", calibration=noise)
    assert export_detector(weights.path, tmp_path / "b", calibration=noise).sha256 == exported.sha256
    graph = ov.Core().read_model(exported.files[1])
    for width, height in ((320, 192), (960, 544)):
        graph.reshape([1, 3, height, width])
        cells = sum(width // s * height // s for s in (8, 16, 32))
        assert list(graph.output(0).shape) == [1, 8, cells]


@third_party
def test_weights_of_another_network_are_refused() -> None:
    (weights,) = find_model().variant("safetensors").read()
    with pytest.raises(WeightsUnusable, match="do not fit"):
        load_network(weights, classes=80, architecture="yolo11n.yaml")


@third_party
def test_a_pickle_is_refused_unopened() -> None:
    import pickle

    with pytest.raises(WeightsUnusable, match="do not fit"):
        load_network(pickle.dumps({"model": 1}), classes=4, architecture="yolo11n.yaml")


def test_a_missing_recipe(tmp_path: Path) -> None:
    with pytest.raises(WeightsUnusable, match="cannot be read"):
        read_recipe(tmp_path / "none.toml")
