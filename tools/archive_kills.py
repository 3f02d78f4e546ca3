"""Run an archive while somebody kills its workers, its scheduler and the run itself, at random; then compare.

python tools/archive_kills.py ARCHIVE --engine dask --slots 2 --against OTHER -- --set look_rate_hz=5
"""

from __future__ import annotations

import argparse
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import psutil


def children(run: subprocess.Popen[bytes], words: str) -> list[psutil.Process]:
    """Processes below the run whose command line holds these words."""
    try:
        below = psutil.Process(run.pid).children(recursive=True)
        return [one for one in below if words in " ".join(one.cmdline())]
    except psutil.NoSuchProcess:
        return []


def digests(archive: Path) -> dict[tuple[str, str, int], str]:
    """Every output that counts, by tape, stage and segment."""
    with sqlite3.connect(archive / "ledger.bgarchive") as db:
        rows = db.execute(
            "SELECT tape.sha256, output.stage, output.segment, output.digest FROM output "
            "JOIN tape ON tape.id = output.tape"
        )
        return {(sha256, stage, segment): digest for sha256, stage, segment, digest in rows}


def say(words: str) -> None:
    """A line, at once."""
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


def main() -> None:
    """Kill until it is done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archive", type=Path)
    parser.add_argument("--engine", default="dask")
    parser.add_argument("--slots", type=int, default=2)
    parser.add_argument("--every", type=float, default=20.0, help="mean seconds between kills")
    parser.add_argument("--most", type=int, default=30, help="then it is left in peace")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", type=Path)
    asked, rest = parser.parse_known_args()
    chance = random.Random(asked.seed)
    command = [
        *(sys.executable, "-m", "review.cli", "archive", "run", "--archive", str(asked.archive)),
        *("--engine", asked.engine, "--slots", str(asked.slots), *(word for word in rest if word != "--")),
    ]
    kills: dict[str, int] = {}
    began = time.monotonic()
    run = subprocess.Popen(command)
    worker = "dask_worker" if asked.engine == "dask" else "spawn_main"
    while run.poll() is None:
        until = time.monotonic() + chance.expovariate(1 / asked.every)
        while time.monotonic() < until and run.poll() is None:
            time.sleep(0.2)
        if run.poll() is not None or sum(kills.values()) >= asked.most:
            continue
        what = chance.choice(["worker", "worker", "worker", "scheduler", "run"])
        found = children(run, {"worker": worker, "scheduler": "dask_scheduler"}.get(what, "-"))
        if what == "run":
            below = children(run, "")
            run.send_signal(signal.SIGKILL)
            run.wait()
            for one in below:  # a machine that is switched off takes all with it
                if one.is_running():
                    one.kill()
            run = subprocess.Popen(command)
        elif found:
            chance.choice(found).kill()
        else:
            continue
        kills[what] = kills.get(what, 0) + 1
        say(f"killed: {what} after {time.monotonic() - began:.0f} s")
    say(f"exit {run.returncode} after {time.monotonic() - began:.0f} s; kills: {kills}")
    ours = digests(asked.archive)
    if asked.against:
        theirs = digests(asked.against)
        differ = sum(ours.get(key) != digest for key, digest in theirs.items())
        say(f"{len(ours)} outputs, {len(theirs)} there; {differ} differ")
        sys.exit(int(differ > 0 or len(ours) != len(theirs)))


if __name__ == "__main__":
    main()
