"""What people say of crossings, findings and questions: undone, done again, and judged with at once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from review.adapters.store_sqlite import SqliteStore
from review.core.case import Judgement
from review.core.errors import CaseUnusable, GameFileWrong
from review.pipeline.said import correction_act, in_force, redo_act, to_redo, to_undo, undo_act
from review.ports.store import JournalEntry
from review.testing import builders as a
from review.testing.whole import whole_judgement
from review.wiring import book_of, judged
from review.wiring.corrections import (
    answer_question,
    correct_crossing,
    history,
    questions_of,
    redo,
    rule_finding,
    undo,
)


def journal(*acts: dict[str, object]) -> list[JournalEntry]:
    return [JournalEntry(n, "C. C.", "2026-03-03T10:00:00+00:00", act) for n, act in enumerate(acts, 1)]


def test_undo_and_redo_are_acts_of_their_own() -> None:
    said = [{"act": "x"}, {"act": "x"}, undo_act(2), undo_act(1), redo_act(1)]
    assert [e.number for e in in_force(journal(*said))] == [1]
    assert (to_undo(journal(*said)), to_redo(journal(*said))) == (1, 2)
    said.append({"act": "x"})  # something new: what was undone stays so
    assert [e.number for e in in_force(journal(*said))] == [1, 6]
    assert (to_undo(journal(*said)), to_redo(journal(*said))) == (6, None)
    assert (to_undo([]), to_redo([])) == (None, None)


def test_a_correction_says_something_and_why() -> None:
    crossing = whole_judgement().crossings[0]
    with pytest.raises(ValueError, match="nothing is corrected"):
        correction_act(crossing, reason="why")
    with pytest.raises(ValueError, match="needs a reason"):
        correction_act(crossing, reason=" ", number=7)
    with pytest.raises(ValueError, match="no number of a shirt"):
        correction_act(crossing, reason="why", number=107)


@pytest.fixture
def case(tmp_path: Path) -> Path:
    """One of everything, judged by the book at hand."""
    path = tmp_path / "whole.bgcase"
    whole = whole_judgement()
    pack = book_of(whole.game).name
    with SqliteStore.open(path, create=True, readonly=False) as store:
        store.put_judgement(replace(whole, run=replace(whole.run, pack=pack)), a.tracks(), "inputs")
    return path


def read(case: Path) -> Judgement:
    with SqliteStore.open(case, create=False, readonly=True) as store:
        return judged(store, case)


def test_a_number_said_is_the_mans_everywhere_and_goes_with_undo(case: Path) -> None:
    """BUF 4 left first; a person reads 44: the first man's name is another, and again as it was."""
    first = read(case).altercations[0].first["BUF"]
    assert first is not None
    man = next(c for c in read(case).crossings if c.id == first)
    assert man.number == 4
    correct_crossing(case, first, number=44, reason="read from behind the net", who="C. C.")
    after = read(case)
    assert next(p for p in after.people if p.id == man.person).number == 44
    named = {f.subject.number for f in after.findings if f.subject.person == man.person}
    assert named == {44}
    assert after.altercations[0].first["BUF"] == first
    assert "C. C. corrected number" in " ".join(n.text for n in after.notices)
    undone = undo(case, who="C. C.")
    assert undone is not None and undone.number == 1
    assert next(c for c in read(case).crossings if c.id == first).number == 4
    assert redo(case) is not None and redo(case) is None
    assert next(c for c in read(case).crossings if c.id == first).number == 44


def test_who_is_rejected_was_not_the_first(case: Path) -> None:
    first = read(case).altercations[0].first["BUF"]
    assert first is not None
    correct_crossing(case, first, is_one=False, reason="he stood on the ice")
    after = read(case)
    assert first not in {c.id for c in after.crossings}
    assert first not in {d.crossing for one in after.altercations for d in one.departures}
    assert all(f.links.get("crossing") != first for f in after.facts)


def test_a_time_said_is_an_instant_and_its_change_is_weighed_anew(case: Path) -> None:
    """The early change of frame 100: had the man come on four seconds later, it would be legal."""
    early = next(c for c in read(case).changes if c.verdict == "early")
    on = next(c for c in read(case).crossings if c.id == early.on_crossing)
    later = on.when.latest.shifted(4.0)
    correct_crossing(case, on.id, at=later, reason="the skate is in the air before")
    after = read(case)
    moved = next(c for c in after.crossings if c.id == on.id)
    assert (moved.when.earliest, moved.when.latest, moved.confidence) == (later, later, 1.0)
    change = next(c for c in after.changes if c.id == early.id)
    assert (change.verdict, change.early_m) == ("legal", (None, None))


def test_a_ruling_holds_as_long_as_its_finding_is_made_so(case: Path) -> None:
    correct_crossing(case, read(case).crossings[0].id, number=9, reason="a start")
    finding = read(case).findings[-1]
    rule_finding(case, finding.id, "rejected", "the linesman saw it", who="C. C.")
    rule_finding(case, finding.id, "accepted", who="D. D.")
    earlier, later = read(case).rulings[-2:]
    assert (earlier.person, earlier.decision, earlier.words) == ("C. C.", "rejected", "the linesman saw it")
    assert (later.decision, later.finding) == ("accepted", finding.id)
    assert later.supersedes == len(read(case).rulings) - 1
    with pytest.raises(GameFileWrong, match="needs a reason"):
        rule_finding(case, finding.id, "rejected")


def test_a_question_is_answered_where_it_stands(case: Path) -> None:
    correct_crossing(case, read(case).crossings[0].id, number=9, reason="a start")
    asking = next(f for f in read(case).findings if questions_of(f))
    kind = next(iter(questions_of(asking)))
    answer_question(case, asking.id, kind, value=True, who="C. C.")
    said = [f for f in read(case).facts if f.layer == "said" and f.kind == kind]
    assert [(f.value, f.source) for f in said] == [(True, "C. C.")]
    with pytest.raises(GameFileWrong, match="no question"):
        answer_question(case, asking.id, "weather", value=True)


def test_what_cannot_be_meant_is_refused(case: Path) -> None:
    with pytest.raises(CaseUnusable, match="no crossing 99"):
        correct_crossing(case, 99, number=1, reason="why")
    with pytest.raises(GameFileWrong, match="no gate 'bnch'"):
        correct_crossing(case, 1, gate="bnch", reason="why")
    assert history(case) == []


def test_history_keeps_what_was_undone(case: Path) -> None:
    correct_crossing(case, 1, number=9, reason="first")
    correct_crossing(case, 1, number=8, reason="second")
    undo(case)
    assert [(one.entry.act["reason"], one.stands) for one in history(case)] == [
        ("first", True), ("second", False),
    ]  # fmt: skip
    with SqliteStore.open(case, create=False, readonly=True) as store:
        assert store.verify().sound


def test_another_run_may_number_its_crossings_otherwise(case: Path) -> None:
    """Judged again, crossings numbered from 11: the correction finds its own, or says that it does not."""
    first = whole_judgement().altercations[0].first["BUF"]
    assert first is not None
    correct_crossing(case, first, number=44, reason="read from behind the net", who="C. C.")
    whole = replace(whole_judgement(), run=replace(whole_judgement().run, pack=read(case).run.pack))
    again = replace(whole, crossings=tuple(replace(c, id=c.id + 10) for c in whole.crossings), changes=())
    with SqliteStore.open(case, create=False, readonly=False) as store:
        store.put_judgement(replace(again, altercations=(), findings=(), rulings=()), a.tracks(), "others")
    assert [c.id for c in read(case).crossings if c.number == 44] == [first + 10]
    with SqliteStore.open(case, create=False, readonly=False) as store:
        store.put_judgement(
            replace(again, crossings=(), altercations=(), findings=(), rulings=()), a.tracks(), "none"
        )
    (aside,) = (n for n in read(case).notices if n.kind == "correction set aside")
    assert "C. C. corrected a crossing here that this run did not find" in aside.text
