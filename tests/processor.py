"""Whether this processor computes the int8 detector as the one on which the accuracy of clips was taken.

The same weights give slightly other boxes where whole numbers are multiplied by other instructions: what
lies at the edge of a decision then falls on its other side. Tests that hold such decisions to a value run
where it was taken; that nobody is accused falsely is tested everywhere.
"""

from __future__ import annotations

from pathlib import Path

import pytest

__all__ = ["AS_TAKEN", "as_taken"]

_INFO = Path("/proc/cpuinfo")
AS_TAKEN = _INFO.is_file() and "amx_int8" in _INFO.read_text("utf-8", "replace")

as_taken = pytest.mark.skipif(
    not AS_TAKEN, reason="figures of this clip were taken on a processor with AMX; this one has none"
)
