"""Time as evidence: a pts and its time base; floats and timecodes only at the edge."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import total_ordering

__all__ = ["FrameTime", "Interval", "TimeScale", "Timecode", "parse_tape_time"]


@total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class FrameTime:
    """A presentation time stamp with its time base; compared by exact seconds."""

    pts: int
    time_base: Fraction

    def __post_init__(self) -> None:
        if self.time_base <= 0:
            raise ValueError(f"time base must be positive, not {self.time_base}")

    @property
    def exact_s(self) -> Fraction:
        """Seconds as an exact fraction, on the file's own axis."""
        return self.pts * self.time_base

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FrameTime):
            return False
        if self.time_base is other.time_base:
            return self.pts == other.pts
        return self.exact_s == other.exact_s

    def __lt__(self, other: FrameTime) -> bool:
        if self.time_base is other.time_base:  # one tape: no fraction is needed to tell
            return self.pts < other.pts
        return self.exact_s < other.exact_s

    def __hash__(self) -> int:
        return hash(self.exact_s)

    def minus(self, other: FrameTime) -> float:
        """Seconds from `other` to this time."""
        if self.time_base is other.time_base:
            return (self.pts - other.pts) * self.time_base.numerator / self.time_base.denominator
        return float(self.exact_s - other.exact_s)

    def shifted(self, seconds: Fraction | float) -> FrameTime:
        """This time moved by `seconds`, rounded to the time base."""
        return FrameTime(self.pts + round(Fraction(seconds) / self.time_base), self.time_base)


@dataclass(frozen=True, slots=True)
class Interval:
    """A moment known to lie in [earliest, latest]; `best` where one instant is likelier."""

    earliest: FrameTime
    latest: FrameTime
    best: FrameTime | None = None

    def __post_init__(self) -> None:
        if self.latest < self.earliest:
            raise ValueError("an interval ends before it begins")
        if self.best is not None and not self.earliest <= self.best <= self.latest:
            raise ValueError("the best moment lies outside its interval")

    @property
    def width_s(self) -> float:
        """Seconds from earliest to latest."""
        return self.latest.minus(self.earliest)

    def before(self, other: Interval) -> bool:
        """Whether this moment certainly precedes the other: the intervals do not touch."""
        return self.latest < other.earliest

    def overlap_s(self, other: Interval) -> float:
        """Seconds both intervals share; negative is the gap between them."""
        start = max(self.earliest, other.earliest)
        return min(self.latest, other.latest).minus(start)


@dataclass(frozen=True, slots=True)
class Timecode:
    """SMPTE 12M timecode: hours, minutes, seconds, frames at a nominal whole rate, drop-frame or not."""

    hours: int
    minutes: int
    seconds: int
    frames: int
    rate_fps: int
    drop: bool = False

    _PATTERN = re.compile(r"^(\d{1,2}):(\d{2}):(\d{2})([:;.,])(\d{2,3})$")

    def __post_init__(self) -> None:
        if self.drop and self.rate_fps % 30:
            raise ValueError("drop-frame timecode exists at 30 and 60 frames per second only")
        inside = 0 <= self.minutes < 60 and 0 <= self.seconds < 60 and 0 <= self.frames < self.rate_fps
        if not (0 <= self.hours < 24 and inside):
            raise ValueError(f"not a timecode at {self.rate_fps} frames per second: {self}")
        if self.drop and self.seconds == 0 and self.minutes % 10 and self.frames < self.dropped:
            raise ValueError(f"{self} does not exist in drop-frame timecode")

    @property
    def dropped(self) -> int:
        """Frame numbers left out at the start of each minute but every tenth."""
        return self.rate_fps // 15 if self.drop else 0

    @classmethod
    def parse(cls, text: str, rate_fps: int) -> Timecode:
        """Read `HH:MM:SS:FF`, with `;` or `,` before the frames for drop-frame.

        Raises
        ------
        ValueError
            If the text is no timecode, or one that does not exist at this rate.
        """
        found = cls._PATTERN.match(text.strip())
        if not found:
            raise ValueError(f"{text!r} is no timecode HH:MM:SS:FF")
        h, m, s, mark, f = found.groups()
        return cls(int(h), int(m), int(s), int(f), rate_fps, drop=mark in ";,")

    @classmethod
    def from_count(cls, count: int, rate_fps: int, *, drop: bool = False) -> Timecode:
        """The timecode of the `count`-th frame after 00:00:00:00, wrapping after 24 hours."""
        skip = rate_fps // 15 if drop else 0
        per_minute = rate_fps * 60 - skip
        per_ten = per_minute * 10 + skip
        count %= per_ten * 6 * 24
        if skip:
            tens, rest = divmod(count, per_ten)
            minutes = max(0, (rest - skip) // per_minute) if rest >= skip else 0
            count += skip * (9 * tens + minutes)
        seconds, frames = divmod(count, rate_fps)
        return cls(seconds // 3600, seconds // 60 % 60, seconds % 60, frames, rate_fps, drop)

    def count(self) -> int:
        """Frames since 00:00:00:00; the inverse of `from_count`."""
        minutes = self.hours * 60 + self.minutes
        nominal = (minutes * 60 + self.seconds) * self.rate_fps + self.frames
        return nominal - self.dropped * (minutes - minutes // 10)

    def __str__(self) -> str:
        mark = ";" if self.drop else ":"
        return f"{self.hours:02d}:{self.minutes:02d}:{self.seconds:02d}{mark}{self.frames:02d}"


@dataclass(frozen=True, slots=True)
class TimeScale:
    """How one tape writes its times: first frame, time base, and timecode where the tape has one."""

    first_pts: int
    time_base: Fraction
    rate: Fraction | None = None
    timecode_start: Timecode | None = None

    def at(self, pts: int) -> FrameTime:
        """The time of a pts of this tape."""
        return FrameTime(pts, self.time_base)

    def seconds(self, time: FrameTime) -> float:
        """Seconds from the tape's first frame."""
        return float(time.exact_s - self.first_pts * self.time_base)

    def from_seconds(self, seconds: float) -> FrameTime:
        """The nearest pts to `seconds` after the first frame."""
        return self.at(self.first_pts + round(Fraction(seconds) / self.time_base))

    def timecode(self, time: FrameTime) -> Timecode | None:
        """The tape's own timecode at `time`, None where it has no timecode track."""
        if self.timecode_start is None or self.rate is None:
            return None
        frames = round((time.exact_s - self.first_pts * self.time_base) * self.rate)
        start = self.timecode_start
        return Timecode.from_count(start.count() + frames, start.rate_fps, drop=start.drop)

    def from_timecode(self, timecode: Timecode) -> FrameTime | None:
        """The time at which the tape shows `timecode`, None where it has no timecode track.

        A timecode before the tape's first is taken for one after midnight.

        Raises
        ------
        ValueError
            If the timecode counts at another rate, or drops numbers where the tape does not.
        """
        start = self.timecode_start
        if start is None or self.rate is None:
            return None
        if (timecode.rate_fps, timecode.drop) != (start.rate_fps, start.drop):
            raise ValueError(f"{timecode} does not count as the tape's own timecode {start} does")
        day = Timecode(23, 59, 59, start.rate_fps - 1, start.rate_fps, start.drop).count() + 1
        frames = (timecode.count() - start.count()) % day
        return self.at(self.first_pts + round(frames / self.rate / self.time_base))


_TAPE_TIME = re.compile(r"(?:(\d+):([0-5]?\d)|(\d+)):([0-5]?\d(?:\.\d+)?)", re.ASCII)


def parse_tape_time(text: str | float) -> float:
    """Seconds of tape from `"83.4"`, `"1:23.4"`, `"90:00"` or `"1:02:03.4"`.

    Raises
    ------
    ValueError
        If the text is none of these, or the number is negative or not finite.
    """
    if isinstance(text, int | float):
        if not 0 <= text < float("inf"):
            raise ValueError(f"{text} is no time of tape")
        return float(text)
    if re.fullmatch(r"\d+(\.\d+)?", text.strip(), re.ASCII):
        return float(text)
    found = _TAPE_TIME.fullmatch(text.strip())
    if not found:
        raise ValueError(f"{text!r} is no time of tape such as 83.4 or 1:23.4")
    hours, minutes, minutes_alone, seconds = found.groups()
    return int(hours or 0) * 3600 + int(minutes or minutes_alone) * 60 + float(seconds)
