"""The inspector's words: what a finding rests on, with a mark for each layer of fact. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from review.core.case import Judgement
from review.core.facts import Fact
from review.core.findings import Finding
from review.core.times import TimeScale
from ui.say import (
    amount_words,
    clause_words,
    kind_words,
    man_words,
    measure_words,
    seconds_words,
    verdict_words,
)
from ui.tables.explain_rows import altercation_html, crossing_html, ruling_html
from ui.tables.rows import Row
from ui.theme import Colours
from ui.words import t

__all__ = ["explain"]


def explain(
    row: Row,
    judgement: Judgement | None,
    scale: TimeScale,
    colours: Colours,
    *,
    follows: Iterable[str] = (),
) -> str:
    """HTML for one line of the list; every name that comes from a file is escaped.

    `follows` are lines on what follows from it: games with dates, sums, and what is open.
    """
    if row.crossing is not None:
        head = _head(verdict_words("crossing"), row.title, row.when, colours.notice)
        return head + crossing_html(row.crossing, scale, colours)
    if row.altercation is not None and judgement is not None:
        head = _head(verdict_words("altercation"), row.title, row.when, colours.notice)
        return head + altercation_html(row.altercation, judgement, scale, colours)
    if row.finding is None:
        head = _head(verdict_words("notice"), row.title, row.when, colours.notice)
        return head + _dim(t("A notice is no finding: it says where to look with care."), colours)
    finding = row.finding
    colour = {"trips": colours.trips, "cannot tell": colours.open}.get(finding.verdict, colours.fine)
    parts = [
        _head(verdict_words(finding.verdict), clause_words(finding.clause), _when(finding, scale), colour)
    ]
    parts.append(f"<p><b>{escape(man_words(finding.subject))}</b>{_confidence(finding, colours)}</p>")
    parts += [ruling_html(row.ruling)] if row.ruling else []
    parts += _measure(finding, colours)
    parts += _open(finding, colours)
    parts += _consequences(finding, colours)
    parts += _section(t("What follows"), _list([f"<li>{escape(line)}</li>" for line in follows]), colours)
    parts += _section(t("Why"), _steps(finding.why), colours)
    parts += _section(t("Facts"), _facts(finding, judgement, colours), colours)
    parts.append(_dim(escape(finding.pack), colours))
    return "".join(parts)


def _head(verdict: str, title: str, when: str, colour: str) -> str:
    return (
        f'<p style="margin-bottom:2px"><span style="color:{colour}; font-size:large"><b>{escape(verdict)}</b>'
        f'</span></p><p style="margin-top:0; font-size:large">{escape(title)}<br/>'
        f'<span style="font-size:small">{escape(when)}</span></p>'
    )


def _when(finding: Finding, scale: TimeScale) -> str:
    start, end = scale.seconds(finding.start), scale.seconds(finding.end)
    if finding.start == finding.end:
        return seconds_words(start)
    return f"{seconds_words(start)} – {seconds_words(end)}"


def _dim(words: str, colours: Colours) -> str:
    return f'<p style="color:{colours.dim}; font-size:small">{words}</p>'


def _confidence(finding: Finding, colours: Colours) -> str:
    if finding.confidence is None:
        return ""
    words = t("confidence {p}", p=f"{finding.confidence:.0%}")
    return f' <span style="color:{colours.dim}">· {escape(words)}</span>'


def _section(title: str, body: str, colours: Colours) -> list[str]:
    if not body:
        return []
    head = f'<p style="color:{colours.dim}; margin-bottom:2px"><b>{escape(title)}</b></p>'
    return [head, body]


def _measure(finding: Finding, colours: Colours) -> list[str]:
    rows = "".join(
        f'<tr><td style="padding-right:14px; color:{colours.dim}">{escape(what)}</td>'
        f"<td><b>{escape(amount)}</b></td></tr>"
        for what, amount in measure_words(finding, longest=12)
    )
    return _section(t("Measured"), f"<table>{rows}</table>" if rows else "", colours)


def _open(finding: Finding, colours: Colours) -> list[str]:
    missing = ", ".join(kind_words(kind) for kind in finding.missing)
    parts = [f"<p>{escape(t('Not known: {what}.', what=missing))}</p>"] if missing else []
    for branch in finding.branches:
        then = ", ".join(kind_words(kind) for kind in branch.then)
        parts.append(f"<p>{escape(t('If {condition}: {then}.', condition=branch.condition, then=then))}</p>")
    return _section(t("What would settle it"), "".join(parts), colours)


def _consequences(finding: Finding, colours: Colours) -> list[str]:
    lines = []
    for each in finding.consequence:
        detail = ", ".join(f"{kind_words(k)} {amount_words(v)}" for k, v in each.detail.items())
        by = t("automatic") if each.automatic else t("a person decides")
        words = f"{kind_words(each.kind)}{': ' + detail if detail else ''} · {by}"
        lines.append(f"<li>{escape(words)}</li>")
    return _section(t("Consequence"), _list(lines), colours)


def _steps(why: Iterable[str]) -> str:
    items = [f"<li>{escape(step)}</li>" for step in why]
    return f'<ol style="margin-left:-18px">{"".join(items)}</ol>' if items else ""


def _list(items: list[str]) -> str:
    return f'<ul style="margin-left:-18px">{"".join(items)}</ul>' if items else ""


def _facts(finding: Finding, judgement: Judgement | None, colours: Colours) -> str:
    known = {fact.id: fact for fact in judgement.facts} if judgement else {}
    return _list([_fact(known[id_], colours) for id_ in finding.facts if id_ in known])


def _fact(fact: Fact, colours: Colours) -> str:
    """Measured stands plain, said carries initials, derived is italic; unknown gives its reason."""
    words = escape(f"{kind_words(fact.kind)}: {amount_words(fact.value, fact.unit or '')}")
    if fact.layer == "derived":
        words = f"<i>{words}</i>"
    elif fact.layer == "said":
        words = f"{words} <b>[{escape(_initials(fact.source))}]</b>"
    about = man_words(fact.subject)
    notes = [about if about != t("nobody named") else "", fact.reason or "", fact.source]
    notes += [f"{fact.confidence:.0%}"] if fact.confidence is not None else []
    tail = escape(" · ".join(filter(None, notes)))
    return f'<li>{words}<br/><span style="color:{colours.dim}; font-size:small">{tail}</span></li>'


def _initials(source: str) -> str:
    words = [word for word in source.replace("_", " ").split() if word[0].isalpha()]
    return "".join(word[0].upper() for word in words[:3]) or "?"
