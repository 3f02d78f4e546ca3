"""Full disks, clocks that are set, ledgers with many writers: said in a sentence, and nothing lost."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from review.adapters.archive_sql import SqlLedger
from review.adapters.store_sqlite.door import migrate
from review.cli import main
from review.core.archive import Output, TapeEntry, TapePlan
from tests.unit.case_files import full_case

SHA = "a" * 64
#: So many processes at once, each writing so often, through one ledger.
WRITERS, EACH = 6, 30


def entered(place: Path, clock: list[float]) -> SqlLedger:
    ledger = SqlLedger(str(place), create=True, clock=lambda: clock[0])
    tape = TapeEntry(SHA, "/t.mp4", 10, 0.0, 2.0, (640, 360), 1.0, 2, 0, 2, told={"pack": "seeds"})
    ledger.put_tapes([tape])
    ledger.want([TapePlan(SHA, "w", "j", ((0, 2),))])
    return ledger


def test_a_disk_that_fills_while_a_case_is_begun_is_called_full(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "a.bgcase", isolation_level=None)
    connection.execute("PRAGMA max_page_count = 3")
    with pytest.raises(sqlite3.OperationalError, match="full"):
        migrate(connection)
    connection.close()


@pytest.mark.parametrize("by_s", [-86_400.0, 86_400.0])
def test_a_clock_that_is_set_delays_work_and_loses_none(tmp_path: Path, by_s: float) -> None:
    clock = [1e9]
    ledger = entered(tmp_path / "l.bgarchive", clock)
    claim = ledger.claim("one", lease_s=300)
    assert claim is not None
    clock[0] += by_s
    other = ledger.claim("two", lease_s=300)
    # Forward: the lease looks as if it had run out, another takes over. Back: it holds for longer.
    assert (other is not None) == (by_s > 0)
    for number in (0, 1):
        receipt = ledger.put_output(claim, Output(number, "d", number, number + 1), lease_s=300)
        assert receipt.outcome in ("kept", "same")
    assert ledger.finish(claim) or ledger.finish(other or claim)
    assert ledger.disagreements() == ()
    assert [one.digest for one in ledger.outputs(SHA, "watch", "w")] == ["d", "d"]
    ledger.close()


def test_many_writers_take_turns_and_none_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "l.bgarchive"
    entered(place, [1e9]).close()
    code = (
        "import sys; from review.adapters.archive_sql import SqlLedger\n"
        "ledger = SqlLedger(sys.argv[1])\n"
        f"for _ in range({EACH}): ledger.pause(True)\n"
    )
    crew = [subprocess.Popen([sys.executable, "-c", code, str(place)]) for _ in range(WRITERS)]
    assert [one.wait() for one in crew] == [0] * WRITERS
    ledger = SqlLedger(str(place))
    assert ledger.paused()
    ledger.close()


def test_a_report_to_a_place_where_nothing_may_be_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = full_case(tmp_path / "a.bgcase")
    # As on a read-only disk, removing what was never written is refused too.
    assert main(["report", str(case), "--format", "json", "--out", "/proc/r.json"]) == 2
    said = capsys.readouterr().err
    assert "/proc/r.json: cannot be written" in said and "Traceback" not in said
