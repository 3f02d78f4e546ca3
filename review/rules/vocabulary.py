"""Vocabulary: every kind of fact the book can be judged by, its links, and the question asked of a person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from review.core.facts import Layer

__all__ = ["KINDS", "SUBJECT_KEYS", "FactKind"]

SUBJECT_KEYS = ("team", "person", "number", "bench", "role")


@dataclass(frozen=True, slots=True)
class FactKind:
    """One kind of fact. Its value is yes, no or unknown.

    Attributes
    ----------
    kind : the name in files
    means : what a "yes" states
    layers : where it may come from; anything may also be said by a named person
    question : what is asked of a person, in plain words; None where nobody needs to be asked
    subject : keys of the subject that must be given
    links : name -> type: "id", "int", "seconds", "metres" (pairs), "spans", "flag", "text", "ids"
    """

    kind: str
    means: str
    layers: tuple[Layer, ...]
    question: str | None = None
    subject: tuple[str, ...] = ("team",)
    links: Mapping[str, str] = field(default_factory=dict)

    type: str = "yes/no/unknown"
    unit: str | None = None


_CHANGE = {"change": "id"}
_ALTERCATION = {"altercation": "id", "crossing": "id"}
_RANK = {**_ALTERCATION, "scope": "text", "candidates": "ids", "margin_s": "number"}

_ALL = (
    FactKind(
        "play_stopped",
        "play was dead from start to end: the game clock stood",
        ("measured", "said"),
        "Was play stopped here, and when did it stop and go on?",
        subject=(),
        links={"clock": "text", "began_s": "seconds", "ended_s": "seconds", "bounded": "flag"},
    ),
    FactKind(
        "men_over_allowed",
        "the team had more men on the ice than it was allowed, through the whole stretch",
        ("measured", "said"),
        "Were more men of this team on the ice than allowed in this stretch?",
        links={
            "low": "int",
            "high": "int",
            "best": "int",
            "allowed": "int",
            "goalkeeper": "flag",
            "cause": "text",
            "count_team": "text",
        },
    ),
    FactKind(
        "change_early",
        "the entering man was on the ice while the man he replaces was on it and not at the bench",
        ("measured", "said"),
        "Did this man come on before the man he replaces had reached his bench?",
        links={
            "change": "id",
            "early_s": "seconds",
            "early_m": "metres",
            "metres_by": "text",
            "off_person": "id",
            "on_crossing": "id",
            "off_crossing": "id",
            "gate": "text",
            "off_seen_at_bench": "flag",
            "role": "text",
            "definition": "text",
            "at_bench_m": "number",
            "stoppage": "id",
        },
    ),
    FactKind(
        "replaces_goalkeeper",
        "the change is one of a goalkeeper: he comes off for this man, or comes on for him",
        ("said",),
        "Was this man sent on for the goalkeeper, or the goalkeeper for him?",
        links=_CHANGE,
    ),
    FactKind(
        "out_of_play",
        "the retiring man was out of the play when the entering man came on",
        ("said",),
        "Was the man who was coming off out of the play by then?",
        links=_CHANGE,
    ),
    FactKind(
        "puck_played_by_changing_player",
        "one of the two men of the change touched the puck while the retiring man was on the ice",
        ("said",),
        "Did either man of this change touch the puck with stick, skate or hand during it?",
        links=_CHANGE,
    ),
    FactKind(
        "opponent_touched_by_changing_player",
        "one of the two men of the change touched an opponent while the retiring man was on the ice",
        ("said",),
        "Did either man of this change check or touch an opponent during it?",
        links=_CHANGE,
    ),
    FactKind(
        "deliberate",
        "what the man of the change did was deliberate, not an accident",
        ("said",),
        "Did he do it on purpose, rather than the puck or the opponent running into him?",
        links=_CHANGE,
    ),
    FactKind(
        "altercation",
        "there was an altercation from start to end",
        ("measured", "said"),
        "Was there an altercation here, and when did it begin and end?",
        subject=(),
        links={"altercation": "id"},
    ),
    FactKind(
        "left_bench",
        "the man came onto the ice from the bench named while the altercation was on",
        ("measured", "said"),
        "Did this man leave his bench while the altercation was on?",
        links={**_ALTERCATION, "interval_s": "seconds", "during": "flag", "definition": "text"},
    ),
    FactKind(
        "bench_watched",
        "that bench of the team could be watched through the whole altercation",
        ("measured", "said"),
        "Could this bench be seen through the whole altercation, so that nobody left it unseen?",
        subject=("team", "bench"),
        links={"altercation": "id", "gaps_s": "spans", "reason": "text"},
    ),
    FactKind(
        "entered_legally_before",
        "the man had come onto the ice by a legal change before the altercation began",
        ("measured", "said"),
        "Had this man already come on by a legal change before the altercation began?",
        links=_ALTERCATION,
    ),
    FactKind(
        "first_off_bench",
        "the man was the first to leave a bench in the altercation; no: nobody left",
        ("derived", "said"),
        "Who was the first man to leave a bench in this altercation?",
        subject=(),
        links=_RANK,
    ),
    FactKind(
        "second_off_bench",
        "the man was the second to leave a bench in the altercation; no: nobody else left",
        ("derived", "said"),
        "Who was the second man to leave a bench in this altercation?",
        subject=(),
        links=_RANK,
    ),
    FactKind(
        "named_by_referee",
        "the referee, with his linesmen and the off-ice officials, named the first and second man himself",
        ("said",),
        "Did the referee and his crew name the first and second man of this team to leave the bench?",
        links={"altercation": "id"},
    ),
)

KINDS: Mapping[str, FactKind] = {one.kind: one for one in _ALL}
