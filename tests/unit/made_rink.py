"""Evidence as a camera at a known place would give it: lines projected, blurred, and strewn with others."""

from __future__ import annotations

import numpy as np

from review.core.arrays import Array
from review.core.registration import ArenaCamera, LineEvidence, PictureShape
from review.core.rink import KINDS, RINKS, LineKind, RinkModel, rink_lines
from review.measure.rink_camera import look_at, onto_ice, project, straighten, view_of

HD = PictureShape(1280, 720)
CAMERA = ArenaCamera(np.array([0.4, -36.5, 12.5]), np.array([0.001, -0.002]), 0.03)


def view_at(x_m: float, y_m: float, focal_unit: float, camera: ArenaCamera = CAMERA) -> Array:
    """A view (9,) of this camera with (x, y) on the ice in the middle of its picture."""
    return view_of(camera, look_at(camera.at_m, np.array([[x_m, y_m]]), np.log(focal_unit))[0])


def made_evidence(
    view: Array,
    *,
    shape: PictureShape = HD,
    rink: RinkModel = RINKS["nhl"],
    noise_px: float = 1.0,
    astray: int = 120,
    seed: int = 5,
) -> LineEvidence:
    """What a good finder sees in this view; `astray` points lie on no line."""
    rng = np.random.default_rng(seed)
    points: dict[LineKind, list[Array]] = {kind: [] for kind in KINDS}
    for line in rink_lines(rink):
        shown = shape.to_px(project(view, line.points_m))
        if line.kind == "boards":
            shown = shown[line.points_m[:, 1] > 0]
        inside = (shown > 2).all(axis=1) & (shown < [shape.width_px - 2, shape.height_px - 2]).all(axis=1)
        points[line.kind].append(shown[inside] + rng.normal(0, noise_px, (int(inside.sum()), 2)))
    stray = rng.uniform([0, 0], [shape.width_px, shape.height_px], (astray, 2))
    points["thin"].append(stray)
    x, y = np.meshgrid(np.arange(8.0, shape.width_px, 16), np.arange(8.0, shape.height_px, 16))
    grid = np.stack([x, y], -1)
    ice_m = onto_ice(view[None], straighten(shape.to_unit(grid.reshape(-1, 2)), float(view[8])))[0]
    ice = (rink.inside_m(ice_m) > 0).reshape(x.shape)
    return LineEvidence(
        shape,
        {kind: np.concatenate(parts) for kind, parts in points.items()},
        grid[ice][::17],
        grid[~ice][::17],
        ice,
        0.8,
        float(ice.mean()),
    )
