"""Evidence: the facts as a clause sees them, settled where several speak of one thing, and its outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from review.core.facts import Fact, Subject
from review.core.findings import Branch, Consequence, Verdict
from review.core.times import FrameTime
from review.rules.pack import Clause, Pack

__all__ = [
    "BENCHES",
    "Clock",
    "Evidence",
    "Outcome",
    "Settled",
    "all_of",
    "any_of",
    "concerns",
    "fact_order",
    "settle",
    "share_time",
    "told",
    "who",
    "word",
]

BENCHES: Mapping[str, str] = {"players_bench": "players' bench", "penalty_box": "penalty box"}
Clock = Callable[[FrameTime], str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an evaluator found about one subject.

    `consequences` None = the clause's own. `quiet` marks an answer that nobody needs to be shown unasked.
    `tags` are for clauses that yield to this one.
    """

    verdict: Verdict
    subject: Subject
    facts: tuple[Fact, ...]
    steps: tuple[str, ...]
    start: FrameTime
    end: FrameTime
    measure: Mapping[str, Any] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    branches: tuple[Branch, ...] = ()
    consequences: tuple[Consequence, ...] | None = None
    quiet: bool = False
    tags: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that one clause is judged by.

    `facts` holds them by kind, in order; `stronger` the outcomes of the clauses it yields to or builds on,
    by id; `shared` what is worked out once for all clauses.
    """

    facts: Mapping[str, tuple[Fact, ...]]
    clause: Clause
    pack: Pack
    clock: Clock
    stronger: Mapping[str, tuple[Outcome, ...]] = field(default_factory=dict)
    teams: tuple[str, ...] = ()
    shared: dict[Any, Any] = field(default_factory=dict)

    def of(self, *kinds: str) -> tuple[Fact, ...]:
        """Facts of these kinds, in order."""
        if len(kinds) == 1:
            return self.facts.get(kinds[0], ())
        found: tuple[Fact, ...] = self.once(
            ("of", kinds),
            lambda: tuple(sorted((f for kind in kinds for f in self.facts.get(kind, ())), key=fact_order)),
        )
        return found

    def once(self, key: Any, make: Callable[[], Any]) -> Any:
        """What every clause would work out alike from the facts, made once."""
        if key not in self.shared:
            self.shared[key] = make()
        return self.shared[key]

    def price_of(self, clause: str) -> tuple[Consequence, ...]:
        """What another clause of the pack would cost."""
        return self.pack.clause(clause).price()


@dataclass(frozen=True, slots=True)
class Settled:
    """One answer out of all facts about one thing.

    `lead` is the fact whose measures and links are used; `overruled` says that a person's word, or an
    equal contradiction, set aside a "yes"; `note` says in words how the answer came about.
    """

    value: bool | None
    facts: tuple[Fact, ...]
    lead: Fact
    overruled: bool = False
    note: str | None = None


def settle(facts: Sequence[Fact]) -> Settled:
    """One answer: a named person's word stands before what was measured; contradiction is unknown.

    Unknown beside an equal "yes" or "no" takes nothing away; a person who looked and cannot tell does.
    """
    ordered = sorted(facts, key=fact_order)
    said = [fact for fact in ordered if fact.layer == "said"]
    measured = [fact for fact in ordered if fact.layer != "said"]
    value, clash = _vote(said or measured)
    lead = _lead([fact for fact in measured if fact.links] or measured or said, said or measured, value)
    note = None
    if clash:
        note = f"{_ids(said or measured)} contradict each other: nobody can tell"
    elif said and measured and value != _vote(measured)[0]:
        note = f"a named person's word ({_ids(said)}) stands before {_ids(measured)}"
    was_yes = any(fact.value is True for fact in ordered)
    return Settled(value, tuple(ordered), lead, was_yes and value is not True, note)


def _lead(linked: Sequence[Fact], voted: Sequence[Fact], value: bool | None) -> Fact:
    """The fact with the measures; where somebody is accused it is about a man whom the votes are about."""
    deciding = [fact for fact in voted if value is not None and fact.value is value]
    men = {fact.subject.person for fact in deciding}
    about = [fact for fact in linked if fact.subject.person in men] if deciding else linked
    return next((fact for fact in about if fact.value is value), (*about, *deciding, *linked)[0])


def _vote(facts: Sequence[Fact]) -> tuple[bool | None, bool]:
    answers = {fact.value for fact in facts if isinstance(fact.value, bool)}
    if len(answers) == 1 and not (facts[0].layer == "said" and any(fact.value is None for fact in facts)):
        return bool(answers.pop()), False
    return None, len(answers) > 1


def _ids(facts: Iterable[Fact]) -> str:
    return "fact " + " and ".join(str(fact.id) for fact in facts)


def fact_order(fact: Fact) -> tuple[Any, ...]:
    """A sorting key that does not depend on the order in which facts came."""
    subject = fact.subject
    return (fact.start.exact_s, fact.end.exact_s, fact.kind, subject.team or "", subject.person or 0, fact.id)


def word(value: object) -> str:
    """yes, no, unknown.

    Examples
    --------
    >>> word(True), word(None)
    ('yes', 'unknown')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "unknown" if value is None else str(value)


def who(subject: Subject) -> str:
    """A subject in words: team and number, or team and man, or "the game"."""
    man = ""
    if subject.number is not None:
        man = f" {subject.number}"
    elif subject.person is not None:
        man = f" man {subject.person}"
    team = subject.team or ("unknown team" if man else "the game")
    bench = f" ({BENCHES.get(subject.bench, subject.bench)})" if subject.bench else ""
    return f"{team}{man}{bench}"


def told(fact: Fact, clock: Clock) -> str:
    """One fact as a step: id, where it comes from, whom and when it speaks of, what it says."""
    origin = f"{fact.layer} by {fact.source}" if fact.layer == "said" else f"{fact.layer}, {fact.source}"
    reason = f" ({fact.reason})" if fact.reason else ""
    return (
        f"Fact {fact.id} ({origin}): {fact.kind.replace('_', ' ')}, {who(fact.subject)}, "
        f"{clock(fact.start)} to {clock(fact.end)}: {word(fact.value)}{reason}."
    )


def share_time(a: Fact, b: Fact) -> bool:
    """Whether two facts speak of times that touch."""
    return a.start <= b.end and b.start <= a.end


def concerns(said: Fact, about: Fact, *, link: str, people: Iterable[int | None]) -> bool:
    """Whether `said` speaks of the same thing: by the link where it has one, else by team, man and time."""
    if said.links.get(link) is not None and about.links.get(link) is not None:
        return bool(said.links[link] == about.links[link])
    same_team = said.subject.team in (None, about.subject.team)
    same_man = said.subject.person is None or said.subject.person in set(people)
    return same_team and same_man and share_time(said, about)


def all_of(*values: bool | None) -> bool | None:
    """Three-valued "and": no beats unknown, unknown beats yes."""
    return False if False in values else (None if None in values else True)


def any_of(*values: bool | None) -> bool | None:
    """Three-valued "or": yes beats unknown, unknown beats no."""
    return True if True in values else (None if None in values else False)
