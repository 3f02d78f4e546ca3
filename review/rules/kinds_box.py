"""What may be said of the penalty box, of goals, and of a club's staff: Rule 72, its second half."""

from __future__ import annotations

from review.rules.fact_kind import ACT, CAMERA, PERSON, RECORD, SHEET, FactKind

__all__ = ["BOX_KINDS"]

BOX_KINDS = (
    FactKind(
        "left_box",
        "the penalized man came out of the penalty box onto the ice",
        RECORD,
        "Did this man come out of the penalty box?",
        links={**ACT, "on_for_s": "seconds"},
    ),
    FactKind(
        "penalty_left",
        "time left in his penalty when he came out, on the penalty clock; 0 or less is expired",
        RECORD,
        "How much of his penalty was left when he stepped out, by the clock in the picture?",
        type="number",
        unit="s",
    ),
    FactKind(
        "entitled_to_another_man",
        "with his penalty expired, his team was entitled to one man more on the ice",
        SHEET,
        "Was his team entitled to another man on the ice by then?",
    ),
    FactKind(
        "period_ended",
        "the period had ended when he came out",
        RECORD,
        "Had the period ended when he came out?",
    ),
    FactKind(
        "official_gave_permission",
        "an official had given him permission to come out",
        PERSON,
        "Had an official given him permission to come out?",
    ),
    FactKind(
        "challenged_ruling",
        "he came out to challenge or dispute a ruling of an official",
        PERSON,
        "Did he come out to dispute a ruling with an official?",
    ),
    FactKind(
        "timekeeper_error",
        "he came out too soon because the penalty timekeeper made an error",
        PERSON,
        "Was it the penalty timekeeper's error that he came out too soon?",
    ),
    FactKind(
        "offenders_have_puck",
        "the team of the man who came out too soon has the puck",
        CAMERA,
        "Does the team of the man who came out too soon have the puck?",
    ),
    FactKind(
        "interfered_with_attacker",
        "a man of the team interfered with the attacker who had the puck",
        PERSON,
        "Did he interfere with the attacker who had the puck?",
    ),
    FactKind(
        "illegally_on_ice",
        "the man had come onto the ice illegally, from the players' bench or the penalty box",
        CAMERA,
        "Had this man come onto the ice illegally?",
        links={**ACT, "on_for_s": "seconds"},
    ),
    FactKind(
        "only_goalkeeper_to_beat",
        "the attacker had the puck and no opponent between him and the goal but the goalkeeper",
        PERSON,
        "Had the attacker the puck and nobody but the goalkeeper to beat?",
    ),
    FactKind(
        "goalkeeper_off",
        "the goalkeeper of the team that interfered had been taken off the ice",
        RECORD,
        "Had the goalkeeper of that team been taken off?",
    ),
    FactKind(
        "threw_or_fouled_from_behind",
        "a man of the team threw a stick or object at the puck or its carrier, or fouled him from behind",
        PERSON,
        "Did he throw something at the puck or its carrier, or foul him from behind?",
    ),
    FactKind(
        "clear_shot_denied",
        "without that the carrier had a clear shot at the open goal",
        PERSON,
        "Would the attacker otherwise have had a clear shot at the open goal?",
    ),
    FactKind(
        "goal",
        "the team scored a goal at that moment",
        RECORD,
        "When did this team score?",
    ),
    FactKind(
        "play_restarted",
        "since the goal play had gone on with a face-off before anybody spoke up",
        RECORD,
        "Had play already been restarted after the goal?",
    ),
    FactKind(
        "possession_changed",
        "at that moment the puck changed hands between the teams",
        PERSON,
        "When did the puck change hands?",
    ),
    FactKind(
        "coach_on_ice",
        "a coach of the team went onto the ice",
        CAMERA,
        "Did a coach of this team go onto the ice?",
    ),
    FactKind(
        "manager_on_ice",
        "a manager of the team went onto the ice",
        CAMERA,
        "Did a manager of this team go onto the ice?",
    ),
    FactKind(
        "executive_on_ice",
        "an executive of the club went onto the ice",
        CAMERA,
        "Did an executive of the club go onto the ice?",
    ),
    FactKind(
        "within_period",
        "it was after the start of the period and before its end",
        RECORD,
        "Was it between the start and the end of the period?",
    ),
)
