"""The docket as lines of text, from its plain data (`review.report.docket_model`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from review.rules.consequences import dollars

__all__ = ["account_lines", "case_lines", "history_lines", "list_lines"]

_MARKS = {"open": "●", "under appeal": "◐", "decided": "✓", "empty": "·"}


def list_lines(model: Mapping[str, Any]) -> list[str]:
    """One line a case."""
    lines = [f"{len(model['cases'])} case{'' if len(model['cases']) == 1 else 's'}"]
    for case in model["cases"]:
        undecided = sum(one["ruling"] is None for one in case["proposals"])
        what = [f"{len(case['rulings'])} ruled"] + ([f"{undecided} to decide"] if undecided else [])
        day = case["incident_on"] or "no day"
        status = f"{_MARKS[case['status']]} {case['status']}"
        lines.append(f"{case['case']:>4}  {day:<10}  {status:<14}  {case['title']}  ({', '.join(what)})")
    return lines


def case_lines(case: Mapping[str, Any]) -> list[str]:
    """A whole case: what was proposed, what was ruled and how that changed."""
    about = [f"incident of {case['incident_on']}"] if case["incident_on"] else []
    about += [" and ".join(case["teams"])] if case["teams"] else []
    about += [f"book {case['pack']}"] if case["pack"] else []
    lines = [f"Case {case['case']}, version {case['version']}: {case['title']}  [{case['status']}]"]
    lines += [f"  {', '.join(about)}"] if about else []
    source = case["source"]["name"] or case["source"]["kind"]
    lines.append(f"  opened by {case['opened_by']} on {case['opened_on']} from {source}")
    if case["proposals"]:
        lines.append("The book proposes (nothing of it is imposed until somebody decides):")
    for one in case["proposals"]:
        lines += _proposal(one)
    lines.append("Rulings:" if case["rulings"] else "No rulings yet.")
    for one in case["rulings"]:
        lines += _ruling(one)
    return lines


def _proposal(one: Mapping[str, Any]) -> list[str]:
    how = "automatic" if one["automatic"] else "a person decides"
    done = f"ruling {one['ruling']}" if one["ruling"] else "not decided"
    lines = [f"  {one['proposal']:>3}  {one['clause']:<6} {one['who']}: {one['says']} ({how}; {done})"]
    return lines + [f"         {line}" for line in _term(one)]


def _term(one: Mapping[str, Any]) -> list[str]:
    lines = []
    if one["served"]:
        days = [str(game["date"]) for game in one["served"]]
        lines.append(f"misses {len(days)} games, {days[0]} to {days[-1]}")
    lines += [f"may play again on {one['eligible_on']}"] if one["eligible_on"] else []
    return lines + [f"open: {text}" for text in one["open"]]


def _ruling(one: Mapping[str, Any]) -> list[str]:
    appeal = ", under appeal" if one["under_appeal"] else ""
    clause = (one["in_force"] or one)["clause"]
    lines = [f"  {one['ruling']:>3}  {clause:<6} {one['who']}: {one['says']}{appeal}"]
    lines += [f"         {line}" for line in (_term(one["in_force"]) if one["in_force"] else [])]
    for version in one["versions"]:
        how = f"{version['how']} by {version['by']} on {version['valid']}: {version['says']}"
        lines.append(f"       {version['version']}. {how}  (recorded {version['recorded'][:16]} UTC)")
        lines += [f"            {version['reason']}"] if version["reason"] else []
        lines += [f"            departs from the book: {version['departs']}"] if version["departs"] else []
    for made in one["appeals"]:
        told = f"{made['outcome']} by {made['decided_by']}" if made["outcome"] else "not answered yet"
        lines.append(f"       appealed by {made['by']} to {made['to']} on {made['valid']}: {told}")
        lines.append(f"            {made['grounds']}")
    return lines


def history_lines(entries: Sequence[Mapping[str, Any]]) -> list[str]:
    """One entry a line, oldest first."""
    lines = []
    for one in entries:
        body = one["body"]
        what = [f"ruling {body['ruling']}"] if body.get("ruling") else []
        what += [str(body[key]) for key in ("decision", "outcome", "title") if body.get(key)]
        what += [f"{body['games']} games"] if body.get("games") is not None else []
        what += [dollars(body["amount_usd"])] if body.get("amount_usd") is not None else []
        what += [f"{one['proposals']} proposals"] if one["proposals"] else []
        said = body.get("reason") or body.get("grounds") or body.get("words")
        where = f"{one['entry']:>5}  {one['recorded'][:19]}  case {one['case']}, version {one['version']}"
        told = f"{', '.join(what)}{f'. {said}' if said else ''}"
        lines.append(f"{where}: {one['who']} {one['kind']}, for {one['valid']}: {told}")
    return lines


def account_lines(model: Mapping[str, Any]) -> list[str]:
    """Accounts of clubs and men."""
    lines = []
    for club in model["clubs"]:
        lines.append(f"{club['club']}: {dollars(club['total_usd'])} in all")
        lines += _held(club["rulings"])
        if club["next_fine_usd"] is not None:
            counted = club["occurrences"]
            window = f"{', '.join(counted)} count until {club['window_ends']}; " if counted else ""
            lines.append(f"    {window}another case would cost {dollars(club['next_fine_usd'])}")
    for person in model["persons"]:
        back = f", may play again on {person['eligible_on']}" if person["eligible_on"] else ""
        money = f", {dollars(person['total_usd'])}" if person["total_usd"] not in ("0", "0.00") else ""
        count = f"{person['games']} game{'' if person['games'] == 1 else 's'}"
        lines.append(f"{person['who']}: {count}, {person['missed']} missed{back}{money}")
        lines += _held(person["rulings"])
        lines += [f"    open: {text}" for text in person["open"]]
    return lines or ["Nothing is in force."]


def _held(rulings: list[Mapping[str, Any]]) -> list[str]:
    return [f"    {one['day']}  case {one['case']}, ruling {one['ruling']}: {one['says']}" for one in rulings]
