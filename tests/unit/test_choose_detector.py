"""Which runtime is taken, and what is said about it."""

from __future__ import annotations

from typing import Any

import pytest

from review.adapters import choose_detector as room
from review.adapters.choose_detector import choose_detector, choose_runtime
from review.core.errors import SettingsWrong, WeightsUnusable


def installed(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    def find(name: str) -> Any:
        return name if name in names else None

    monkeypatch.setattr(room, "find_spec", find)


def test_openvino_on_the_processor_where_there_is_no_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, "openvino")
    choice = choose_runtime("auto")
    assert (choice.runtime, choice.device) == ("openvino", "cpu")
    assert "torch with ultralytics is not installed" in choice.reason


def test_the_next_runtime_where_the_wanted_one_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, "onnxruntime")
    choice = choose_runtime("cpu")
    assert choice.runtime == "onnx"
    assert "openvino is not installed" in choice.reason


def test_the_runtime_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, "openvino", "onnxruntime")
    assert choose_runtime("cpu", runtime="onnx") == (
        "onnx",
        "cpu",
        "Processor with onnx: the processor was asked for.",
    )


def test_cuda_is_never_silently_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, "openvino")
    with pytest.raises(SettingsWrong, match="CUDA was asked for, but torch") as caught:
        choose_runtime("cuda")
    assert "benchgate[train]" in caught.value.remedy


def test_nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch)
    with pytest.raises(WeightsUnusable, match="No library") as caught:
        choose_runtime("cpu")
    assert "pip install" in caught.value.remedy


@pytest.mark.parametrize(("device", "runtime"), [("gpu", "openvino"), ("cpu", "tensorrt")])
def test_unknown_words(device: str, runtime: str) -> None:
    with pytest.raises(SettingsWrong, match="not known"):
        choose_runtime(device, runtime=runtime)


def test_a_detector_by_names() -> None:
    detector = choose_detector("cpu", model="yolo11n_hockey_v1", input_size_px=(320, 192))
    assert detector.name == "yolo11n_hockey_v1 320x192"
    assert "OpenVINO int8" in detector.device
    detector.close()
