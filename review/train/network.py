"""Networks between safetensors and ultralytics: begun from COCO, wrapped to train, kept without pickle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from review.core.detections import CLASSES
from review.core.errors import WeightsUnusable
from review.train.export import read_network

__all__ = ["begun", "keep", "wrapped"]

COCO_CLASSES, PERSON = 80, 0
KEPT_CHANNELS = 64  # of the class branch: COCO's has 80, one of four classes 64
RARER = (0.0, 2.0, 1.5, 2.0)  # taken off the first bias, by class: most people are skaters
BRANCH = "model.{head}.cv3.{scale}."


def begun(start: Path, architecture: str) -> Any:
    """A network of our four classes: from one of ours as it is, from COCO's with `person` for each class.

    Raises
    ------
    WeightsUnusable
        If the weights are missing or belong to neither.
    """
    if not start.is_file():
        raise WeightsUnusable(f"{start} is missing.", remedy="Point --weights at the folder that has it.")
    try:
        return read_network(start, classes=len(CLASSES), architecture=architecture)
    except WeightsUnusable:
        return _from_coco(read_network(start, classes=COCO_CLASSES, architecture=architecture), architecture)


def wrapped(network: Any) -> Any:
    """The network as ultralytics' `YOLO`, ready to predict or to train."""
    from ultralytics import YOLO

    model = YOLO(network.yaml.get("yaml_file", "yolo11n.yaml"))
    model.model = network.eval()
    return model


def keep(network: Any, path: Path) -> None:
    """Write the network's state as fp16 safetensors.

    The file says its classes and how a picture is put in; the same network gives the same bytes.
    """
    from safetensors.torch import save_file

    state = {
        k: (v.half() if v.is_floating_point() else v).detach().cpu().contiguous().clone()
        for k, v in network.state_dict().items()
    }
    said = {"network": f"classes {','.join(CLASSES)}; RGB/255, letterbox 114"}  # one key: more have no order
    path.parent.mkdir(parents=True, exist_ok=True)
    save_file(state, path, metadata=said)


def _from_coco(coco: Any, architecture: str) -> Any:
    """Our network with COCO's weights; each class starts as COCO's person.

    COCO's class branch is wider than one for four classes: the channels that matter most for `person` stay.
    """
    from ultralytics.nn.tasks import DetectionModel

    ours = DetectionModel(architecture, nc=len(CLASSES), verbose=False)
    theirs, wanted = coco.state_dict(), ours.state_dict()
    head = len(ours.model) - 1
    made = {k: theirs[k] for k, v in wanted.items() if k in theirs and theirs[k].shape == v.shape}
    for scale in range(3):
        made |= _class_branch(theirs, BRANCH.format(head=head, scale=scale), wanted)
    ours.load_state_dict(wanted | made)
    return ours


def _class_branch(theirs: Any, at: str, wanted: Any) -> dict[str, Any]:
    """One scale's class branch, narrowed to the channels that `person` uses most."""
    import torch

    person = theirs[f"{at}2.weight"][PERSON, :, 0, 0]
    scale, shift = theirs[f"{at}1.1.bn.weight"].abs(), theirs[f"{at}1.1.bn.bias"].abs()
    last = _largest(person.abs() * (scale + shift))
    mixing = theirs[f"{at}1.1.conv.weight"][last][:, :, 0, 0].abs()
    first = _largest((mixing * person[last].abs()[:, None]).sum(0) * theirs[f"{at}0.1.bn.weight"].abs())
    out: dict[str, Any] = {}
    for key in (k for k in wanted if k.startswith(at) and theirs[k].shape != wanted[k].shape):
        value, part = theirs[key], key[len(at) :]
        if part == "2.weight":
            value = value[PERSON : PERSON + 1, last].repeat(len(CLASSES), 1, 1, 1)
        elif part == "2.bias":
            value = value[PERSON : PERSON + 1].repeat(len(CLASSES)) - torch.tensor(RARER)
        elif part == "1.1.conv.weight":
            value = value[last][:, first]
        else:
            value = value[last] if part.startswith("1.1.") else value[first]
        if value.shape != wanted[key].shape:
            raise WeightsUnusable(f"{key} does not fit.", remedy="Start from YOLO11 weights.")
        out[key] = value.clone()
    return out


def _largest(weight: Any) -> Any:
    import torch

    return torch.argsort(weight, descending=True)[:KEPT_CHANNELS].sort().values
