"""Rows of the findings list, from findings and notices. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from review.core.findings import Finding, Notice
from review.core.times import FrameTime, TimeScale
from ui.say import clause_words, kind_words, man_words, measure_words, seconds_words, verdict_words
from ui.words import t

__all__ = ["Row", "rows_of"]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the list; `key` is the same for the same finding or notice."""

    key: str
    verdict: str
    mark: str
    title: str
    team: str | None
    subject: str
    at: FrameTime
    when: str
    measure: str
    amount: str = ""
    finding: Finding | None = None
    notice: Notice | None = None

    @property
    def sentence(self) -> str:
        """The whole line in words, for the ear."""
        parts = [verdict_words(self.verdict), self.title, self.subject, self.when, self.measure]
        return ", ".join(part for part in parts if part)


def rows_of(findings: Sequence[Finding], notices: Sequence[Notice], scale: TimeScale) -> tuple[Row, ...]:
    """Findings and notices in order of time."""
    rows = [_finding(finding, scale) for finding in findings]
    rows += [_notice(place, notice, scale) for place, notice in enumerate(notices)]
    return tuple(sorted(rows, key=lambda row: (row.at, row.key)))


def _finding(finding: Finding, scale: TimeScale) -> Row:
    what, amount = next(iter(measure_words(finding, longest=1)), ("", ""))
    measure = f"{what} {amount}".strip()
    if not measure and finding.missing:
        measure = t("open: {what}", what=kind_words(finding.missing[0]))
    return Row(
        f"finding {finding.id}",
        finding.verdict,
        verdict_words(finding.verdict)[0],
        clause_words(finding.clause),
        finding.subject.team,
        man_words(finding.subject),
        finding.start,
        seconds_words(scale.seconds(finding.start)),
        measure,
        amount,
        finding=finding,
    )


def _notice(place: int, notice: Notice, scale: TimeScale) -> Row:
    return Row(
        f"notice {place}",
        "notice",
        verdict_words("notice")[0],
        notice.text,
        None,
        "",
        notice.t,
        seconds_words(scale.seconds(notice.t)),
        "",
        notice=notice,
    )
