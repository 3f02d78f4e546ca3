"""An evidence bundle: case, reports, clips and their hashes in one folder; and whether it is unaltered."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from review.cli.stills import boxes_of
from review.core.case import Judgement
from review.core.errors import CaseUnusable, ExportFailed
from review.core.findings import Finding
from review.ports.reader import Reader
from review.ports.store import Store

if TYPE_CHECKING:
    from review.cli.side_by_side import OtherAngle

__all__ = ["SUMS", "check_bundle", "write_bundle"]

SUMS = "SHA256SUMS"
AROUND_S = 1.0
LONGEST_S = 20.0


def write_bundle(
    case: Path, folder: Path, *, findings: Sequence[int] = (), angles: Sequence[str] = ()
) -> Path:
    """Write a case's evidence into a new folder: every finding that accuses or is open, or those named.

    Parameters
    ----------
    angles : other tapes of the moment, `PATH` or `PATH@SECONDS`, for clips side by side

    Raises
    ------
    ExportFailed, CaseUnusable, TapeUnreadable
        If the folder is there already or cannot be written; if case or tape cannot be read.
    """
    from review.adapters.store_sqlite import copy_case
    from review.cli.reporting import all_reports
    from review.wiring import judged, open_store

    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise ExportFailed(
            f"{folder}: {error.strerror or error}.", remedy="Give a folder that is not there yet."
        ) from error
    for name, data in all_reports(case).items():
        (folder / name).write_bytes(data)
    copy_case(case, folder / case.name)
    store = open_store(case)
    try:
        judgement = judged(store, case)
        wanted = [f for f in judgement.findings if f.id in findings or (not findings and _told(f))]
        clips = _clips(wanted, judgement, store, case, folder, angles)
    finally:
        store.close()
    (folder / "clips.json").write_text(json.dumps(clips, indent=1, ensure_ascii=False), encoding="utf-8")
    files = sorted(path for path in folder.iterdir() if path.name != SUMS)
    lines = [f"{_sha256(path)}  {path.name}\n" for path in files]
    (folder / SUMS).write_text("".join(lines), encoding="utf-8")
    return folder


def check_bundle(folder: Path) -> int:
    """The number of files, all as they were written, the case's own chain included.

    Raises
    ------
    CaseUnusable
        If a file was altered, is missing, or came later.
    """
    from review.adapters.store_sqlite import verify_case

    listing = folder / SUMS
    if not listing.is_file():
        raise CaseUnusable(f"{folder}: no bundle: it has no {SUMS}.", remedy="Give a case or a bundle.")
    told = dict(line.split("  ", 1)[::-1] for line in listing.read_text(encoding="utf-8").splitlines())
    there = {path.name for path in folder.iterdir()} - {SUMS}
    wrong = [f"{name} is missing" for name in sorted(set(told) - there)]
    wrong += [f"{name} is not listed" for name in sorted(there - set(told))]
    wrong += [f"{n} was altered" for n in sorted(set(told) & there) if _sha256(folder / n) != told[n]]
    if wrong:
        raise CaseUnusable(f"{folder}: altered: {'; '.join(wrong)}.", remedy="Go back to an unaltered copy.")
    for name in (n for n in told if n.endswith(".bgcase")):
        sound = verify_case(folder / name)
        if not sound.sound:
            raise CaseUnusable(f"{folder / name}: altered: {'; '.join(sound.problems)}.")
    return len(told)


def _told(finding: Finding) -> bool:
    return finding.verdict != "does not"


def _clips(
    findings: Sequence[Finding],
    judgement: Judgement,
    store: Store,
    case: Path,
    folder: Path,
    angles: Sequence[str],
) -> list[dict[str, Any]]:
    """Clips of findings that share their time, and drawn stills; what each holds, with hashes of its ends."""
    from review.cli.drawn_stills import write_drawings
    from review.cli.side_by_side import open_angles
    from review.pipeline.drawings import drawings_of
    from review.wiring import open_reader
    from review.wiring.find_tape import find_tape

    drawn = drawings_of(store.journal())
    if not findings and not drawn:
        return []
    reader = open_reader(find_tape(judgement.tape, case))
    try:
        if reader.tape.sha256 != judgement.tape.sha256:
            raise CaseUnusable(
                f"{reader.tape.path}: the tape changed since its case was made.",
                remedy="Put the original tape back, or analyse this one anew.",
            )
        others = open_angles(angles, reader.tape, judgement)
        clips = []
        for first, last, rows in _stretches(findings, reader):
            clip = _clip(first, last, rows, judgement, store, reader, folder)
            clips.append(clip | _beside(clip, judgement, reader, others, folder))
        for one in others:
            one.reader.close()
        return clips + write_drawings(drawn, judgement, reader, folder)
    finally:
        reader.close()


def _beside(
    clip: dict[str, Any], judgement: Judgement, reader: Reader, angles: Sequence[OtherAngle], folder: Path
) -> dict[str, Any]:
    """The same stretch with the other angles beside it; nothing where there are none."""
    from review.adapters.export_clips import write_marked
    from review.cli.side_by_side import side_by_side

    if not angles:
        return {}
    name = clip["file"].replace(".mkv", "-angles.mp4")
    frames = side_by_side(clip["first_frame"], clip["last_frame"], judgement, reader, angles)
    write_marked(folder / name, frames, rate=judgement.tape.rate)
    told = [
        {
            "file": one.path.name, "sha256": one.reader.tape.sha256, "how": one.alignment.how,
            "offset_s": one.alignment.offset_s, "error_s": one.alignment.error_s,
        }
        for one in angles
    ]  # fmt: skip
    return {"side_by_side": name, "angles": told}


def _stretches(findings: Sequence[Finding], reader: Reader) -> Iterator[tuple[int, int, list[Finding]]]:
    """Frames from one second before to one after, of findings that overlap; a long span is cut short."""
    held: list[Finding] = []
    reach = None
    for finding in sorted(findings, key=lambda f: (f.start, f.id)):
        if reach is not None and finding.start <= reach:
            held.append(finding)
            reach = max(reach, finding.end)
            continue
        if reach is not None:
            yield (*_frames(held, reader), held)
        held, reach = [finding], finding.end
    if held:
        yield (*_frames(held, reader), held)


def _frames(findings: Sequence[Finding], reader: Reader) -> tuple[int, int]:
    index = reader.index
    start = min(f.start for f in findings)
    end = min(max(f.end for f in findings), start.shifted(LONGEST_S))
    first = index.ordinal(start.shifted(-AROUND_S).pts)
    return first, min(index.ordinal(end.shifted(AROUND_S).pts), len(index) - 1)


def _clip(
    first: int,
    last: int,
    findings: Sequence[Finding],
    judgement: Judgement,
    store: Store,
    reader: Reader,
    folder: Path,
) -> dict[str, Any]:
    from review.adapters.export_clips import ClipFrame, write_exact, write_marked

    name, rate = f"finding-{findings[0].id}", judgement.tape.rate
    own = (ClipFrame(frame.rgb, frame.time) for frame in reader.frames(first, last))
    exact = write_exact(folder / f"{name}.mkv", own, rate=rate)
    drawn = _drawn(first, last, findings, judgement, store, reader)
    write_marked(folder / f"{name}-marked.mp4", drawn, rate=rate)
    return {
        "file": f"{name}.mkv", "marked": f"{name}-marked.mp4", "findings": [f.id for f in findings],
        "first_frame": first, "last_frame": last, "frames": exact.frames,
        "first_rgb_sha256": exact.first_sha256, "last_rgb_sha256": exact.last_sha256,
        "tape_sha256": judgement.tape.sha256,
    }  # fmt: skip


def _drawn(
    first: int,
    last: int,
    findings: Sequence[Finding],
    judgement: Judgement,
    store: Store,
    reader: Reader,
) -> Iterator[Any]:
    """The same frames with people, gates, and below the picture the time in all its forms."""
    from review.adapters.export_clips import ClipFrame
    from review.adapters.stills_cv2 import caption_of, draw_still

    clauses = ", ".join(dict.fromkeys(f.clause for f in findings))
    scale, course = judgement.tape.scale, judgement.clock
    for frame in reader.frames(first, last):
        shown = course.at(scale.seconds(frame.time))
        lines = caption_of(
            judgement.tape, frame.time, frame.ordinal, clock=shown.text if shown else None, text=clauses
        )
        boxes = list(boxes_of(frame.ordinal, findings[0], judgement, store))
        gates = store.gate_lines(frame.ordinal)
        picture = draw_still(frame.rgb, boxes=boxes, gates=gates, caption=lines)
        yield ClipFrame(picture, frame.time)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
