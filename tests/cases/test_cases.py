"""Every official's case, judged."""

from __future__ import annotations

import pytest

from tests.cases.case_file import Case, all_cases, differences, same_subject


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.id)
def test_official_would_say_the_same(case: Case) -> None:
    findings = case.judged()
    listed = {(one.clause, one.subject, one.verdict) for one in case.judged(everything=False)}
    expected = case.expected
    for one in expected:
        mine = [f for f in findings if f.clause == one["clause"] and same_subject(f, one)]
        assert len(mine) == 1, f"{one['clause']} of {one.get('subject')}: {len(mine)} findings in {findings}"
        assert list(differences(mine[0], one)) == []
        if "listed" in one:
            assert ((mine[0].clause, mine[0].subject, mine[0].verdict) in listed) == one["listed"]
    accused = [
        (f.clause, f.subject.team, f.subject.person)
        for f in findings
        if f.verdict == "trips" and case.concerns(f.clause)
    ]
    wanted = [
        (one["clause"], one["subject"].get("team"), one["subject"].get("person"))
        for one in expected
        if one["verdict"] == "trips"
    ]
    assert sorted(accused, key=str) == sorted(wanted, key=str), (
        "an accusation nobody expected, or one too few"
    )
