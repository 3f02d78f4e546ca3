"""Which detector runs here, and why."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from review.adapters.weights import Model, find_model
from review.core.errors import SettingsWrong, WeightsUnusable
from review.ports.detector import Detector

__all__ = ["Choice", "choose_detector", "choose_runtime"]

#: runtimes in order of preference on a processor, and the library each needs
RUNTIMES = {"openvino": "openvino", "onnx": "onnxruntime", "torch": "ultralytics"}


class Choice(NamedTuple):
    """A runtime, the device it uses, and the reason in words for `doctor`."""

    runtime: str
    device: str
    reason: str


def choose_detector(
    device: str = "auto",
    *,
    model: Model | str | None = None,
    runtime: str = "openvino",
    precision: str = "int8",
    input_size_px: tuple[int, int] = (960, 544),
    conf_min: float = 0.1,
    streams: int | None = None,
    registry: Path | None = None,
) -> Detector:
    """The detector that `choose_runtime` picks, with a registered model in it.

    Parameters
    ----------
    device, runtime : see `choose_runtime`
    model : a model, its name, or None for the registry's default
    precision : "int8", "bf16" or "f32", for OpenVINO; ONNX Runtime and torch take what they have
    input_size_px, conf_min, streams : see `OpenVinoDetector`
    registry : folder of a registry other than the product's own

    Raises
    ------
    SettingsWrong
        If the device or runtime is unknown, or nothing here can use it.
    WeightsUnusable
        If the model's files are missing or altered.
    """
    chosen = model if isinstance(model, Model) else find_model(model, registry=registry)
    choice = choose_runtime(device, runtime=runtime)
    common: dict[str, Any] = {"input_size_px": input_size_px, "conf_min": conf_min}
    if choice.runtime == "torch":
        from review.adapters.detect_torch import TorchDetector

        return TorchDetector(chosen, device=choice.device, **common)
    if choice.runtime == "onnx":
        from review.adapters.detect_onnx import OnnxDetector

        return OnnxDetector(chosen, device=choice.device, **common)
    from review.adapters.detect_openvino import OpenVinoDetector

    return OpenVinoDetector(chosen, precision=precision, streams=streams, **common)


def choose_runtime(device: str = "auto", *, runtime: str = "openvino") -> Choice:
    """The fastest way to run a detector on this machine.

    `auto` takes CUDA where torch or ONNX Runtime can use it, else the processor; `cpu` the processor with
    `runtime`, or with another one if that is not installed; `cuda` never falls back.

    Raises
    ------
    SettingsWrong
        If the device or runtime is unknown, or CUDA is asked for and nothing here can use it.
    WeightsUnusable
        If no runtime is installed.
    """
    if device not in ("auto", "cpu", "cuda"):
        raise SettingsWrong(f"Device {device!r} is not known.", remedy="Choose auto, cpu or cuda.")
    if runtime not in RUNTIMES:
        raise SettingsWrong(
            f"Detector runtime {runtime!r} is not known.", remedy=f"Choose one of {', '.join(RUNTIMES)}."
        )
    if device == "cpu":
        return _on_processor(runtime, "the processor was asked for")
    with_cuda, why = _cuda()
    if with_cuda:
        return Choice(with_cuda, "cuda", why)
    if device == "cuda":
        raise SettingsWrong(
            f"CUDA was asked for, but {why}.",
            remedy="Install a CUDA build of torch and ultralytics (benchgate[train]), or choose cpu.",
        )
    return _on_processor(runtime, why)


def _on_processor(wanted: str, why: str) -> Choice:
    for runtime in dict.fromkeys((wanted, *RUNTIMES)):
        if find_spec(RUNTIMES[runtime]):
            instead = "" if runtime == wanted else f"{wanted} is not installed, and "
            return Choice(runtime, "cpu", f"Processor with {runtime}: {instead}{why}.")
    raise WeightsUnusable(
        "No library that can run a detector is installed.", remedy="Install one: pip install openvino."
    )


def _cuda() -> tuple[str, str]:
    """(runtime that can use CUDA or "", reason in words)."""
    reasons = []
    if not find_spec("torch") or not find_spec("ultralytics"):
        reasons.append("torch with ultralytics is not installed")
    else:
        import torch

        if torch.cuda.is_available():
            return "torch", f"CUDA with torch: {torch.cuda.get_device_name()} found."
        reasons.append("torch finds no CUDA device")
    if not find_spec("onnxruntime"):
        reasons.append("ONNX Runtime is not installed")
    else:
        import onnxruntime

        if "CUDAExecutionProvider" in onnxruntime.get_available_providers():
            return "onnx", "CUDA with ONNX Runtime: its CUDA provider is installed."
        reasons.append("ONNX Runtime has no CUDA provider")
    return "", " and ".join(reasons)
