"""How long `archive find` takes over so many cases: an index with real rows, filled without tapes.

python tools/archive_index.py PLACE --cases 1000 --rows 120
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from pathlib import Path

from archive_sim import tape

from review.adapters.archive_sql import SqlLedger
from review.core.archive import Mention, Query

ASKED = {
    "early by more than 2 m in 2003": Query(
        kind="change", verdict="early", over_m=2.0, since="2003-01-01", until="2003-12-31"
    ),
    "every first man": Query(kind="departure", rank=1),
    "205.1a of one team": Query(kind="finding", clause="205.1a", team="T07", verdict="trips"),
    "everything of a season": Query(season="2003-04"),
}


def mentions(chance: random.Random, rows: int) -> list[Mention]:
    """A game's worth: two in three are changes, some of them early."""
    out = []
    for k in range(rows):
        team, number, at_s = f"T{chance.randrange(32):02d}", chance.randrange(1, 99), 90.0 * k
        low = chance.uniform(-2, 4)
        if k % 40 == 39:
            out.append(Mention("departure", at_s, at_s + 1, "stated", None, team, number, rank=1 + k % 3))
        elif k % 10 == 9:
            verdict = chance.choice(["trips", "does not", "cannot tell"])
            out.append(Mention("finding", at_s, at_s + 1, verdict, "205.1a", team, number, words="why" * 20))
        elif k % 3 == 2:
            out.append(Mention("crossing", at_s, at_s + 1, None, None, team, number, direction="on"))
        else:
            verdict = "early" if low > 1.5 else "legal"
            out.append(
                Mention("change", at_s, at_s + 9, verdict, None, team, number, margin_m=(low, low + 1))
            )
    return out


def main() -> None:
    """Fill and ask."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("place")
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--rows", type=int, default=120)
    asked = parser.parse_args()
    ledger = SqlLedger(asked.place, create=True)
    chance = random.Random(1)
    entries = [tape(k) for k in range(asked.cases)]
    ledger.put_tapes(entries)
    for entry in entries:
        ledger.index(entry.sha256, mentions(chance, asked.rows))
    told: dict[str, object] = {"cases": asked.cases, "rows": asked.cases * asked.rows}
    for words, query in ASKED.items():
        spans = []
        for _ in range(5):
            began = time.perf_counter()
            found = ledger.find(query)
            spans.append(time.perf_counter() - began)
        told[words] = {"found": len(found), "median_s": round(statistics.median(spans), 4)}
    ledger.close()
    if "://" not in asked.place:
        told["file_mib"] = round(Path(asked.place).stat().st_size / 2**20, 1)
    sys.stdout.write(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()
