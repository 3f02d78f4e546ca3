"""Explaining a clause to an official: what it says, what it is judged by, what follows, with cases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from review.rules.consequences import KINDS as CONSEQUENCES
from review.rules.consequences import price
from review.rules.pack import Clause, Pack
from review.rules.readings import READINGS
from review.rules.units import Quantity
from review.rules.vocabulary import KINDS

__all__ = ["Example", "decided_by", "explain_clause", "relations"]


@dataclass(frozen=True, slots=True)
class Example:
    """One case of an official: its story, where it comes from, and what is expected, in words."""

    name: str
    story: str
    source: str
    expected: tuple[str, ...]


def explain_clause(pack: Pack, clause: Clause, examples: Sequence[Example] = ()) -> str:
    """The clause as Markdown, ready for a manual."""
    parts = [
        f"# {clause.id} {clause.title}",
        f"Pack {pack.name} ({pack.title}). Source: {clause.cite}.",
        clause.paraphrase,
    ]
    parts += [f"*{clause.note}*"] if clause.note else []
    for kinds, title in (
        (clause.when, "Set off by"),
        (clause.needs, "Judged by"),
        (clause.without, "Only if not"),
        (clause.unless, "Taken away by"),
    ):
        parts += [f"## {title}", *_kinds(kinds)] if kinds else []
    if clause.settings:
        parts += ["## Readings in force", "\n".join(_reading(name, pack) for name in clause.settings)]
    parts += ["## What follows", *_consequences(clause)]
    parts += relations(clause)
    if examples:
        parts += ["## Cases", *(_example(one) for one in examples)]
    return "\n\n".join(parts) + "\n"


def relations(clause: Clause) -> list[str]:
    """How the clause stands to others, a sentence each."""
    named = (
        (clause.follows, "Builds on {}."),
        (clause.yields_to, "Yields to {}: what those judge is not judged twice."),
        (clause.in_lieu_of, "Its penalty stands in lieu of that of {}, on one act."),
        (clause.absorbs, "Its penalty covers that of {}, which is counted once."),
        (clause.besides, "Its penalty is added to that of {}."),
    )
    return [words.format(", ".join(ids)) for ids, words in named if ids]


def decided_by(kind: str) -> str:
    """Who can answer a kind of fact: the camera, the league's papers, a person."""
    known = {
        "measured": "the camera",
        "imported": "the league's papers",
        "said": "a person",
        "derived": "the engine",
    }
    return " or ".join(known[layer] for layer in KINDS[kind].layers)


def _kinds(kinds: Sequence[str]) -> list[str]:
    lines = []
    for name in kinds:
        kind = KINDS[name]
        ask = f" Asked of a person: “{kind.question}”" if kind.question else ""
        lines.append(f"- `{name}` ({decided_by(name)}): {kind.means}.{ask}")
    return ["\n".join(lines)]


def _reading(name: str, pack: Pack) -> str:
    reading, value = READINGS[name], pack.settings[name]
    written = value.text if isinstance(value, Quantity) else str(value)
    head = f"- **{name} = {written}** ({reading.ambiguity}). {reading.asks}"
    if reading.only_with is not None:
        head += f" Matters only with {reading.only_with[0]} = {reading.only_with[1]}."
    if not reading.options:
        return head
    others = "; ".join(f"`{option}`: {words}" for option, words in reading.options.items())
    return f"{head} {others}."


def _consequences(clause: Clause) -> list[str]:
    lines = []
    for one in clause.price():
        how = "automatic" if one.automatic else "a person decides"
        note = f" {one.detail['note'].capitalize()}." if "note" in one.detail else ""
        via = f", by way of {one.detail['via']}" if "via" in one.detail else ""
        lines.append(f"- `{price(one)}`: {CONSEQUENCES[one.kind]}, {how}{via}.{note}")
    return ["\n".join(lines) or "Nothing by itself."]


def _example(one: Example) -> str:
    expected = "\n".join(f"- {line}" for line in one.expected)
    return f"### {one.name}\n\n{one.story} ({one.source})\n\n{expected}"
