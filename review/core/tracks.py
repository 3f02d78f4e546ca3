"""Tracks: one man through one shot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from review.core.arrays import Array, column

__all__ = ["Track", "Tracks"]


@dataclass(frozen=True, slots=True)
class Track:
    """Rows of one track, in time order; columns as in `Tracks`."""

    id: int
    shot: int
    ordinal: Array
    pts: Array
    xyxy_px: Array
    conf: Array
    class_id: Array
    detection: Array
    foot_m: Array
    foot_error_m: Array

    def __len__(self) -> int:
        return len(self.pts)

    @property
    def foot_px(self) -> Array:
        """(n, 2) bottom centre of each box."""
        box = self.xyxy_px
        result: Array = np.column_stack([(box[:, 0] + box[:, 2]) / 2, box[:, 3]])
        return result


@dataclass(frozen=True, slots=True)
class Tracks:
    """All observations of tracked people of a tape, sorted by (id, pts). Only seen rows: no predicted boxes.

    Attributes
    ----------
    id : (n,) int64 > 0, unique in a tape, in one shot only
    shot : (n,) int64
    ordinal, pts : (n,) int64
    xyxy_px : (n, 4) float32
    conf : (n,) float32; class_id : (n,) int8
    detection : (n,) int64, row of that frame's `Detections`
    foot_m : (n, 2) float32, the box's bottom centre in rink metres, as if on the ice; NaN = not registered
    foot_error_m : (n,) float32, 95 % bound of what registration alone adds to it; NaN = not registered
    """

    id: Array
    shot: Array
    ordinal: Array
    pts: Array
    xyxy_px: Array
    conf: Array
    class_id: Array
    detection: Array
    foot_m: Array
    foot_error_m: Array

    def __post_init__(self) -> None:
        set_ = object.__setattr__
        for name in ("id", "shot", "ordinal", "pts", "detection"):
            set_(self, name, column(getattr(self, name), np.int64, name=name))
        set_(self, "xyxy_px", column(self.xyxy_px, np.float32, name="xyxy_px", shape=(None, 4)))
        set_(self, "conf", column(self.conf, np.float32, name="conf"))
        set_(self, "class_id", column(self.class_id, np.int8, name="class_id"))
        set_(self, "foot_m", column(self.foot_m, np.float32, name="foot_m", shape=(None, 2)))
        set_(self, "foot_error_m", column(self.foot_error_m, np.float32, name="foot_error_m"))
        n = len(self.id)
        if any(len(getattr(self, name)) != n for name in self.__slots__):
            raise ValueError("tracks need one row an observation in every column")
        if n and self.id.min() <= 0:
            raise ValueError("track ids start at 1: a sentinel id cannot enter a count")
        same = self.id[1:] == self.id[:-1]
        if np.any(self.id[1:] < self.id[:-1]) or np.any(self.pts[1:][same] <= self.pts[:-1][same]):
            raise ValueError("tracks must be sorted by id, then time")
        if np.any(self.shot[1:][same] != self.shot[:-1][same]):
            raise ValueError("a track may not cross a cut")

    def __len__(self) -> int:
        return len(self.id)

    @classmethod
    def empty(cls) -> Tracks:
        """No tracks at all."""
        return cls([], [], [], [], np.zeros((0, 4)), [], [], [], np.zeros((0, 2)), [])  # type: ignore[arg-type]

    def each(self) -> Iterator[Track]:
        """The tracks one by one, by id."""
        ids, starts = np.unique(self.id, return_index=True)
        ends = np.append(starts, len(self.id))[1:]
        for id_, a, b in zip(ids, starts, ends, strict=True):
            yield Track(
                int(id_),
                int(self.shot[a]),
                self.ordinal[a:b],
                self.pts[a:b],
                self.xyxy_px[a:b],
                self.conf[a:b],
                self.class_id[a:b],
                self.detection[a:b],
                self.foot_m[a:b],
                self.foot_error_m[a:b],
            )
