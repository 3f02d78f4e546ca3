"""Whether a view is believed. A wrong place on the rink is worse than none, so every doubt refuses."""

from __future__ import annotations

from dataclasses import dataclass

from review.core.arrays import Array
from review.core.registration import LineEvidence
from review.measure.rink_camera import K1, PLACE
from review.measure.rink_locate import Found

__all__ = ["GATES_KNOWN", "GATES_OPEN", "GATES_TRACKED", "Gates", "refusal", "worth_trying"]


@dataclass(frozen=True, slots=True)
class Gates:
    """What a view must pass (docs/registration.md says on which pictures each was fitted)."""

    worst_score: float
    agree_ratio: float
    margin_score: float
    families_min: int = 2


#: Without the foot of the far boards it takes red, blue and thin lines together, and a better score.
BOARDLESS_SCORE, BOARDLESS_FAMILIES = 0.33, 3
#: Where main cameras stand and what their lenses do; a view from elsewhere is a chance fit.
FARTHEST_X_M, PLACE_Y_M, PLACE_Z_M, MOST_K1 = 5.0, (-60.0, -17.0), (4.0, 30.0), 0.08

#: The camera's place is known: other places of the rink look different from there.
GATES_KNOWN = Gates(0.43, 0.30, 0.05)
#: It is not: more can be made to fit.
GATES_OPEN = Gates(0.41, 0.32, 0.05)

#: The view was right a moment ago, and is still nearly where it was.
GATES_TRACKED = Gates(0.45, 0.28, -1.0)

LEAST_ICE_RATIO = 0.25
LEAST_KICK_RATIO = 0.12


def worth_trying(evidence: LineEvidence | None) -> str | None:
    """Why this picture cannot be the main camera's; None where it may be."""
    if evidence is None or evidence.ice_ratio < LEAST_ICE_RATIO:
        return "not the main camera: hardly any ice in view"
    if evidence.count() < 120:
        return "too little paint is seen"
    return None


def refusal(found: Found | None, gates: Gates, evidence: LineEvidence) -> str | None:
    """Why a view is not believed; None where it is."""
    if found is None:
        return "too little paint is seen"
    if found.score.total_score > gates.worst_score:
        return f"the rink's lines do not fit (score {found.score.total_score:.2f})"
    if found.aligned.agree_ratio < gates.agree_ratio:
        return f"too few of the lines seen are the rink's ({found.aligned.agree_ratio:.0%})"
    if found.score.families < gates.families_min:
        return "only one kind of line fits"
    if evidence.kick_ratio < LEAST_KICK_RATIO and (
        found.score.total_score > BOARDLESS_SCORE or found.score.families < BOARDLESS_FAMILIES
    ):
        return "the foot of the far boards is not in view, and too little else is"
    if not _possible(found.view):
        return "it fits only from where no main camera stands"
    if found.margin_score < gates.margin_score:
        return "ambiguous: another place on the rink fits as well"
    return None


def _possible(view: Array) -> bool:
    x, y, z = view[PLACE]
    return bool(
        abs(x) < FARTHEST_X_M
        and PLACE_Y_M[0] < y < PLACE_Y_M[1]
        and PLACE_Z_M[0] < z < PLACE_Z_M[1]
        and abs(view[K1]) < MOST_K1
    )
