"""A network that knows people, asked about pictures in which not everybody is labelled."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from review.core.arrays import Array
from review.core.errors import WeightsUnusable
from review.train.export import read_network
from review.train.network import wrapped
from review.train.recipe import Teacher

__all__ = ["teaching"]


def teaching(teacher: Teacher, weights_root: Path) -> Callable[[Array], Array]:
    """A function from (h, w, 3) RGB to the boxes (n, 4) in px of the people the teacher sees.

    Raises
    ------
    WeightsUnusable
        If its weights are missing or do not fit.
    """
    path = weights_root / teacher.weights
    if not path.is_file():
        raise WeightsUnusable(f"{path} is missing.", remedy="Point --weights at the folder that has it.")
    model = wrapped(read_network(path, classes=teacher.classes, architecture=teacher.architecture))

    def teach(rgb: Array) -> Array:
        bgr = np.ascontiguousarray(rgb[..., ::-1])
        found = model.predict(
            bgr, imgsz=teacher.input_px, conf=teacher.conf, classes=[teacher.person], verbose=False
        )
        return np.asarray(found[0].boxes.xyxy.numpy(), float).reshape(-1, 4)

    return teach
