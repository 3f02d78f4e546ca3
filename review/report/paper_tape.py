"""What the tape showed, as blocks: crossings, altercations, changes, what was not seen, people, facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from review.report.paper_blocks import Block, heading, table, words
from review.report.words import (
    SHAPES,
    clock_line,
    decision_mark,
    give_or_take,
    interval_words,
    kind_words,
    span_words,
    tape_time,
    value_words,
)

__all__ = ["fact_rows", "moment", "tape_blocks"]

Row = Mapping[str, Any]


def tape_blocks(report: Row) -> Iterator[Block]:
    """Everything after the findings, in the order of the HTML page."""
    people = {person["id"]: person for person in report["people"]}
    yield from _crossings(report["crossings"], people)
    for one in report["altercations"]:
        yield from _altercation(one)
    yield from _changes(report["changes"], people)
    yield from _unseen(report)
    if report["notices"]:
        yield heading("Notices")
        rows = [
            [f"{SHAPES['notice']} {kind_words(n['kind'])}", moment(n["t"]), n["text"]]
            for n in report["notices"]
        ]
        yield table(["What", "When", "Words"], rows, [2, 2, 5])
    if report["rulings_set_aside"]:
        yield from _set_aside(report["rulings_set_aside"])
    yield from _people(report["people"])
    yield heading("All facts")
    yield fact_rows(report["facts"])


def moment(time: Row) -> str:
    """A time of tape, its other forms below it."""
    return f"{tape_time(time)}\n{clock_line(time)}"


def fact_rows(facts: Sequence[Row]) -> Block:
    """A table of facts with where each comes from."""
    rows = [
        [
            f"{fact['id']}",
            kind_words(fact["kind"]),
            fact["subject"],
            "\n".join(filter(None, [value_words(fact["value"], fact["unit"]), fact["reason"]])),
            _layer(fact),
            span_words(fact["span"]),
        ]
        for fact in facts
    ]
    return table(["No.", "Fact", "About", "Value", "Where from", "When"], rows, [0.6, 3, 2, 3.2, 2.6, 2.2])


def _layer(fact: Row) -> str:
    if fact["layer"] == "said":
        return f"said by {fact['source']}"
    return (
        f"derived from {fact['source']}"
        if fact["layer"] == "derived"
        else f"{fact['layer']}\n{fact['source']}"
    )


def _man(id_: int | None, people: Mapping[int, Row]) -> str:
    if id_ is None:
        return "unknown"
    person = people.get(id_)
    return f"man {id_}" if person is None else "\n".join(filter(None, [person["label"], person["name"]]))


def _crossings(rows: Sequence[Row], people: Mapping[int, Row]) -> Iterator[Block]:
    yield heading("Crossings")
    if not rows:
        yield words("None was seen.", dim=True)
        return
    cells = [
        [
            f"{c['id']}",
            _man(c["person"], people),
            f"{c['gate']}\n{'↑ on' if c['direction'] == 'on' else '↓ off'}",
            f"{interval_words(c['when'])}\nfrom {clock_line(c['when']['earliest'])}",
            value_words(c["confidence"]),
            f"first {interval_words(c['first_skate'])}; second {interval_words(c['second_skate'])}"
            + (f"\n{c['reason']}" if c["reason"] else ""),
        ]
        for c in rows
    ]
    head = ["No.", "Man", "Gate", "Crossed between", "Conf.", "Skates, and why not narrower"]
    yield table(head, cells, [0.6, 1.8, 1.9, 3, 0.9, 4.2])


def _altercation(one: Row) -> Iterator[Block]:
    yield heading(f"Altercation {one['id']}")
    who = f"Set by {one['who'] or 'a person'}."
    if one["set_by"] != "person":
        who = "Proposed by the product; a person has not confirmed it. Nothing follows from it until then."
        who += (
            f" What was seen (score {value_words(one['score'])}): {'; '.join(one['why'])}."
            if one["why"]
            else ""
        )
    span = one["span"]
    yield words(f"Began {interval_words(span['start'])}; ended {interval_words(span['end'])}. {who}")
    rows = [
        [
            _rank(d["rank_team"]),
            _rank(d["rank_all"]),
            f"{d['team'] or 'unknown team'} {_numbered(d)}",
            kind_words(d["from"]),
            interval_words(d["when"]),
            f"{d['crossing']}",
        ]
        for d in one["departures"]
    ]
    yield table(
        ["Rank in team", "Rank of all", "Man", "Left", "Between", "Crossing"], rows, [1.6, 1.6, 2, 2, 3, 1.2]
    )
    ranked = [[team, _place(one, "first", team), _place(one, "second", team)] for team in one["first"]]
    yield table(["Team", "First", "Second"], ranked, [1, 3, 3])


def _rank(rank: int | None) -> str:
    return "not established" if rank is None else f"{rank}"


def _numbered(man: Row) -> str:
    return f"man {man['person']}" if man["number"] is None else f"{man['number']}"


def _place(one: Row, place: str, team: str) -> str:
    man = one[place].get(team)
    if man:
        return f"{team} {_numbered(man)}"
    return "\n".join(filter(None, ["not established", one["reasons"].get(f"{place}.{team}")]))


def _changes(rows: Sequence[Row], people: Mapping[int, Row]) -> Iterator[Block]:
    yield heading("Changes")
    if not rows:
        yield words("None was seen.", dim=True)
        return
    cells = [
        [
            c["team"],
            f"{_man(c['on_person'], people)}\ncrossing {c['on']}",
            _man(c["off_person"], people) + ("" if c["off"] is None else f"\ncrossing {c['off']}"),
            f"{span_words(c['span'])}",
            c["verdict"],
            value_words(c["early_s"], "s"),
            give_or_take(c["early_m"], "m") + (f"\nby {c['metres_by']}" if c["metres_by"] else ""),
            c["reason"] or "",
        ]
        for c in rows
    ]
    head = ["Team", "On", "Off", "When", "Verdict", "Early by", "Retiring man from the bench", "Reason"]
    yield table(head, cells, [1, 1.6, 1.6, 1.7, 1.1, 1.5, 1.8, 3])


def _unseen(report: Row) -> Iterator[Block]:
    yield heading("What was not seen")
    gaps = [
        [
            "tape" if g["kind"] == "tape" else f"gate {g['gate']}",
            moment(g["start"]),
            moment(g["end"]),
            g["reason"],
        ]
        for g in report["gaps"]
    ]
    gaps += [
        ["not looked at", moment(c["start"]), moment(c["end"]), c["reason"] or "no reason given"]
        for c in report["coverage"]
        if c["state"] == "gap"
    ]
    if gaps:
        yield table(["What", "From", "To", "Why"], gaps, [2, 2, 2, 4])
    seen = ", ".join(span_words(c) for c in report["coverage"] if c["state"] == "seen")
    yield words(f"Looked at: {seen or 'nothing'}.")


def _set_aside(rows: Sequence[Row]) -> Iterator[Block]:
    yield heading("Rulings set aside")
    yield words(
        "Made on findings that this run does not make in the same way any more. They were not changed, "
        "and they do not apply to it."
    )
    cells = []
    for x in rows:
        on = x["ruled_on"]
        made = f"{on['clause']} {on['verdict']}, {on['who']}, {span_words(on['span'])}"
        mark = f"{decision_mark(x['decision'])} {x['decision']}"
        cells.append([mark, f"{x['person']}\n{x['at']}", made, x["words"]])
    yield table(["Ruling", "By", "On", "Words"], cells, [1.4, 2, 3, 3])


def _people(rows: Sequence[Row]) -> Iterator[Block]:
    yield heading("People")
    cells = [
        [
            f"{p['id']}",
            p["label"],
            p["name"] or "",
            f"{p['team'] or 'unknown'} {p['team_p']:.2f}",
            f"{p['role'] or 'unknown'} {p['role_p']:.2f}",
            "unknown" if p["number"] is None else f"{p['number']} {p['number_p'] or 0.0:.2f}",
        ]
        for p in rows
    ]
    yield table(["No.", "Man", "Name", "Team", "Role", "Number"], cells, [0.7, 2, 3, 2, 2, 2])
