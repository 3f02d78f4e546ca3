"""Officials' cases: a YAML file's facts judged, and what the official expects of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from review.core.facts import Fact
from review.core.findings import Finding
from review.rules.consequences import price
from review.rules.engine import judge
from review.rules.facts_toml import facts_from_rows
from review.rules.library import load_pack
from review.rules.pack import Pack

FOLDER = Path(__file__).parent
CASE_KEYS = {"name", "story", "source", "pack", "settings", "teams", "facts", "expect", "about", "differs"}
EXPECT_KEYS = {"clause", "subject", "verdict", "consequence", "automatic"}
EXPECT_KEYS |= {"missing", "branches", "measure", "listed", "facts", "start"}


@dataclass(frozen=True)
class Case:
    """One case with the file it stands in.

    `about` limits it to some clauses; `differs` says why a record was otherwise than the book's answer.
    """

    file: str
    data: dict[str, Any]

    @property
    def id(self) -> str:
        return f"{self.file}: {self.data['name']}"

    def concerns(self, clause: str) -> bool:
        """Whether the case speaks of that clause: of all, unless it or its file says which."""
        about = self.data["about"]
        return about is None or clause in map(str, about)

    @property
    def expected(self) -> list[dict[str, Any]]:
        return [{**one, "clause": str(one["clause"])} for one in self.data["expect"]]

    def judged(self, *, everything: bool = True) -> tuple[Finding, ...]:
        return judge_case(self, everything=everything)[2]


def judge_case(case: Case, *, everything: bool = True) -> tuple[Pack, tuple[Fact, ...], tuple[Finding, ...]]:
    """The book of a case, its facts, and what the book makes of them."""
    pack = load_pack(case.data.get("pack", "seeds")).with_settings(case.data.get("settings", {}))
    teams = tuple(case.data.get("teams", ()))
    facts = facts_from_rows(case.data["facts"], file=case.file, teams=teams)
    return pack, facts, judge(facts, pack, game_teams=teams, everything=everything)


def all_cases() -> list[Case]:
    """Every case of every YAML file here, checked for stray keys."""
    found = []
    for path in sorted(FOLDER.glob("*.yaml")):
        file = yaml.safe_load(path.read_text("utf-8"))
        for data in file["cases"]:
            case = Case(path.name, {"about": file.get("about"), **data})
            assert set(data) <= CASE_KEYS, f"{case.id}: {set(data) - CASE_KEYS}"
            for one in data["expect"]:
                assert set(one) <= EXPECT_KEYS, f"{case.id}: {set(one) - EXPECT_KEYS}"
            found.append(case)
    return found


def same_subject(finding: Finding, expected: dict[str, Any]) -> bool:
    """Whether a finding is about the very subject expected; a person not named must not be accused."""
    if "start" in expected and float(finding.start.exact_s) != expected["start"]:
        return False
    wanted = expected.get("subject", {})
    subject = finding.subject
    return (subject.team, subject.person) == (wanted.get("team"), wanted.get("person"))


def differences(finding: Finding, expected: dict[str, Any]) -> Iterator[str]:
    """Everything in which a finding is not what the official expects."""
    if finding.verdict != expected["verdict"]:
        yield f"verdict {finding.verdict!r}, expected {expected['verdict']!r}"
    for key, found in (
        ("consequence", [price(one) for one in finding.consequence]),
        ("automatic", [one.automatic for one in finding.consequence]),
    ):
        if key in expected and found != expected[key]:
            yield f"{key} {found}, expected {expected[key]}"
    if "missing" in expected and not set(expected["missing"]) <= set(finding.missing):
        yield f"missing {finding.missing}, expected {expected['missing']}"
    if "facts" in expected and not set(expected["facts"]) <= set(finding.facts):
        yield f"facts {finding.facts}, expected {expected['facts']}"
    for key, value in expected.get("measure", {}).items():
        if finding.measure.get(key) != value:
            yield f"measure {key} {finding.measure.get(key)}, expected {value}"
    for words, then in expected.get("branches", []):
        if not any(words in one.condition and list(one.then) == then for one in finding.branches):
            yield f"no branch {words!r} -> {then}; there are {finding.branches}"
