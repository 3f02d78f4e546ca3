"""Rows of the findings list, from findings and notices. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from review.core.altercations import Altercation
from review.core.case import Judgement, Ruling
from review.core.crossings import Crossing
from review.core.facts import Subject
from review.core.findings import Finding, Notice
from review.core.times import FrameTime, TimeScale
from ui.moments import instant
from ui.say import clause_words, kind_words, man_words, measure_words, seconds_words, verdict_words
from ui.words import t

__all__ = ["Row", "crossing_of", "judged_rows", "rows_of"]


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
    crossing: Crossing | None = None
    altercation: Altercation | None = None
    ruling: Ruling | None = None

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


def judged_rows(judgement: Judgement, scale: TimeScale) -> tuple[Row, ...]:
    """All of a judgement that can be listed: findings as ruled on, notices, crossings, altercations."""
    last = {ruling.finding: ruling for ruling in judgement.rulings}
    rows = [
        _ruled(row, last.get(row.finding.id)) if row.finding else row
        for row in rows_of(judgement.findings, judgement.notices, scale)
    ]
    numbers = {man.id: man.number for man in judgement.people}
    rows += [_crossing(one, numbers.get(one.person), scale) for one in judgement.crossings]
    rows += [_altercation(one, judgement, scale) for one in judgement.altercations]
    return tuple(sorted(rows, key=lambda row: (row.at, row.key)))


def crossing_of(finding: Finding, judgement: Judgement) -> Crossing | None:
    """The crossing that a finding rests on: the one its facts name, else its man's nearest."""
    ids = {
        fact.links[key]
        for fact in judgement.facts
        if fact.id in finding.facts
        for key in ("on_crossing", "crossing")
        if fact.links.get(key) is not None
    }
    named = [c for c in judgement.crossings if c.id in ids]
    his = [c for c in named if c.person == finding.subject.person]
    return min(his or named, key=lambda c: abs(instant(c.when).minus(finding.start)), default=None)


def _ruled(row: Row, ruling: Ruling | None) -> Row:
    if ruling is None:
        return row
    accepted = ruling.decision == "accepted"
    words = (
        t("accepted by {who}", who=ruling.person) if accepted else t("rejected by {who}", who=ruling.person)
    )
    return replace(row, mark="✓" if accepted else "✕", measure=words, amount=words, ruling=ruling)


def _crossing(one: Crossing, number: int | None, scale: TimeScale) -> Row:
    who = man_words(Subject(one.team, one.person, one.number if one.number is not None else number))
    comes = t("{who} comes on", who=who) if one.direction == "on" else t("{who} goes off", who=who)
    said = (one.reason or "").startswith("said by ")
    return Row(
        f"crossing {one.id}", "crossing", "✎" if said else "↑" if one.direction == "on" else "↓", comes,
        one.team, who, instant(one.when), seconds_words(scale.seconds(instant(one.when))),
        one.gate, one.gate, crossing=one,
    )  # fmt: skip


def _altercation(one: Altercation, judgement: Judgement, scale: TimeScale) -> Row:
    start, end = one.span.likeliest
    by = t("set by a person") if one.span.set_by == "person" else t("proposed, not confirmed")
    when = f"{seconds_words(scale.seconds(start))} – {seconds_words(scale.seconds(end))}"
    return Row(
        f"altercation {one.span.id}", "altercation", "▬", t("Altercation: {by}", by=by), None, "", start,
        when, t("{n} left a bench", n=len(one.departures)), altercation=one,
    )  # fmt: skip


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
