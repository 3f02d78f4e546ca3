"""Every clause has officials' cases: one that trips, one that does not, one that cannot tell."""

from __future__ import annotations

import pytest

from review.rules.library import load_pack, pack_names
from tests.cases.case_file import all_cases

VERDICTS = {"trips", "does not", "cannot tell"}
CLAUSES = [clause.id for clause in load_pack("seeds").clauses]


@pytest.mark.parametrize("clause", CLAUSES)
def test_clause_has_a_case_of_each_verdict(clause: str) -> None:
    seen = {one["verdict"] for case in all_cases() for one in case.expected if one["clause"] == clause}
    assert seen == VERDICTS


def test_no_case_names_a_clause_that_is_not_built() -> None:
    assert {one["clause"] for case in all_cases() for one in case.expected} == set(CLAUSES)


def test_every_shipped_pack_loads_and_names_its_sources() -> None:
    packs = [load_pack(name) for name in pack_names()]
    assert {pack.id for pack in packs} == set(pack_names())
    assert all(pack.source and all(clause.cite for clause in pack.clauses) for pack in packs)
