"""How far a registered point on the ice may be from the truth, in metres.

The covariance of an alignment alone is far too small: its thousand points share their errors. What a point's
error comes to is taken as three parts, added in squares: `PICTURE_PX` of picture, seen at the point's own
slant; `FORMAL` times the covariance; and what the camera's own uncertain place does once the pose has been
brought back onto the lines. The figures are fitted on hand marks (docs/registration.md).
"""

from __future__ import annotations

import numpy as np

from review.core.arrays import Array
from review.core.registration import ArenaCamera, PictureShape, Registration
from review.measure.rink_align import PX, Aligned, Prior, Sample, align
from review.measure.rink_camera import K1, homography, onto_ice, straighten
from review.measure.rink_field import RinkField
from review.measure.rink_locate import FREE_POSE

__all__ = ["point_sd_m", "register_found", "seen_grid"]

PICTURE_PX = 2.0
FORMAL = 2.0
SIGMAS = 2.0  # of 95 %
NUDGE = 1e-5
FARTHEST_M = 0.5  # behind the foot of the boards: men on the bench stand there
COLUMNS, ROWS = 18, 10
FEWEST_SEEN = 12
BOUND_SHARE = 0.8  # of what is seen has an sd below the picture's own


def seen_grid(field: RinkField, view: Array, shape: PictureShape) -> Array:
    """(n, 2) half widths: points spread over the part of the picture that shows the rink."""
    x = (np.arange(COLUMNS) + 0.5) / COLUMNS * 2 - 1
    y = ((np.arange(ROWS) + 0.5) / ROWS * 2 - 1) * shape.half_height
    grid = np.stack(np.meshgrid(x, y), -1).reshape(-1, 2)
    ice = onto_ice(view[None], straighten(grid, float(view[8])))[0]
    result: Array = grid[field.rink.inside_m(ice) > -FARTHEST_M]
    return result


def point_sd_m(
    view: Array,
    points: Array,
    aligned: Aligned,
    *,
    free: tuple[int, ...],
    prior: Prior | None = None,
    place: tuple[Array, Array] | None = None,
) -> Array:
    """(n,) one sigma in metres of where points (n, 2) half widths are put on the ice.

    Parameters
    ----------
    free : what the alignment was free to move; prior : what held it
    place : for a camera that was given, its information (6, 6) over pose and place, and its place's sd (3,)
    """
    slopes = _slopes(view, points, free)
    known = aligned.information.copy()
    noise = max(aligned.spread, PX) ** 2
    if prior is not None:
        known += noise * np.diag(1 / prior.sd[list(free)] ** 2)
    covariance = noise * np.linalg.pinv(known)
    variance = FORMAL**2 * np.einsum("nif,fg,nig->n", slopes, covariance, slopes)
    variance += (PICTURE_PX * PX * _metres_a_unit(view, points)) ** 2
    if place is not None:
        variance += _place_variance(view, points, *place)
    result: Array = np.sqrt(variance)
    return result


def _slopes(view: Array, points: Array, numbers: tuple[int, ...]) -> Array:
    """(n, 2, f) metres on the ice a unit of each number of the view."""
    straight = straighten(points, float(view[8]))
    nudged = np.tile(view, (len(numbers) + 1, 1))
    for row, number in enumerate(numbers, 1):
        nudged[row, number] += NUDGE
    ice = onto_ice(nudged, straight)
    if K1 in numbers:
        bent = nudged[numbers.index(K1) + 1]
        ice[numbers.index(K1) + 1] = onto_ice(bent[None], straighten(points, float(bent[K1])))[0]
    result: Array = np.moveaxis((ice[1:] - ice[0]) / NUDGE, 0, -1)
    return result


def _metres_a_unit(view: Array, points: Array) -> Array:
    """(n,) metres that a half width covers on the ice, in the direction in which it covers most."""
    straight = straighten(points, float(view[8]))
    here, right, down = (onto_ice(view[None], straight + step)[0] for step in ([0, 0], [1e-4, 0], [0, 1e-4]))
    a, b = (right - here) / 1e-4, (down - here) / 1e-4
    both = (a**2).sum(axis=1) + (b**2).sum(axis=1)
    cross = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    result: Array = np.sqrt((both + np.sqrt(np.maximum(both**2 - 4 * cross**2, 0))) / 2)
    return result


def _place_variance(view: Array, points: Array, information: Array, sd_m: Array) -> Array:
    """(n,) m²: the camera stands elsewhere by `sd_m`, and the pose follows so that the lines still fit."""
    pose, place = information[:3, :3], information[:3, 3:]
    follow = -np.linalg.pinv(pose) @ place
    slopes = _slopes(view, points, (0, 1, 2, 3, 4, 5))
    moved = slopes[:, :, 3:] + slopes[:, :, :3] @ follow
    result: Array = ((moved * sd_m) ** 2).sum(axis=(1, 2))
    return result


def register_found(
    field: RinkField,
    aligned: Aligned,
    shape: PictureShape,
    *,
    free: tuple[int, ...],
    sample: Sample | None = None,
    prior: Prior | None = None,
    camera: ArenaCamera | None = None,
) -> Registration:
    """The transform of a view that was accepted, with the error that it states.

    Parameters
    ----------
    free : what the alignment was free to move
    sample : the evidence it was aligned on; prior : what held the camera where its place was free
    camera : the camera where it was given; what its uncertain place does is counted where a sample is given
    """
    view = aligned.view
    seen = seen_grid(field, view, shape)
    if len(seen) < FEWEST_SEEN:
        return Registration.refused("hardly any of the rink is in the picture")
    H, missed = homography(view, shape, seen)
    place = None
    if camera is not None and sample is not None and free == FREE_POSE and camera.at_sd_m.any():
        both = align(field, view, sample, free=(0, 1, 2, 3, 4, 5), widths=(3.0, 3.0), rounds=1)
        place = both.information, camera.at_sd_m
    sd = point_sd_m(view, seen, aligned, free=free, prior=prior, place=place)
    bent = np.hypot(*missed.T) * _metres_a_unit(view, seen)
    bound = SIGMAS * np.quantile(np.hypot(sd, bent / SIGMAS), BOUND_SHARE)
    return Registration(H, round(float(bound), 4), None, view)
