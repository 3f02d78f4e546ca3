"""The archive's ledger under many workers: the real code, and sleeping for work.

    python tools/archive_sim.py PLACE --tapes 40000 --workers 200 --seconds 60

PLACE is a path (SQLite) or postgresql://…. Every worker claims, records outputs, and finishes as a real one
does; what a real one spends on a segment it sleeps, so many times faster than `--faster` says.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import random
import statistics
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from review.adapters.archive_sql import SqlLedger
from review.archive.cover import cut_parts
from review.core.archive import Mention, Output, TapeEntry, TapePlan

GAME_S, SEGMENT_S, PART = 3 * 3600.0, 10.0, 30


def tape(number: int) -> TapeEntry:
    """A game of three hours at one tick a second."""
    sha256 = hashlib.sha256(str(number).encode()).hexdigest()
    year = 1995 + number % 30
    return TapeEntry(
        sha256, f"/tapes/{year}/{number:05d}.mp4", 5_000_000_000, 0.0, GAME_S, (1280, 720), SEGMENT_S,
        round(GAME_S / SEGMENT_S), 0, round(GAME_S), told={"pack": "seeds"}, day=f"{year}-11-05",
        season=f"{year}-{(year + 1) % 100:02d}",
    )  # fmt: skip


def fill(place: str, tapes: int) -> dict[str, float]:
    """Enter and plan; how long each took."""
    ledger = SqlLedger(place, create=True)
    entries = [tape(k) for k in range(tapes)]
    began = time.monotonic()
    ledger.put_tapes(entries)
    entered = time.monotonic()
    parts = cut_parts(entries[0].segments, PART)
    ledger.want([TapePlan(one.sha256, "w", "j", parts) for one in entries])
    planned = time.monotonic()
    ledger.close()
    return {"add_s": entered - began, "plan_s": planned - entered}


class Timed:
    """Calls, and how long each took."""

    def __init__(self) -> None:
        self.spans: dict[str, list[float]] = {}

    def __call__(self, name: str, ask: Callable[..., Any], *told: Any, **more: Any) -> Any:
        began = time.perf_counter()
        answer = ask(*told, **more)
        self.spans.setdefault(name, []).append(time.perf_counter() - began)
        return answer


def work(ledger: SqlLedger, holder: str, until: float, *, pause_s: float, timed: Timed) -> None:
    """What a worker asks of the ledger."""
    near = None
    while time.time() < until:
        claim = timed("claim", ledger.claim, holder, lease_s=300, near=near)
        if claim is None:
            return
        near = claim.tape.sha256
        for k in range(claim.first_segment, claim.first_segment + claim.segments):
            time.sleep(random.expovariate(1 / pause_s))
            if time.time() > until:
                return
            digest = hashlib.sha256(f"{near}{claim.stage}{k}".encode()).hexdigest()
            end = min(round(GAME_S), (k + 1) * 10) if claim.stage == "watch" else round(GAME_S)
            start = k * 10 if claim.stage == "watch" else 0
            made = Output(k, digest, start, end, 200_000, 10.0, 20.0, 20.0)
            timed("output", ledger.put_output, claim, made, lease_s=300)
        found = [Mention("change", 1.0 * k, 2.0, "early", margin_m=(1.0, 3.0)) for k in range(40)]
        timed("finish", ledger.finish, claim, found if claim.stage == "conclude" else ())


def crew(place: str, first: int, count: int, until: float, pause_s: float, out: Any) -> None:
    """So many workers as threads of one process, each with a connection of its own."""
    clocks = [Timed() for _ in range(count)]
    ledgers = [SqlLedger(place) for _ in range(count)]
    threads = [
        threading.Thread(
            target=work, args=(ledgers[k], f"sim:{first + k}", until),
            kwargs={"pause_s": pause_s, "timed": clocks[k]},
        )
        for k in range(count)
    ]  # fmt: skip
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    out.put([one.spans for one in clocks])


def summed(spans: list[dict[str, list[float]]], wall_s: float) -> dict[str, Any]:
    """Calls a second, and how long they took."""
    told: dict[str, Any] = {}
    for name in ("claim", "output", "finish"):
        all_s = sorted(value for one in spans for value in one.get(name, ()))
        if all_s:
            told[name] = {
                "calls": len(all_s), "per_s": round(len(all_s) / wall_s, 1),
                "median_ms": round(1000 * statistics.median(all_s), 2),
                "p99_ms": round(1000 * all_s[int(0.99 * (len(all_s) - 1))], 1),
                "most_ms": round(1000 * all_s[-1], 1),
            }  # fmt: skip
    return told


def recovery(place: str) -> dict[str, float]:
    """All workers were lost: how long until every unit is in hands that live."""
    ledger = SqlLedger(place, clock=lambda: time.time() + 10_000)
    lost = len(ledger.holders())
    began = time.monotonic()
    taken = 0
    while taken < lost and ledger.claim(f"new:{taken}", lease_s=300) is not None:
        taken += 1
    left = sum(one.startswith("sim:") for one in ledger.holders())
    ledger.close()
    return {"lost": lost, "retaken_s": time.monotonic() - began, "still_lost": left}


def main() -> None:
    """Fill, work, lose everybody, ask."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("place")
    parser.add_argument("--tapes", type=int, default=40_000)
    parser.add_argument("--workers", type=int, default=200)
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--filled", action="store_true", help="PLACE holds the tapes from a run before")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=0.5, help="mean seconds slept for a segment")
    asked = parser.parse_args()
    told: dict[str, Any] = {"tapes": asked.tapes, "workers": asked.workers, "pause_s": asked.pause}
    if not asked.filled:
        told |= fill(asked.place, asked.tapes)
    context = multiprocessing.get_context("spawn")
    out = context.Queue()
    each = asked.workers // asked.processes
    until = time.time() + asked.seconds + 5
    crews = [
        context.Process(target=crew, args=(asked.place, k * each, each, until, asked.pause, out))
        for k in range(asked.processes)
    ]
    for process in crews:
        process.start()
    spans = [one for _ in crews for one in out.get()]
    for process in crews:
        process.join()
    told["calls"] = summed(spans, asked.seconds)
    told["recovery"] = recovery(asked.place)
    ledger = SqlLedger(asked.place)
    for name in ("stands", "tallies"):
        began = time.monotonic()
        getattr(ledger, name)()
        told[f"{name}_s"] = time.monotonic() - began
    ledger.close()
    if "://" not in asked.place:
        told["file_mib"] = Path(asked.place).stat().st_size / 2**20
    sys.stdout.write(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()
