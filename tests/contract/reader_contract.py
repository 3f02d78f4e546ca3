"""What every reader must do, whatever stands behind it."""

from __future__ import annotations

import hashlib
import random

import numpy as np
import pytest

from review.core.arrays import Array
from review.core.errors import TapeUnreadable
from review.ports.reader import Reader


def digest(rgb: Array) -> str:
    return hashlib.sha256(rgb.tobytes()).hexdigest()


def check_whole_pass(reader: Reader) -> dict[int, str]:
    """Every frame once, in order, at the times of the index; returns their hashes by ordinal."""
    tape, index = reader.tape, reader.index
    assert tape.frames == len(index) > 0
    assert tape.scale.first_pts == index.pts[0]
    assert tape.last_pts == index.pts[-1]
    assert np.all(np.diff(index.pts) > 0)
    seen: dict[int, str] = {}
    for frame in reader.frames():
        assert frame.ordinal > max(seen, default=-1)
        assert frame.time.pts == index.pts[frame.ordinal]
        assert frame.time.time_base == tape.scale.time_base
        assert frame.size_px == tape.size_px
        assert frame.rgb.shape == (tape.size_px[1], tape.size_px[0], 3)
        seen[frame.ordinal] = digest(frame.rgb)
    return seen


def check_random_access(reader: Reader, seen: dict[int, str], *, tries: int = 25) -> None:
    """Any frame by its number is the frame of the whole pass, to the byte; so it is stepping backwards."""
    rng = random.Random(5)
    count = len(reader.index)
    backwards = range(count - 1, max(-1, count - 16), -1)
    for ordinal in [*(rng.randrange(count) for _ in range(tries)), *backwards, 0]:
        if ordinal in seen:
            frame = reader.frame(ordinal)
            assert (frame.ordinal, frame.time.pts) == (ordinal, reader.index.pts[ordinal])
            assert digest(frame.rgb) == seen[ordinal], f"frame {ordinal} by seeking is another one"
        else:
            with pytest.raises(TapeUnreadable) as caught:
                reader.frame(ordinal)
            assert caught.value.cause
            assert caught.value.remedy


def check_stretches(reader: Reader, seen: dict[int, str]) -> None:
    """A stretch gives what the whole pass gave there; outside the tape is nothing."""
    count = len(reader.index)
    for first, last in ((count // 3, count // 3 + 4), (count - 2, count + 5), (1, 1), (5, 4)):
        got = {f.ordinal: digest(f.rgb) for f in reader.frames(first, last)}
        assert got == {o: h for o, h in seen.items() if first <= o <= last}
    for outside in (-1, count, count + 10):
        with pytest.raises(IndexError):
            reader.frame(outside)


def check_two_at_once(reader: Reader, seen: dict[int, str]) -> None:
    """Two passes and a step in between do not disturb each other."""
    one, two = reader.frames(), reader.frames(len(reader.index) // 2)
    for _ in range(3):
        a, b = next(one), next(two)
        c = next(o for o in reversed(seen))
        assert digest(reader.frame(c).rgb) == seen[c]
        assert digest(a.rgb) == seen[a.ordinal]
        assert digest(b.rgb) == seen[b.ordinal]


def approached(reader: Reader, *, tries: int = 12) -> list[tuple[int, int, dict[int, str]]]:
    """What `approach` gives up to a few frames behind its aim: (aim, whole from, hash by ordinal) each."""
    rng, count, got = random.Random(11), len(reader.index), []
    for _ in range(tries):
        aim = rng.randrange(count)
        whole_from = max(0, aim - rng.choice((0, 0, 2, 9)))
        found: dict[int, str] = {}
        for frame in reader.approach(aim, whole_from=whole_from):
            assert frame.ordinal > max(found, default=-1)
            assert frame.time.pts == reader.index.pts[frame.ordinal]
            found[frame.ordinal] = digest(frame.rgb)
            if frame.ordinal >= aim + 4:
                break
        got.append((aim, whole_from, found))
    return got


def check_approached(got: list[tuple[int, int, dict[int, str]]], seen: dict[int, str]) -> None:
    """Every frame is the one of the whole pass, and from `whole_from` on none is missing."""
    for aim, whole_from, found in got:
        assert found == {o: seen.get(o) for o in found}, f"on the way to frame {aim}"
        assert [o for o in found if o >= whole_from] == [
            o for o in sorted(seen) if whole_from <= o <= max(found, default=-1)
        ]
        assert max(found, default=-1) >= aim or not any(o >= aim + 4 for o in seen)


def check_sizes(reader: Reader) -> None:
    """Smaller pictures are of the size asked for, read-only, and alike in the large."""
    frame = next(reader.frames())
    width, height = reader.tape.size_px
    small = frame.resized((width // 2, height // 2))
    assert small.shape == (height // 2, width // 2, 3)
    assert small.dtype == np.uint8
    with pytest.raises(ValueError, match="read-only"):
        small[0, 0] = 0
    assert abs(float(small.mean()) - float(frame.rgb.mean())) < 6


def check_gaps(reader: Reader, seen: dict[int, str]) -> None:
    """Each frame that was left out lies in a gap, and no frame that was given does."""
    scale = reader.tape.scale
    for ordinal in range(len(reader.index)):
        time = scale.at(int(reader.index.pts[ordinal]))
        inside = any(gap.start <= time < gap.end for gap in reader.gaps)
        assert inside == (ordinal not in seen), f"frame {ordinal}"
    assert all(gap.reason for gap in reader.gaps)


def check_reader(reader: Reader, *, tries: int = 25) -> dict[int, str]:
    """The whole contract; returns the hashes of all frames."""
    early = approached(reader)
    seen = check_whole_pass(reader)
    check_approached(early + approached(reader), seen)
    check_random_access(reader, seen, tries=tries)
    check_stretches(reader, seen)
    check_two_at_once(reader, seen)
    check_sizes(reader)
    check_gaps(reader, seen)
    reader.close()
    reader.close()
    return seen
