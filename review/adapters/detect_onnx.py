"""People found with ONNX Runtime: where OpenVINO does not run, and on GPUs it has a provider for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from review.adapters.letterbox import checked_size, place_next
from review.adapters.sieve import Sieve
from review.adapters.weights import Model, Variant
from review.core.arrays import Array
from review.core.detections import Detections
from review.core.errors import SettingsWrong, WeightsUnusable

__all__ = ["OnnxDetector"]

_PROVIDER = {"cpu": "CPUExecutionProvider", "cuda": "CUDAExecutionProvider"}


class OnnxDetector:
    """A registered model in ONNX Runtime, one batch at a time, f32.

    Parameters
    ----------
    model : from `review.adapters.weights.find_model`
    input_size_px : (width, height) of the network's input, multiples of 32
    conf_min : people below this are not reported
    device : "cpu" or "cuda"
    threads : processor threads; None lets the runtime choose
    batch : pictures an inference
    sieve : thresholds of what becomes a person; `conf_min` and the model's classes go over it
    """

    def __init__(
        self,
        model: Model,
        *,
        input_size_px: tuple[int, int] = (960, 544),
        conf_min: float = 0.1,
        device: str = "cpu",
        threads: int | None = None,
        batch: int = 1,
        sieve: Sieve | None = None,
    ) -> None:
        self.input_size_px = checked_size(input_size_px)
        self._batch = batch
        self._sieve = Sieve.of(sieve, conf_min=conf_min, class_ids=model.class_ids)
        variant = model.variant("onnx")
        self._session = _session(variant, device, threads)
        self._input = self._session.get_inputs()[0].name
        self._model, self._sha256, self._device = model.name, variant.sha256, device

    @property
    def name(self) -> str:
        """Model and input size."""
        return f"{self._model} {self.input_size_px[0]}x{self.input_size_px[1]}"

    @property
    def sha256(self) -> str:
        """Hash of the weights loaded, as registered."""
        return self._sha256

    @property
    def device(self) -> str:
        """Where it runs and how, in words."""
        return f"{self._device.upper()}, ONNX Runtime f32"

    def detect(self, pictures: Iterable[Array]) -> Iterator[Detections]:
        """Detections a picture, in order; a batch is read ahead, no more."""
        width, height = self.input_size_px
        canvases = np.zeros((self._batch, height, width, 3), np.uint8)
        source = iter(pictures)
        while placed := place_next(source, canvases):
            filled = canvases[: len(placed)].transpose(0, 3, 1, 2)
            inputs = np.multiply(filled, np.float32(1 / 255), dtype=np.float32, order="C")
            (raw,) = self._session.run(None, {self._input: inputs})
            for rows, letterbox in zip(raw, placed, strict=True):
                yield self._sieve.people(rows, letterbox)

    def close(self) -> None:
        """Let go of the session; the detector cannot be used afterwards."""
        del self._session


def _session(variant: Variant, device: str, threads: int | None) -> Any:
    import onnxruntime as ort

    provider = _PROVIDER[device]
    if provider not in ort.get_available_providers():
        raise SettingsWrong(
            f"This ONNX Runtime cannot use {device}.",
            remedy="Install onnxruntime-gpu and its CUDA libraries, or choose --device cpu.",
        )
    (graph,) = variant.read()
    options = ort.SessionOptions()
    options.log_severity_level = 3
    if threads is not None:
        options.intra_op_num_threads = threads
    try:
        return ort.InferenceSession(graph, options, providers=[provider])
    except (RuntimeError, ValueError) as error:
        raise WeightsUnusable(
            f"ONNX Runtime cannot load {variant.files[0].path.name}: {error}",
            remedy="Export the model again with `benchgate train export`, or choose another.",
        ) from error
