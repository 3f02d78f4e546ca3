"""Standings: first and second of one altercation, for one team or over both, as far as established."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from review.core.facts import Fact, Subject
from review.core.ranks import Band, rank_bands
from review.rules.evidence import Evidence, Settled, settle, told
from review.rules.scenes import (
    OVERALL,
    PER_TEAM,
    RANK_KINDS,
    SCENE_KINDS,
    Exit,
    Scene,
    only_altercation,
    scenes_of,
)

__all__ = ["Answer", "Standing", "answer_told", "missing_kinds", "standings", "used_facts"]


@dataclass(frozen=True, slots=True)
class Answer:
    """Who holds one place: `value` True with the fact that names him, False nobody, None not established."""

    place: int
    value: bool | None
    fact: Fact
    facts: tuple[Fact, ...]
    note: str | None = None

    @property
    def said(self) -> bool:
        """Whether a named person answered."""
        return self.fact.layer == "said"


@dataclass(frozen=True, slots=True)
class Standing:
    """Both places of one altercation in one scope, with the scene they come from where there is one."""

    altercation: int | None
    team: str | None
    answers: dict[int, Answer]
    scene: Scene | None

    def bands(self) -> tuple[Band, ...]:
        """The ranks each leaver may hold, in order of time."""
        return rank_bands(self.scene.leavers, self.scene.unwatched) if self.scene else ()

    def exit_of(self, fact: Fact) -> Exit | None:
        """The exit that a rank fact names."""
        exits = self.scene.exits.values() if self.scene else ()
        return next((one for one in exits if _names(fact, one.fact)), None)

    def candidates(self, place: int) -> tuple[Exit, ...]:
        """Men who may hold the place, where it is not established."""
        answer = self.answers.get(place)
        if answer is None or answer.value is not None or self.scene is None:
            return ()
        return tuple(self.scene.exits[b.leaver.key] for b in self.bands() if b.may_be(place))

    def open_places(self) -> tuple[Answer, ...]:
        """Places nobody established although somebody may hold them: one who was seen, or whom facts mean."""
        return tuple(
            answer
            for answer in self.answers.values()
            if answer.value is None
            and ("candidates" not in answer.fact.links or self.candidates(answer.place))
        )

    def rank_of(self, fact: Fact) -> int | str | None:
        """1, 2, "later" or None = open: where the man of a fact stands here."""
        for place, answer in self.answers.items():
            if answer.value is True and _names(answer.fact, fact):
                return place
        lows = (
            [b.low for b in self.bands() if _names(fact, self.scene.exits[b.leaver.key].fact)]
            if self.scene
            else []
        )
        settled = all(answer.value is True for answer in self.answers.values()) and len(self.answers) == 2
        return "later" if settled or (lows and min(lows) > 2) else None

    @property
    def is_altercation(self) -> Settled | None:
        """What is said of the altercation itself."""
        return settle(self.scene.spans) if self.scene and self.scene.spans else None

    def told(self, evidence: Evidence, *, up_to: int) -> tuple[str, ...]:
        """The departures that decide, and what was watched, as steps."""
        if self.scene is None:
            return ()
        steps = []
        for band in self.bands():
            if band.low <= up_to:
                exit = self.scene.exits[band.leaver.key]
                steps += [f"{told(fact, evidence.clock)} [{exit.label}]" for fact in exit.settled.facts]
        steps += [told(fact, evidence.clock) for fact in self.scene.facts if fact.kind == "bench_watched"]
        return tuple(steps)


def standings(evidence: Evidence, *, scope: str) -> tuple[Standing, ...]:
    """All altercations in one scope, in order; rank facts of the other scope are left out."""
    found: tuple[Standing, ...] = evidence.once(("standings", scope), lambda: _standings(evidence, scope))
    return found


def _standings(evidence: Evidence, scope: str) -> tuple[Standing, ...]:
    only = only_altercation(evidence.of(*SCENE_KINDS))
    by_key = {(scene.altercation, scene.team): scene for scene in scenes_of(evidence, scope=scope)}
    groups: dict[tuple[int | None, str | None], dict[int, list[Fact]]] = {key: {} for key in by_key}
    for place, kind in RANK_KINDS.items():
        for fact in evidence.of(kind):
            if fact.links.get("scope", PER_TEAM) != scope:
                continue
            team = None if scope == OVERALL else fact.subject.team
            linked = fact.links.get("altercation")
            key = (only if linked is None else int(linked), team)
            groups.setdefault(key, {}).setdefault(place, []).append(fact)
    return tuple(
        Standing(
            *key, {place: _answer(place, facts) for place, facts in sorted(places.items())}, by_key.get(key)
        )
        for key, places in sorted(groups.items(), key=lambda item: (item[0][0] or 0, item[0][1] or ""))
        if places
    )


def _answer(place: int, facts: Sequence[Fact]) -> Answer:
    """A named person's naming stands before the derived order; two names contradict each other."""
    said = [fact for fact in facts if fact.layer == "said"]
    voting = said or list(facts)
    lead = next((fact for fact in voting if fact.value is True), voting[0])
    answers = {(fact.value, fact.value and _man(fact)) for fact in voting}
    value = lead.value if len(answers) == 1 and isinstance(lead.value, bool) else None
    note = None
    if len(answers) > 1:
        note = f"facts {', '.join(str(fact.id) for fact in voting)} do not agree: not established"
    elif said and len(said) < len(facts):
        note = f"{lead.source} named him; that stands before the order seen on the tape"
    return Answer(place, value, lead, tuple(facts), note)


def _man(fact: Fact) -> tuple[object, ...]:
    subject: Subject = fact.subject
    if subject.person is None and subject.number is None:
        return (subject.team, "crossing", fact.links.get("crossing"))
    return (subject.team, subject.person, subject.number)


def _names(a: Fact, b: Fact) -> bool:
    """Whether both facts speak of one man's exit."""
    if a.links.get("crossing") is not None and b.links.get("crossing") is not None:
        return bool(a.links["crossing"] == b.links["crossing"])
    if a.subject.team != b.subject.team:
        return False
    if a.subject.person is not None and b.subject.person is not None:
        return a.subject.person == b.subject.person
    return a.subject.number is not None and a.subject.number == b.subject.number


def answer_told(answer: Answer, evidence: Evidence) -> tuple[str, ...]:
    """The facts behind an answer as steps, and how they were settled."""
    steps = [told(fact, evidence.clock) for fact in answer.facts]
    return (*steps, f"{answer.note}.") if answer.note else tuple(steps)


def used_facts(standing: Standing, facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Those facts, with all that the scene rests on."""
    scene = standing.scene
    return (*facts, *(scene.facts if scene else ()), *(scene.spans if scene else ()))


def missing_kinds(standing: Standing, answer: Answer) -> tuple[str, ...]:
    """Fact kinds that would settle the place."""
    missing = [answer.fact.kind]
    if standing.scene and standing.scene.unwatched:
        missing.append("bench_watched")
    exits = standing.candidates(answer.place)
    if any(one.counts is None and one.legal is not None and one.legal.value is None for one in exits):
        missing.append("entered_legally_before")
    if any(one.counts is None and one.legal is None for one in exits):
        missing.append("left_bench")
    return tuple(missing)
