"""Readings of Rule 72 on altercations, the penalty box, goals, staff, fines and pay."""

from __future__ import annotations

from review.rules.reading import Reading

__all__ = ["BENCH_READINGS"]

BENCH_READINGS = (
    Reading(
        "pre_alt_sub_enters",
        "A3",
        "A man who had come on by a legal change before goes into the altercation: what is he?",
        {
            "refer_33A": "no leaver; he is referred for supplementary discipline and not ranked",
        },
    ),
    Reading(
        "return_of_retiring",
        "A4",
        "The change was legal, but the man replaced turns round and joins in: what of the entry?",
        {
            "flag_only": "it is judged by the facts at the crossing; the man too many is pointed out",
            "makes_entry_illegal": "it was no legal change after all",
        },
    ),
    Reading(
        "early_exit",
        "A5",
        "What does a man pay who comes out of the penalty box before his penalty has expired?",
        {
            "minor": "a minor; the misconduct of the note is shown for the referee to confirm",
            "minor_plus_gm": "a minor, and the game misconduct of the note",
        },
    ),
    Reading(
        "fine_unit",
        "A6",
        "What is one occurrence of which a team is fined?",
        {
            "altercation": "one for each altercation and team",
            "game": "one for each game and team",
            "player": "one for each player who left",
        },
    ),
    Reading(
        "fine_window",
        "A6",
        "From when do the years run in which further cases cost more?",
        {
            "fixed": "from the first case; the next one after their end is a first case again",
            "rolling": "back from each case",
        },
    ),
    Reading(
        "window_edge",
        "A6",
        "Does the last anniversary itself belong to those years?",
        {
            "exclusive": "no: on that day it is a first case again",
            "inclusive": "yes",
        },
    ),
    Reading(
        "fine_step",
        "A6",
        "Is the increase added again for each further case?",
        {
            "cumulative": "yes: first, first and one step, first and two steps",
            "flat": "no: every further case costs one step more than the first",
        },
    ),
    Reading(
        "g_first",
        "A14",
        "Not the first to leave: of whom?",
        {
            "all": "of all who left, from either bench",
            "box_only": "of those who left a penalty box",
        },
    ),
    Reading(
        "starter_counts_as_during",
        "A16",
        "Did a man who left before, in order to start it, leave during the altercation?",
        {
            "no": "no: he pays what (b) to (d) say, and (f) and (u) speak of him only if it had begun",
            "yes": "yes",
        },
    ),
    Reading(
        "alt_end",
        "A19",
        "Who says when an altercation is over?",
        {
            "person": "a person sets its start and end",
            "referee_crease": "it is over when the referee enters his crease or, without a penalty, signals "
            "a face-off spot; a person sets its end by that",
        },
    ),
    Reading(
        "carry",
        "A18",
        "Which games of the next season are counted?",
        {
            "regular_only": "regular-season games only",
            "any": "regular-season and play-off games",
        },
    ),
    Reading(
        "illegal_ends",
        "A7",
        "Until when is a man illegally on the ice who came on too soon?",
        {
            "count_restored": "until the man he replaces is at the bench, or play is stopped before that",
            "stoppage": "until the next stoppage",
            "possession_change": "until the puck changes hands",
        },
    ),
    Reading(
        "goal_window",
        "A8",
        "Until when is a goal taken back?",
        {
            "next_faceoff": "until play is restarted; later it is told as one that should have been",
            "unlimited": "at any time",
        },
    ),
    Reading(
        "after_final_goal",
        "28",
        "The bench empties for joy at a goal that ended the game: does (s) apply?",
        {
            "exempt": "no",
            "counts": "yes, by the letter",
        },
    ),
    Reading(
        "coach_with_permission",
        "A21",
        "A coach goes on with an official's permission, as to an injured player: is that a breach?",
        {
            "not_exempt": "yes: the text knows no exception, a person weighs it",
            "exempt": "no",
        },
    ),
    Reading(
        "pay_round",
        "A17",
        "When is the pay lost rounded to the cent?",
        {
            "per_day": "the daily amount, which is then multiplied by the games",
            "once": "only the product",
        },
    ),
    Reading(
        "pay_basis",
        "A17",
        "Which salary is divided?",
        {
            "fixed": "the fixed salary of that season",
            "average": "the average over the contract",
        },
    ),
    Reading(
        "pay_divisor",
        "A17",
        "By what is it divided?",
        {
            "days": "by the days of the regular season",
            "games": "by the games of the regular season",
        },
    ),
)
