"""The number reader's network on OpenVINO, f32 on one thread."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from review.adapters.number_window import WINDOW_PX, number_window
from review.adapters.weights import NUMBERS_TASK, Model, find_model
from review.core.arrays import Array
from review.core.errors import WeightsUnusable
from review.core.numbers import LOGITS

__all__ = ["OpenVinoNumbers", "compiled", "number_model"]


def number_model(*, registry: Path | None = None) -> Model:
    """The registry's number reader: the first of that task."""
    return find_model(task=NUMBERS_TASK, registry=registry)


class OpenVinoNumbers:
    """Number reader port. Weights are checked against the registry before they are loaded."""

    def __init__(self, model: Model, *, network: Any = None) -> None:
        self._model = model
        self._network = _registered(model) if network is None else network

    @property
    def name(self) -> str:
        """The model by name."""
        return self._model.name

    @property
    def sha256(self) -> str:
        """Hash of its weights."""
        return self._model.sha256

    def read(self, rgb: Array, xyxy_px: Array) -> Array:
        """(n, 22) logits of the boxes; see the port."""
        told = np.full((len(xyxy_px), LOGITS), np.nan, np.float32)
        windows = [number_window(rgb, box) for box in xyxy_px]
        rows = [k for k, window in enumerate(windows) if window is not None]
        if rows:
            given = np.stack([windows[k] for k in rows])  # type: ignore[misc]
            told[rows] = self._network(given.transpose(0, 3, 1, 2).astype(np.float32))[0]
        return told


def compiled(graph: bytes, file: str) -> Any:
    """An ONNX file's network, ready to run on windows (n, 3, 64, 80); WeightsUnusable where it is none."""
    import openvino as ov

    core = ov.Core()
    try:
        network = core.read_model(graph)
        network.reshape([-1, 3, WINDOW_PX[1], WINDOW_PX[0]])
        return core.compile_model(
            network, "CPU", {"INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": 1}
        )
    except RuntimeError as error:
        raise WeightsUnusable(
            f"OpenVINO cannot run {file}: {str(error).strip().splitlines()[-1]}",
            remedy="Make it again with `benchgate train numbers`.",
        ) from error


def _registered(model: Model) -> Any:
    variant = model.variant("onnx", "f32")
    (graph,) = variant.read()
    return compiled(graph, variant.files[0].path.name)
