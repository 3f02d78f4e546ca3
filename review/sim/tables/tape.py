"""``[tape]``: how the pictures are recorded."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from pydantic import Field, field_validator

from review.sim.tables.table import Table

RATES = {
    "23.976": Fraction(24000, 1001),
    "24": Fraction(24),
    "25": Fraction(25),
    "29.97": Fraction(30000, 1001),
    "30": Fraction(30),
    "50": Fraction(50),
    "59.94": Fraction(60000, 1001),
}


class Fault(Table):
    """Something wrong with the tape from ``start_s`` for ``lasts_s`` seconds."""

    kind: Literal["drop", "duplicate", "black", "flash", "dropout", "freeze", "corrupt", "truncate"]
    start_s: float = Field(ge=0.0)
    lasts_s: float = Field(default=0.04, ge=0.0)


class TimecodeTrack(Table):
    """A timecode track: where it starts, and jumps (``[seconds of tape, seconds skipped]``)."""

    start: str = "01:00:00:00"
    drop_frame: bool = False
    breaks: tuple[tuple[float, float], ...] = ()


class TapeSpec(Table):
    """Rate, scan, format and condition of a tape."""

    rate: str = "25"
    scan: Literal["progressive", "top_first", "bottom_first"] = "progressive"
    stored_px: tuple[int, int] | None = None  # size in the file where it differs from the picture's
    codec: Literal["h264", "mpeg2", "hevc", "mpeg4"] = "h264"
    container: Literal["mp4", "mkv", "mov", "ts", "avi"] = "mp4"
    quality: Literal["pristine", "good", "fair", "poor", "bad"] = "good"
    analogue: float = Field(default=0.0, ge=0.0, le=1.0)  # VHS noise, chroma bleed, jitter, dropouts
    variable: bool = False  # uneven frame times, as screen recorders and phones make
    faults: tuple[Fault, ...] = ()
    timecode: TimecodeTrack | None = None

    @field_validator("rate", mode="before")
    @classmethod
    def _known_rate(cls, value: object) -> str:
        text = str(value)
        if text not in RATES:
            raise ValueError(f"one of {', '.join(RATES)}")
        return text

    @property
    def rate_fps(self) -> Fraction:
        """Frames a second, exactly."""
        return RATES[self.rate]
