"""Pictures placed on the rink: each from nothing, all of one camera together, then each with that camera."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from review.core.registration import ArenaCamera, LineEvidence, Registration
from review.core.rink import RinkModel
from review.measure.rink_align import sample_evidence
from review.measure.rink_arena import solve_arena
from review.measure.rink_error import register_found
from review.measure.rink_field import RinkField, rink_field
from review.measure.rink_gate import GATES_KNOWN, GATES_OPEN, refusal, worth_trying
from review.measure.rink_locate import ANY_ARENA, FINE, Found, Search, arena_prior, locate

__all__ = ["Placed", "place_known", "place_open", "place_pictures"]

FEWEST_FOR_ARENA = 4
MOST_FOR_ARENA = 16
AGREEING_SHARE = 0.6  # of the pictures that a camera was solved from must be believed with it


@dataclass(frozen=True, slots=True)
class Placed:
    """Registrations in the order of the pictures, and the camera that most of them share, if any."""

    registrations: tuple[Registration, ...]
    camera: ArenaCamera | None


def place_open(field: RinkField, evidence: LineEvidence) -> tuple[Registration, Found | None]:
    """One picture, of a camera nobody has met."""
    found = locate(field, evidence, Search(ANY_ARENA, arena_prior()))
    reason = refusal(found, GATES_OPEN, evidence)
    if found is None or reason is not None:
        return Registration.refused(reason or "nothing fits"), found
    sample = sample_evidence(evidence, FINE)
    return register_found(field, found, evidence.shape, sample=sample, prior=arena_prior()), found


def place_known(
    field: RinkField, evidence: LineEvidence, camera: ArenaCamera
) -> tuple[Registration, Found | None]:
    """One picture of a known camera."""
    found = locate(field, evidence, Search([camera]))
    reason = refusal(found, GATES_KNOWN, evidence)
    if found is None or reason is not None:
        return Registration.refused(reason or "nothing fits"), found
    sample = sample_evidence(evidence, FINE)
    return register_found(field, found, evidence.shape, sample=sample, camera=camera), found


def place_pictures(
    rink: RinkModel, evidence: Sequence[LineEvidence | None], camera: ArenaCamera | None = None
) -> Placed:
    """Registrations of pictures that may or may not be of one camera.

    With `camera` each is placed by it. Without, each is placed from nothing; where enough of them are
    believed, their common camera is solved, and each picture that is believed with it takes that place.
    """
    field = rink_field(rink)
    reasons = [worth_trying(one) for one in evidence]
    out = [Registration.refused(reason or "not tried") for reason in reasons]
    rows = [k for k, reason in enumerate(reasons) if reason is None]
    if camera is None:
        views = {}
        for k in rows:
            out[k], found = place_open(field, _there(evidence[k]))
            if found is not None and out[k].view is not None:
                views[k] = found
        camera = _common_camera(field, evidence, views)
        if camera is None:
            return Placed(tuple(out), None)
    for k in rows:
        known, _ = place_known(field, _there(evidence[k]), camera)
        if known.H_m_from_px is not None or out[k].H_m_from_px is None:
            out[k] = known
    return Placed(tuple(out), camera)


def _there(evidence: LineEvidence | None) -> LineEvidence:
    assert evidence is not None
    return evidence


def _common_camera(
    field: RinkField, evidence: Sequence[LineEvidence | None], views: dict[int, Found]
) -> ArenaCamera | None:
    """The camera of these views, if there is one that most of them agree on."""
    if len(views) < FEWEST_FOR_ARENA:
        return None
    best = sorted(views, key=lambda k: views[k].score.total_score)[:MOST_FOR_ARENA]
    samples = [sample_evidence(_there(evidence[k]), FINE) for k in best]
    camera = solve_arena(field, [views[k].view for k in best], samples, arena_prior()).camera
    believed = [place_known(field, _there(evidence[k]), camera)[0].H_m_from_px is not None for k in best]
    return camera if np.mean(believed) >= AGREEING_SHARE else None
