"""Angles of one moment in one picture: each frame of the master beside what the others show then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from review.core.arrays import Array
from review.core.case import Judgement
from review.core.errors import GameFileWrong
from review.core.tape import Tape

if TYPE_CHECKING:
    from review.ports.reader import Reader
    from review.wiring.angles import Alignment

__all__ = ["OtherAngle", "open_angles", "side_by_side"]

MOST = 3


@dataclass(frozen=True, slots=True)
class OtherAngle:
    """Another tape, open, and how its seconds lie to the master's."""

    path: Path
    reader: Reader
    alignment: Alignment

    def ordinal(self, master_s: float) -> int | None:
        """Its frame at a second of the master, None outside it."""
        tape = self.reader.tape
        frame_s = float(1 / tape.rate) if tape.rate else 0.04
        at_s = self.alignment.on_other(master_s)
        if not -0.5 * frame_s <= at_s < tape.duration_s:
            return None
        return self.reader.index.ordinal(tape.scale.from_seconds(max(at_s, 0.0) + frame_s / 4).pts)


def open_angles(told: Sequence[str], master: Tape, judgement: Judgement) -> list[OtherAngle]:
    """Angles from `PATH` or `PATH@SECONDS` (its second that shows the master's second 0).

    Raises
    ------
    GameFileWrong, TapeUnreadable
        If there are more than three, or seconds are none; if a tape cannot be read.
    """
    from review.wiring import open_reader
    from review.wiring.angles import align_angle, by_hand

    if len(told) > MOST:
        raise GameFileWrong(f"{len(told)} angles are too many.", remedy=f"{MOST} at most beside the tape.")
    out = []
    for words in told:
        path, at, seconds = words.rpartition("@")
        by_person = bool(at) and not Path(words).exists()
        file = Path(path if by_person else words)
        reader = open_reader(file)
        if by_person:
            try:
                alignment = by_hand(0.0, float(seconds))
            except ValueError as error:
                raise GameFileWrong(
                    f"--angle {words}: {seconds!r} are no seconds.", remedy="Example: `--angle far.mp4@1.24`."
                ) from error
        else:
            alignment = align_angle(master, judgement, file, reader.tape)
        out.append(OtherAngle(file, reader, alignment))
    return out


def side_by_side(
    first: int, last: int, judgement: Judgement, reader: Reader, angles: Sequence[OtherAngle]
) -> Iterator[Any]:
    """Clip frames: master and angles at one height, the moment in all its forms in a strip below.

    Where an angle has no picture of the moment its place is grey and says so.
    """
    from review.adapters.export_clips import ClipFrame
    from review.adapters.stills_cv2 import caption_of, draw_still

    scale, course = judgement.tape.scale, judgement.clock
    held: dict[Path, tuple[int, Array]] = {}
    for frame in reader.frames(first, last):
        at_s = scale.seconds(frame.time)
        row, words = [frame.rgb], [Path(judgement.tape.path).name]
        for angle in angles:
            ordinal = angle.ordinal(at_s)
            row.append(_fitted(_picture(angle, ordinal, held), frame.rgb.shape[0]))
            which = "no picture of this moment" if ordinal is None else f"frame {ordinal}"
            words.append(f"{angle.path.name}: {which}, by {angle.alignment.how}")
        shown = course.at(at_s)
        clock = shown.text if shown else None
        lines = caption_of(judgement.tape, frame.time, frame.ordinal, clock=clock, text="   |   ".join(words))
        yield ClipFrame(draw_still(np.hstack(row), caption=lines), frame.time)


def _picture(angle: OtherAngle, ordinal: int | None, held: dict[Path, tuple[int, Array]]) -> Array:
    """The angle's frame, read once; grey of its size where there is none."""
    if ordinal is None:
        width, height = angle.reader.tape.size_px
        return np.full((height, width, 3), 40, np.uint8)
    if held.get(angle.path, (-1, None))[0] != ordinal:
        held[angle.path] = (ordinal, angle.reader.frame(ordinal).rgb)
    return held[angle.path][1]


def _fitted(rgb: Array, height: int) -> Array:
    from review.adapters.stills_cv2 import to_height

    return to_height(rgb, height)
