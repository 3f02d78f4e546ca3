"""The report as an OpenTimelineIO timeline: the tape as one clip, what happened on it as markers. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import PurePath
from typing import Any

__all__ = ["timeline_otio"]

#: Colours that OpenTimelineIO knows, by what the marker tells.
_COLOURS = {"trips": "RED", "cannot tell": "PINK", "does not": "GREEN", "crossing": "CYAN"}
_COLOURS |= {"altercation": "ORANGE"}


def timeline_otio(report: Mapping[str, Any]) -> str:
    """A report `benchgate.report/1` as `.otio` text; times in the tape's own ticks' seconds at its rate.

    Markers are findings, crossings and altercations; each carries its report row's id, what it is
    and, where known, timecode and game clock in `metadata.benchgate`.
    """
    tape = report["tape"]
    rate = float(Fraction(tape["rate"])) if tape["rate"] else 25.0
    whole = _range(0.0, tape["duration_s"], rate)
    clip = {
        "OTIO_SCHEMA": "Clip.2",
        "name": PurePath(tape["path"]).name,
        "source_range": whole,
        "media_references": {
            "DEFAULT_MEDIA": {
                "OTIO_SCHEMA": "ExternalReference.1",
                "target_url": PurePath(tape["path"]).name,
                "available_range": whole,
                "metadata": {"benchgate": {"sha256": tape["sha256"]}},
            }
        },
        "active_media_reference_key": "DEFAULT_MEDIA",
        "markers": [_marker(row, rate) for row in _rows(report)],
    }
    track = {"OTIO_SCHEMA": "Track.1", "name": "tape", "kind": "Video", "children": [clip]}
    stack = {"OTIO_SCHEMA": "Stack.1", "name": "tracks", "children": [track]}
    timeline = {"OTIO_SCHEMA": "Timeline.1", "name": clip["name"], "tracks": stack}
    return json.dumps(timeline, indent=1, ensure_ascii=False) + "\n"


Row = tuple[str, str, Mapping[str, Any], Mapping[str, Any], int]


def _rows(report: Mapping[str, Any]) -> Iterator[Row]:
    """(words, what it is, start, end, id), in order of time."""
    people = {person["id"]: person["label"] for person in report["people"]}
    rows: list[Row] = []
    for one in report["findings"]:
        words = f"{one['clause']} {one['verdict']}: {_who(one['subject'], people)}"
        rows.append((words, one["verdict"], one["span"]["start"], one["span"]["end"], one["id"]))
    for one in report["crossings"]:
        man = people.get(one["person"], f"man {one['person']}")
        words = f"{man} {one['direction']} through {one['gate']}"
        when = one["when"]
        rows.append((words, "crossing", when["earliest"], when["latest"], one["id"]))
    for one in report["altercations"]:
        start, end = one["span"]["start"], one["span"]["end"]
        words = f"altercation, set by {one['set_by']}"
        likeliest = (start["best"] or start["latest"], end["best"] or end["earliest"])
        rows.append((words, "altercation", *likeliest, one["id"]))
    yield from sorted(rows, key=lambda row: (row[2]["s"], row[1], row[4]))


def _who(subject: Mapping[str, Any], people: Mapping[int, str]) -> str:
    named = people.get(subject["person"]) if subject["person"] is not None else None
    return named or " ".join(str(subject[k]) for k in ("team", "role") if subject[k]) or "nobody named"


def _marker(row: Row, rate: float) -> dict[str, Any]:
    words, what, start, end, id_ = row
    told = {"id": id_, "what": what, "pts": start["pts"]}
    told |= {key: start[key] for key in ("timecode", "clock") if start[key] is not None}
    return {
        "OTIO_SCHEMA": "Marker.2",
        "name": words,
        "color": _COLOURS[what],
        "marked_range": _range(start["s"], end["s"] - start["s"], rate),
        "metadata": {"benchgate": told},
    }


def _range(start_s: float, length_s: float, rate: float) -> dict[str, Any]:
    return {
        "OTIO_SCHEMA": "TimeRange.1",
        "start_time": _time(start_s, rate),
        "duration": _time(max(length_s, 0.0), rate),
    }


def _time(seconds: float, rate: float) -> dict[str, Any]:
    return {"OTIO_SCHEMA": "RationalTime.1", "value": round(seconds * rate, 6), "rate": rate}
