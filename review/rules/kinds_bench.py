"""What may be said of an altercation and of who left which bench: the facts of Rule 72, its first half."""

from __future__ import annotations

from review.rules.fact_kind import ACT, CAMERA, PERSON, FactKind

__all__ = ["BENCH_KINDS"]

_RANK = {"altercation": "id", "crossing": "id", "scope": "text", "candidates": "ids", "margin_s": "number"}

BENCH_KINDS = (
    FactKind(
        "altercation",
        "there was an altercation from start to end",
        CAMERA,
        "Was there an altercation here, and when did it begin and end?",
        subject=(),
        links={"altercation": "id"},
    ),
    FactKind(
        "left_bench",
        "the man came onto the ice from the bench named while the altercation was on",
        CAMERA,
        "Did this man leave his bench while the altercation was on?",
        links={**ACT, "interval_s": "seconds", "during": "flag", "definition": "text"},
    ),
    FactKind(
        "bench_watched",
        "that bench of the team could be watched through the whole altercation",
        CAMERA,
        "Could this bench be seen through the whole altercation, so that nobody left it unseen?",
        subject=("team", "bench"),
        links={"altercation": "id", "gaps_s": "spans", "reason": "text"},
    ),
    FactKind(
        "entered_legally_before",
        "the man had come onto the ice by a legal change before the altercation began",
        CAMERA,
        "Had this man already come on by a legal change before the altercation began?",
        links=ACT,
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
        PERSON,
        "Did the referee and his crew name the first and second man of this team to leave the bench?",
        links={"altercation": "id"},
    ),
    FactKind(
        "left_to_start",
        "the man left his bench, before there was an altercation, in order to start one",
        PERSON,
        "Did he leave his bench in order to start the altercation?",
    ),
    FactKind(
        "started_altercation",
        "the man began the altercation",
        PERSON,
        "Was it this man who began the altercation?",
    ),
    FactKind(
        "joined_altercation",
        "the man took part in the altercation",
        PERSON,
        "Did he go into the altercation and take part in it?",
    ),
    FactKind(
        "lined_up_after_change",
        "the man came on by a legal change in the stoppage and lined up for the face-off",
        CAMERA,
        "Had he come on by a change in the stoppage and lined up for the face-off?",
    ),
    FactKind(
        "retiring_man_turned_back",
        "the man whom he had replaced turned round and went into the altercation too",
        CAMERA,
        "Did the man whom he had replaced turn back and join in?",
    ),
    FactKind(
        "left_without_change",
        "men left the players' bench for something other than a change",
        CAMERA,
        "Did men leave the players' bench for anything but a change?",
    ),
    FactKind(
        "after_final_goal",
        "the goal they came out for had ended the game",
        PERSON,
        "Had the goal that they came out to celebrate ended the game?",
    ),
    FactKind(
        "ordered_off",
        "the man had been ordered to the dressing room, and was told so",
        PERSON,
        "Had this man been ordered to the dressing room, and had he been told?",
    ),
    FactKind(
        "returned_after_ordered_off",
        "the man came back to the bench or onto the ice",
        CAMERA,
        "Did this man come back to the bench or onto the ice?",
    ),
    FactKind(
        "return_was_timely",
        "by then the time was appropriate for him to come back",
        PERSON,
        "Was it by then an appropriate time for him to come back?",
    ),
)
