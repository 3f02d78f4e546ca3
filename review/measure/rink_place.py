"""Pictures placed on the rink: each from nothing, all of one camera together, then each with that camera."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from review.core.arrays import Array
from review.core.registration import ArenaCamera, LineEvidence, Registration
from review.core.rink import RinkModel
from review.measure.rink_align import sample_evidence
from review.measure.rink_arena import solve_arena
from review.measure.rink_camera import arena_of
from review.measure.rink_error import register_found
from review.measure.rink_field import RinkField, rink_field
from review.measure.rink_gate import GATES_KNOWN, GATES_OPEN, GATES_TRACKED, refusal, worth_trying
from review.measure.rink_locate import ANY_ARENA, FINE, Found, Search, arena_prior, locate, refine

__all__ = [
    "AGREEING_SHARE",
    "FEWEST_FOR_ARENA",
    "Placed",
    "SharedCamera",
    "agreeing_pictures",
    "place_known",
    "place_open",
    "place_pictures",
    "solve_shared",
]

FEWEST_FOR_ARENA = 4
MOST_FOR_ARENA = 16
ENOUGH_OPEN = 5  # pictures believed from nothing before a camera is looked for
CANDIDATES = 3  # of them whose cameras are tried on the others
AGREEING_SHARE = 0.6  # of the pictures that a camera was solved from must be believed with it
SPREAD = 4
MOST_OPENED = 6  # pictures looked at from nothing to learn a camera


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
    return register_found(
        field, found.aligned, evidence.shape, free=found.free, sample=sample, prior=arena_prior()
    ), found


def place_known(
    field: RinkField, evidence: LineEvidence, camera: ArenaCamera
) -> tuple[Registration, Found | None]:
    """One picture of a known camera."""
    found = locate(field, evidence, Search([camera]))
    reason = refusal(found, GATES_KNOWN, evidence)
    if found is None or reason is not None:
        return Registration.refused(reason or "nothing fits"), found
    sample = sample_evidence(evidence, FINE)
    return register_found(
        field, found.aligned, evidence.shape, free=found.free, sample=sample, camera=camera
    ), found


def place_pictures(
    rink: RinkModel,
    evidence: Sequence[LineEvidence | None],
    camera: ArenaCamera | None = None,
    *,
    each: bool = True,
) -> Placed:
    """Registrations of pictures that may or may not be of one camera.

    With `camera` each is placed by it. Without, pictures are placed from nothing until some are believed;
    the camera that explains most pictures is solved from all of those, and each is placed with it. What that
    camera does not explain is placed from nothing where `each` is asked for, else refused.
    """
    field = rink_field(rink)
    reasons = [worth_trying(one) for one in evidence]
    out = [Registration.refused(reason or "not tried") for reason in reasons]
    seen = {k: one for k, one in enumerate(evidence) if one is not None and reasons[k] is None}
    opened: dict[int, tuple[Registration, Found | None]] = {}
    if camera is None:
        for k in _spread(list(seen)):
            opened[k] = place_open(field, seen[k])
            if sum(one.view is not None for one, _ in opened.values()) >= ENOUGH_OPEN:
                break
        camera = _common_camera(field, seen, opened)
    for k, one in seen.items():
        if camera is not None:
            out[k], _ = place_known(field, one, camera)
        if out[k].view is None and (each or camera is None):
            alone = opened[k] if k in opened else place_open(field, one)
            out[k] = alone[0] if alone[0].view is not None or camera is None else out[k]
    return Placed(tuple(out), camera)


def agreeing_pictures(
    rink: RinkModel, evidence: Sequence[LineEvidence | None], *, most_opened: int = MOST_OPENED
) -> dict[int, Found]:
    """Those of a tape's pictures that one main camera explains, by row, and how; few or none where none does.

    Pictures are placed from nothing one by one, until the camera of one of them explains most of the others.
    """
    field = rink_field(rink)
    seen = {k: one for k, one in enumerate(evidence) if one is not None and worth_trying(one) is None}
    trial = _trial(seen)
    best: dict[int, Found] = {}
    for k in _spread(list(seen))[:most_opened]:
        placed, found = place_open(field, seen[k])
        if placed.view is not None and found is not None:
            believed = _believed(field, seen, trial, arena_of(found.view))
            best = believed if len(believed) > len(best) else best
        if len(best) >= AGREEING_SHARE * len(trial):
            break
    return best


def _trial(seen: Mapping[int, LineEvidence]) -> list[int]:
    return list(seen)[:: max(1, len(seen) // MOST_FOR_ARENA)][:MOST_FOR_ARENA]


def _spread(rows: list[int]) -> list[int]:
    """The same rows, far apart ones first."""
    return [rows[k] for step in range(SPREAD) for k in range(step, len(rows), SPREAD)]


def _common_camera(
    field: RinkField,
    seen: Mapping[int, LineEvidence],
    opened: Mapping[int, tuple[Registration, Found | None]],
) -> ArenaCamera | None:
    """The camera that explains most of these pictures; None where it explains too few."""
    views = {k: found for k, (one, found) in opened.items() if found is not None and one.view is not None}
    trial = _trial(seen)
    best: dict[int, Found] = {}
    for k in sorted(views, key=lambda row: views[row].score.total_score)[:CANDIDATES]:
        believed = _believed(field, seen, trial, arena_of(views[k].view))
        best = believed if len(believed) > len(best) else best
        if len(best) >= AGREEING_SHARE * len(trial):
            break
    if len(best) < FEWEST_FOR_ARENA:
        return None
    shared = solve_shared(field.rink, seen, {k: found.view for k, found in best.items()})
    return shared.camera if shared.agree_share >= AGREEING_SHARE else None


@dataclass(frozen=True, slots=True)
class SharedCamera:
    """A camera solved from several pictures together, and how each of them is explained by it.

    `scores` are the two-way scores of the pictures in order (0 = perfect), `views` (n, 9) how each is seen,
    `agree_share` how many pass.
    """

    camera: ArenaCamera
    scores: Array
    agree_share: float
    views: Array


def solve_shared(
    rink: RinkModel, evidence: Mapping[int, LineEvidence], views: Mapping[int, Array]
) -> SharedCamera:
    """The camera that all these pictures share on this rink, from views (9,) that are nearly right."""
    field = rink_field(rink)
    samples = [sample_evidence(evidence[k], FINE) for k in views]
    solved = solve_arena(field, list(views.values()), samples, arena_prior())
    again = [refine(field, evidence[k], view) for k, view in zip(views, solved.views, strict=True)]
    passed = [refusal(one, GATES_TRACKED, evidence[k]) is None for k, one in zip(views, again, strict=True)]
    scores = np.array([one.score.total_score for one in again])
    return SharedCamera(solved.camera, scores, float(np.mean(passed)), np.array([one.view for one in again]))


def _believed(
    field: RinkField, seen: Mapping[int, LineEvidence], rows: Sequence[int], camera: ArenaCamera
) -> dict[int, Found]:
    """The pictures among these that this camera explains, and how."""
    out: dict[int, Found] = {}
    for k in rows:
        one, found = place_known(field, seen[k], camera)
        if one.view is not None and found is not None:
            out[k] = found
    return out
