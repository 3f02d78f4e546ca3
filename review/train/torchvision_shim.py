"""Make torchvision importable where its compiled half does not fit the installed torch.

A CPU build of torch beside a torchvision wheel linked against CUDA fails on import with "operator
torchvision::nms does not exist", and ultralytics cannot be imported without torchvision. `install` declares
the missing operators and backs `nms` with plain tensor arithmetic. Where torchvision imports by itself
nothing is changed.
"""

from __future__ import annotations

import sys
from typing import Any

__all__ = ["install", "nms"]

_SCHEMAS = (
    "nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
    "qnms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
)
_kept: list[Any] = []  # a torch Library takes its operators away when it is collected


def install() -> bool:
    """Import torchvision, declaring its missing operators first if it needs that.

    Returns
    -------
    bool
        True if the operators were replaced, by this call or an earlier one; False if torchvision is whole.

    Raises
    ------
    ImportError
        If torch or torchvision is not installed.
    RuntimeError
        If torchvision fails for another reason than its missing operators.
    """
    if _kept:
        return True
    try:
        import torchvision
    except RuntimeError as error:
        if "torchvision::" not in str(error):
            raise
    else:
        return False
    _forget("torchvision")
    _declare()
    import torchvision.extension
    import torchvision.ops.boxes

    torchvision.ops.boxes._assert_has_ops = lambda: None
    return True


def nms(dets: Any, scores: Any, iou_threshold: float) -> Any:
    """Greedy non-maximum suppression on tensors.

    Parameters
    ----------
    dets : (n, 4) float tensor, x1 y1 x2 y2
    scores : (n,) float tensor
    iou_threshold : a box is dropped where its IoU with a kept one is larger

    Returns
    -------
    (k,) int64 tensor, indices of the boxes kept, best first
    """
    import torch

    order = torch.argsort(scores, descending=True, stable=True)
    boxes = dets[order]
    area = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    alive = torch.ones(len(order), dtype=torch.bool, device=dets.device)
    keep = []
    for i in range(len(order)):
        if not alive[i]:
            continue
        keep.append(i)
        rest = slice(i + 1, None)
        corner = torch.minimum(boxes[i, 2:], boxes[rest, 2:]) - torch.maximum(boxes[i, :2], boxes[rest, :2])
        shared = corner.clamp(min=0).prod(1)
        alive[rest] &= shared <= iou_threshold * (area[i] + area[rest] - shared)
    return order[torch.tensor(keep, dtype=torch.int64, device=dets.device)]


def _forget(package: str) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == package]:
        del sys.modules[name]


def _declare() -> None:
    import torch

    library = torch.library.Library("torchvision", "FRAGMENT")
    for schema in _SCHEMAS:
        library.define(schema)
    library.impl("nms", nms, "CPU")
    _kept.append(library)
