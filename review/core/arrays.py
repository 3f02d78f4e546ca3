"""Columns: read-only numpy arrays, checked at birth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

__all__ = ["Array", "column"]

Array = NDArray[Any]


def column(values: Any, dtype: DTypeLike, *, name: str, shape: Sequence[int | None] = (None,)) -> Array:
    """Return `values` as a read-only array of `dtype`, its shape checked (None matches any length).

    Raises
    ------
    ValueError
        If the shape does not fit; the message names the column.
    """
    array = np.array(values, dtype=dtype)
    fits = _fits(array.shape, shape)
    if array.size == 0 and not fits:
        array = array.reshape(tuple(0 if want is None else want for want in shape))
        fits = True
    if not fits:
        raise ValueError(f"column {name!r}: shape {array.shape} does not fit {tuple(shape)}")
    array.setflags(write=False)
    return array


def _fits(got: Sequence[int], wanted: Sequence[int | None]) -> bool:
    return len(got) == len(wanted) and all(
        want is None or want == n for want, n in zip(wanted, got, strict=True)
    )
