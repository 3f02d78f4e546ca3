"""The score bug's clock: found once in pictures from all over the tape, then read where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from review.adapters.clock_boxes import Box, cut, middle, padded, part
from review.adapters.clock_numbers import score_places
from review.adapters.ocr_rapidocr import Line, find_lines, read_line
from review.core.arrays import Array
from review.core.clock import ClockReading, parse_clock

__all__ = ["BugClock", "ClockPlace", "clock_in", "find_clock"]

# of three digits before the colon the first is a score, read as one word with the clock
CLOCK = re.compile(
    r"(?:(?<!\d)|(?:(?<=^\d)|(?<=\D\d))(?=\d\d[:.]\d\d))(\d{1,2}[:.]\d\d(?:\.\d)?|:?\d{1,2}\.\d)(?!\d)"
)
NAMED_PERIOD = re.compile(
    r"(?<![\w:.])(?:([1-5])\s?(?:ST|ND|RD|TH|\.(?!\d))|P(?:ER(?:IOD)?\.?)?\s?([1-5])|(OT|SO))(?![A-Z])", re.I
)
ROMAN = "ⅠⅡⅢ"
ROMAN_PERIOD = re.compile(rf"^\W*([{ROMAN}])(?=\W*$|[I|l\s]*\d{{1,2}}[:.]\d\d)")
BARE_PERIOD = re.compile(r"^\W*([1-5])\W*$")
FEWEST_PICTURES, FEWEST_VOTES = 3, 2
VOTE_SHARE = 0.25  # of the pictures: the bug may be off air for replays and close-ups
BAND_SHARE = 0.24  # of the height: where bugs stand when nothing better is known
SAME_PLACE = 0.6  # of a clock's height: so far may it stray and be the same
SAME_HEIGHT = 0.85  # as found: by chance a line's box is a few px taller
LONGEST_S = 20 * 60.0  # of a period
APART = 0.4  # of the height: so far apart are words
PERIOD_NEAR = 9.0  # heights of the clock: further away a lone digit is a score
LEAST_CONF = 0.5
SCORE_EVERY, BESIDE_EVERY = (
    4,
    12,
)  # half seconds of tape: goals and penalties are rare, and looking takes time
BESIDE = (6.0, 2.0)  # heights of the clock, across and down: so far around the bug may they stand
DIGITS = "0123456789:."


@dataclass(frozen=True, slots=True)
class ClockPlace:
    """Where the clock, and if they were found period and scores, stand: (left, top, right, bottom) in px.

    `roman`: the period is written I, II, III. `score_px`: left or upper score first.
    """

    clock_px: Box
    period_px: Box | None = None
    roman: bool = False
    score_px: tuple[Box, Box] | None = None


@dataclass(frozen=True, slots=True)
class _Sight:
    picture: int
    box_px: Array  # (4,)
    value_s: float


def find_clock(pictures: Sequence[Array], graphics: Array | None = None) -> ClockPlace | None:
    """Find the score bug's clock in pictures (h, w, 3) of one size from all over a tape.

    A place where several pictures show a time is the clock's; of two such places the one whose time changes
    most (a penalty clock or the time of day stands in fewer pictures), then the larger, then the one that
    shows more. Text is looked for where burnt-in graphics stand (`graphics`, a mask of any scale), else in
    the upper and lower quarter.
    """
    sights: list[_Sight] = []
    seen: list[tuple[int, Line]] = []
    for k, rgb in enumerate(pictures):
        for line in _lines(rgb, graphics):
            seen.append((k, line))
            sights += _clocks(k, line, rgb)
    place = _place(sights, len(pictures))
    if place is None:
        # the mask may hold a channel's mark alone
        return find_clock(pictures) if graphics is not None and graphics.any() else None
    shape = pictures[0].shape
    clock_px = padded(place, shape)
    period_px, roman = _period(place, [line for _, line in seen], shape)
    return ClockPlace(clock_px, period_px, roman, score_places(place, (clock_px, period_px), seen))


def clock_in(pictures: Sequence[Array], box: Box) -> ClockPlace:
    """The clock inside a box that a person gave: where its digits are found there, else all of the box."""
    left, top, *_ = box
    parts = [np.ascontiguousarray(cut(rgb, box)) for rgb in pictures]
    if not parts:
        return ClockPlace(box)
    found = find_clock(parts, np.ones(parts[0].shape[:2], bool))
    if found is None:
        return ClockPlace(box)
    clock, period = _moved(found.clock_px, left, top), None
    if found.period_px is not None:
        period = _moved(found.period_px, left, top)
    score = None
    if found.score_px is not None:
        score = (_moved(found.score_px[0], left, top), _moved(found.score_px[1], left, top))
    return ClockPlace(clock, period, found.roman, score)


def _moved(box: Box, by_x: int, by_y: int) -> Box:
    return (box[0] + by_x, box[1] + by_y, box[2] + by_x, box[3] + by_y)


class BugClock:
    """Clock reader port: reads the digits at a place found before."""

    def __init__(self, place: ClockPlace) -> None:
        self._place = place

    @property
    def name(self) -> str:
        """What reads, and where."""
        return f"PP-OCR at {self._place.clock_px}"

    def read(self, rgb: Array, at_s: float) -> ClockReading | None:
        """The clock in the picture, None where the bug is off air, covered, or unreadable."""
        words = read_line(cut(rgb, self._place.clock_px), DIGITS)
        told = parse_clock(words.text)
        if told is None or min(words.conf) < LEAST_CONF:
            return None
        half = int(2 * at_s)
        return ClockReading(
            at_s, told[0], told[1], float(min(words.conf)), self._read_period(rgb),
            self._read_score(rgb) if half % SCORE_EVERY == 0 else None,
            self._read_beside(rgb) if half % BESIDE_EVERY == 0 else (),
        )  # fmt: skip

    def _read_period(self, rgb: Array) -> str | None:
        """The period; read every time, so that a segment's readings depend on its frames alone."""
        if self._place.period_px is None:
            return None
        picture = cut(rgb, self._place.period_px)
        if not self._place.roman:
            return _as_period(read_line(picture).text)
        words = read_line(picture, ROMAN)  # a rule beside it may be read as a further stroke
        sure = words.text and words.conf[0] >= LEAST_CONF
        return str(1 + ROMAN.index(words.text[0])) if sure else None

    def _read_score(self, rgb: Array) -> tuple[int, int] | None:
        """Both scores, None where one cannot be read."""
        goals: list[int] = []
        for box in self._place.score_px or ():
            words = read_line(cut(rgb, box), "0123456789")
            if not 1 <= len(words.text) <= 2 or min(words.conf) < LEAST_CONF:
                return None
            goals.append(int(words.text))
        return (goals[0], goals[1]) if goals else None

    def _read_beside(self, rgb: Array) -> tuple[float, ...]:
        """Other times on the bug: of penalties, perhaps."""
        left, top, right, bottom = self._around(rgb.shape)
        out = []
        for line in find_lines(np.ascontiguousarray(rgb[top:bottom, left:right])):
            for found in CLOCK.finditer(line.words.text):
                x, y = middle(part(line, *found.span(1))) + np.array([left, top])
                told = parse_clock(found[1])
                a, b, c, d = self._place.clock_px
                sure = min(line.words.conf[found.start(1) : found.end(1)]) >= LEAST_CONF
                if told is not None and told[1] == 1.0 and sure and not (a <= x <= c and b <= y <= d):
                    out.append(told[0])
        return tuple(sorted(out))

    def _around(self, shape: tuple[int, ...]) -> Box:
        """The bug, as far as its clock, period and scores tell, with room around it."""
        place = self._place
        boxes = np.array([b for b in (place.clock_px, place.period_px, *(place.score_px or ())) if b])
        height = place.clock_px[3] - place.clock_px[1]
        left, top = boxes[:, :2].min(axis=0) - height * np.array(BESIDE)
        right, bottom = boxes[:, 2:].max(axis=0) + height * np.array(BESIDE)
        return (max(0, int(left)), max(0, int(top)), min(shape[1], int(right)), min(shape[0], int(bottom)))


def _lines(rgb: Array, graphics: Array | None) -> Iterator[Line]:
    for left, top, right, bottom in _regions(rgb.shape, graphics):
        for line in find_lines(np.ascontiguousarray(rgb[top:bottom, left:right])):
            x0, y0, x1, y1 = line.box_px
            yield Line((x0 + left, y0 + top, x1 + left, y1 + top), line.words)


def _regions(shape: tuple[int, ...], graphics: Array | None) -> list[Box]:
    """Parts of the picture to look for text in."""
    import cv2

    h, w = shape[:2]
    band = round(BAND_SHARE * h)
    if graphics is None or not graphics.any():
        return [(0, 0, w, band), (0, h - band, w, h)]
    sx, sy = w / graphics.shape[1], h / graphics.shape[0]
    _, _, stats, _ = cv2.connectedComponentsWithStats(graphics.astype(np.uint8))
    out = []
    for x, y, wide, high, _area in stats[1:].tolist():
        margin = 6
        out.append(
            (
                max(0, round((x - margin) * sx)), max(0, round((y - margin) * sy)),
                min(w, round((x + wide + margin) * sx)), min(h, round((y + high + margin) * sy)),
            )
        )  # fmt: skip
    return out


def _clocks(picture: int, line: Line, rgb: Array) -> Iterator[_Sight]:
    """Times written in a line, each with the part of the line that it takes up."""
    for found in CLOCK.finditer(line.words.text):
        start, end = found.span(1)
        start += end - start == 5 and _stands_apart(cut(rgb, _whole(part(line, start, end))))
        told = parse_clock(line.words.text[start:end])
        if told is not None:
            yield _Sight(picture, part(line, start, end), told[0])


def _stands_apart(rgb: Array) -> bool:
    """Whether the first character is a word of its own: a score before a clock, read as one number.

    Between the digits of one number there is less room than between two words.
    """
    import cv2

    edge = len(rgb) // 5  # the bug's own rim may show above and below
    grey = cv2.cvtColor(np.ascontiguousarray(rgb[edge : len(rgb) - edge]), cv2.COLOR_RGB2GRAY)
    _, ink = cv2.threshold(grey, 0, 1, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    if ink.mean() > 0.5:  # dark on light
        ink = 1 - ink
    inked = np.flatnonzero(ink.sum(axis=0) > 0.08 * len(ink))
    gaps = np.diff(inked) - 1
    early = inked[:-1] < 0.5 * ink.shape[1]
    return bool((gaps[early] > APART * len(rgb)).any())


def _whole(box: Array) -> Box:
    return (max(0, round(box[0])), max(0, round(box[1])), round(box[2]), round(box[3]))


def _place(sights: Sequence[_Sight], pictures: int) -> Array | None:
    """The place (4,) where most pictures show a time that changes."""
    if pictures < FEWEST_PICTURES:
        return None
    groups: list[list[_Sight]] = []
    for sight in sights:
        for group in groups:
            first = group[0].box_px
            reach = SAME_PLACE * (first[3] - first[1])
            across, down = np.abs(middle(sight.box_px) - middle(first))
            if across <= reach + 0.25 * (first[2] - first[0]) and down <= reach:
                group.append(sight)
                break
        else:
            groups.append([sight])
    wanted = max(FEWEST_VOTES, VOTE_SHARE * pictures)
    good = [g for g in groups if len({s.picture for s in g}) >= wanted]
    if not good:
        return None
    best = _likeliest(good)
    boxes = np.stack([s.box_px for s in best])
    low, high = np.percentile(boxes, [25, 75], axis=0)
    return np.array([low[0], low[1], high[2], high[3]])


def _likeliest(groups: Sequence[list[_Sight]]) -> list[_Sight]:
    """The place that shows most times; of those the larger, and of two as large the one with more on it.

    A penalty's clock beside the clock counts down with it, from five minutes at the most.
    """
    most = max(len({s.value_s for s in g}) for g in groups)
    changing = [g for g in groups if len({s.value_s for s in g}) == most]
    tallest = max(_height(g) for g in changing)
    large = [g for g in changing if _height(g) >= SAME_HEIGHT * tallest]
    return max(large, key=lambda g: (_shown_s(g), _height(g)))


def _shown_s(group: Sequence[_Sight]) -> float:
    """The most seconds it shows; 0 for a time of day."""
    most = max(s.value_s for s in group)
    return most if most <= LONGEST_S else 0.0


def _period(clock: Array, lines: Sequence[Line], shape: tuple[int, ...]) -> tuple[Box | None, bool]:
    """The place near the clock where most pictures show a period, and whether it is written in Roman numbers.

    One with its ending goes before a Roman one, and that before a lone digit.
    """
    height = float(clock[3] - clock[1])
    named = [part(line, *m.span()) for line in lines for m in NAMED_PERIOD.finditer(line.words.text)]
    bare = [np.array(line.box_px) for line in lines if BARE_PERIOD.match(line.words.text)]
    roman = [part(line, *m.span(1)) for line in lines for m in ROMAN_PERIOD.finditer(line.words.text)]
    for boxes in (named, roman, bare):
        near = [box for box in boxes if _beside(box, clock, height)]
        if len(near) < FEWEST_VOTES:
            continue
        middles = np.stack([middle(box) for box in near])
        same = np.abs(middles[:, None] - middles[None]).max(axis=2) <= SAME_PLACE * height
        best = int(same.sum(axis=1).argmax())
        if same[best].sum() >= FEWEST_VOTES:
            return padded(np.median(np.stack(near)[same[best]], axis=0), shape), boxes is roman
    return None, False


def _beside(box: Array, clock: Array, height: float) -> bool:
    """Whether a box is of the clock's size and near it."""
    gap = np.maximum(np.maximum(box[:2] - clock[2:], clock[:2] - box[2:]), 0.0)
    small = box[3] - box[1] < 2.0 * height
    return bool(small and gap[0] <= PERIOD_NEAR * height and gap[1] <= 2.0 * height)


def _as_period(text: str) -> str | None:
    """The period as the report writes it: 1, 2, 3, OT …; None where the text is none."""
    found = NAMED_PERIOD.search(text) or BARE_PERIOD.match(text)
    return next(part for part in found.groups() if part).upper() if found else None


def _height(group: Sequence[_Sight]) -> float:
    return float(np.median([s.box_px[3] - s.box_px[1] for s in group]))
