"""``[tape]``: how the pictures are recorded."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from review.core.times import Timecode
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


CARRIES = {
    "mp4": ("h264", "hevc", "mpeg2", "mpeg4"),
    "mov": ("h264", "hevc", "mpeg2", "mpeg4"),
    "mkv": ("h264", "hevc", "mpeg2", "mpeg4"),
    "ts": ("h264", "hevc", "mpeg2", "mpeg4"),
    "avi": ("h264", "mpeg2", "mpeg4"),
}
"""Codecs that players find in each container."""


class Fault(Table):
    """Something wrong with the tape from ``start_s`` for ``lasts_s`` seconds of tape.

    drop: pictures are left out, the later ones keep their times. duplicate: every other picture is the
    one before it again. freeze: the last picture before it stands. black, flash: all black, all white.
    dropout: bands of noise. corrupt: bytes of the compressed pictures are wrong. truncate: the file,
    which promised more, ends here.
    """

    kind: Literal["drop", "duplicate", "black", "flash", "dropout", "freeze", "corrupt", "truncate"]
    start_s: float = Field(ge=0.0)
    lasts_s: float = Field(default=0.04, ge=0.0)


class TimecodeTrack(Table):
    """A timecode track: its start, and jumps: ``[seconds of tape, seconds skipped]``, back if negative."""

    start: str = "01:00:00:00"
    drop_frame: bool = False
    breaks: tuple[tuple[float, float], ...] = ()

    def first(self, rate_fps: Fraction) -> Timecode:
        """Timecode of the first frame at that rate; ValueError for one that does not exist."""
        text = self.start.replace(";", ":")
        head, _, frames = text.rpartition(":")
        return Timecode.parse(f"{head}{';' if self.drop_frame else ':'}{frames}", round(rate_fps))

    def check(self, tape: TapeSpec) -> None:
        """Raise ValueError, in words for the author, where ``tape`` cannot carry this timecode."""
        if tape.variable:
            raise ValueError("timecode counts frames of a constant rate: not with variable")
        if tape.container not in ("mov", "mp4", "mkv"):
            raise ValueError(f"{tape.container} carries no timecode here: mov, mp4 and mkv do")
        if self.drop_frame and tape.rate_fps.denominator == 1:
            raise ValueError("drop-frame timecode exists at 29.97 and 59.94 only")
        if self.breaks and tape.container == "mkv":
            raise ValueError("mkv names only the first timecode: breaks need mov or mp4")
        if self.breaks and any(f.kind == "truncate" for f in tape.faults):
            raise ValueError("a cut file loses its timecode track, whose breaks stand at its end")
        runs = self.runs(tape.rate_fps)
        if any(b[0] <= a[0] for a, b in pairwise(runs)) or any(count < 0 for _, count in runs):
            raise ValueError("breaks come in order, after the first frame, and never go below 00:00:00:00")

    def runs(self, rate_fps: Fraction) -> tuple[tuple[int, int], ...]:
        """Where counting runs on unbroken: frame from the first, and its timecode as a count of frames."""
        out = [(0, self.first(rate_fps).count())]
        for at_s, skipped_s in self.breaks:
            frame = round(Fraction(at_s) * rate_fps)
            start, count = out[-1]
            out.append((frame, count + frame - start + round(Fraction(skipped_s) * rate_fps)))
        return tuple(out)


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

    @field_validator("stored_px")
    @classmethod
    def _even(cls, value: tuple[int, int] | None) -> tuple[int, int] | None:
        if value and (min(value) < 16 or value[0] % 2 or value[1] % 4):
            raise ValueError("its width is not a multiple of 2, or its height not one of 4, from 16 on")
        return value

    @model_validator(mode="after")
    def _recordable(self) -> Self:
        """Refuse what no such file can hold; the words are for the author."""
        uneven = self.variable or any(f.kind == "drop" for f in self.faults)
        wrong = {
            f"{self.container} does not carry {self.codec}": self.codec not in CARRIES[self.container],
            "hevc is recorded progressive only": self.codec == "hevc" and self.interlaced,
            "variable times need h264 or hevc": self.variable and self.codec not in ("h264", "hevc"),
            "avi knows one frame rate: neither variable nor drop": uneven and self.container == "avi",
            "the first picture cannot be dropped": any(
                f.kind == "drop" and f.start_s * self.rate_fps < 0.5 for f in self.faults
            ),
            "nothing is left of a tape cut at its first picture": any(
                f.kind == "truncate" and f.start_s * self.rate_fps < 1 for f in self.faults
            ),
        }
        for sentence, is_so in wrong.items():
            if is_so:
                raise ValueError(sentence)
        if self.timecode:
            self.timecode.check(self)
        return self

    @property
    def rate_fps(self) -> Fraction:
        """Frames a second, exactly."""
        return RATES[self.rate]

    @property
    def interlaced(self) -> bool:
        """Whether a frame is two fields of two moments."""
        return self.scan != "progressive"

    @property
    def time_base(self) -> Fraction:
        """Seconds a tick of the file's clock: what the container prescribes, else one that fits the rate."""
        fixed = {"mkv": Fraction(1, 1000), "ts": Fraction(1, 90000), "avi": 1 / self.rate_fps}
        fits = self.variable or (90000 / self.rate_fps).denominator == 1
        return fixed.get(self.container, Fraction(1, 90000 if fits else self.rate_fps.numerator))

    @property
    def first_timecode(self) -> Timecode | None:
        """The timecode of the first frame."""
        return self.timecode.first(self.rate_fps) if self.timecode else None
