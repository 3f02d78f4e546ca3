"""What an archive costs: a model from what its ledger measured, held against another run, and carried on.

    python tools/archive_cost.py ARCHIVE [--check OTHER] --games 40000 --hours 3

The model is two numbers: processor seconds to open a tape (its survey, its arena, its detector: all that the
first segment of a worker costs above the others), and processor seconds for each second of tape after that.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import statistics
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

PART_S = 300.0
GPU_X = 12.0  # assumed, not measured: how much faster a desk with a GPU watches


@dataclass(frozen=True)
class Cost:
    """Per tape opened, and per second of tape."""

    open_cpu_s: float
    watch_cpu_s_per_s: float
    conclude_cpu_s_per_s: float
    stored_bytes_per_s: float
    case_bytes_per_s: float
    read_ratio: float

    def tape_cpu_s(self, seconds: float, *, opens: int = 1) -> float:
        """Processor seconds for one tape."""
        each = self.watch_cpu_s_per_s + self.conclude_cpu_s_per_s
        return opens * self.open_cpu_s + seconds * each


def rows(archive: Path) -> list[sqlite3.Row]:
    """Every output with its tape's size."""
    with sqlite3.connect(archive / "ledger.bgarchive") as db:
        db.row_factory = sqlite3.Row
        query = (
            "SELECT output.*, tape.duration_s AS length_s, json_extract(tape.body, '$.size_bytes') AS size "
            "FROM output JOIN tape ON tape.id = output.tape ORDER BY tape.id, stage, segment"
        )
        return db.execute(query).fetchall()


def cost_of(outputs: list[sqlite3.Row]) -> Cost:
    """The model; where tapes have one segment only, opening and watching cannot be told apart."""
    watched = [one for one in outputs if one["stage"] == "watch" and one["tape_s"] > 0]
    concluded = [one for one in outputs if one["stage"] == "conclude"]
    later = [one for one in watched if one["segment"] > 0]
    base = later or watched
    each = statistics.median(one["cpu_s"] / one["tape_s"] for one in base)
    firsts = [one["cpu_s"] - each * one["tape_s"] for one in watched if one["segment"] == 0]
    seconds = sum(one["tape_s"] for one in watched)
    judged_s = sum(one["length_s"] for one in concluded) or float("nan")
    whole = {one["tape"]: one["size"] for one in outputs}
    return Cost(
        max(0.0, statistics.median(firsts)) if later else 0.0,
        each,
        sum(one["cpu_s"] for one in concluded) / judged_s,
        sum(one["size_bytes"] for one in watched) / seconds,
        sum(one["size_bytes"] for one in concluded) / judged_s,
        sum(one["read_bytes"] for one in outputs) / sum(whole.values()),
    )


def spent(outputs: list[sqlite3.Row]) -> float:
    """Processor seconds in all."""
    return float(sum(one["cpu_s"] for one in outputs))


def league(cost: Cost, games: int, hours: float, cores: int) -> dict[str, float]:
    """What so many games cost."""
    seconds = hours * 3600
    cpu_s = games * cost.tape_cpu_s(seconds)
    stored = cost.stored_bytes_per_s + cost.case_bytes_per_s
    return {
        "cpu_years": cpu_s / 31_557_600,
        f"years_on_one_desk_of_{cores}_cores": cpu_s / cores / 31_557_600,
        "years_on_twenty": cpu_s / cores / 20 / 31_557_600,
        "years_on_twenty_with_gpus_assumed": cpu_s / cores / 20 / GPU_X / 31_557_600,
        "tebibytes_stored": games * seconds * stored / 2**40,
        "outputs_a_second_from_200_workers_at_real_time": 200 / 10,
    }


def main() -> None:
    """Say it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archive", type=Path)
    parser.add_argument("--check", type=Path, help="another archive of like tapes")
    parser.add_argument("--games", type=int, default=40_000)
    parser.add_argument("--hours", type=float, default=3.0)
    parser.add_argument("--cores", type=int, default=16)
    asked = parser.parse_args()
    measured = rows(asked.archive)
    cost = cost_of(measured)
    told: dict[str, object] = {"cost": asdict(cost), "measured_cpu_s": spent(measured)}
    if asked.check:
        other = rows(asked.check)
        lengths = {one["tape"]: one["length_s"] for one in other}
        foretold = sum(cost.tape_cpu_s(seconds) for seconds in lengths.values())
        told["check"] = {"tapes": len(lengths), "foretold_cpu_s": foretold, "measured_cpu_s": spent(other)}
    told["league"] = league(cost, asked.games, asked.hours, asked.cores)
    sys.stdout.write(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()
