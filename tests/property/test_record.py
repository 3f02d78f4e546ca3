"""Whatever a record holds: readers refuse in one sentence or read, and strength stays what a game allows."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from review.core.errors import RecordWrong
from review.core.record import Play, Record, RecordedAt, RecordedPenalty, Sheet, Shift
from review.imports.record_json import extended, read_document, read_record, record_text
from review.measure.record_check import check_sheet
from review.measure.sheet import sheet_of
from review.measure.strength import legal_strength
from tests.unit import record_documents as papers

DOCUMENTS: list[Any] = [
    papers.NHL_PLAYS, papers.NHL_LANDING, papers.NHL_BOXSCORE, papers.NHL_SHIFTS, papers.NHL_SCHEDULE,
    papers.NHL_ROSTER, papers.FEED_SCHEDULE, papers.FEED_ROSTER, papers.FEED_SHIFTS, papers.FEED_PLAYS,
]  # fmt: skip
ODD = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 10**12), st.floats(allow_nan=False), st.text(max_size=6),
    st.just([]), st.just({}), st.just([None]), st.just({"id": None}), st.just("99:99"), st.just("-1:00"),
)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a document that could be damaged."""
    rows = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [p for key, inner in rows for p in ((*path, key), *places(inner, (*path, key)))]


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_damaged_document_is_read_or_refused_in_one_sentence(data: st.DataObject) -> None:
    document = copy.deepcopy(data.draw(st.sampled_from(DOCUMENTS)))
    for _ in range(data.draw(st.integers(1, 2))):
        *path, last = data.draw(st.sampled_from(places(document)))
        inner = document
        for key in path:
            inner = inner[key]
        if data.draw(st.booleans()):
            inner[last] = copy.deepcopy(data.draw(ODD))
        else:
            del inner[last]
        if not places(document):
            return
    try:
        read = read_document(json.dumps(document).encode(), "x.json", team="AAA")
        record = extended(Record(), read)
        assert read_record(record_text(record).encode(), "r.json") == record
        check_sheet(sheet_of(record))
    except RecordWrong as wrong:
        assert wrong.cause.startswith("x.json") and wrong.remedy and "\n" not in wrong.sentence()


TEAMS = ("AAA", "BBB")
AT = st.builds(RecordedAt, st.integers(1, 4), st.integers(0, 290).map(float))
PENALTIES = st.builds(
    RecordedPenalty, st.sampled_from(TEAMS), AT, st.just("r"),
    st.sampled_from(["minor", "major", "misconduct", "unknown", "bench_minor"]),
    st.sampled_from([120.0, 240.0, 300.0, 600.0, None]), player=st.sampled_from("abcdef"),
)  # fmt: skip
GOALS = st.builds(Play, AT, st.just("goal"), st.just("goal"), st.just("r"), team=st.sampled_from(TEAMS))
SHIFTS = st.lists(
    st.builds(Shift, st.sampled_from(TEAMS), AT, AT, st.just("s"), st.integers(0, 30)), max_size=30
)
SHEETS = st.builds(
    Sheet, home=st.just("AAA"), away=st.just("BBB"), kind=st.sampled_from(["regular", "playoff", None]),
    penalties=st.lists(PENALTIES, max_size=12).map(lambda rows: tuple(sorted(rows, key=lambda p: p.at))),
    plays=st.lists(GOALS, max_size=6).map(lambda rows: tuple(sorted(rows, key=lambda p: p.at))),
    end_s=st.sampled_from([3600.0, 3900.0]),
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(SHEETS)
def test_strength_is_between_four_and_six_men_and_both_ends_are_known(sheet: Sheet) -> None:
    for steps in legal_strength(sheet).values():
        assert steps[0].start_s == 0.0
        assert all(a.start_s < b.start_s for a, b in pairwise(steps))
        assert all(4 <= step.low <= step.high <= 6 for step in steps)


@settings(max_examples=200, deadline=None)
@given(SHEETS)
def test_the_teams_change_places_and_nothing_else(sheet: Sheet) -> None:
    swap = {"AAA": "BBB", "BBB": "AAA"}
    mirrored = replace(
        sheet,
        penalties=tuple(replace(p, team=swap[p.team]) for p in sheet.penalties),
        plays=tuple(replace(p, team=swap[p.team or ""]) for p in sheet.plays),
    )
    there, here = legal_strength(mirrored), legal_strength(sheet)
    for team in TEAMS:
        shape = [(s.start_s, s.low, s.high) for s in here[team]]
        assert [(s.start_s, s.low, s.high) for s in there[swap[team]]] == shape


@settings(max_examples=100, deadline=None)
@given(
    SHEETS,
    st.lists(st.builds(Shift, st.sampled_from(TEAMS), AT, AT, st.just("s"), st.integers(0, 30)), max_size=30),
)
def test_shifts_change_nothing_that_the_penalties_say(sheet: Sheet, shifts: list[Shift]) -> None:
    noted = replace(sheet, shifts=tuple(shifts))
    assert legal_strength(noted) == legal_strength(sheet)
    told = check_sheet(noted)
    assert all("the record's fault" in s.text for s in told.spells if s.kind == "over")
