"""What every executor of an archive does: in this process, as processes of this desk, on Dask."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from review.adapters.run_local import DeskExecutor, InlineExecutor
from review.core.archive import Output, TapeEntry, TapePlan
from review.core.errors import ArchiveUnusable
from review.ports.executor import Executor, Order, Turn


def dask() -> Executor:
    pytest.importorskip("distributed", reason="Dask comes with the extra 'cluster'")
    from review.adapters.run_dask import DaskExecutor

    return DaskExecutor()


EXECUTORS: dict[str, Callable[[], Executor]] = {"none": InlineExecutor, "desk": DeskExecutor, "dask": dask}
TAPES = 6
LEASE_S = 20_000.0


def tape(number: int) -> TapeEntry:
    sha256 = f"{number:064x}"
    return TapeEntry(
        sha256, f"/tapes/{number}.mp4", 10, 0.0, 2.0, (640, 360), 1.0, 2, 0, 2, told={"pack": "seeds"}
    )


@pytest.fixture
def place(tmp_path: Path) -> Path:
    from review.adapters.archive_sql import SqlLedger

    ledger = SqlLedger(str(tmp_path / "l.bgarchive"), create=True)
    ledger.put_tapes([tape(k) for k in range(TAPES)])
    ledger.want([TapePlan(tape(k).sha256, "w", "j", ((0, 2),)) for k in range(TAPES)])
    ledger.close()
    return tmp_path


def count_to_two(order: Order) -> Turn:
    """A worker whose work is to write down where it was; plain enough to be sent anywhere.

    A file `die-N` lets the holder who finds it end itself in the middle of its work, once.
    """
    from review.adapters.archive_sql import SqlLedger

    folder = Path(order.archive)
    ledger = SqlLedger(order.ledger)
    ledger.release(order.holder, reason="lost")
    claim = ledger.claim(order.holder, lease_s=LEASE_S, shard=order.shard)
    if claim is None:
        left = ledger.left(shard=order.shard)
        ledger.close()
        return Turn("idle" if left else "over")
    for number in range(claim.segments):
        ledger.put_output(
            claim, Output(number, f"{claim.stage}{number}", number, number + 1), lease_s=LEASE_S
        )
        for die in folder.glob("die-*"):
            die.unlink(missing_ok=True)
            os.kill(os.getpid(), signal.SIGKILL)
    ledger.finish(claim)
    ledger.close()
    return Turn("did", f"{claim.stage} {claim.tape.path}", 1.0)


def refuse(order: Order) -> Turn:
    """A worker that finds the archive out of reach."""
    raise ArchiveUnusable("The ledger is out of reach.", remedy="Mend it.")


def run(executor: Executor, place: Path, *, slots: int = 2, shard: tuple[int, int] = (0, 1)) -> Counter[str]:
    heard: Counter[str] = Counter()
    order = Order(str(place), str(place / "l.bgarchive"), "host:1", shard=shard)
    executor.run(count_to_two, order, slots=slots, heard=lambda turn: heard.update([turn.outcome]))
    return heard


def done(place: Path) -> int:
    from review.adapters.archive_sql import SqlLedger

    ledger = SqlLedger(str(place / "l.bgarchive"))
    stands = ledger.stands()
    assert ledger.disagreements() == () and ledger.failures() == ()
    ledger.close()
    return sum(one.conclude == "done" for one in stands)


@pytest.mark.parametrize("name", EXECUTORS)
def test_everything_is_done_once(name: str, place: Path) -> None:
    heard = run(EXECUTORS[name](), place)
    assert done(place) == TAPES
    assert heard["did"] == 2 * TAPES and heard["failed"] == 0


@pytest.mark.parametrize("name", ["desk", "dask"])
def test_a_killed_worker_is_replaced_and_what_it_had_is_taken_over(name: str, place: Path) -> None:
    (place / "die-1").touch()
    run(EXECUTORS[name](), place)  # would take hours if it waited for the lease to run out
    assert done(place) == TAPES
    assert not (place / "die-1").exists()


def test_shards_make_a_whole(place: Path) -> None:
    for i in range(3):
        run(InlineExecutor(), place, slots=1, shard=(i, 3))
    assert done(place) == TAPES


@pytest.mark.parametrize("name", EXECUTORS)
def test_a_worker_that_cannot_work_says_so_in_one_sentence(name: str, place: Path) -> None:
    order = Order(str(place), str(place / "l.bgarchive"), "host:1")
    with pytest.raises(ArchiveUnusable, match="out of reach") as told:
        EXECUTORS[name]().run(refuse, order, slots=1, heard=lambda turn: None)
    assert told.value.remedy == "Mend it."
