"""People found with torch: for CUDA, and to compare the exports with what was trained."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from review.adapters.letterbox import checked_size, place_next
from review.adapters.sieve import Sieve
from review.adapters.weights import Model
from review.core.arrays import Array
from review.core.detections import Detections
from review.core.errors import SettingsWrong
from review.train.export import classes_in, load_network

__all__ = ["TorchDetector"]


class TorchDetector:
    """A registered model's safetensors in torch; f16 on CUDA, f32 on the processor.

    Parameters
    ----------
    model : from `review.adapters.weights.find_model`
    input_size_px : (width, height) of the network's input, multiples of 32
    conf_min : people below this are not reported
    device : "cpu" or "cuda"
    batch : pictures an inference; None takes 8 on CUDA and 1 on the processor
    sieve : thresholds of what becomes a person; `conf_min` and the model's classes go over it
    """

    def __init__(
        self,
        model: Model,
        *,
        input_size_px: tuple[int, int] = (960, 544),
        conf_min: float = 0.1,
        device: str = "cpu",
        batch: int | None = None,
        sieve: Sieve | None = None,
    ) -> None:
        variant = model.variant("safetensors")
        (weights,) = variant.read()
        outputs = classes_in(weights) or len(model.classes)
        network = load_network(weights, classes=outputs, architecture=model.architecture)
        import torch

        if device == "cuda" and not torch.cuda.is_available():
            raise SettingsWrong(
                "This torch finds no CUDA device.", remedy="Install a CUDA build, or choose --device cpu."
            )
        self.input_size_px = checked_size(input_size_px)
        self._half = device == "cuda"
        self._network = network.to(device).half() if self._half else network
        self._batch = batch or (8 if self._half else 1)
        self._sieve = Sieve.of(sieve, conf_min=conf_min, class_ids=model.class_ids)
        self._rows = 4 + len(model.classes)  # classes that the network knows besides are passed over
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
        import torch

        where = torch.cuda.get_device_name() if self._half else "CPU"
        return f"{where}, torch {'f16' if self._half else 'f32'}"

    def detect(self, pictures: Iterable[Array]) -> Iterator[Detections]:
        """Detections a picture, in order; a batch is read ahead, no more."""
        width, height = self.input_size_px
        canvases = np.zeros((self._batch, height, width, 3), np.uint8)
        source = iter(pictures)
        while placed := place_next(source, canvases):
            raw = self._run(canvases[: len(placed)])
            for rows, letterbox in zip(raw, placed, strict=True):
                yield self._sieve.people(rows, letterbox)

    def close(self) -> None:
        """Let go of the network; the detector cannot be used afterwards."""
        del self._network

    def _run(self, canvases: Array) -> Any:
        import torch

        with torch.inference_mode():
            pictures = torch.from_numpy(canvases).to(self._device).permute(0, 3, 1, 2)
            pictures = (pictures.half() if self._half else pictures.float()) / 255
            return self._network(pictures)[:, : self._rows].float().cpu().numpy()
