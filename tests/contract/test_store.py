"""What every store does: the case file and the fake alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from review.adapters.store_sqlite import SqliteStore
from review.core.detections import Detections
from review.core.errors import CaseUnusable
from review.core.tracks import Tracks
from review.ports.store import Store
from review.testing import builders as a
from review.testing.fake_store import FakeStore
from review.testing.same import same
from review.testing.whole import whole_judgement


@pytest.fixture(params=["sqlite", "fake"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made: Store
    made = SqliteStore.open(tmp_path / "a.bgcase", create=True) if request.param == "sqlite" else FakeStore()
    yield made
    made.close()


def test_a_new_case_is_empty(store: Store) -> None:
    assert store.tape() is None
    assert store.judgement() is None
    assert store.segments_done("x") == []
    assert store.journal() == []
    assert store.gate_lines(0) == {}
    assert len(store.tracks(0, 1000)) == 0


def test_a_tape_comes_back_and_may_move_but_not_change(store: Store) -> None:
    store.put_tape(a.tape())
    assert store.tape() == a.tape()
    store.put_tape(a.tape(path="elsewhere/edm-buf.mp4"))
    held = store.tape()
    assert held is not None
    assert held.path == "elsewhere/edm-buf.mp4"
    with pytest.raises(CaseUnusable, match=r"elsewhere/edm-buf\.mp4.*not other\.mp4"):
        store.put_tape(a.tape(sha256="00" * 32, path="other.mp4"))
    assert store.tape() == held


def test_segments_come_back_as_kept_in_order_by_inputs(store: Store) -> None:
    later, first = a.segment_record(30, 59), a.segment_record(0, 29)
    store.put_segment(later, "x")
    store.put_segment(first, "x")
    store.put_segment(a.segment_record(0, 9, seed=5), "y")
    assert store.segments_done("x") == [(0, 29), (30, 59)]
    assert store.segments_done("y") == [(0, 9)]
    assert same(store.segment(0, "x"), first.kept())
    assert same(store.segment(30, "x"), later.kept())
    assert same(store.segment(0, "y"), a.segment_record(0, 9, seed=5).kept())


def test_what_is_kept_is_the_record_but_for_half_precision_looks(store: Store) -> None:
    record = a.segment_record(30, 59)
    store.put_segment(record, "x")
    back = store.segment(30, "x")
    assert back.gaps == record.gaps
    assert np.array_equal(back.motion.H_prev_from_px, record.motion.H_prev_from_px)
    for got, put in zip(back.detections, record.detections, strict=True):
        assert np.array_equal(got.xyxy_px, put.xyxy_px)
        assert np.array_equal(got.conf, put.conf)
        assert got.look is not None and put.look is not None
        assert np.array_equal(got.look, put.look.astype(np.float16).astype(np.float32))
    assert same(back.kept(), back)


def test_a_segment_without_people_or_looks_comes_back(store: Store) -> None:
    nobody = Detections(np.zeros((0, 4)), np.zeros(0), np.zeros(0))
    bare = Detections(np.array([[1, 2, 3, 4]]), np.array([1]), np.array([0.5]))
    record = replace(a.segment_record(0, 3), detections=(nobody, bare), looked=np.array([0, 2]))
    store.put_segment(record, "x")
    assert same(store.segment(0, "x"), record.kept())


def test_a_segment_put_again_replaces_the_first(store: Store) -> None:
    store.put_segment(a.segment_record(30, 59), "x")
    store.put_segment(a.segment_record(30, 44, seed=2), "x")
    assert store.segments_done("x") == [(30, 44)]
    assert same(store.segment(30, "x"), a.segment_record(30, 44, seed=2).kept())


def test_a_segment_that_is_not_there_is_said_so(store: Store) -> None:
    store.put_segment(a.segment_record(0, 29), "x")
    with pytest.raises(CaseUnusable, match="no segment from frame 0"):
        store.segment(0, "other inputs")


def test_a_judgement_comes_back_equal(store: Store) -> None:
    whole = whole_judgement()
    store.put_judgement(whole, a.tracks(), "x")
    assert same(store.judgement(), whole)
    assert store.tape() == whole.tape


def test_a_judgement_replaces_the_one_before(store: Store) -> None:
    store.put_judgement(whole_judgement(), a.tracks(), "x")
    small = replace(whole_judgement(), facts=(), findings=(), rulings=(), counts=(a.count_timeline("BUF"),))
    store.put_judgement(small, Tracks.empty(), "y")
    assert same(store.judgement(), small)
    assert len(store.tracks(0, 10_000)) == 0


def test_tracks_are_cut_to_the_frames_asked_for(store: Store) -> None:
    tracks = a.tracks((4, 1, 0, 700), (9, 2, 650, 900))
    store.put_judgement(whole_judgement(), tracks, "x")
    assert same(store.tracks(0, 900), tracks)
    some = store.tracks(299, 660)
    assert sorted(set(some.id.tolist())) == [4, 9]
    assert some.ordinal[some.id == 4].tolist() == list(range(299, 661))
    assert some.ordinal[some.id == 9].tolist() == list(range(650, 661))
    assert some.xyxy_px[0].tolist() == [599.25, 120.0, 629.25, 200.0]
    assert len(store.tracks(901, 2000)) == 0


def test_gate_lines_come_back_by_frame_and_are_absent_where_lost(store: Store) -> None:
    lines = np.arange(600 * 3 * 2, dtype=np.float64).reshape(600, 3, 2) + 0.125
    lines[300] = np.nan
    store.put_gate_lines(range(600), {"b": lines, "a": lines[:, :2] + 1000})
    assert list(store.gate_lines(255)) == ["a", "b"]
    assert same(store.gate_lines(256)["b"], lines[256])
    assert store.gate_lines(300) == {}
    assert store.gate_lines(600) == {}
    store.put_gate_lines([299, 300], {"b": np.zeros((2, 3, 2))})
    assert same(store.gate_lines(300), {"b": np.zeros((3, 2))})
    assert same(store.gate_lines(298)["b"], lines[298])


def test_gate_lines_need_one_line_a_frame(store: Store) -> None:
    with pytest.raises(ValueError, match="gate 'a'"):
        store.put_gate_lines([1, 2], {"a": np.zeros((3, 2, 2))})


def test_lines_of_gates_that_are_no_more_go_with_the_next_judgement(store: Store) -> None:
    store.put_gate_lines([0], {"EDM-bench": np.ones((1, 2, 2)), "old": np.ones((1, 2, 2))})
    store.put_judgement(whole_judgement(), a.tracks(), "x")
    assert list(store.gate_lines(0)) == ["EDM-bench"]


def test_rulings_are_appended_and_count_from_one(store: Store) -> None:
    store.put_judgement(whole_judgement(), a.tracks(), "x")
    assert store.rule(a.ruling(3, decision="rejected")) == 3
    assert store.rule(a.ruling(3, supersedes=3, words="Second look.")) == 4
    held = store.judgement()
    assert held is not None
    assert [(r.finding, r.decision, r.supersedes) for r in held.rulings] == [
        (1, "accepted", None),
        (1, "rejected", 1),
        (3, "rejected", None),
        (3, "accepted", 3),
    ]


def test_a_ruling_on_nothing_is_refused(store: Store) -> None:
    store.put_judgement(whole_judgement(), a.tracks(), "x")
    with pytest.raises(CaseUnusable, match="no finding 99"):
        store.rule(a.ruling(99))
    with pytest.raises(CaseUnusable, match="ruling 1 on finding 3 does not exist"):
        store.rule(a.ruling(3, supersedes=1))
    held = store.judgement()
    assert held is not None
    assert len(held.rulings) == 2


def test_rulings_outlive_a_new_run_and_follow_their_finding(store: Store) -> None:
    whole = whole_judgement()
    store.put_judgement(whole, a.tracks(), "x")
    store.rule(a.ruling(3))
    renumbered = tuple(replace(f, id=f.id + 10) for f in whole.findings if f.id != 1)
    store.put_judgement(replace(whole, findings=renumbered, rulings=()), a.tracks(), "y")
    held = store.judgement()
    assert held is not None
    assert [r.finding for r in held.rulings] == [13]
    aside = store.rulings_set_aside()
    assert [(entry.number, entry.ruling.decision, entry.finding.id) for entry in aside] == [
        (1, "accepted", 1),
        (2, "rejected", 1),
    ]
    assert store.rule(a.ruling(13, supersedes=1, decision="rejected")) == 2
    store.put_judgement(replace(whole, rulings=()), a.tracks(), "x")
    again = store.judgement()
    assert again is not None
    assert [(r.finding, r.supersedes) for r in again.rulings] == [(1, None), (1, 1), (3, None), (3, 3)]
    assert store.rulings_set_aside() == ()


def test_a_finding_measured_otherwise_is_not_the_one_ruled_on(store: Store) -> None:
    whole = whole_judgement()
    store.put_judgement(whole, a.tracks(), "x")
    other = replace(whole.findings[0], measure={"early_s": (0.1, 0.2)})
    store.put_judgement(replace(whole, findings=(other, *whole.findings[1:]), rulings=()), a.tracks(), "y")
    held = store.judgement()
    assert held is not None
    assert held.rulings == ()
    assert len(store.rulings_set_aside()) == 2


def test_the_same_judgement_twice_does_not_double_its_rulings(store: Store) -> None:
    store.put_judgement(whole_judgement(), a.tracks(), "x")
    held = store.judgement()
    assert held is not None
    store.put_judgement(held, a.tracks(), "x")
    assert same(store.judgement(), whole_judgement())


def test_acts_are_kept_in_order(store: Store) -> None:
    assert store.note("R. Reviewer", {"act": "move gate", "to": [1, 2.5], "é": None}, at="2026-03-01") == 1
    assert store.note("C. Commissioner", {"act": "export"}, at="2026-03-02") == 2
    first, second = store.journal()
    assert (first.number, first.who, first.at) == (1, "R. Reviewer", "2026-03-01")
    assert first.act == {"act": "move gate", "to": [1, 2.5], "é": None}
    assert second.act == {"act": "export"}


def test_a_judgement_of_another_tape_is_refused_whole(store: Store) -> None:
    store.put_judgement(whole_judgement(), a.tracks(), "x")
    other = replace(whole_judgement(), tape=a.tape(sha256="00" * 32), facts=())
    with pytest.raises(CaseUnusable, match="belongs to"):
        store.put_judgement(other, Tracks.empty(), "y")
    assert same(store.judgement(), whole_judgement())
