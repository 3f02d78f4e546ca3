"""What people corrected goes into the folder to train on, and what was undone does not."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

from review.adapters.read_pyav import open_tape
from review.adapters.store_sqlite import SqliteStore
from review.testing import builders as a
from review.testing.whole import whole_judgement
from review.train.from_case import frames_to_correct
from review.wiring.corrections import correct_crossing, undo
from tests.ui.support import make_clip


def test_corrections_that_stand_are_written_with_their_frame(tmp_path: Path) -> None:
    reader = open_tape(make_clip(tmp_path / "tape.mp4", 373))
    case = tmp_path / "tape.bgcase"
    with SqliteStore.open(case, create=True, readonly=False) as store:
        judgement = replace(whole_judgement(), tape=reader.tape)
        store.put_judgement(judgement, a.tracks(), "inputs")
    first, second = judgement.crossings[:2]
    correct_crossing(case, first.id, number=17, reason="sleeve", who="Ann")
    correct_crossing(case, second.id, is_one=False, reason="a linesman", who="Ann")
    undo(case)
    with SqliteStore.open(case, create=False, readonly=True) as store:
        made = list(frames_to_correct(judgement, store, reader, tmp_path / "out", every_s=600.0))
    told = (tmp_path / "out" / "corrections.csv").read_text("utf-8")
    rows = list(csv.DictReader(told.splitlines()))
    assert len(rows) == 1 and made
    moment = first.when.best or first.when.earliest
    assert rows[0] | {"at": ""} == {
        "tape": "tape", "frame": str(reader.index.ordinal(moment.pts)), "is_one": "True", "gate": first.gate,
        "direction": first.direction, "team": "", "number": "17", "reason": "sleeve", "who": "Ann", "at": "",
    }  # fmt: skip
    reader.close()
