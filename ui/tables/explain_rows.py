"""The inspector's words for crossings, altercations and rulings. Pure; names from files are escaped."""

from __future__ import annotations

from html import escape

from review.core.altercations import Altercation, Departure
from review.core.case import Judgement, Ruling
from review.core.crossings import Crossing
from review.core.facts import Subject
from review.core.times import Interval, TimeScale
from ui.moments import instant
from ui.say import kind_words, man_words, seconds_words
from ui.theme import Colours
from ui.words import t

__all__ = ["altercation_html", "crossing_html", "ruling_html"]


def crossing_html(one: Crossing, scale: TimeScale, colours: Colours) -> str:
    """Gate, moment with its interval, and how sure it is or who says so."""
    rows = [
        (t("Gate"), one.gate), (t("Direction"), t(one.direction)), (t("Time"), _interval(one.when, scale)),
        (t("Confidence"), f"{one.confidence:.0%}"),
    ]  # fmt: skip
    if one.first_skate is not None:
        rows.append((t("First skate"), _interval(one.first_skate, scale)))
    if one.second_skate is not None:
        rows.append((t("Second skate"), _interval(one.second_skate, scale)))
    table = "".join(
        f'<tr><td style="padding-right:14px; color:{colours.dim}">{escape(what)}</td>'
        f"<td>{escape(words)}</td></tr>"
        for what, words in rows
    )
    return f"<table>{table}</table>" + (f"<p>{escape(one.reason)}</p>" if one.reason else "")


def altercation_html(one: Altercation, judgement: Judgement, scale: TimeScale, colours: Colours) -> str:
    """Who left a bench, in order; first and second man of each team, or why that is open."""
    numbers = {man.id: man.number for man in judgement.people}
    parts = [f"<li>{escape(words)}</li>" for words in one.span.why]
    html = f'<ul style="margin-left:-18px">{"".join(parts)}</ul>' if parts else ""
    if one.span.set_by == "product":
        html += f"<p>{escape(t('Only proposed: nothing follows from it until a person confirms it.'))}</p>"
    ordered = sorted(one.departures, key=lambda d: instant(d.when))
    by_id = {d.crossing: d for d in one.departures}
    for place, held in (("first", one.first), ("second", one.second)):
        for team, crossing in held.items():
            found = by_id.get(crossing) if crossing is not None else None
            who = _man(found, numbers) if found else t("not established")
            words = (
                t("First man of {team}: {who}", team=team, who=who)
                if place == "first"
                else t("Second man of {team}: {who}", team=team, who=who)
            )
            why = "" if found else one.reasons.get(f"{place}.{team}", "")
            tail = f'<br/><span style="color:{colours.dim}">{escape(why)}</span>' if why else ""
            html += f"<p><b>{escape(words)}</b>{tail}</p>"
    lines = "".join(f"<li>{escape(_departure(d, numbers, scale))}</li>" for d in ordered)
    head = f'<p style="color:{colours.dim}"><b>{escape(t("Who left a bench, in order"))}</b></p>'
    return html + (f'{head}<ol style="margin-left:-18px">{lines}</ol>' if lines else "")


def ruling_html(ruling: Ruling) -> str:
    """Who ruled, when, why."""
    accepted = ruling.decision == "accepted"
    who = ruling.person
    words = t("accepted by {who}", who=who) if accepted else t("rejected by {who}", who=who)
    tail = f": {ruling.words}" if ruling.words else ""
    return f"<p><b>{'✓' if accepted else '✕'} {escape(words + tail)}</b><br/>{escape(ruling.at)}</p>"


def _departure(one: Departure, numbers: dict[int, int | None], scale: TimeScale) -> str:
    rank = t("rank {n}", n=one.rank_team) if one.rank_team is not None else t("rank open")
    return f"{_man(one, numbers)} · {kind_words(one.leaves)} · {_interval(one.when, scale)} · {rank}"


def _man(one: Departure, numbers: dict[int, int | None]) -> str:
    return man_words(Subject(one.team, one.person, numbers.get(one.person)))


def _interval(when: Interval, scale: TimeScale) -> str:
    best, low, high = (seconds_words(scale.seconds(x)) for x in (instant(when), when.earliest, when.latest))
    return best if low == high else f"{best} ({low} – {high})"
