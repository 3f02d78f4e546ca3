"""Readings: where a book can be read in two ways, the settings by which a pack chooses."""

from __future__ import annotations

from collections.abc import Mapping

from review.rules.reading import Reading
from review.rules.readings_72 import BENCH_READINGS

__all__ = ["READINGS", "Reading"]

_ALL = (
    Reading(
        "rank_scope",
        "A1",
        'Is "first or second" counted within each team, or over both teams together?',
        {
            "per_team": "each team has its own first and second man",
            "overall": "one first and one second man over both teams",
        },
    ),
    Reading(
        "tie",
        "A2",
        "Two men cross in intervals that overlap: who was first?",
        {"not_established": "nobody can say; the order is left open and a tie is never broken"},
    ),
    Reading(
        "deliberate_scope",
        "A10",
        "Does the word 'deliberately' cover contact with an opponent too?",
        {
            "puck": "only playing the puck must be deliberate; any contact counts",
            "puck_and_contact": "the contact must be deliberate as well",
        },
    ),
    Reading(
        "bare_early",
        "A11",
        "What follows from an early change in which nobody touches puck or opponent?",
        {
            "bench_minor": "a bench minor by the catch-all, its seconds and metres printed for the official",
            "advise": "a bench minor at the officials' discretion, nothing automatic",
            "ignore_below": "nothing, where it is below both ignore_below_distance and ignore_below_time",
        },
    ),
    Reading(
        "ignore_below_distance",
        "A11",
        "Below what distance is a bare early change let go?",
        dimension="length",
        only_with=("bare_early", "ignore_below"),
    ),
    Reading(
        "ignore_below_time",
        "A11",
        "Below what time is a bare early change let go?",
        dimension="time",
        only_with=("bare_early", "ignore_below"),
    ),
    Reading("bench_distance", "A12", "How near is 'at the bench'? 0 m means contact.", {}, "length"),
    Reading(
        "compare_distance",
        "A12",
        "Which other distance is shown beside it, with what it would change?",
        {},
        "length",
    ),
    Reading(
        "on_ice",
        "A13",
        "From when is an entering man on the ice?",
        {
            "first_skate": "from his first skate on the ice",
            "both_skates": "from both skates on the ice",
        },
    ),
    Reading(
        "leave_def",
        "A13",
        "When has a man left the bench?",
        {
            "first_skate": "when his first skate is on the ice",
            "both_skates": "when both skates are on the ice",
        },
    ),
    Reading(
        "late_at",
        "A9",
        "The last two minutes: measured when?",
        {
            "act": "at the act, by the clock in the picture",
            "whistle": "at the whistle",
        },
    ),
    Reading(
        "gk_return",
        "A20",
        "When may a goalkeeper come back who was replaced in a stoppage?",
        {
            "puck_drop": "on the fly, once the puck has been dropped",
            "next_stoppage": "only in the next stoppage",
        },
    ),
    Reading(
        "red_line",
        "205.2-N",
        "Is a puck exactly on the red line in the offenders' own half?",
        {
            "not_own_half": "no: the face-off is at the centre spot",
            "own_half": "yes: it is held there",
        },
    ),
    *BENCH_READINGS,
)

READINGS: Mapping[str, Reading] = {one.name: one for one in _ALL}
