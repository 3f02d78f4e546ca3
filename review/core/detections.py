"""Detections: who stands where in one picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from review.core.arrays import Array, column

__all__ = ["CLASSES", "GOALKEEPER", "OFFICIAL", "SKATER", "STAFF", "Detections"]

CLASSES = ("skater", "goalkeeper", "official", "staff")
SKATER, GOALKEEPER, OFFICIAL, STAFF = range(4)


@dataclass(frozen=True, slots=True)
class Detections:
    """People found in one frame, in the frame's own pixels.

    Attributes
    ----------
    xyxy_px : (n, 4) float32
    class_id : (n,) int8, index into CLASSES
    conf : (n,) float32 in 0..1
    look : (n, d) float32, appearance used to tell teams apart; d = 0 where none was taken
    """

    xyxy_px: Array
    class_id: Array
    conf: Array
    look: Array | None = None

    def __post_init__(self) -> None:
        set_ = object.__setattr__
        set_(self, "xyxy_px", column(self.xyxy_px, np.float32, name="xyxy_px", shape=(None, 4)))
        set_(self, "class_id", column(self.class_id, np.int8, name="class_id"))
        set_(self, "conf", column(self.conf, np.float32, name="conf"))
        look = np.zeros((len(self.conf), 0), np.float32) if self.look is None else self.look
        set_(self, "look", column(look, np.float32, name="look", shape=(None, np.shape(look)[-1])))
        if len({len(self.xyxy_px), len(self.class_id), len(self.conf), len(look)}) != 1:
            raise ValueError("detections need one row a person in every column")
        if len(self.conf) and (self.class_id.min() < 0 or self.class_id.max() >= len(CLASSES)):
            raise ValueError("a detection's class is outside CLASSES")

    def __len__(self) -> int:
        return len(self.conf)

    @property
    def foot_px(self) -> Array:
        """(n, 2) bottom centre of each box."""
        box = self.xyxy_px
        result: Array = np.column_stack([(box[:, 0] + box[:, 2]) / 2, box[:, 3]])
        return result

    def with_look(self, look: Array) -> Detections:
        """The same people with an appearance each."""
        return Detections(self.xyxy_px, self.class_id, self.conf, look)
