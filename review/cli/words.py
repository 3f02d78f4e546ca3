"""What was found, as lines of text."""

from __future__ import annotations

from review.core.case import Judgement
from review.core.times import FrameTime, Interval

__all__ = ["summary_lines"]

_SIGNS = {"trips": "▲", "cannot tell": "●", "does not": "·"}


def summary_lines(judgement: Judgement) -> list[str]:
    """Crossings, changes, counts over the allowed, altercations and findings, in order of time."""
    told = _Told(judgement)
    lines = [
        f"{judgement.tape.path}: {judgement.tape.duration_s:.2f} s, {len(judgement.shots)} shots, "
        f"{len(judgement.people)} people followed"
    ]
    lines += ["Crossings:", *(told.crossings() or ["  none seen"])]
    lines += [*(["Changes:", *told.changes()] if judgement.changes else [])]
    for altercation in judgement.altercations:
        lines += told.altercation(altercation.span.id)
    lines += ["Findings:", *(told.findings() or ["  none"])]
    lines += [*(["Notices:", *told.notices()] if judgement.notices else [])]
    return lines


class _Told:
    def __init__(self, judgement: Judgement) -> None:
        self.j = judgement
        self.people = {p.id: p for p in judgement.people}
        self.crossing_of = {c.id: c for c in judgement.crossings}

    def s(self, time: FrameTime) -> str:
        return f"{self.j.tape.scale.seconds(time):.2f}"

    def span(self, when: Interval) -> str:
        return f"{self.s(when.earliest)}–{self.s(when.latest)} s"

    def who(self, person: int | None) -> str:
        return self.people[person].label if person in self.people else "nobody known"

    def crossings(self) -> list[str]:
        return [
            f"  {self.span(c.when):>18}  {c.direction:<3} {c.gate:<12} {self.who(c.person)}"
            f"  ({c.confidence:.2f}{'; ' + c.reason if c.reason else ''})"
            for c in self.j.crossings
        ]

    def changes(self) -> list[str]:
        return [
            f"  {self.s(c.start)} s  {self.who(c.on_person)} for {self.who(c.off_person)}: {c.verdict}"
            f", early by {_pair(c.early_s, 's')}, {_pair(c.early_m, 'm')}"
            f"{f' by {c.metres_by}' if c.metres_by else ''} ({c.reason})"
            for c in self.j.changes
        ]

    def altercation(self, id_: int) -> list[str]:
        found = next(a for a in self.j.altercations if a.span.id == id_)
        lines = [f"Altercation {self.s(found.span.start.earliest)} to {self.s(found.span.end.latest)} s:"]
        for place, held in (("first", found.first), ("second", found.second)):
            for team, key in held.items():
                who = self.who(self.crossing_of[key].person) if key else None
                reason = found.reasons.get(f"{place}.{team}", "not established")
                lines.append(f"  {place} of {team}: {who or reason}")
        return lines

    def findings(self) -> list[str]:
        lines = []
        for f in self.j.findings:
            who = self.who(f.subject.person) if f.subject.person else f.subject.team or ""
            lines.append(f"  {_SIGNS[f.verdict]} {f.clause:<7} {f.verdict:<11} {self.s(f.start)} s  {who}")
            lines += [f"      {step}" for step in f.why]
        return lines

    def notices(self) -> list[str]:
        return [f"  ○ {self.s(n.t)} s  {n.text}" for n in self.j.notices]


def _pair(pair: tuple[float | None, float | None], unit: str) -> str:
    low, high = ("?" if v is None else f"{v:.2f}" for v in pair)
    return f"{low} to {high} {unit}"
