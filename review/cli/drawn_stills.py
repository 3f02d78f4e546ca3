"""Pictures that people drew on, written into a bundle."""

from __future__ import annotations

from pathlib import Path

from review.core.case import Judgement
from review.core.drawings import Drawing
from review.core.errors import ExportFailed
from review.ports.reader import Reader

__all__ = ["write_drawings"]


def write_drawings(
    drawings: list[Drawing], judgement: Judgement, reader: Reader, folder: Path
) -> list[dict[str, object]]:
    """`drawing-N.jpg` for each drawing, N its act; what each shows, and the hash of the picture under it.

    Raises
    ------
    ExportFailed
        If one cannot be written.
    """
    from review.adapters.export_clips import picture_sha256
    from review.adapters.marks_cv2 import draw_marks
    from review.adapters.stills_cv2 import caption_of, draw_still, jpeg_bytes

    told: list[dict[str, object]] = []
    for one in drawings:
        ordinal = reader.index.ordinal(one.time.pts)
        frame = reader.frame(ordinal)
        shown = judgement.clock.at(judgement.tape.scale.seconds(frame.time))
        words = f"drawn by {one.who}" + (f": {one.words}" if one.words else "")
        clock = shown.text if shown else None
        lines = caption_of(judgement.tape, frame.time, ordinal, clock=clock, text=words)
        file = folder / f"drawing-{one.act}.jpg"
        try:
            file.write_bytes(jpeg_bytes(draw_still(draw_marks(frame.rgb, one.marks), caption=lines)))
        except OSError as error:
            raise ExportFailed(f"{file}: cannot be written ({error.strerror or error}).") from error
        told.append(
            {
                "drawing": file.name, "act": one.act, "who": one.who, "at": one.at, "frame": ordinal,
                "rgb_sha256": picture_sha256(frame.rgb), "tape_sha256": judgement.tape.sha256,
            }
        )  # fmt: skip
    return told
