"""The OpenTimelineIO file: one clip, a marker for everything that happened, times at the tape's rate."""

from __future__ import annotations

import json

from review.report.model import report_model
from review.report.timeline_otio import timeline_otio
from review.testing.whole import whole_judgement


def test_everything_that_happened_is_a_marker() -> None:
    judgement = whole_judgement()
    report = report_model(judgement)
    told = json.loads(timeline_otio(report))
    (track,) = told["tracks"]["children"]
    (clip,) = track["children"]
    markers = clip["markers"]
    many = len(judgement.findings) + len(judgement.crossings) + len(judgement.altercations)
    assert len(markers) == many
    starts = [marker["marked_range"]["start_time"]["value"] for marker in markers]
    assert starts == sorted(starts)
    assert "/" not in clip["media_references"]["DEFAULT_MEDIA"]["target_url"], "no place of this machine"


def test_a_marker_stands_on_its_frame() -> None:
    """BUF 4's crossing: its earliest second times the rate is the marker's frame."""
    report = report_model(whole_judgement())
    told = json.loads(timeline_otio(report))
    markers = told["tracks"]["children"][0]["children"][0]["markers"]
    crossing = report["crossings"][0]
    found = next(
        m for m in markers if m["metadata"]["benchgate"] | {"id": crossing["id"], "what": "crossing"}
        == m["metadata"]["benchgate"]
    )  # fmt: skip
    start = found["marked_range"]["start_time"]
    assert abs(start["value"] / start["rate"] - crossing["when"]["earliest"]["s"]) < 1e-3
    assert found["color"] == "CYAN" and crossing["gate"] in found["name"]
