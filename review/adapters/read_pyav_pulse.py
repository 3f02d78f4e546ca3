"""Signs of life while a tape is read, for a process that watches this one.

`beat` says that something went on, `decoding` which packet is at the decoder. Where nobody watches they are
two numbers in this process.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from review.core.arrays import Array

__all__ = ["NO_PACKET", "PULSE", "beat", "decoding", "pulse_in"]

NO_PACKET = -1
PULSE = 2
"""How many int64 a pulse takes: beats, and the packet being decoded."""

_pulse: Array = np.array([0, NO_PACKET], dtype=np.int64)


def pulse_in(memory: Array) -> None:
    """From now on the pulse is written here: (2,) int64."""
    global _pulse
    memory[:] = 0, NO_PACKET
    _pulse = memory


def beat() -> None:
    """Something went on."""
    _pulse[0] += 1


@contextmanager
def decoding(position: int) -> Iterator[None]:
    """While this packet is at the decoder; left as it is by a decoder that takes the process down."""
    _pulse[1] = position
    try:
        yield
    finally:
        _pulse[0] += 1
        _pulse[1] = NO_PACKET
