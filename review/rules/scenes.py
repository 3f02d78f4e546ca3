"""Scenes: for one altercation and one team (or both), who left, who may have, and what nobody watched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from review.core.facts import Fact
from review.core.ranks import Leaver, Unwatched
from review.rules.evidence import BENCHES, Evidence, Settled, any_of, concerns, settle, who

__all__ = [
    "EXCEPTION",
    "OVERALL",
    "PER_TEAM",
    "RANK_KINDS",
    "SCENE_KINDS",
    "STARTER",
    "Exit",
    "Scene",
    "by_altercation",
    "exception",
    "only_altercation",
    "scenes",
    "scenes_of",
    "teams_of",
]

_WATCHED = ("left_bench", "bench_watched")
PER_TEAM, OVERALL = "per_team", "overall"
EXCEPTION = "entered_legally_before"
STARTER = "left_to_start"
RANK_KINDS = {1: "first_off_bench", 2: "second_off_bench"}
SCENE_KINDS = (
    "altercation",
    "left_bench",
    "bench_watched",
    EXCEPTION,
    STARTER,
    *RANK_KINDS.values(),
    "named_by_referee",
)


@dataclass(frozen=True, slots=True)
class Exit:
    """All facts about one man leaving. `left` False or `legal` True: he does not count.

    `during`: while the altercation was on; `starter`: what is said of his leaving to start one.
    """

    key: int
    label: str
    settled: Settled
    during: bool | None
    legal: Settled | None
    interval_s: tuple[Fraction, Fraction]
    starter: Settled | None = None

    @property
    def left(self) -> bool | None:
        """Whether he left during the altercation, or before it in order to start one."""
        return any_of(self.during, self.starter.value) if self.starter else self.during

    @property
    def agreed(self) -> bool:
        """Whether all facts name one team and one man, as far as they name any."""
        subjects = [fact.subject for fact in self.settled.facts]
        teams = {one.team for one in subjects} - {None}
        people = {one.person for one in subjects} - {None}
        return len(teams) <= 1 and len(people) <= 1

    @property
    def team(self) -> str | None:
        """His team, None where it is not known or the facts do not agree."""
        return self.fact.subject.team if self.agreed else None

    @property
    def fact(self) -> Fact:
        """The fact whose subject and times are used."""
        return self.settled.lead

    @property
    def counts(self) -> bool | None:
        """Whether he is a man who left during the altercation."""
        if self.settled.value is False or self.left is False or (self.legal and self.legal.value):
            return False
        certain = self.settled.value is True and self.left is True and self.agreed
        return True if certain and (self.legal is None or self.legal.value is False) else None

    @property
    def doubt(self) -> str:
        """Why it is open whether he counts."""
        if not self.agreed:
            return f"the facts on {self.label} do not agree who it was"
        if self.settled.value is None:
            return f"whether {self.label} is a departure is not known"
        if self.left is None:
            return f"{self.label} may lie outside the altercation"
        return f"whether {who(self.fact.subject)} had come on legally before is not known"


@dataclass(frozen=True, slots=True)
class Scene:
    """One altercation seen for one team, or for both (`team` None)."""

    altercation: int | None
    team: str | None
    leavers: tuple[Leaver, ...]
    exits: Mapping[int, Exit]
    unwatched: tuple[Unwatched, ...]
    facts: tuple[Fact, ...]
    excluded: tuple[Exit, ...] = ()
    assumed: tuple[str, ...] = ()
    spans: tuple[Fact, ...] = field(default_factory=tuple)


def teams_of(facts: Iterable[Fact], game_teams: Sequence[str]) -> tuple[str, ...]:
    """Both teams as far as anybody names them."""
    named = {fact.subject.team for fact in facts if fact.kind in ("left_bench", "bench_watched")}
    return tuple(sorted({*game_teams, *(team for team in named if team)}))


def _within(fact: Fact, only: int | None) -> int | None:
    linked = fact.links.get("altercation")
    return only if linked is None else int(linked)


def only_altercation(facts: Iterable[Fact]) -> int | None:
    """The one altercation that facts speak of; None if there are several, or none is named."""
    known = {one.links["altercation"] for one in facts if one.links.get("altercation") is not None}
    return int(known.pop()) if len(known) == 1 else None


def by_altercation(facts: Sequence[Fact]) -> dict[int | None, list[Fact]]:
    """The facts of each altercation, in order; those without a link belong to the only one there is."""
    only = only_altercation(facts)
    out: dict[int | None, list[Fact]] = {}
    for fact in facts:
        out.setdefault(_within(fact, only), []).append(fact)
    return out


def exception(fact: Fact, facts: Sequence[Fact], kinds: Iterable[str] = (EXCEPTION,)) -> Settled | None:
    """What is said of this very man that would take him out: None where nobody was asked."""
    wanted = set(kinds)
    named = [
        one
        for one in facts
        if one.kind in wanted
        and (one.subject.person is not None or one.links.get("crossing") is not None)
        and _same_man(one, fact)
    ]
    only = only_altercation(facts) if named else None
    about = [one for one in named if _within(one, only) == _within(fact, only)]
    return settle(about) if about else None


def _same_man(said: Fact, about: Fact) -> bool:
    if said.links.get("crossing") is not None and about.links.get("crossing") is not None:
        return bool(said.links["crossing"] == about.links["crossing"])
    if said.subject.person is None or about.subject.person is None:
        return False
    return said.subject.team in (None, about.subject.team) and said.subject.person == about.subject.person


def scenes(facts: Sequence[Fact], *, scope: str, game_teams: Sequence[str] = ()) -> tuple[Scene, ...]:
    """The scenes of all altercations in which somebody left, may have left, or was watched for."""
    teams = teams_of(facts, game_teams)
    told = by_altercation(facts)
    ids = [id for id, group in told.items() if any(one.kind in _WATCHED for one in group)]
    out = []
    for id in sorted(ids, key=lambda id: -1 if id is None else id):
        mine = told[id]
        for team in teams if scope == PER_TEAM else (None,):
            spoken = {fact.subject.team for fact in mine if fact.kind in _WATCHED}
            if team is None or team in spoken or None in spoken:
                out.append(_scene(mine, altercation=id, team=team, teams=teams))
    return tuple(out)


def scenes_of(evidence: Evidence, *, scope: str) -> tuple[Scene, ...]:
    """The scenes of one scope, made once for all clauses."""
    found: tuple[Scene, ...] = evidence.once(
        ("scenes", scope),
        lambda: scenes(evidence.of(*SCENE_KINDS), scope=scope, game_teams=evidence.teams),
    )
    return found


def _scene(
    mine: Sequence[Fact],
    *,
    altercation: int | None,
    team: str | None,
    teams: Sequence[str],
) -> Scene:
    exits = [one for one in _exits(mine) if team is None or one.team in (team, None)]
    counted = _once_each([one for one in exits if one.counts is not False])
    unwatched, assumed, watch = _watch(mine, team=team, teams=teams)
    return Scene(
        altercation=altercation,
        team=team,
        leavers=tuple(_leaver(one, team) for one in counted),
        exits={one.key: one for one in counted},
        unwatched=unwatched,
        facts=(*(fact for one in exits for fact in one.settled.facts), *watch),
        excluded=tuple(one for one in exits if one.counts is False),
        assumed=assumed,
        spans=tuple(fact for fact in mine if fact.kind == "altercation"),
    )


def _exits(mine: Sequence[Fact]) -> list[Exit]:
    """Facts that speak of one crossing, or of one man and moment, make one exit."""
    groups: dict[Any, list[Fact]] = {}
    for fact in mine:
        if fact.kind != "left_bench":
            continue
        crossing = fact.links.get("crossing")
        key: Any = ("crossing", crossing)
        if crossing is None:
            people = (fact.subject.person,)
            home = [k for k, g in groups.items() if concerns(fact, g[0], link="crossing", people=people)]
            same = [k for k in home if groups[k][0].subject.person == fact.subject.person]
            key = same[0] if same and fact.subject.person is not None else ("fact", fact.id)
        groups.setdefault(key, []).append(fact)
    return [_exit(group, mine) for group in groups.values()]


def _exit(group: list[Fact], mine: Sequence[Fact]) -> Exit:
    settled = settle(group)
    lead = settled.lead
    crossing = lead.links.get("crossing")
    pair = lead.links.get("interval_s")
    low, high = pair if pair else (lead.start.exact_s, lead.end.exact_s)
    return Exit(
        key=crossing if crossing is not None else -1 - lead.id,
        label=f"crossing {crossing}" if crossing is not None else f"the exit of {who(lead.subject)}",
        settled=settled,
        during=_during(lead, mine),
        legal=exception(lead, mine),
        starter=exception(lead, mine, (STARTER,)),
        interval_s=(_exact(low), _exact(high)),
    )


def _exact(seconds: float | Fraction) -> Fraction:
    """Seconds as the decimals they are written with, so that differences come out as a person would get."""
    return seconds if isinstance(seconds, Fraction) else Fraction(str(seconds))


def _during(lead: Fact, mine: Sequence[Fact]) -> bool | None:
    """As linked; else by the altercation's span; else as the kind itself states."""
    if "during" in lead.links:
        value = lead.links["during"]
        return value if isinstance(value, bool) else None
    spans = [fact for fact in mine if fact.kind == "altercation"]
    if not spans:
        return True
    span = settle(spans).lead
    if lead.start >= span.start and lead.end <= span.end:
        return True
    return False if lead.end < span.start or lead.start > span.end else None


def _leaver(one: Exit, team: str | None) -> Leaver:
    doubt = "" if one.counts else one.doubt
    if not doubt and team is not None and one.team is None:
        doubt = f"the team of {one.label} is not known"
    return Leaver(one.key, one.label, *one.interval_s, certain=not doubt, doubt=doubt)


def _once_each(exits: Sequence[Exit]) -> list[Exit]:
    """A man who leaves, goes back and leaves again counts by his first certain exit."""
    ordered = sorted(exits, key=lambda one: (*one.interval_s, one.key))
    out: list[Exit] = []
    for one in ordered:
        person = one.fact.subject.person
        again = person is not None and any(
            earlier.counts
            and earlier.fact.subject.person == person
            and earlier.interval_s[1] < one.interval_s[0]
            and earlier.fact.subject.team == one.fact.subject.team
            for earlier in out
        )
        if not again:
            out.append(one)
    return out


def _watch(
    mine: Sequence[Fact], *, team: str | None, teams: Sequence[str]
) -> tuple[tuple[Unwatched, ...], tuple[str, ...], tuple[Fact, ...]]:
    """Unwatched stretches of the benches concerned, benches nobody spoke of, and the facts used."""
    unwatched: list[Unwatched] = []
    assumed: list[str] = []
    used: list[Fact] = []
    names = [team] if team is not None else list(teams)
    if team is None and len(names) < 2:
        unwatched.append(Unwatched(None, None, "nobody says whether the other team's benches were watched"))
    for name in names:
        for bench in BENCHES:
            facts = [
                fact
                for fact in mine
                if fact.kind == "bench_watched" and fact.subject.team == name and fact.subject.bench == bench
            ]
            words = f"the {BENCHES[bench]} of {name}"
            if facts:
                unwatched += _gaps(settle(facts), words)
                used += facts
            elif bench == "players_bench":
                unwatched.append(Unwatched(None, None, f"nobody says whether {words} was watched"))
            else:
                assumed.append(words)
    return tuple(unwatched), tuple(assumed), tuple(used)


def _gaps(settled: Settled, words: str) -> list[Unwatched]:
    if settled.value is True:
        return []
    out = []
    for fact in settled.facts:
        if fact.value is True:
            continue
        reason = fact.links.get("reason") or fact.reason
        why = f"{words} was not watched" + (f" ({reason})" if reason else "")
        gaps = fact.links.get("gaps_s") or [(None, None)]
        bounds = [(_exact(a), _exact(b)) if a is not None else (None, None) for a, b in gaps]
        inside = f"{words}, {reason}" if reason else words
        out += [Unwatched(a, b, why if a is None else inside) for a, b in bounds]
    return out
