"""Evaluators by name: what a pack's clause may be judged by."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from review.rules.acts import act, consequent
from review.rules.box import left_box_in_stoppage, left_box_not_free, left_box_too_soon
from review.rules.changes import early_change, played_while_changing, too_many_men
from review.rules.departures import first_or_second, ranked_leaver
from review.rules.evidence import Outcome
from review.rules.goals import goal_with_illegal_man, goal_with_penalized_man
from review.rules.leavers import changed_before, leaver_fine, left_bench_in_altercation, not_first_from_box
from review.rules.office import carried_over, lost_pay_due, team_fine
from review.rules.referral import commissioner_names
from review.rules.staff import bench_emptied, staff_on_ice
from review.rules.substitutes import (
    face_off_place,
    freed_man_changed,
    goalkeeper_returned,
    late_substitution,
    special_change,
)
from review.rules.teams import coach_of_leavers

__all__ = ["EVALUATORS", "Evaluator"]

Evaluator = Callable[..., tuple[Outcome, ...]]
"""Called with the evidence and its own keyword-only parameters, which are checked when a pack loads."""

EVALUATORS: Mapping[str, Evaluator] = {
    one.__name__: one
    for one in (
        act,
        bench_emptied,
        carried_over,
        changed_before,
        coach_of_leavers,
        commissioner_names,
        consequent,
        early_change,
        face_off_place,
        first_or_second,
        freed_man_changed,
        goal_with_illegal_man,
        goal_with_penalized_man,
        goalkeeper_returned,
        late_substitution,
        leaver_fine,
        left_bench_in_altercation,
        left_box_in_stoppage,
        left_box_not_free,
        left_box_too_soon,
        lost_pay_due,
        not_first_from_box,
        played_while_changing,
        ranked_leaver,
        special_change,
        staff_on_ice,
        team_fine,
        too_many_men,
    )
}
