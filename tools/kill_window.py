"""Kill the window and its workers at random moments of editing, and look what is left.

`python tools/kill_window.py [--kills 50] [--seed 1]`

Each round a real window opens one and the same case, and somebody in it corrects, accepts, rejects,
undoes, says again, steps, and writes evidence in another process, as fast as the window lets him. Each act
that the window has taken is told to a file of its own at once. At a random moment the whole process group is
killed with SIGKILL. Then the case is opened: what was told must all be in it, in order, its hash chain whole;
and a folder of evidence that was being written must not pass for a whole one.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from review.adapters.store_sqlite import verify_case
from review.cli.bundle import SUMS
from review.wiring.corrections import history

OPENS_WITHIN_S = 60.0
EDITS_S = (0.05, 2.5)


@dataclass(frozen=True, slots=True)
class Round:
    """What one kill left: acts told and kept, whether the case is sound, evidence that only looks whole."""

    told: int
    kept: int
    lost: int
    sound: bool
    half_that_look_whole: int


def kill_rounds(folder: Path, tape: Path, rounds: int, *, seed: int) -> list[Round]:
    """Kill so many times while somebody edits the case beside `tape`; one window after another, one case.

    Raises
    ------
    TimeoutError
        If a window does not open.
    """
    chance, out = random.Random(seed), []
    for number in range(rounds):
        told, before = folder / f"told-{number}.txt", len(history(tape.with_suffix(".bgcase")))
        _edit_and_kill(tape, told, folder / "memory.ini", chance)
        out.append(_look(tape.with_suffix(".bgcase"), told, before))
    return out


def _edit_and_kill(tape: Path, told: Path, memory: Path, chance: random.Random) -> None:
    command = [sys.executable, __file__, "--child", str(tape), str(told), str(memory), str(chance.random())]
    child = subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL)
    try:
        until = time.monotonic() + OPENS_WITHIN_S
        while not told.exists():
            if child.poll() is not None or time.monotonic() > until:
                raise TimeoutError(f"the window did not open (exit {child.poll()})")
            time.sleep(0.01)
        time.sleep(chance.uniform(*EDITS_S))
    finally:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()


def _look(case: Path, told: Path, before: int) -> Round:
    said = [line for line in told.read_text("utf-8").split("\n")[:-1] if line]
    kept = [str(one.entry.act.get("act")) for one in history(case)][before:]
    lost = sum(1 for place, act in enumerate(said) if place >= len(kept) or kept[place] != act)
    sums = [path for path in case.parent.glob("*-evidence*") if (path / SUMS).is_file()]
    halves = sum(1 for path in sums if not _whole(path))
    return Round(len(said), len(kept), lost, verify_case(case).sound, halves)


def _whole(folder: Path) -> bool:
    from review.cli.bundle import check_bundle
    from review.core.errors import CaseUnusable

    try:
        return check_bundle(folder) > 0
    except CaseUnusable:
        return False


# the window that is killed ------------------------------------------------------------------------


def edit(tape: Path, told: Path, memory: Path, seed: float) -> int:
    """Open the window and edit until somebody kills it."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from ui.app import Workplace, product_doors
    from ui.memory import Memory

    app = QApplication(sys.argv[:1])
    place = Workplace(product_doors(), Memory(memory))
    place.window.show()
    place.desk.open(tape)
    chance, timer = random.Random(seed), QTimer(interval=15)
    begun: list[int] = []

    def act() -> None:
        case, judgement = place.desk.now.case_path, place.desk.now.judgement
        if case is None or judgement is None or place.desk.now.shown is None:
            return
        if not begun:
            begun.append(1)
            told.touch()
        before = len(history(case))
        chance.choice(_DEEDS)(place, chance)
        new = history(case)[before:]
        with told.open("a", encoding="utf-8") as file:
            file.writelines(f"{one.entry.act.get('act')}\n" for one in new)

    timer.timeout.connect(act)
    timer.start()
    return app.exec()


def _correct(place: object, chance: random.Random) -> None:
    from ui.tables.corrector import Said

    window = place.window  # type: ignore[attr-defined]
    rows = [row for row in window.findings.model.rows if row.crossing is not None or row.finding is not None]
    row = chance.choice(rows)
    if row.finding is not None:
        what = chance.choice(("accepted", "rejected"))
        window.orders.sayings.keep(Said(row, what, "seen twice"))
    else:
        number = str(chance.randrange(1, 98))
        window.orders.sayings.keep(Said(row, "corrected", "sleeve", {"number": number}))


def _command(*ids: str) -> Callable[[object, random.Random], None]:
    def press(place: object, chance: random.Random) -> None:
        place.window.registry.actions[chance.choice(ids)].trigger()  # type: ignore[attr-defined]

    return press


_DEEDS: Sequence[Callable[[object, random.Random], None]] = (
    *[_correct] * 6,
    *[_command("undo", "redo")] * 3,
    _command("frame_on", "ten_on", "next_finding", "confirm_altercation"),
    _command("next_finding", "evidence"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Kill, look, and say; 1 if anything that was said is gone."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["--child"]:
        return edit(Path(given[1]), Path(given[2]), Path(given[3]), float(given[4]))
    parser = argparse.ArgumentParser(description="Kill the window at random moments of editing.")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(given)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from tests.ui.support import make_case, make_clip

    with tempfile.TemporaryDirectory() as name:
        tape = make_clip(Path(name) / "tape.mp4", 373)
        make_case(tape)
        done = kill_rounds(Path(name), tape, asked.kills, seed=asked.seed)
    for number, one in enumerate(done, start=1):
        sys.stdout.write(
            f"{number:3d}: told {one.told}, kept {one.kept}, lost {one.lost}, sound {one.sound}\n"
        )
    wrong = [one for one in done if one.lost or not one.sound or one.half_that_look_whole]
    told = sum(one.told for one in done)
    sys.stdout.write(f"{len(done)} kills, {told} acts told, {len(wrong)} kills that lost any\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
