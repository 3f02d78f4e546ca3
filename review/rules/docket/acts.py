"""What may be entered in a docket, and what is refused: every check is here, none in a store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from review.core.docket import Act
from review.core.errors import DocketRefused
from review.rules.consequences import KINDS
from review.rules.docket.checks import day_of, games_of, money_of, person, words
from review.rules.docket.parts import DocketCase, Proposal, Ruling, Sentence, sentence_words, subject_words
from review.rules.docket.source import Source
from review.rules.docket.state import after
from review.rules.docket.terms import Term, term_of
from review.rules.docket.who import OF_A_MAN, identified, is_named
from review.rules.nearest import nearest

__all__ = [
    "OUTCOMES",
    "Change",
    "add_evidence",
    "all_automatic",
    "answer",
    "appeal",
    "decide",
    "decide_all",
    "decide_by_hand",
    "open_case",
    "rescind",
]

OUTCOMES = ("upheld", "reduced", "increased", "set aside", "withdrawn")


@dataclass(frozen=True, slots=True)
class Change:
    """What is decided other than proposed; None leaves it as it is. `clause` may be another rule's name.

    `name` and `number` say who a man is whom the tape shows and does not identify.
    """

    games: int | None = None
    amount_usd: Decimal | None = None
    eligible_on: str | None = None
    clause: str | None = None
    name: str | None = None
    number: int | None = None


def open_case(
    source: Source, *, who: str, title: str, valid: str, incident_on: str | None = None, again: bool = False
) -> Act:
    """Open a case.

    Parameters
    ----------
    source : what it is opened from; `Source.by_hand()` where there is none
    incident_on : the day of the act; None = as the source tells
    again : open another case from a source that one was opened from already
    """
    day = incident_on or source.day
    body = {
        "title": words(title, "a title"),
        "incident_on": None if day is None else day_of(day, "the day of the incident"),
        **source.body(),
    }
    once = None if again or source.sha256 is None else f"source {source.sha256}"
    return Act("opened", person(who), day_of(valid), body, once)


def add_evidence(source: Source, *, who: str, says: str, valid: str) -> Act:
    """Add what became known later; proposals it brings get further numbers, earlier ones stay."""
    return Act("evidence", person(who), day_of(valid), {"words": words(says, "what is new"), **source.body()})


def decide(
    case: DocketCase,
    proposal: int,
    *,
    who: str,
    reason: str,
    valid: str,
    impose: bool = True,
    change: Change = Change(),
    departs: str | None = None,
    anew: bool = False,
) -> Act:
    """Decide a proposal.

    Parameters
    ----------
    impose : False = nothing is imposed
    change : what is decided other than proposed
    departs : why the book is left, needed where the proposal is automatic
    anew : replace a decision that somebody made earlier

    Raises
    ------
    DocketRefused
    """
    proposed = case.proposal(proposal)
    if proposed is None:
        raise DocketRefused(
            f"Case {case.number} has no proposal {proposal}.",
            remedy=f"`docket show {case.number}` lists its {len(case.proposals)} proposals.",
        )
    held = case.ruling_on(proposal)
    if held is not None and not anew:
        raise _decided_already(case, held, f"Proposal {proposal} of case {case.number}")
    if held is None and anew:
        raise DocketRefused(
            f"Proposal {proposal} of case {case.number} is not decided yet.", remedy="Leave --anew out."
        )
    if held is not None and held.open_appeal is not None:
        raise DocketRefused(
            f"Ruling {held.id} of case {case.number} is under appeal.",
            remedy="`docket answer` decides the appeal.",
        )
    sentence = _decided_as(proposed, change, impose=impose, valid=day_of(valid))
    other = not impose or _differs(sentence, proposed)
    if other and proposed.automatic and not (departs or "").strip():
        raise DocketRefused(
            f"Proposal {proposal} of case {case.number} is automatic ({proposed.clause}): {_told(proposed)}.",
            remedy="To decide otherwise, say why the book is left: --departs WORDS.",
        )
    body = {
        "ruling": held.id if held else len(case.rulings) + 1,
        "proposal": proposal,
        "decision": "imposed" if impose else "not imposed",
        "subject": identified(proposed, change.name, change.number) if impose else dict(proposed.subject),
        "automatic": proposed.automatic,
        "reason": words(reason, "a reason"),
        "departs": words(departs, "why the book is left") if departs and other else None,
        **_sentence_json(sentence),
    }
    return Act("decided", person(who), day_of(valid), body)


def decide_all(case: DocketCase, proposals: Iterable[int], **told: Any) -> tuple[Act, ...]:
    """Decide several proposals in the same way (see `decide`), to be entered together.

    Raises
    ------
    DocketRefused
    """
    entered = []
    for one in dict.fromkeys(proposals):
        act = decide(case, one, **told)
        case = after(case, act)
        entered.append(act)
    if not entered:
        raise DocketRefused(
            "There is nothing to decide.", remedy="Give --proposal or --kind; `docket show` lists proposals."
        )
    return tuple(entered)


def _decided_already(case: DocketCase, held: Ruling, what: str) -> DocketRefused:
    last = held.versions[-1]
    return DocketRefused(
        f"{what} was decided by {last.entry.act.who} on {last.entry.act.valid}: {last.how}, "
        f"{sentence_words(last.sentence)} (ruling {held.id}).",
        remedy=f"It can be appealed or rescinded; --anew replaces it (`docket show {case.number}`).",
    )


def decide_by_hand(
    case: DocketCase,
    *,
    subject: Mapping[str, Any],
    kind: str,
    clause: str,
    who: str,
    reason: str,
    valid: str,
    change: Change = Change(),
) -> Act:
    """Decide something that nobody proposed, such as games under supplementary discipline."""
    if kind not in KINDS:
        raise DocketRefused(f"There is no kind of consequence {kind!r}.", remedy=nearest(kind, KINDS))
    if not any(subject.get(key) for key in ("team", "name")):
        raise DocketRefused(
            "The decision names neither a team nor a man.", remedy="Give --team, --name or both."
        )
    term = Term((), _eligible(change), _unscheduled(kind, change))
    sentence = Sentence(
        kind, words(clause, "the rule (--clause)"), games_of(change.games), money_of(change.amount_usd),
        term.served, term.eligible_on, term.open,
    )  # fmt: skip
    if kind == "suspension" and sentence.games is None:
        raise DocketRefused("A suspension needs its number of games.", remedy="Give --games.")
    if kind in _SUMS and sentence.amount_usd is None:
        raise DocketRefused("A fine needs its sum.", remedy="Give --amount.")
    body = {
        "ruling": len(case.rulings) + 1,
        "proposal": None,
        "decision": "imposed",
        "subject": {key: words(one, key) if isinstance(one, str) else one for key, one in subject.items()},
        "automatic": False,
        "reason": words(reason, "a reason"),
        "departs": None,
        **_sentence_json(sentence),
    }
    return Act("decided", person(who), day_of(valid), body)


def _unscheduled(kind: str, change: Change) -> tuple[str, ...]:
    open_ = kind == "suspension" and change.eligible_on is None
    return ("which games, and the day of return: no schedule was given",) if open_ else ()


def appeal(case: DocketCase, ruling: int, *, who: str, to: str, grounds: str, valid: str) -> Act:
    """Appeal a ruling; `who` appeals, `to` hears it."""
    held = _ruling(case, ruling, valid)
    if held.open_appeal is not None:
        made = held.open_appeal.made.act
        raise DocketRefused(
            f"Ruling {ruling} of case {case.number} is under appeal by {made.who} since {made.valid}.",
            remedy="`docket answer` decides that appeal.",
        )
    if held.versions[-1].how == "rescinded":
        raise DocketRefused(
            f"Ruling {ruling} of case {case.number} was rescinded; there is nothing to appeal."
        )
    body = {"ruling": ruling, "to": words(to, "who hears it"), "grounds": words(grounds, "the grounds")}
    return Act("appealed", person(who), day_of(valid), body)


def answer(
    case: DocketCase,
    ruling: int,
    *,
    outcome: str,
    who: str,
    reason: str,
    valid: str,
    change: Change = Change(),
) -> Act:
    """Decide an appeal: upheld, reduced, increased, set aside, or withdrawn by whoever made it."""
    held = _ruling(case, ruling, valid)
    if outcome not in OUTCOMES:
        raise DocketRefused(
            f"{outcome!r} is no outcome of an appeal.", remedy=f"One of: {', '.join(OUTCOMES)}."
        )
    if held.open_appeal is None:
        raise DocketRefused(
            f"Nobody has appealed ruling {ruling} of case {case.number}.",
            remedy="`docket appeal` enters an appeal.",
        )
    before = held.in_force()
    changes = outcome in ("reduced", "increased")
    if not changes and (change.games, change.amount_usd) != (None, None):
        raise DocketRefused(
            f"An appeal that is {outcome} changes no games and no sum.", remedy="Leave them out."
        )
    body: dict[str, Any] = {"ruling": ruling, "outcome": outcome, "reason": words(reason, "a reason")}
    if changes:
        body |= _sentence_json(_changed(held, before, outcome, change, valid=day_of(valid)))
    return Act("answered", person(who), day_of(valid), body)


def _changed(held: Ruling, before: Sentence | None, outcome: str, change: Change, *, valid: str) -> Sentence:
    games, amount = games_of(change.games), money_of(change.amount_usd)
    if before is None and outcome == "reduced":
        raise DocketRefused(f"Ruling {held.id} imposes nothing, so it cannot be reduced.")
    pairs = [(games, before.games if before else 0), (amount, before.amount_usd if before else Decimal(0))]
    told = [(new, old or 0) for new, old in pairs if new is not None]
    if not told or any((new >= old) if outcome == "reduced" else (new <= old) for new, old in told):
        needs = "fewer games or a smaller sum" if outcome == "reduced" else "more games or a larger sum"
        raise DocketRefused(
            f"An appeal that is {outcome} needs {needs} than in force ({sentence_words(before)}).",
            remedy="Give --games or --amount.",
        )
    old = before or Sentence(held.kind, held.clause)
    clause = old.clause if change.clause is None else words(change.clause, "the rule (--clause)")
    new_games = old.games if games is None else games
    whole = max(
        (v.sentence for v in held.versions if v.sentence), key=lambda one: len(one.served), default=old
    )
    term = _term(whole.served, whole.eligible_on, new_games, change, since=valid)
    new_amount = old.amount_usd if amount is None else amount
    return Sentence(old.kind, clause, new_games, new_amount, term.served, term.eligible_on, term.open)


def rescind(case: DocketCase, ruling: int, *, who: str, reason: str, valid: str) -> Act:
    """Take a ruling back: from `valid` on nothing of it is in force."""
    held = _ruling(case, ruling, valid)
    if held.versions[-1].how == "rescinded":
        last = held.versions[-1].entry.act
        raise DocketRefused(
            f"Ruling {ruling} of case {case.number} was rescinded already, by {last.who} on {last.valid}."
        )
    return Act(
        "rescinded", person(who), day_of(valid), {"ruling": ruling, "reason": words(reason, "a reason")}
    )


def _ruling(case: DocketCase, ruling: int, valid: str) -> Ruling:
    held = case.ruling(ruling)
    if held is None:
        raise DocketRefused(
            f"Case {case.number} has no ruling {ruling}.",
            remedy=f"`docket show {case.number}` lists its {len(case.rulings)} rulings.",
        )
    first = held.versions[0].entry.act
    if day_of(valid) < first.valid:
        raise DocketRefused(
            f"{valid} is before ruling {ruling} was made, on {first.valid}.",
            remedy="Give that day or a later one.",
        )
    return held


def _decided_as(proposed: Proposal, change: Change, *, impose: bool, valid: str) -> Sentence:
    games, amount = games_of(change.games), money_of(change.amount_usd)
    if not impose and (games, amount) != (None, None):
        raise DocketRefused("What is not imposed has neither games nor a sum.", remedy="Leave them out.")
    games = proposed.games if games is None else games
    amount = proposed.amount_usd if amount is None else amount
    if impose and games is None and proposed.kind == "suspension":
        raise DocketRefused(
            f"Proposal {proposed.id} leaves the number of games open.", remedy="Give --games."
        )
    if impose and amount is None and proposed.kind in _SUMS:
        raise DocketRefused(
            f"Proposal {proposed.id} leaves the sum open.",
            remedy="Give --amount; `docket ledger --club TEAM` shows what a club's history makes of it.",
        )
    term = _term(proposed.served, proposed.eligible_on, games, change, since=None)
    clause = proposed.clause if change.clause is None else words(change.clause, "the rule (--clause)")
    return Sentence(proposed.kind, clause, games, amount, term.served, term.eligible_on, term.open)


def all_automatic(case: DocketCase) -> tuple[int, ...]:
    """Undecided proposals that are automatic and say all that must be known to impose them as they are."""
    return tuple(one.id for one in case.undecided if one.automatic and _is_whole(one))


def _is_whole(proposed: Proposal) -> bool:
    if proposed.kind in OF_A_MAN and not is_named(proposed.subject):
        return False
    if proposed.kind == "suspension":
        return proposed.games is not None
    return proposed.amount_usd is not None or proposed.kind not in _SUMS


_SUMS = {kind for kind in KINDS if kind.endswith("_fine") or kind == "pay_to_league"}


def _term(
    served: Sequence[Mapping[str, Any]],
    back: str | None,
    games: int | None,
    change: Change,
    *,
    since: str | None,
) -> Term:
    if games is None:
        return Term((), None)
    if not served and back is None and change.eligible_on is None:
        return Term((), None, ("which games, and the day of return: no schedule was given",))
    term = term_of(served, back, games, since=since)
    return Term(term.served, _eligible(change)) if change.eligible_on is not None else term


def _differs(sentence: Sentence, proposed: Proposal) -> bool:
    """A sum or a number of games that the proposal left open is filled in, not departed from."""
    games = proposed.games is not None and sentence.games != proposed.games
    amount = proposed.amount_usd is not None and sentence.amount_usd != proposed.amount_usd
    return games or amount or sentence.clause != proposed.clause


def _sentence_json(sentence: Sentence) -> dict[str, Any]:
    return {
        "kind": sentence.kind,
        "clause": sentence.clause,
        "games": sentence.games,
        "amount_usd": None if sentence.amount_usd is None else str(sentence.amount_usd),
        "served": [dict(one) for one in sentence.served],
        "eligible_on": sentence.eligible_on,
        "open": list(sentence.open),
    }


def _told(proposed: Proposal) -> str:
    whole = Sentence(proposed.kind, proposed.clause, proposed.games, proposed.amount_usd)
    return f"{sentence_words(whole)} for {subject_words(proposed.subject)}"


def _eligible(change: Change) -> str | None:
    return None if change.eligible_on is None else day_of(change.eligible_on, "the day of return")
