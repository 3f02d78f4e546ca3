"""Nobody misses a game as "man 28" of a tape."""

from __future__ import annotations

import pytest

from review.core.errors import DocketRefused
from review.rules.docket.parts import Proposal
from review.rules.docket.who import identified


def proposal(**subject: object) -> Proposal:
    given = {"team": "HOME", "number": None, "name": None, "role": "player", "person": 28, **subject}
    return Proposal(2, 5, "72c", given, "suspension", True, 10, None, (), None, (), (), 1)


def test_a_man_whom_the_tape_does_not_identify_must_be_named() -> None:
    with pytest.raises(DocketRefused, match="man 28 of HOME: who he is is not established"):
        identified(proposal(), None, None)
    named = identified(proposal(), "Bo Berg", 7)
    assert (named["name"], named["number"], named["team"], named["person"]) == ("Bo Berg", 7, "HOME", 28)


def test_what_is_established_is_not_overruled_by_the_way() -> None:
    assert identified(proposal(number=7), "Bo Berg", 7)["name"] == "Bo Berg"
    with pytest.raises(DocketRefused, match="not number 9"):
        identified(proposal(number=7), None, 9)
