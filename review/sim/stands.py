"""The bowl around the ice: steps, spectators row by row, and the dark above them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from review.sim.curves import Floats
from review.sim.decor import Decor
from review.sim.dugouts import DEPTH_M
from review.sim.gates import openings
from review.sim.scenario import Scenario
from review.sim.shape import BENCH_FLOOR_M, RinkShape
from review.sim.surfaces import ADVERTS, BACKDROP, BACKS, CROWD, Surfaces, quads

FIRST_M, ROW_M, SEAT_M = 0.62, 0.84, 0.54
VARIANTS = 256  # pictures of spectators in each of the two atlases, the last EMPTY of them seats
EMPTY = 16
TALL_M, BROAD_M = 1.30, 0.80
AISLE_M, AISLE_EVERY_M = 1.1, 9.6
CONCRETE, DARK = (0.17, 0.17, 0.18), (0.035, 0.035, 0.045)
CLEAR_M = 2.1  # how far over the ice heads on the near side may rise in the picture
GAP_M = 3.5  # nobody sits nearer to the camera


@dataclass(frozen=True)
class Spectators:
    """Places of everyone seated, and of empty seats: feet (n, 3), outward direction (n, 2), variant (n,)."""

    feet_m: Floats
    outward: Floats
    variant: NDArray[np.int64]
    size_ratio: Floats
    light_ratio: Floats


@dataclass(frozen=True)
class Tier:
    """Consecutive rows: metres behind the boards and height of each."""

    out_m: Floats
    floor_m: Floats


def tiers(style: Decor) -> list[Tier]:
    """Lower bowl, then the upper one behind its facade."""
    k = np.arange(style.lower_rows, dtype=float)
    lower = Tier(FIRST_M + ROW_M * k, -0.02 + 0.31 * k + 0.006 * k**2)
    if not style.upper_rows:
        return [lower]
    j = np.arange(style.upper_rows, dtype=float)
    upper = Tier(lower.out_m[-1] + 2.6 + ROW_M * j, lower.floor_m[-1] + 3.4 + 0.52 * j)
    return [lower, upper]


def build_stands(solid: Surfaces, scenario: Scenario, style: Decor) -> None:
    """Steps of concrete, facade and backdrop."""
    shape = scenario.rink
    bowl = tiers(style)
    for tier in bowl:
        for out, floor in zip(tier.out_m, tier.floor_m, strict=True):
            _step(solid, scenario, float(out), float(floor))
    rim, high = float(bowl[0].out_m[-1]) + 1.2, float(bowl[0].floor_m[-1])
    if len(bowl) == 2:
        _band(solid, shape, rim, (high, high + 2.2), surface=BACKDROP)
        _band(solid, shape, rim - 0.1, (high + 2.2, high + 3.1), surface=ADVERTS)
    last = bowl[-1]
    _band(solid, shape, float(last.out_m[-1]) + 1.2, (float(last.floor_m[-1]) - 0.4, 30.0), surface=BACKDROP)


def _step(solid: Surfaces, scenario: Scenario, out: float, floor: float) -> None:
    shape = scenario.rink
    ring = shape.perimeter_m(out_m=out - 0.4)
    half = np.array([shape.length_m / 2, shape.width_m / 2]) - shape.corner_m
    arm = ring - np.clip(ring, -half, half)
    rear = ring + ROW_M * arm / np.linalg.norm(arm, axis=1, keepdims=True)
    for i in range(len(ring) - 1):
        a, b, c, d = ring[i], ring[i + 1], rear[i + 1], rear[i]
        if _taken((a + b) / 2, out - 0.5, scenario):
            continue
        n = (float((a - d)[0]), float((a - d)[1]), 0.0)
        ends = (float(a[0]), float(a[1])), (float(b[0]), float(b[1]))
        (ax, ay), (bx, by) = ends
        low = floor - 0.6
        solid.quad(((ax, ay, low), (bx, by, low), (bx, by, floor), (ax, ay, floor)), CONCRETE, normal=n)
        top = (
            (ax, ay, floor),
            (bx, by, floor),
            (float(c[0]), float(c[1]), floor),
            (float(d[0]), float(d[1]), floor),
        )
        solid.quad(top, CONCRETE, normal=(0, 0, 1))


def _band(solid: Surfaces, shape: RinkShape, out: float, span: tuple[float, float], *, surface: int) -> None:
    ring = shape.perimeter_m(out_m=out)
    run = np.r_[0.0, np.cumsum(np.linalg.norm(np.diff(ring, axis=0), axis=1))] / 62.0
    for i in range(len(ring) - 1):
        (ax, ay), (bx, by) = ring[i].tolist(), ring[i + 1].tolist()
        low, high = span
        colour = DARK if surface == BACKDROP else (0.5, 0.5, 0.52)
        uv = ((-run[i], 1.0), (-run[i + 1], 1.0), (-run[i + 1], 0.0), (-run[i], 0.0))
        face = ((ax, ay, low), (bx, by, low), (bx, by, high), (ax, ay, high))
        solid.quad(face, colour, normal=(ay - by, bx - ax, 0.0), surface=surface, uv=uv)


def _taken(at: Floats, out: float, scenario: Scenario) -> bool:
    """Whether a bench or box stands at a place ``out`` metres behind the boards."""
    if out > DEPTH_M + 0.2:
        return False
    side = np.sign(at[1])
    straight = abs(at[0]) < scenario.rink.length_m / 2 - scenario.rink.corner_m + 0.5
    gates = [o for o in openings(scenario) if o.side == side]
    boxes = [o for o in gates if o.kind == "penalty_box"]
    spans = [(o.low_m, o.high_m) for o in gates]
    if len(boxes) == 2:  # the desk between them
        spans.append((min(o.high_m for o in boxes), max(o.low_m for o in boxes)))
    return bool(straight and any(low - 0.7 < at[0] < high + 0.7 for low, high in spans))


def seat_spectators(scenario: Scenario, style: Decor) -> Spectators:
    """Deal out seats along every row, with aisles, neighbours who like company, and empty seats."""
    rng = np.random.default_rng([scenario.seed, 8])
    feet, outward = [], []
    for tier in tiers(style):
        for out, floor in zip(tier.out_m, tier.floor_m, strict=True):
            at, n = _row(scenario, float(out), rng)
            feet.append(np.c_[at, np.full(len(at), floor)])
            outward.append(n)
    at, n = _off_ice_officials(scenario)
    staff = len(at)
    places, ways = np.concatenate([*feet, at]), np.concatenate([*outward, n])
    count = len(places)
    company = np.sin(places[:, 0] * 0.31 + places[:, 2]) + np.sin(places[:, 1] * 0.23 - places[:, 2] * 0.7)
    taken = rng.random(count) < np.clip(style.filled_ratio + 0.13 * company, 0.05, 0.985)
    taken[count - staff :] = True
    variant = np.where(
        taken, rng.integers(0, VARIANTS - EMPTY, count), rng.integers(VARIANTS - EMPTY, VARIANTS, count)
    )
    stands = taken & (rng.random(count) < 0.02)
    places[:, 2] += np.where(stands, 0.38, np.where(taken, rng.normal(0.0, 0.035, count), 0.0))
    places[:, :2] += rng.normal(0.0, 0.05, (count, 2)) * taken[:, None]
    size = np.where(taken, rng.normal(1.0, 0.07, count), 1.0)
    return Spectators(places, ways, variant, size, rng.uniform(0.72, 1.1, count))


def _off_ice_officials(scenario: Scenario) -> tuple[Floats, Floats]:
    """An attendant at the back of each penalty box, score-keepers at the desk: places and directions."""
    boxes = sorted((o for o in openings(scenario) if o.kind == "penalty_box"), key=lambda o: o.low_m)
    places = [(o.low_m + 0.5, o.side * (o.boards_m + 1.75)) for o in boxes]
    if len(boxes) == 2 and boxes[0].side == boxes[1].side:
        desk = np.arange(boxes[0].high_m + 0.6, boxes[1].low_m - 0.3, 0.9)
        places += [(float(x), boxes[0].side * (boxes[0].boards_m + 1.35)) for x in desk]
    at = np.array([(x, y, BENCH_FLOOR_M) for x, y in places]).reshape(-1, 3)
    return at, np.stack([np.zeros(len(at)), np.sign(at[:, 1])], axis=1)


def _row(scenario: Scenario, out: float, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Seats of one row: places (n, 2) and outward directions (n, 2)."""
    ring = scenario.rink.perimeter_m(out_m=out)
    steps = np.linalg.norm(np.diff(ring, axis=0), axis=1)
    run = np.r_[0.0, np.cumsum(steps)]
    along = np.arange(rng.uniform(0, SEAT_M), run[-1], SEAT_M)
    k = np.clip(np.searchsorted(run, along) - 1, 0, len(steps) - 1)
    part = ((along - run[k]) / steps[k])[:, None]
    at = ring[k] + (ring[k + 1] - ring[k]) * part
    way = (ring[k + 1] - ring[k]) / steps[k][:, None]
    normal = np.stack([way[:, 1], -way[:, 0]], axis=1)
    straight = np.where(np.abs(normal[:, 1]) > np.abs(normal[:, 0]), at[:, 0], at[:, 1])
    aisle = np.mod(straight + 0.3, AISLE_EVERY_M) < AISLE_M
    free = np.array([not _taken(p, out - 0.5, scenario) for p in at], bool)
    return at[free & ~aisle], normal[free & ~aisle]


def crowd_quads(
    people: Spectators, eye_m: Floats, shape: RinkShape
) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """Spectators as upright cards that face the eye; who would sit in its way is left out."""
    to_eye = eye_m[:2] - people.feet_m[:, :2]
    gap = np.linalg.norm(to_eye, axis=1)
    behind = (people.outward * to_eye).sum(axis=1) > 0  # seen from behind
    head = people.feet_m + np.array([0.0, 0.0, TALL_M])
    shown = (gap > GAP_M) & ~(behind & blocks_view(head, eye_m, shape))
    feet, sight = people.feet_m[shown], to_eye[shown] / gap[shown, None]
    across = np.stack([-sight[:, 1], sight[:, 0], np.zeros(len(sight))], axis=1)
    half = 0.5 * BROAD_M * people.size_ratio[shown, None]
    tall = np.array([0.0, 0.0, TALL_M]) * people.size_ratio[shown, None]
    low = feet - [0.0, 0.0, 0.02]
    corners = np.stack(
        [low - across * half, low + across * half, low + across * half + tall, low - across * half + tall],
        axis=1,
    )
    row, column = np.divmod(people.variant[shown], 32)
    cell = np.stack([column / 32, row / 8], axis=1)[:, None]
    uv = cell + np.array([[0.02, 0.98], [0.98, 0.98], [0.98, 0.02], [0.02, 0.02]]) * [1 / 32, 1 / 8]
    colours = np.repeat(people.light_ratio[shown, None], 3, axis=1)
    normals = np.c_[-people.outward[shown], np.zeros(shown.sum())]
    vertices, triangles = quads(corners, normals, uv, colours, CROWD)
    vertices[:, 11] = np.where(behind[shown], BACKS, CROWD).repeat(4)
    order = np.argsort(-gap[shown])  # far to near, so that soft edges mix with what is behind
    return vertices, triangles.reshape(-1, 2, 3)[order].reshape(-1, 3)


def blocks_view(points: Floats, eye_m: Floats, shape: RinkShape) -> NDArray[np.bool_]:
    """Whether points (n, 3) on the eye's side of the boards hide more than a strip of the ice, (n,)."""
    out_m = -shape.inside_m(points[:, :2])
    if shape.inside_m(eye_m[:2])[0] > 0:
        return np.zeros(len(points), bool)
    drop = eye_m[2] - points[:, 2]
    reach = eye_m[2] / np.maximum(drop, 1e-6)
    reach = np.minimum(reach, 12.0)
    over_ice = (drop < 0.15) | (reach > 4.0)
    for part in np.linspace(0.1, 1.0, 10):
        stretch = 1.0 + (reach - 1.0) * part
        over_ice |= shape.inside_m(eye_m[:2] + (points[:, :2] - eye_m[:2]) * stretch[:, None]) > CLEAR_M
    beyond = np.zeros(len(points), bool)  # the ice comes first, then the point
    for part in np.linspace(0.1, 0.95, 12):
        beyond |= shape.inside_m(eye_m[:2] + (points[:, :2] - eye_m[:2]) * part) > 0
    centred = ((points[:, :2] - eye_m[:2]) * -eye_m[:2]).sum(axis=1) > 0
    return np.asarray((out_m > 0) & centred & over_ice & ~beyond)
