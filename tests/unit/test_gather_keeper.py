"""Whom an accusation of an early change takes for a man who may keep goal."""

from __future__ import annotations

import pytest

from review.core.people import Person
from review.measure.gather import _keeps_goal


def man(role: str, role_p: float) -> Person:
    return Person(1, (1,), "A", 1.0, role, role_p)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("role", "role_p", "accused", "keeps"),
    [
        ("goalkeeper", 0.6, False, True),
        ("skater", 0.92, True, True),
        ("skater", 0.92, False, False),
        ("skater", 0.97, True, False),
        ("official", 0.6, True, False),
    ],
)
def test_only_an_accusation_doubts_a_skater(role: str, role_p: float, accused: bool, keeps: bool) -> None:
    assert _keeps_goal(man(role, role_p), accused=accused) is keeps
