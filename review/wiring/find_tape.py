"""Where the tape of a case lies now."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from review.core.tape import Tape

__all__ = ["find_tape"]


def find_tape(tape: Tape, case: Path) -> Path:
    """Where the case says, or beside the case if it is there alone: tapes are moved with their cases."""
    named = Path(tape.path)
    beside = case.with_name(named.name)
    return beside if beside.is_file() and not named.exists() else named
