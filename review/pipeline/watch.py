"""Looking at one segment of tape: one decode serves cuts, camera motion, people and their looks."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

import numpy as np

from review.core.arrays import Array
from review.core.camera import CameraMotion
from review.core.clock import ClockReading
from review.core.detections import Detections
from review.core.glances import Glances
from review.core.numbers import NumberReadings
from review.core.registration import Registration, Registrations
from review.core.tape import Frame, Gap, PacketIndex
from review.measure.legible import worth_reading
from review.pipeline.ahead import ahead
from review.pipeline.rink_eye import NoRink, RinkEye
from review.ports.camera_motion import MotionEstimator
from review.ports.clock_reader import ClockReader
from review.ports.cut_meter import CutMeter
from review.ports.detector import Detector
from review.ports.number_reader import NumberReader
from review.ports.reader import Reader
from review.ports.store import SegmentRecord

__all__ = ["Eyes", "cut_segments", "fitted_size", "is_looked_at", "watch_segment"]

#: Glances a second: a wipe of half a second is seen in six of them.
GLANCE_RATE_HZ = Fraction(25, 2)
#: The rink's lines are asked in every fifth picture that the detector looks at; motion carries between.
RINK_RATE_HZ = Fraction(3)


@dataclass(frozen=True, slots=True)
class Eyes:
    """Everything that looks at a picture, and at which sizes.

    `look_at(rgb, xyxy_px)` gives the appearance of boxes; `graphics` is a (h, w) mask of burnt-in graphics,
    `clock` reads the score bug where one was found, `numbers` the backs of men who are large enough;
    `glance(rgb)` gives brightness and colour of a glance; `rink` places pictures on the rink, None where that
    is not wanted.
    """

    detector: Detector
    motion: MotionEstimator
    cut_meter: CutMeter
    look_at: Callable[[Array, Array], Array]
    glance: Callable[[Array], tuple[Array, Array]]
    detector_size_px: tuple[int, int]
    cut_size_px: tuple[int, int]
    motion_width_px: int
    look_rate_hz: Fraction
    graphics: Array | None = None
    clock: ClockReader | None = None
    clock_rate_hz: Fraction = Fraction(2)
    glance_rate_hz: Fraction = GLANCE_RATE_HZ
    numbers: NumberReader | None = None
    number_rate_hz: Fraction = Fraction(3)
    rink: RinkEye | NoRink | None = None
    rink_rate_hz: Fraction = RINK_RATE_HZ


def fitted_size(size_px: tuple[int, int], box_px: tuple[int, int]) -> tuple[int, int]:
    """The largest (width, height), never larger than the picture, that fits a box undistorted."""
    ratio = min(box_px[0] / size_px[0], box_px[1] / size_px[1], 1.0)
    return max(2, round(size_px[0] * ratio)), max(2, round(size_px[1] * ratio))


def cut_segments(index: PacketIndex, time_base: Fraction, segment_s: float) -> list[tuple[int, int]]:
    """(first, last) ordinals of segments on a fixed grid of tape time, so that they never depend on a run."""
    if not len(index):
        return []
    ticks = Fraction(segment_s) / time_base
    number = np.array([floor((int(p) - int(index.pts[0])) / ticks) for p in index.pts])
    starts = np.flatnonzero(np.diff(number, prepend=-1))
    ends = [*(starts[1:] - 1).tolist(), len(index) - 1]
    return list(zip(starts.tolist(), ends, strict=True))


def is_looked_at(index: PacketIndex, ordinal: int, time_base: Fraction, rate_hz: Fraction) -> bool:
    """Whether the detector looks at this frame: the first of every 1/rate seconds of tape."""
    if ordinal == 0:
        return True
    origin = int(index.pts[0])
    now, before = ((int(index.pts[i]) - origin) * time_base * rate_hz for i in (ordinal, ordinal - 1))
    return floor(now) != floor(before)


@dataclass(frozen=True, slots=True)
class _Shown:
    """A picture that the detector is looking at; `whole` and its turn where backs are read in it."""

    ordinal: int
    picture: Array
    whole: Array | None
    turn: int | None


@dataclass
class _Pass:
    """The columns of a segment while it is being looked at."""

    cut: dict[int, float] = field(default_factory=dict)
    steps: dict[int, tuple[Array, float]] = field(default_factory=dict)
    looked: list[int] = field(default_factory=list)
    found: list[Detections] = field(default_factory=list)
    waiting: deque[tuple[int, Array]] = field(default_factory=deque)
    pictures: deque[_Shown] = field(default_factory=deque)
    clock: list[ClockReading] = field(default_factory=list)
    glances: list[tuple[int, Array, Array]] = field(default_factory=list)
    numbers: list[tuple[int, int, int, float]] = field(default_factory=list)
    to_fix: dict[int, float] = field(default_factory=dict)
    fixes: list[tuple[int, Registration]] = field(default_factory=list)


def watch_segment(reader: Reader, eyes: Eyes, first: int, last: int) -> SegmentRecord:
    """Look at frames `first`..`last`; the frame before is decoded too, as the base of motion and cuts.

    A segment's result depends on its frames alone: every estimator starts afresh on the overlap frame.
    """
    scale = reader.tape.scale
    work = _Pass()
    _start_afresh(eyes)
    size, det_size = reader.tape.size_px, fitted_size(reader.tape.size_px, eyes.detector_size_px)
    motion_size = _width(size, eyes.motion_width_px)
    ratio_det = np.array([size[0] / det_size[0], size[1] / det_size[1]] * 2)
    ratio_motion = motion_size[0] / size[0]

    def due(frame: Frame, rate_hz: Fraction) -> bool:
        return frame.ordinal >= first and is_looked_at(reader.index, frame.ordinal, scale.time_base, rate_hz)

    def scaled(frame: Frame) -> None:
        looked_at = due(frame, eyes.look_rate_hz)
        for wanted in (eyes.cut_size_px, motion_size, *([det_size] if looked_at else [])):
            frame.resized(wanted)

    def pictures() -> Iterator[Array]:
        for frame in ahead(reader.frames(max(0, first - 1), last), scaled):
            _take_in(work, frame, eyes, first, motion_size)
            if due(frame, eyes.glance_rate_hz):
                work.glances.append((frame.ordinal, *eyes.glance(frame.resized(eyes.cut_size_px))))
            if due(frame, eyes.rink_rate_hz):
                work.to_fix[frame.ordinal] = scale.seconds(frame.time)
            if due(frame, eyes.clock_rate_hz):
                work.clock += _clock(eyes.clock, frame, scale.seconds(frame.time))
            if due(frame, eyes.look_rate_hz):
                yield _looked_at(work, frame, det_size, _turn(reader, frame.ordinal, eyes))

    boxes = np.zeros((0, 4))
    for found in eyes.detector.detect(pictures()):
        shown = work.pictures.popleft()
        boxes = (found.xyxy_px * ratio_det).astype(np.float32)
        look = eyes.look_at(shown.picture, found.xyxy_px)
        work.found.append(Detections(boxes, found.class_id, found.conf, look))
        work.numbers += _numbers(eyes, shown, work.found[-1])
        _move(work, eyes, boxes * ratio_motion, first, ratio_motion, shown.ordinal)
    _move(work, eyes, boxes * ratio_motion, first, ratio_motion, last)
    return _record(reader, work, first, last)


def _looked_at(work: _Pass, frame: Frame, size_px: tuple[int, int], turn: int | None) -> Array:
    """The picture for the detector, noted; the whole one besides where it is a turn at reading backs."""
    picture = frame.resized(size_px)
    work.looked.append(frame.ordinal)
    work.pictures.append(_Shown(frame.ordinal, picture, None if turn is None else frame.rgb, turn))
    return picture


def _start_afresh(eyes: Eyes) -> None:
    for eye in (eyes.motion, eyes.cut_meter, eyes.rink):
        if eye is not None:
            eye.reset()


def _clock(reader: ClockReader | None, frame: Frame, at_s: float) -> list[ClockReading]:
    read = reader.read(frame.rgb, at_s) if reader is not None else None
    return [read] if read is not None else []


def _turn(reader: Reader, ordinal: int, eyes: Eyes) -> int | None:
    """Which turn at reading backs this looked-at frame is, if it is the first such in its 1/rate seconds."""
    if eyes.numbers is None:
        return None
    base = reader.tape.scale.time_base
    before = ordinal - 1
    while before > 0 and not is_looked_at(reader.index, before, base, eyes.look_rate_hz):
        before -= 1
    origin = int(reader.index.pts[0])
    now, last = (
        floor((int(reader.index.pts[max(0, k)]) - origin) * base * eyes.number_rate_hz)
        for k in (ordinal, before)
    )
    return now if before < 0 or now != last else None


def _numbers(eyes: Eyes, shown: _Shown, found: Detections) -> list[tuple[int, int, int, float]]:
    """What is read in a picture, as rows (frame, detection, number, p); nothing where it is nobody's turn."""
    if eyes.numbers is None or shown.whole is None or shown.turn is None:
        return []
    h, w = shown.whole.shape[:2]
    rows = worth_reading(found, shown.turn, size_px=(w, h), graphics=eyes.graphics)
    read = eyes.numbers.read(shown.whole, found.xyxy_px[rows])
    return [(shown.ordinal, row, *told) for row, told in zip(rows.tolist(), read, strict=True) if told]


def _record(reader: Reader, work: _Pass, first: int, last: int) -> SegmentRecord:
    """The columns of a segment; a frame that could not be decoded has no score and no motion."""
    ordinals = range(first, last + 1)
    lost = (np.eye(3), float("nan"))
    steps = [work.steps.get(o, lost) for o in ordinals]
    return SegmentRecord(
        first,
        last,
        reader.index.pts[first : last + 1],
        CameraMotion(np.array(ordinals), np.array([s[0] for s in steps]), np.array([s[1] for s in steps])),
        np.array([work.cut.get(o, float("nan")) for o in ordinals]),
        np.array(work.looked, dtype=np.int64),
        tuple(work.found),
        _gaps(reader, first, last),
        tuple(work.clock),
        _glances(work.glances),
        NumberReadings.of(work.numbers),
        Registrations.of(work.fixes),
    )


def _gaps(reader: Reader, first: int, last: int) -> tuple[Gap, ...]:
    """What of the segment could not be seen, whoever came upon it first; told by its own part alone."""
    scale, pts = reader.tape.scale, reader.index.pts
    start = scale.at(int(pts[first]))
    end = scale.at(int(pts[last + 1])) if last + 1 < len(pts) else None
    inside = [g for g in reader.gaps if g.end > start and (end is None or g.start < end)]
    return tuple(
        Gap(max(g.start, start), g.end if end is None else min(g.end, end), g.reason) for g in inside
    )


def _glances(taken: list[tuple[int, Array, Array]]) -> Glances:
    if not taken:
        return Glances.empty()
    ordinal, luma, chroma = zip(*taken, strict=True)
    return Glances(np.array(ordinal), np.stack(luma), np.stack(chroma))


def _width(size_px: tuple[int, int], width_px: int) -> tuple[int, int]:
    return fitted_size(size_px, (width_px, 10 * width_px))


def _take_in(work: _Pass, frame: Frame, eyes: Eyes, first: int, motion_size: tuple[int, int]) -> None:
    score = eyes.cut_meter.score(frame.resized(eyes.cut_size_px))
    work.waiting.append((frame.ordinal, frame.resized(motion_size)))
    if frame.ordinal >= first:
        work.cut[frame.ordinal] = score


def _move(work: _Pass, eyes: Eyes, boxes_px: Array, first: int, ratio: float, until: int) -> None:
    """Estimate motion for waiting frames up to `until`, and scale it to the whole picture."""
    up = np.diag([1 / ratio, 1 / ratio, 1.0])
    while work.waiting and work.waiting[0][0] <= until:
        ordinal, picture = work.waiting.popleft()
        H, quality = eyes.motion.step(picture, boxes_px, eyes.graphics)
        if ordinal >= first:
            work.steps[ordinal] = (up @ H @ np.linalg.inv(up), quality)
            if eyes.rink is not None:
                eyes.rink.moved(*work.steps[ordinal])
                if ordinal in work.to_fix:
                    work.fixes.append((ordinal, eyes.rink.fix(picture, boxes_px, work.to_fix[ordinal])))
