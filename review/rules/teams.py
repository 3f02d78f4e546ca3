"""Judging a team, and its coach, by what its men did in one altercation."""

from __future__ import annotations

from collections.abc import Callable

from review.core.facts import Subject
from review.core.findings import Branch, Verdict
from review.rules.bearing import VERDICTS
from review.rules.consequences import prices
from review.rules.evidence import Evidence, Outcome, all_of, any_of, who
from review.rules.leavers import during
from review.rules.scenes import Exit

__all__ = ["coach_of_leavers", "per_team"]


def coach_of_leavers(evidence: Evidence, *, starter_counts_as_during: str) -> tuple[Outcome, ...]:
    """One outcome an altercation and team: a player left the players' bench, so its coach is suspended.

    Men from the penalty box alone do not touch him.
    """

    def counts(one: Outcome) -> bool | None:
        exit: Exit = one.tags["exit"]
        if exit.fact.subject.bench == "penalty_box":
            return False
        if one.verdict != "trips":
            return {"does not": False}.get(one.verdict)
        bench = True if exit.fact.subject.bench == "players_bench" else None
        return all_of(bench, during(exit, starter_counts_as_during))

    return per_team(evidence, counts, role="coach", words="left the players' bench during the altercation")


def per_team(
    evidence: Evidence, counts: Callable[[Outcome], bool | None], *, role: str | None, words: str
) -> tuple[Outcome, ...]:
    """One outcome an altercation and team, out of what the clauses followed say of its men."""
    groups: dict[tuple[int, str], list[Outcome]] = {}
    for id in evidence.clause.follows:
        for one in evidence.stronger.get(id, ()):
            altercation = one.tags.get("altercation")
            key = (-1 if altercation is None else altercation, one.subject.team or "")
            groups.setdefault(key, []).append(one)
    out = []
    for (_, team), mine in sorted(groups.items()):
        values = [counts(one) for one in mine]
        verdict: Verdict = VERDICTS[any_of(*values)]
        used = [one for one, value in zip(mine, values, strict=True) if value is not False] or mine
        steps = [f"{who(one.subject)} {words}: {_word(counts(one))}." for one in used]
        price = prices(evidence.clause.price())
        branches = (Branch(f"a man of {team} {words}", price),) if verdict == "cannot tell" else ()
        out.append(
            Outcome(
                verdict,
                Subject(team=team or None, role=role),
                tuple({fact.id: fact for one in used for fact in one.facts}.values()),
                tuple(steps),
                min(one.start for one in used),
                max(one.end for one in used),
                missing=tuple(dict.fromkeys(kind for one in used for kind in one.missing)) or ("left_bench",)
                if verdict == "cannot tell"
                else (),
                branches=branches,
                quiet=verdict == "does not" and all(one.quiet for one in mine),
                tags={"about": tuple(fact for one in used for fact in one.tags["about"]), "men": used},
            )
        )
    return tuple(out)


def _word(value: bool | None) -> str:
    return {True: "yes", False: "no", None: "not established"}[value]
