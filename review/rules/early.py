"""Reading one change: was the entering man early, by the definitions of the pack in force?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from review.core.facts import Fact
from review.rules.bearing import near
from review.rules.evidence import Evidence, Settled, concerns, settle, share_time, told, who

__all__ = ["Change", "Reading", "changes_of", "read_change"]


@dataclass(frozen=True, slots=True)
class Change:
    """All facts about one change being early. `key` is the same whatever the order of the facts."""

    key: tuple[Any, ...]
    early: Settled

    @property
    def lead(self) -> Fact:
        """The fact whose measures are used."""
        return self.early.lead

    def said(self, evidence: Evidence, kind: str) -> Settled | None:
        """What persons said of this change, None where nobody was asked."""
        people = (self.lead.subject.person, self.lead.links.get("off_person"))
        nearby = near(evidence, kind).near(self.lead)
        facts = [one for one in nearby if concerns(one, self.lead, link="change", people=people)]
        return settle(facts) if facts else None


@dataclass(frozen=True, slots=True)
class Reading:
    """Whether the change was early.

    `asks` is what an open answer hangs on: where the retiring man was ("bench"), whether it is a goalkeeper's
    change, or the definition it was measured by. `contested`: a person's word changed the answer.
    """

    early: bool | None
    facts: tuple[Fact, ...]
    steps: tuple[str, ...]
    measure: Mapping[str, Any] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    asks: Literal["bench", "goalkeeper", "definition"] = "bench"
    contested: bool = False

    def highest(self, name: str) -> float | None:
        """The upper end of a measured interval."""
        pair = self.measure.get(name)
        return pair[1] if pair else None


def changes_of(evidence: Evidence) -> tuple[Change, ...]:
    """The changes that facts speak of. A word without a change's id joins the change of that man and time."""
    found: tuple[Change, ...] = evidence.once("changes", lambda: _changes(evidence.of("change_early")))
    return found


def _changes(facts: Sequence[Fact]) -> tuple[Change, ...]:
    groups: dict[tuple[Any, ...], list[Fact]] = {}
    for fact in facts:
        if fact.links.get("change") is not None:
            groups.setdefault((fact.subject.team, "change", fact.links["change"]), []).append(fact)
    linked = dict(groups)
    for fact in facts:
        if fact.links.get("change") is not None:
            continue
        home = next((key for key, group in linked.items() if _same(fact, group[0])), None)
        key = home or (fact.subject.team, "man", fact.subject.person, fact.start.exact_s, fact.end.exact_s)
        groups.setdefault(key, []).append(fact)
    return tuple(Change(key, settle(group)) for key, group in groups.items())


def _same(fact: Fact, other: Fact) -> bool:
    same_team = fact.subject.team == other.subject.team
    return same_team and fact.subject.person == other.subject.person and share_time(fact, other)


def read_change(
    change: Change, evidence: Evidence, *, bench_distance_m: float, on_ice: str, goalkeepers: bool = False
) -> Reading:
    """Apply "at the bench" to a change; one of a goalkeeper only where `goalkeepers` are what is judged.

    At 0 m the measured answer stands: it speaks of contact. At a distance the retiring man's interval
    of metres decides; where it straddles the line nobody can tell (the line itself is still at the bench).
    """
    lead, settled = change.lead, change.early
    steps = [told(fact, evidence.clock) for fact in settled.facts]
    steps += [f"{settled.note}."] if settled.note else []
    steps += _measures_told(lead)
    measure = _measure(lead, bench_distance_m)
    facts = (lead, *(one for one in settled.facts if one is not lead))
    keeper = () if goalkeepers else _goalkeeper(change, evidence, steps)
    if keeper:
        return Reading(False, (*facts, *keeper), tuple(steps), measure, contested=settled.value is not False)
    if not goalkeepers and _asks_goalkeeper(change, evidence, steps):
        asked = ("replaces_goalkeeper",)
        return Reading(None, facts, tuple(steps), measure, asked, asks="goalkeeper")
    other = _measured_otherwise(settled, bench_distance_m, on_ice)
    if other:
        steps.append(f"{other}: it must be measured again.")
        return Reading(None, facts, tuple(steps), measure, ("change_early",), asks="definition")
    early, missing = _at_distance(settled, bench_distance_m, steps)
    early, more = _out_of_play(change, evidence, early, steps)
    contested = settled.overruled or bool(more)
    return Reading(early, (*facts, *more), tuple(steps), measure, missing, contested=contested)


def _measured_otherwise(settled: Settled, bench_distance_m: float, on_ice: str) -> str:
    """In what it was measured by another book, so that its answer is none here; empty if in nothing."""
    lead = settled.lead
    if any(fact.layer == "said" for fact in settled.facts):
        return ""
    definition, line_m = lead.links.get("definition"), lead.links.get("at_bench_m")
    if definition is not None and definition != on_ice:
        return f"Measured by {definition}, but this pack asks {on_ice}"
    if settled.value is False and line_m is not None and line_m > bench_distance_m:
        return f"Measured as at the bench within {line_m:.2f} m, but this pack asks {bench_distance_m:.2f} m"
    return ""


def _measure(lead: Fact, bench_distance_m: float) -> dict[str, Any]:
    early_s, early_m = _pair(lead, "early_s"), _pair(lead, "early_m")
    measure: dict[str, Any] = {"early_s": list(early_s), "early_m": list(early_m)}
    if early_s[0] is not None:
        measure["margin_s"] = early_s[0]
    if early_m[0] is not None:
        measure["margin_m"] = round(early_m[0] - bench_distance_m, 6)
    return measure


def _pair(lead: Fact, name: str) -> tuple[float | None, float | None]:
    low, high = lead.links.get(name) or (None, None)
    return low, high


_MEASURED_BY = {
    "registration": ", measured on the rink's own lines",
    "body height": ", judged by the height of bodies in the picture",
}


def _measures_told(lead: Fact) -> list[str]:
    told_of = []
    for name, unit, words in (
        ("early_s", "s", "The entering man was on the ice early by"),
        ("early_m", "m", "When he came on, the retiring man was from the bench front by"),
    ):
        low, high = _pair(lead, name)
        if low is not None or high is not None:
            least = "an unknown least" if low is None else f"at least {low:.2f} {unit}"
            most = "an unknown most" if high is None else f"at most {high:.2f} {unit}"
            by = _MEASURED_BY.get(str(lead.links.get("metres_by")), "") if unit == "m" else ""
            told_of.append(f"{words} {least}, {most}{by}.")
    if lead.links.get("off_seen_at_bench") is False:
        told_of.append("The retiring man was not seen at the bench.")
    return told_of


def _goalkeeper(change: Change, evidence: Evidence, steps: list[str]) -> tuple[Fact, ...]:
    """Facts by which a person says that this is a goalkeeper's change: another clause's business."""
    said = change.said(evidence, "replaces_goalkeeper")
    if said is None or said.value is not True:
        return ()
    steps += [told(fact, evidence.clock) for fact in said.facts]
    steps.append("A goalkeeper's change is judged by a clause of its own: nothing follows from it here.")
    return said.facts


def _asks_goalkeeper(change: Change, evidence: Evidence, steps: list[str]) -> bool:
    said = change.said(evidence, "replaces_goalkeeper")
    if said is not None and said.value is False:
        return False
    if said is None and change.lead.links.get("role") != "goalkeeper":
        return False
    steps.append(
        f"The change of {who(change.lead.subject)} may be a goalkeeper's, which this clause does not judge."
    )
    return True


def _at_distance(
    settled: Settled, bench_distance_m: float, steps: list[str]
) -> tuple[bool | None, tuple[str, ...]]:
    """Early or not once "at the bench" means within that distance."""
    lead, value = settled.lead, settled.value
    low_m, high_m = _pair(lead, "early_m")
    low_s, _ = _pair(lead, "early_s")
    spoken = any(fact.layer == "said" for fact in settled.facts)
    if value is False:
        return False, ()
    if bench_distance_m > 0 and high_m is not None and high_m <= bench_distance_m and not spoken:
        steps.append(f"He was within {bench_distance_m:.2f} m of the bench: at the bench by this pack.")
        return False, ()
    if value is None:
        return None, ("change_early",)
    if spoken:
        return True, ()
    if low_s is not None and low_s <= 0:
        steps.append("The interval of seconds reaches 0: it is not certain that he was early at all.")
        return None, ("change_early",)
    if bench_distance_m == 0 or (low_m is not None and low_m > bench_distance_m):
        return True, ()
    steps.append(f"The metres do not decide against the line of {bench_distance_m:.2f} m.")
    return None, ("change_early",)


def _out_of_play(
    change: Change, evidence: Evidence, early: bool | None, steps: list[str]
) -> tuple[bool | None, tuple[Fact, ...]]:
    """At the bench is not enough: he must be out of the play too, where a person says that he was not."""
    said = change.said(evidence, "out_of_play")
    if said is None or early is not False:
        return early, ()
    steps += [told(fact, evidence.clock) for fact in said.facts]
    if said.value is True:
        return early, said.facts
    steps.append("At the bench, but not said to be out of the play: the clause asks both.")
    return (True if said.value is False else None), said.facts
