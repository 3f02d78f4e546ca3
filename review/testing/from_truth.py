"""The report of a product that makes no mistake: written from a clip's truth."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

__all__ = ["report_of"]

PLAYERS = ("skater", "goalkeeper")
HALF_FRAME_S = 0.02

Row = dict[str, Any]


def report_of(truth: Mapping[str, Any]) -> Row:
    """`benchgate.report/1` that says what `truth` says and no more: what cannot be seen is left out.

    People, tracks and crossings carry the ids of truth, counted from 1; a man is one track in one shot.
    """
    clocks = {f["s"]: f.get("clock") for f in truth["frames"]}
    end_s = max((f["s"] for f in truth["frames"]), default=0.0)
    seen = [c for c in truth["crossings"] if c["in_view"]]
    crossings = [_crossing(k, c, clocks) for k, c in enumerate(seen, start=1)]
    findings = [_finding(k, e, clocks) for k, e in enumerate(truth["expected"], start=1)]
    return {
        "schema": "benchgate.report/1",
        "tape": _tape(truth, end_s),
        "run": {"version": "0", "models": [], "pack": "seeds@1", "speed_x": 2.0},
        "shots": _shots(truth, end_s, clocks),
        "people": _people(truth),
        "gates": [{"id": g, "kind": kind} for g, kind in _gates(truth).items()],
        "crossings": crossings,
        "counts": [
            {"team": row["team"], "points": [_point(p, clocks) for p in row["points"]]}
            for row in truth["counts"]
        ],
        "changes": [c for c in (_change(c, truth, clocks) for c in truth["changes"]) if c],
        "altercations": [_altercation(k, a, seen, clocks) for k, a in enumerate(truth["altercations"], 1)],
        "findings": findings,
    }


def _time(s: float, clocks: Mapping[float, str | None]) -> Row:
    shown = max((f for f in clocks if f <= s + 1e-3), default=None)
    clock = None if shown is None else clocks[shown]
    return {"pts": round(s * 90000), "s": s, "timecode": None, "clock": clock}


def _tape(truth: Mapping[str, Any], end_s: float) -> Row:
    made_up = hashlib.sha256(json.dumps(truth, sort_keys=True).encode()).hexdigest()
    sha256 = truth.get("sha256") or made_up
    duration_s = end_s + 1 / 25
    return {
        "path": truth.get("clip") or "clip", "sha256": sha256, "rate": truth.get("rate", "25/1"),
            "duration_s": duration_s, "size_px": truth.get("size_px"), "frames": len(truth["frames"]),
    }  # fmt: skip


def _gates(truth: Mapping[str, Any]) -> dict[str, str]:
    return {g["gate"]: g.get("kind", "players_bench") for g in truth.get("gates", ())}


def _shots(truth: Mapping[str, Any], end_s: float, clocks: Mapping[float, str | None]) -> list[Row]:
    rows = list(truth["shots"])
    starts = [*(float(r["start_s"]) for r in rows), end_s]
    out = []
    for row, (start, following) in zip(rows, pairwise(starts), strict=True):
        begins = float(row.get("settled_s") or start)
        out.append(
            {
                "id": row["id"],
                "start": _time(begins, clocks),
                "end": _time(max(begins, following - HALF_FRAME_S), clocks),
                "enters_by": row["enters_by"],
                "view": row["view"],
                "replay": row["replay"],
            }
        )
    return out


def _people(truth: Mapping[str, Any]) -> list[Row]:
    men = {p["id"]: p for f in truth["frames"] for p in f["people"] or ()}
    return [
        {
            "id": id_,
            "team": man["team"],
            "team_p": 0.9,
            "role": man["role"],
            "number": man["number"],
            "number_p": 0.9 if man["number"] is not None else None,
            "tracks": [id_],
        }
        for id_, man in sorted(men.items())
    ]


def _crossing(id_: int, c: Mapping[str, Any], clocks: Mapping[float, str | None]) -> Row:
    s = c["first_skate_s"] if c["direction"] == "on" else c["second_skate_s"]
    when = {"earliest": _time(s - 0.02, clocks), "best": _time(s, clocks), "latest": _time(s + 0.02, clocks)}
    return {"id": id_, "person": c["person"], "number": c.get("number"), "gate": c["gate"], "team": c["team"],
            "direction": c["direction"], "when": when, "confidence": 0.9}  # fmt: skip


def _point(p: Mapping[str, Any], clocks: Mapping[float, str | None]) -> Row:
    return {"t": _time(p["s"], clocks), "low": p["n"], "high": p["n"], "best": p["n"], "cause": "truth"}


def _change(c: Mapping[str, Any], truth: Mapping[str, Any], clocks: Mapping[float, str | None]) -> Row | None:
    moments = {(x["person"], x["direction"]): x for x in truth["crossings"] if x["in_view"]}
    on, off = moments.get((c["on"], "on")), moments.get((c["off"], "off"))
    if on is None or off is None:
        return None
    span = sorted((on["first_skate_s"], off["second_skate_s"]))
    if c["verdict"] == "early":
        span = [on["first_skate_s"], max(span)]
    return {
        "team": c["team"],
        "verdict": c["verdict"],
        "span": {"start": _time(span[0], clocks), "end": _time(span[1], clocks)},
    }


def _altercation(
    id_: int, a: Mapping[str, Any], seen: Sequence[Mapping[str, Any]], clocks: Mapping[float, str | None]
) -> Row:
    first: dict[str, Row | None] = {}
    second: dict[str, Row | None] = {}
    for man in a["order"]:
        number = next(
            k
            for k, c in enumerate(seen, start=1)
            if (c["person"], c["direction"]) == (man["person"], "on")
            and a["start_s"] <= c["first_skate_s"] <= a["end_s"]
        )
        place = first if man["team"] not in first else second
        place.setdefault(man["team"], {"person": man["person"], "crossing": number})

    def instant(s: float) -> Row:
        return {"earliest": _time(s, clocks), "best": None, "latest": _time(s, clocks)}

    span = {"start": instant(a["start_s"]), "end": instant(a["end_s"])}
    return {"id": id_, "span": span, "set_by": "product", "departures": [], "first": first, "second": second}


def _finding(id_: int, e: Mapping[str, Any], clocks: Mapping[float, str | None]) -> Row:
    start, end = e["span_s"]
    return {
        "id": id_,
        "clause": e["clause"],
        "verdict": e["verdict"],
        "subject": dict(e["subject"]),
        "who": f"{e['subject']['team']} man {e['subject'].get('person')}",
        "span": {"start": _time(start, clocks), "end": _time(end, clocks)},
    }
