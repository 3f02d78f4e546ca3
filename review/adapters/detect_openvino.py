"""People found with OpenVINO: the default, on any x86 or ARM processor, without torch."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from review.adapters.letterbox import Letterbox, checked_size, place_next
from review.adapters.sieve import Sieve
from review.adapters.weights import Model, Variant
from review.core.arrays import Array
from review.core.detections import Detections
from review.core.errors import WeightsUnusable

__all__ = ["OpenVinoDetector"]


class OpenVinoDetector:
    """A registered model on the processor, several pictures at once.

    Parameters
    ----------
    model : from `review.adapters.weights.find_model`
    input_size_px : (width, height) of the network's input, multiples of 32; `input_size_for` finds it
    precision : "int8", "f32" (read from an OpenVINO or ONNX file), or "bf16": the f32 file, computed in bf16
        where the processor can
    conf_min : people below this are not reported
    streams : inferences at once; None lets OpenVINO choose for this processor
    batch : pictures an inference; more than one gains nothing on processors measured so far
    sieve : thresholds of what becomes a person; `conf_min` and the model's classes go over it

    Notes
    -----
    OpenVINO would choose bf16 by itself on processors that state it; here it is chosen or not at all.
    """

    def __init__(
        self,
        model: Model,
        *,
        input_size_px: tuple[int, int] = (960, 544),
        precision: str = "int8",
        conf_min: float = 0.1,
        streams: int | None = None,
        batch: int = 1,
        sieve: Sieve | None = None,
    ) -> None:
        self.input_size_px = checked_size(input_size_px)
        self._batch = batch
        self._sieve = Sieve.of(sieve, conf_min=conf_min, class_ids=model.class_ids)
        variant = _variant(model, precision)
        self._compiled = _compile(variant, self.input_size_px, batch, streams, precision)
        self._sha256 = variant.sha256
        self._precision = precision
        self._model = model.name
        self._requests = int(self._compiled.get_property("OPTIMAL_NUMBER_OF_INFER_REQUESTS")) + 1

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
        """Processor, runtime and precision in words."""
        streams = self._compiled.get_property("NUM_STREAMS")
        return f"CPU, OpenVINO {self._precision}, {streams} at once"

    def detect(self, pictures: Iterable[Array]) -> Iterator[Detections]:
        """Detections a picture, in order; up to `streams + 1` inferences are begun ahead of what is asked."""
        free = [_Slot(self._compiled, self.input_size_px, self._batch) for _ in range(self._requests)]
        running: deque[_Slot] = deque()
        source = iter(pictures)
        try:
            while True:
                while free and free[-1].start(source):
                    running.append(free.pop())
                if not running:
                    return
                slot = running.popleft()
                found = slot.finish(self._sieve)
                if slot.start(source):
                    running.append(slot)
                else:
                    free = []
                yield from found
        finally:
            for slot in running:
                slot.request.wait()

    def close(self) -> None:
        """Let go of the compiled network; the detector cannot be used afterwards."""
        del self._compiled


class _Slot:
    """One inference request with its own input memory."""

    def __init__(self, compiled: Any, size_px: tuple[int, int], batch: int) -> None:
        import openvino as ov

        self.canvas = np.zeros((batch, size_px[1], size_px[0], 3), np.uint8)
        self.request = compiled.create_infer_request()
        self.request.set_input_tensor(ov.Tensor(self.canvas, shared_memory=True))
        self.boxes: list[Letterbox] = []

    def start(self, source: Iterator[Array]) -> bool:
        """Take the next pictures and begin; False if there are none left."""
        self.boxes = place_next(source, self.canvas)
        if self.boxes:
            self.request.start_async()
        return bool(self.boxes)

    def finish(self, sieve: Sieve) -> list[Detections]:
        """Wait, and turn each picture's rows into people."""
        self.request.wait()
        raw = self.request.get_output_tensor().data
        return [sieve.people(rows, box) for rows, box in zip(raw, self.boxes, strict=False)]


def _variant(model: Model, precision: str) -> Variant:
    """The OpenVINO file at this precision, or the ONNX one, which OpenVINO reads as well."""
    stored = "f32" if precision == "bf16" else precision
    for variant in model.variants:
        if variant.format == "openvino" and variant.precision == stored:
            return variant
    return model.variant("onnx", stored)


def _compile(
    variant: Variant, size_px: tuple[int, int], batch: int, streams: int | None, precision: str
) -> Any:
    """Read, fix the input size, take uint8 RGB rows as they are, and compile for throughput."""
    import openvino as ov
    from openvino import preprocess

    core = ov.Core()
    graph, *weights = variant.read()
    try:
        model = core.read_model(graph, weights[0]) if weights else core.read_model(graph)
        model.reshape([batch, 3, size_px[1], size_px[0]])
        steps = preprocess.PrePostProcessor(model)
        steps.input().tensor().set_element_type(ov.Type.u8).set_layout(ov.Layout("NHWC"))
        steps.input().model().set_layout(ov.Layout("NCHW"))
        steps.input().preprocess().convert_element_type(ov.Type.f32).scale(255.0)
        hints = {"PERFORMANCE_HINT": "THROUGHPUT", "INFERENCE_PRECISION_HINT": "f32"}
        if precision == "bf16":
            hints["INFERENCE_PRECISION_HINT"] = "bf16"
        if streams is not None:
            hints["NUM_STREAMS"] = str(streams)
        return core.compile_model(steps.build(), "CPU", hints)
    except RuntimeError as error:
        place = ", ".join(file.path.name for file in variant.files)
        last = str(error).strip().splitlines()[-1]
        raise WeightsUnusable(
            f"OpenVINO cannot run {place} at {size_px[0]}x{size_px[1]}: {last}",
            remedy="Export the model again with `benchgate train export`, or choose another.",
        ) from error
