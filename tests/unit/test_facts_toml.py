"""FACTS.toml: what is read, and what a wrong entry is told."""

from __future__ import annotations

import pytest

from review.core.errors import PackWrong
from review.core.facts import Subject
from review.rules.facts_toml import read_facts

GOOD = """
teams = ["EDM", "BUF"]
[[fact]]
kind = "left_bench"
subject = { team = "EDM", person = 7, bench = "players_bench" }
start = "1:23.4"
end = 83.5
value = true
confidence = 0.9
links = { altercation = 1, crossing = 3, during = "unknown", interval_s = [83.4, 83.5] }
[[fact]]
kind = "deliberate"
subject = { team = "EDM" }
start = 5
value = "unknown"
layer = "said"
source = "linesman"
"""


def test_a_good_file_is_read_exactly() -> None:
    read = read_facts(GOOD, file="FACTS.toml")
    first, second = read.facts
    assert read.teams == ("EDM", "BUF")
    assert (first.id, first.kind, first.value, first.layer, first.confidence) == (
        1,
        "left_bench",
        True,
        "measured",
        0.9,
    )
    assert first.subject == Subject(team="EDM", person=7, bench="players_bench")
    assert (first.start.pts, first.end.pts, first.start.time_base.denominator) == (83400, 83500, 1000)
    assert first.links == {"altercation": 1, "crossing": 3, "during": None, "interval_s": [83.4, 83.5]}
    assert (second.id, second.value, second.source, second.end) == (2, None, "linesman", second.start)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('kind = "left_bench"', 'kind = "left_bnech"', ["fact 1", "Did you mean 'left_bench'?"]),
        ("confidence =", "confidance =", ["fact 1", "Did you mean 'confidence'?"]),
        ("confidence = 0.9", "confidence = 9", ["confidence 9 is no number from 0 to 1"]),
        ("crossing = 3", "crosing = 3", ["links", "Did you mean 'crossing'?"]),
        ("crossing = 3", 'crossing = "3"', ["links.crossing", "is no id"]),
        ("[83.4, 83.5]", "[83.5, 83.4]", ["links.interval_s", "high end below"]),
        ("[83.4, 83.5]", "83.4", ["links.interval_s", "no pair"]),
        ("person = 7", 'person = "7"', ["subject.person", "int"]),
        ("person = 7", "persno = 7", ["subject", "Did you mean 'person'?"]),
        ('team = "EDM", person', 'team = "EDN", person', ["fact 1", "Did you mean 'EDM'?"]),
        ('team = "EDM", person', "person", ["fact 1", "subject needs team"]),
        ('bench = "players_bench"', 'bench = "player_bench"', ["Did you mean 'players_bench'?"]),
        ('start = "1:23.4"', 'start = "1:2x"', ["start", "no time of tape"]),
        ('start = "1:23.4"\n', "", ["start is missing"]),
        ("end = 83.5", "end = 80", ["ends before it starts"]),
        ("value = true", 'value = "maybe"', ["value is 'maybe'", "unknown"]),
        ("value = true", "value = 1", ["value is 1"]),
        ('layer = "said"', 'layer = "measured"', ["fact 2 (deliberate)", "cannot be measured, only said"]),
        ('layer = "said"', 'layer = "sad"', ["fact 2", "Did you mean 'said'?"]),
        ('source = "linesman"', "", ["fact 2", "source is missing"]),
        ("start = 5", 'start = 5\nunit = "m"', ["fact 2", "no unit"]),
        ("teams =", "team =", ["Did you mean 'teams'?"]),
        ("[[fact]]", "[[fakt]]", ["'fakt' is not known here"]),
        ("value = true", "value = ", ["no valid TOML", "line"]),
    ],
)
def test_a_wrong_entry_is_told_where_and_what(old: str, new: str, words: list[str]) -> None:
    assert old in GOOD
    with pytest.raises(PackWrong) as told:
        read_facts(GOOD.replace(old, new, 1), file="FACTS.toml")
    sentence = told.value.sentence()
    assert sentence.startswith("FACTS.toml")
    for word in words:
        assert word in sentence


def test_an_empty_file_says_what_to_write() -> None:
    with pytest.raises(PackWrong, match=r"FACTS\.toml holds no facts"):
        read_facts("", file="FACTS.toml")


VALUES = """
[[fact]]
kind = "time_left"
subject = { team = "EDM" }
start = 5
value = [119.8, 120.1]
links = { period = 3, moment = "act" }
[[fact]]
kind = "salary_fixed"
subject = { team = "EDM", person = 7 }
start = 0
value = "650,000.50"
layer = "imported"
source = "contract"
[[fact]]
kind = "game_date"
start = 0
value = 2001-12-20
layer = "imported"
source = "schedule"
"""


def test_numbers_sums_and_dates_are_read_exactly() -> None:
    left, salary, day = read_facts(VALUES, file="FACTS.toml").facts
    assert (left.value, left.layer) == ((119.8, 120.1), "measured")
    assert (salary.value, salary.layer) == ("650000.50", "imported")
    assert day.value == "2001-12-20"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "[119.8, 120.1]",
            '"soon"',
            ["fact 1 (time_left): value is 'soon'", "a number of s, or [low, high]"],
        ),
        ("[119.8, 120.1]", "true", ["value is True", "a number of s"]),
        ("[119.8, 120.1]", "[120.1, 119.8]", ["high end below its low end"]),
        ('"650,000.50"', '"much"', ["fact 2", "Write dollars in quotes"]),
        ('"650,000.50"', "650000.5", ["fact 2", "Write dollars in quotes"]),
        ('"650,000.50"', '"-1"', ["fact 2", "Write dollars in quotes"]),
        ("2001-12-20", '"20 Dec 2001"', ["fact 3", "Write a date"]),
        (
            'layer = "imported"\nsource = "schedule"',
            'layer = "measured"',
            ["cannot be measured, only imported or said"],
        ),
    ],
)
def test_a_wrong_value_is_told_what_to_write(old: str, new: str, words: list[str]) -> None:
    assert old in VALUES
    with pytest.raises(PackWrong) as told:
        read_facts(VALUES.replace(old, new, 1), file="FACTS.toml")
    for word in words:
        assert word in told.value.sentence()
