"""What the event loop's thread has no business with: decoding, judging, storing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import review

__all__ = ["watched"]

#: Rooms whose work may take as long as the tape is: the window's own thread enters none of them.
ROOMS = ("adapters", "pipeline", "measure", "rules")


@contextmanager
def watched() -> Iterator[list[str]]:
    """Lists each function of those rooms that this thread enters meanwhile, as "room/file.py: name".

    Where the time goes is told by structure, not by a clock: a loop that never decodes, judges or reads
    a case is held by none of these, however slow the machine is.
    """
    home = Path(review.__file__).parent
    rooms = tuple(str(home / room) for room in ROOMS)
    entered: list[str] = []

    def look(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(rooms) and code.co_name != "<module>":
            entered.append(f"{Path(code.co_filename).relative_to(home)}: {code.co_qualname}")

    sys.setprofile(look)  # of this thread alone
    try:
        yield entered
    finally:
        sys.setprofile(None)
