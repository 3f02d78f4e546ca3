"""From a training's weights to the files the product runs: ONNX for any runtime, OpenVINO int8 for speed.

Weights are read from safetensors, never unpickled. The ONNX file stores fp16 weights and computes in f32;
both files take any input whose sides are multiples of 32. The same weights, recipe and library versions
give the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from review.core.arrays import Array
from review.core.errors import WeightsUnusable

__all__ = ["Exported", "classes_in", "export_detector", "load_network", "read_network", "ultralytics_ready"]

OPSET = 17
EXAMPLE_PX = (960, 544)
_CLASS_BIAS = ".cv3.0.2.bias"  # of the last layer of the class branch
HALF_FROM = 256  # constants with fewer elements stay f32: they are shapes, strides and anchors, not weights


@dataclass(frozen=True, slots=True)
class Exported:
    """Files written, with the sha256 of each; ready to be entered in registry.toml."""

    files: tuple[Path, ...]
    sha256: tuple[str, ...]

    def entries(self) -> str:
        """One registry line a file."""
        rows = zip(self.files, self.sha256, strict=True)
        return "\n".join(
            f'{{ path = "{path.name}", bytes = {path.stat().st_size}, sha256 = "{digest}" }}'
            for path, digest in rows
        )


def export_detector(
    weights: Path,
    out_dir: Path,
    *,
    calibration: Iterable[Array] | None = None,
    classes: int = 4,
    architecture: str = "yolo11n.yaml",
) -> Exported:
    """Write `<stem>.onnx` and, with calibration, `<stem>_int8.xml` and `.bin` into `out_dir`.

    Parameters
    ----------
    weights : a .safetensors state dict of the architecture
    out_dir : made if it is not there
    calibration : inputs as `review.train.calibration.calibration_inputs` gives them; None leaves int8 out
    classes, architecture : of the network

    Raises
    ------
    WeightsUnusable
        If the weights cannot be read or do not fit the architecture.
    """
    out_dir.mkdir(parents=True, exist_ok=True)
    network = load_network(weights, classes=classes, architecture=architecture)
    onnx_path = out_dir / f"{weights.stem}.onnx"
    exact = _to_onnx(network)
    onnx_path.write_bytes(_half_weights(exact))
    files = [onnx_path]
    if calibration is not None:
        int8_path = out_dir / f"{weights.stem}_int8.xml"
        _write_int8(exact, int8_path, list(calibration))
        files += [int8_path, int8_path.with_suffix(".bin")]
    digests = tuple(hashlib.sha256(path.read_bytes()).hexdigest() for path in files)
    return Exported(tuple(files), digests)


def load_network(weights: Path | bytes, *, classes: int, architecture: str) -> Any:
    """The network as a fused torch module in evaluation mode whose output is x1 y1 x2 y2 and class scores.

    Raises
    ------
    WeightsUnusable
        See `read_network`.
    """
    network = read_network(weights, classes=classes, architecture=architecture)
    network.eval()
    network.fuse(verbose=False)
    head = network.model[-1]
    head.export = head.dynamic = head.xyxy = True
    return network


def classes_in(weights: bytes) -> int | None:
    """How many classes a YOLO11's safetensors tell apart; None where the file does not say."""
    try:
        length = int.from_bytes(weights[:8], "little")
        header = json.loads(weights[8 : 8 + length])
        return next(int(row["shape"][0]) for name, row in header.items() if name.endswith(_CLASS_BIAS))
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, StopIteration):
        return None


def read_network(weights: Path | bytes, *, classes: int, architecture: str) -> Any:
    """The network as ultralytics builds it, with these weights, ready to train or to track with.

    Raises
    ------
    WeightsUnusable
        If torch or ultralytics is missing, or the weights do not fit the architecture.
    """
    ultralytics_ready()
    from safetensors import SafetensorError
    from safetensors.torch import load
    from ultralytics.nn.tasks import DetectionModel

    data = weights if isinstance(weights, bytes) else weights.read_bytes()
    network = DetectionModel(architecture, nc=classes, verbose=False)
    try:
        state = {
            key: value.float() if value.is_floating_point() else value for key, value in load(data).items()
        }
        network.load_state_dict(state)
    except (SafetensorError, RuntimeError) as error:
        raise WeightsUnusable(
            f"The weights do not fit {architecture} with {classes} classes: {str(error)[:200]}",
            remedy="Give a safetensors state dict of exactly that network.",
        ) from error
    return network


def ultralytics_ready() -> None:
    """Make torch and ultralytics importable, and keep ultralytics from calling home or installing anything.

    Raises
    ------
    WeightsUnusable
        If one of the libraries of the extra 'train' is missing.
    """
    os.environ.setdefault("YOLO_OFFLINE", "true")
    os.environ.setdefault("YOLO_AUTOINSTALL", "false")
    try:
        from review.train.torchvision_shim import install

        install()
        for library in ("safetensors.torch", "ultralytics"):
            import_module(library)
    except ImportError as error:
        raise WeightsUnusable(
            f"Torch weights need a library that is not installed: {error}.",
            remedy="Install the training extra: pip install 'benchgate[train]'.",
        ) from error


def _to_onnx(network: Any) -> bytes:
    """ONNX of the network with free batch, height and width, f32."""
    import io
    import warnings

    import torch

    buffer = io.BytesIO()
    example = torch.zeros(1, 3, EXAMPLE_PX[1], EXAMPLE_PX[0])
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # tracing remarks of the exporter about shapes that are in fact free
        torch.onnx.export(
            network,
            (example,),
            buffer,
            dynamo=False,
            opset_version=OPSET,
            input_names=["pictures"],
            output_names=["people"],
            dynamic_axes={"pictures": {0: "n", 2: "height", 3: "width"}, "people": {0: "n", 2: "rows"}},
        )
    return buffer.getvalue()


def _half_weights(model: bytes) -> bytes:
    """The same ONNX with its weights stored as fp16 and cast to f32 when loaded: half the size."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    proto = onnx.load_from_string(model)
    casts = []
    for tensor in proto.graph.initializer:
        if tensor.data_type != TensorProto.FLOAT or np.prod(tensor.dims) < HALF_FROM:
            continue
        name = tensor.name
        half = numpy_helper.from_array(numpy_helper.to_array(tensor).astype(np.float16), f"{name}_half")
        tensor.CopyFrom(half)
        casts.append(helper.make_node("Cast", [half.name], [name], name=f"{name}_cast", to=TensorProto.FLOAT))
    nodes = [*casts, *proto.graph.node]
    del proto.graph.node[:]
    proto.graph.node.extend(nodes)
    onnx.checker.check_model(proto)
    result: bytes = proto.SerializeToString(deterministic=True)
    return result


def _write_int8(model: bytes, path: Path, inputs: list[Array]) -> None:
    """Quantise with NNCF; the arithmetic that turns distances into boxes stays in f32."""
    import nncf
    import openvino as ov

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "exact.onnx"
        source.write_bytes(model)
        graph = ov.convert_model(source)
    quantised = nncf.quantize(
        graph,
        nncf.Dataset(inputs),
        preset=nncf.QuantizationPreset.PERFORMANCE,
        subset_size=len(inputs),
        ignored_scope=nncf.IgnoredScope(
            patterns=[r".*/model\.23/(dfl/.*|Add|Sub|Mul|Div|Sigmoid).*"],
            validate=False,
        ),
    )
    quantised.set_rt_info("", ["conversion_parameters"])
    _name_by_place(quantised)
    ov.save_model(quantised, path, compress_to_fp16=True)


def _name_by_place(graph: Any) -> None:
    """Give nodes that OpenVINO numbered by a counter of the process a number of their place instead."""
    for place, node in enumerate(graph.get_ordered_ops()):
        if re.fullmatch(r"[A-Z][A-Za-z]*_\d+", node.get_friendly_name()):
            node.set_friendly_name(f"{node.get_type_name()}_{place}")
