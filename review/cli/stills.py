"""Evidence stills: the moments a finding hangs on, drawn from the tape itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from review.core.case import Judgement
from review.core.crossings import Crossing
from review.core.errors import CaseUnusable
from review.core.findings import Finding
from review.core.tape import Frame
from review.core.times import FrameTime
from review.ports.reader import Reader
from review.ports.store import Store

__all__ = ["boxes_of", "make_stills"]

MOST_STILLS = 8
FRAMES_HELD = 12


def make_stills(judgement: Judgement, store: Store, case: Path) -> dict[int, list[tuple[str, bytes]]]:
    """Finding id -> (caption, JPEG) of its moments, eight at most; a moved tape is looked for by the case.

    Raises
    ------
    TapeUnreadable, CaseUnusable
        If the tape is not where it was, or is another one now.
    """
    from review.wiring import open_reader
    from review.wiring.find_tape import find_tape

    told = [f for f in judgement.findings if f.verdict != "does not"]
    if not told:
        return {}
    reader = open_reader(find_tape(judgement.tape, case))
    try:
        if reader.tape.sha256 != judgement.tape.sha256:
            raise CaseUnusable(
                f"{reader.tape.path}: the tape changed since its case was made.",
                remedy="Put the original tape back, or analyse this one anew.",
            )
        read = lru_cache(maxsize=FRAMES_HELD)(reader.frame)  # findings of one moment share their frames
        return {f.id: list(_of_finding(f, judgement, store, reader, read)) for f in told}
    finally:
        reader.close()


def _of_finding(
    finding: Finding, judgement: Judgement, store: Store, reader: Reader, read: Callable[[int], Frame]
) -> Iterator[tuple[str, bytes]]:
    seen: set[int] = set()
    for words, time in sorted(_moments(finding, judgement), key=lambda m: m[1].exact_s):
        ordinal = _looked_at(reader.index.ordinal(time.pts), store)
        if ordinal not in seen and len(seen) < MOST_STILLS:
            seen.add(ordinal)
            yield _still(words, read(ordinal), finding, judgement, store)


def _looked_at(ordinal: int, store: Store) -> int:
    """The nearest frame within two that the detector looked at, so that boxes stand on their own picture."""
    near = np.unique(store.tracks(ordinal - 2, ordinal + 2).ordinal)
    return int(near[np.argmin(np.abs(near - ordinal))]) if len(near) else ordinal


def _moments(finding: Finding, judgement: Judgement) -> Iterator[tuple[str, FrameTime]]:
    """Each skate of the crossings that the finding's facts name, before and after; else the span's ends."""
    crossings = {c.id: c for c in judgement.crossings}
    links = [f.links for f in judgement.facts if f.id in finding.facts]
    named = dict.fromkeys(
        link[key] for link in links for key in ("on_crossing", "off_crossing", "crossing") if link.get(key)
    )
    for id_ in named:
        yield from _skates(crossings[id_])
    if not named:
        middle = finding.start.shifted((finding.end.exact_s - finding.start.exact_s) / 2)
        yield "the span begins", finding.start
        yield "in the middle of the span", middle


def _skates(crossing: Crossing) -> Iterator[tuple[str, FrameTime]]:
    """Before and after of each skate that was seen; of the whole crossing where neither was."""
    on = crossing.direction == "on"
    told = {"first skate": crossing.first_skate, "second skate": crossing.second_skate}
    seen = {name: when for name, when in told.items() if when is not None} or {"": crossing.when}
    for name, when in seen.items():
        which = f"crossing {crossing.id}, {name}" if name else f"crossing {crossing.id}"
        yield f"{which}: {'not yet' if on else 'last seen'} on the ice", when.earliest
        yield f"{which}: {'on' if on else 'off'} the ice", when.latest


def _still(
    words: str, frame: Frame, finding: Finding, judgement: Judgement, store: Store
) -> tuple[str, bytes]:
    from review.adapters.stills_cv2 import caption_of, draw_still, jpeg_bytes

    ordinal = frame.ordinal
    shown = judgement.clock.at(judgement.tape.scale.seconds(frame.time))
    clock = shown.text if shown else None
    lines = caption_of(judgement.tape, frame.time, ordinal, clock=clock, text=words)
    boxes = list(boxes_of(ordinal, finding, judgement, store))
    picture = draw_still(frame.rgb, boxes=boxes, gates=store.gate_lines(ordinal), caption=lines)
    return " · ".join(lines), jpeg_bytes(picture)


def boxes_of(ordinal: int, finding: Finding, judgement: Judgement, store: Store) -> Iterator[Any]:
    """Men to frame in a picture, those that the finding is about marked."""
    from review.adapters.stills_cv2 import OTHER_COLOUR, TEAM_COLOURS, StillBox

    person_of = {t: p for p in judgement.people for t in p.tracks}
    links = [f.links for f in judgement.facts if f.id in finding.facts]
    marked = {finding.subject.person, *(link.get("off_person") for link in links)}
    teams = [c.team for c in judgement.counts]
    rows = store.tracks(ordinal, ordinal)
    for row, track in enumerate(rows.id.tolist()):
        person = person_of.get(track)
        if person is None:
            continue
        team = teams.index(person.team) if person.team in teams[:2] else None
        colour = OTHER_COLOUR if team is None else TEAM_COLOURS[team]
        label = person.label if person.id in marked else ""
        yield StillBox(rows.xyxy_px[row].tolist(), label, colour, person.id in marked)
