"""Truth on its way to disk: frames go to a file as they come, and memory stays flat."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TextIO


def line(values: Any) -> str:
    """JSON on one line without spaces."""
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


class Ledger:
    """Frames of a truth file, one line each, kept in a file beside ``out`` until the rest is known."""

    def __init__(self, out: Path) -> None:
        self._out = out
        self._rough = out.with_name(f"{out.name}.part")
        self._file: TextIO = self._rough.open("w", encoding="utf-8")
        self.count = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()
        self._rough.unlink(missing_ok=True)

    def add(self, frame: dict[str, Any]) -> None:
        """Keep a frame; its number, pts and second come in front of it later."""
        self._file.write(line(frame) + "\n")
        self.count += 1

    def assemble(self, rest: dict[str, Any], pts: Sequence[int], time_base: Fraction) -> Path:
        """Write the truth file: ``rest``, then the frames that are in the clip, in its order."""
        self._file.close()
        with self._rough.open(encoding="utf-8") as frames, self._out.open("w", encoding="utf-8") as out:
            out.write(line({**rest, "frames": []})[: -len("]}")])
            out.writelines(_stamped(frames, pts, time_base))
            out.write("\n]}\n")
        return self._out


def _stamped(frames: Iterable[str], pts: Sequence[int], time_base: Fraction) -> Iterable[str]:
    for i, (stamp, frame) in enumerate(zip(pts, frames, strict=False)):
        second = round(float((stamp - pts[0]) * time_base), 6)
        front = line({"i": i, "pts": stamp, "s": second})
        yield ("," if i else "") + "\n" + front[:-1] + "," + frame.strip()[1:]
