"""Every clause has officials' cases: one that trips, one that does not, one that cannot tell."""

from __future__ import annotations

import pytest

from review.rules.library import load_pack, pack_names
from review.rules.readings import READINGS
from tests.cases.case_file import all_cases
from tests.cases.clause_table import BOUNDARIES, INCIDENTS, PAGE, numbered, page

VERDICTS = {"trips", "does not", "cannot tell"}
CLAUSES = [clause.id for clause in load_pack("seeds").clauses]


@pytest.mark.parametrize("clause", CLAUSES)
def test_clause_has_a_case_of_each_verdict(clause: str) -> None:
    seen = {one["verdict"] for case in all_cases() for one in case.expected if one["clause"] == clause}
    assert seen == VERDICTS


def test_no_case_names_a_clause_that_is_not_built() -> None:
    assert {one["clause"] for case in all_cases() for one in case.expected} == set(CLAUSES)


def test_the_thirty_boundary_cases_and_the_sixteen_incidents_are_all_there() -> None:
    cases = all_cases()
    assert {n for case in cases for n in numbered(case, "boundary case")} == set(BOUNDARIES)
    assert {n for case in cases for n in numbered(case, "incident")} == set(INCIDENTS)


def test_the_manual_s_tables_are_those_of_the_cases() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.cases.clause_table"


def test_every_reading_has_a_default_and_is_printed_with_a_clause() -> None:
    seeds = load_pack("seeds")
    assert set(seeds.settings) == set(READINGS)
    assert {name for clause in seeds.clauses for name in clause.settings} == set(READINGS)
    ambiguities = {one.ambiguity for one in READINGS.values()}
    settled = {"A15", "A22"}  # the seeds leave one answer only: the box is a bench; not free is not free
    assert ambiguities >= {f"A{n}" for n in range(1, 23)} - settled


def test_every_option_of_every_reading_is_taken_by_a_case_or_is_a_default() -> None:
    taken = {
        (name, str(value)) for case in all_cases() for name, value in case.data.get("settings", {}).items()
    }
    defaults = {
        (name, str(value)) for pack in map(load_pack, pack_names()) for name, value in pack.settings.items()
    }
    options = {(one.name, option) for one in READINGS.values() for option in one.options}
    assert options <= taken | defaults


def test_every_shipped_pack_loads_and_names_its_sources() -> None:
    packs = [load_pack(name) for name in pack_names()]
    assert {pack.id for pack in packs} == set(pack_names())
    assert all(pack.source and all(clause.cite for clause in pack.clauses) for pack in packs)
