"""Judging goals scored while a man of the scoring team was illegally on the ice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from review.core.facts import Fact
from review.core.findings import Branch
from review.rules.acts import about, acts_of, conditions_on, followed
from review.rules.bearing import VERDICTS, bearing_on, number_of, truth
from review.rules.consequences import as_discretion, prices
from review.rules.evidence import Evidence, Outcome, all_of, any_of, told, who

__all__ = ["goal_with_illegal_man", "goal_with_penalized_man"]

_GOAL = "goal"
_LATE = "play has been restarted since: it should have been disallowed; a result is not rewritten (A8)"


@dataclass(frozen=True, slots=True)
class _Stay:
    """A man illegally on the ice: surely in [sure_from_s, sure_to_s), possibly in [from_s, to_s).

    None at the end: no end is known.
    """

    base: Outcome
    illegal: bool | None
    from_s: Fraction
    sure_from_s: Fraction
    sure_to_s: Fraction | None
    to_s: Fraction | None

    def holds(self, goal: Fact) -> bool | None:
        """Whether the goal fell while he was illegally on; at the very end he is not."""
        first_s, last_s = goal.start.exact_s, goal.end.exact_s
        if last_s < self.from_s or (self.to_s is not None and first_s >= self.to_s):
            return False
        inside = first_s >= self.sure_from_s and self.sure_to_s is not None and last_s < self.sure_to_s
        return all_of(self.illegal, True if inside else None)


def goal_with_penalized_man(evidence: Evidence, *, goal_window: str) -> tuple[Outcome, ...]:
    """One outcome a goal of a team whose man was out of the penalty box before his penalty had expired.

    Parameters
    ----------
    goal_window : until when a goal is taken back (A8)
    """
    return _goals(evidence, [_until_expiry(base, evidence) for _, base in followed(evidence)], goal_window)


def goal_with_illegal_man(evidence: Evidence, *, illegal_ends: str, goal_window: str) -> tuple[Outcome, ...]:
    """One outcome a goal of a team that had a man on the ice who had come on illegally.

    Parameters
    ----------
    illegal_ends : until the number is right again, the next stoppage, or the puck changes hands (A7)
    goal_window : until when a goal is taken back (A8)
    """
    stays = [_until(base, evidence, illegal_ends) for _, base in followed(evidence)]
    for one in acts_of(evidence, ["illegally_on_ice"]):
        outcome = Outcome(
            VERDICTS[one.settled.value],
            one.lead.subject,
            one.settled.facts,
            tuple(told(fact, evidence.clock) for fact in one.settled.facts),
            one.lead.start,
            one.lead.end,
            missing=("illegally_on_ice",) if one.settled.value is None else (),
            quiet=not one.claimed,
            tags={"about": one.settled.facts, "said": True},
        )
        stays.append(_until(outcome, evidence, illegal_ends))
    return _goals(evidence, stays, goal_window)


def _until_expiry(base: Outcome, evidence: Evidence) -> _Stay:
    """From his step out of the box to the expiry of his penalty, or until he was off again."""
    start, end = base.start.exact_s, base.end.exact_s
    left = number_of(bearing_on(evidence, "penalty_left", about(base)))
    low, high = left or (None, None)
    sure = None if low is None else start + _exact(low)
    most = None if high is None else end + _exact(high)
    return _cut_short(_Stay(base, truth(base.verdict), start, end, sure, most))


def _until(base: Outcome, evidence: Evidence, illegal_ends: str) -> _Stay:
    """From the moment he was on; an early change ends where the man he replaces is at the bench."""
    start, end = base.start.exact_s, base.end.exact_s
    changing = "change" in base.tags
    sure_from = start if changing or base.tags.get("said") else end
    if illegal_ends == "count_restored" and (changing or base.tags.get("said")):
        seen = base.facts[0].links.get("off_seen_at_bench") is not False
        stay = _Stay(base, truth(base.verdict), start, sure_from, end, end if seen else None)
    else:
        stay = _Stay(base, truth(base.verdict), start, sure_from, None, None)
    kind = "possession_changed" if illegal_ends == "possession_change" else "play_stopped"
    return _cut_short(_ended_by(stay, evidence, kind))


def _ended_by(stay: _Stay, evidence: Evidence, kind: str) -> _Stay:
    """Ended at the latest by the next stoppage, or the next change of possession."""
    after = [one for one in evidence.of(kind) if one.value is True and one.end.exact_s >= stay.from_s]
    if not after:
        return stay
    first = min(after, key=lambda one: (one.start.exact_s, one.id))
    begun = first.links.get("began_s") or (first.start.exact_s, first.start.exact_s)
    earliest, latest = (_exact(one) for one in begun)
    sure = earliest if stay.sure_to_s is None else min(stay.sure_to_s, earliest)
    most = latest if stay.to_s is None else min(stay.to_s, latest)
    return replace(stay, sure_to_s=max(sure, stay.from_s), to_s=max(most, stay.from_s))


def _cut_short(stay: _Stay) -> _Stay:
    """Ended by his going off again, where that is told."""
    pairs = [pair for fact in about(stay.base) if (pair := fact.links.get("on_for_s"))]
    if not pairs or None in pairs[0]:
        return stay
    low, high = (_exact(one) for one in pairs[0])
    sure, most = stay.from_s + low, stay.sure_from_s + high
    return replace(
        stay,
        sure_to_s=sure if stay.sure_to_s is None else min(stay.sure_to_s, sure),
        to_s=most if stay.to_s is None else min(stay.to_s, most),
    )


def _exact(seconds: float | Fraction) -> Fraction:
    return seconds if isinstance(seconds, Fraction) else Fraction(str(seconds))


def _goals(evidence: Evidence, stays: list[_Stay], goal_window: str) -> tuple[Outcome, ...]:
    """One outcome a goal near which somebody of that team was, or may have been, illegally on."""
    out = []
    for one in acts_of(evidence, [_GOAL]):
        near = [
            (stay, holds)
            for stay in stays
            if stay.base.subject.team == one.lead.subject.team
            and ((holds := stay.holds(one.lead)) is not False or not stay.base.quiet)
        ]
        if near:
            out.append(_goal(evidence, one.lead, one.settled.value, near, goal_window))
    return tuple(out)


def _goal(
    evidence: Evidence,
    goal: Fact,
    scored: bool | None,
    near: list[tuple[_Stay, bool | None]],
    goal_window: str,
) -> Outcome:
    verdict = VERDICTS[all_of(scored, any_of(*(holds for _, holds in near)))]
    words = {True: "while", False: "but not while", None: "and it is open whether while"}
    steps = [told(goal, evidence.clock)]
    steps += [
        f"The team scored {words[holds]} {who(stay.base.subject)} was illegally on the ice."
        for stay, holds in near
    ]
    used = {fact.id: fact for stay, holds in near if holds is not False for fact in stay.base.facts}
    missing = {kind: None for stay, holds in near if holds is None for kind in stay.base.missing}
    price = prices(evidence.clause.price())
    outcome = Outcome(
        verdict,
        replace(goal.subject, person=None, number=None),
        (goal, *used.values()),
        tuple(steps),
        goal.start,
        goal.end,
        missing=(tuple(missing) or (_GOAL,)) if verdict == "cannot tell" else (),
        branches=(
            Branch("he was illegally on the ice when they scored", price),
            Branch("he was not", ("the goal stands",)),
        )
        if verdict == "cannot tell"
        else (),
        quiet=verdict == "does not" and goal.value is not True,
        tags={"about": (goal,)},
    )
    return _in_time(outcome, evidence, goal, goal_window)


def _in_time(outcome: Outcome, evidence: Evidence, goal: Fact, goal_window: str) -> Outcome:
    """A goal after which play has been restarted is told as one that should have been disallowed."""
    restarted = conditions_on(evidence, [goal], needs=["play_restarted"])
    outcome = replace(
        outcome, facts=(*outcome.facts, *restarted.facts), steps=(*outcome.steps, *restarted.steps)
    )
    if outcome.verdict != "trips" or goal_window != "next_faceoff" or restarted.value is not True:
        return outcome
    return replace(outcome, consequences=as_discretion(evidence.clause.price(), _LATE))
