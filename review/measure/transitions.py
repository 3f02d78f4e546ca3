"""Dissolves and wipes: transitions that take a while, found by comparing glances over the whole tape.

In a dissolve each picture is the same mixture, cell by cell, of the one before and the one after. In a plain
wipe each cell is of the one or of the other. A graphic that wipes through shows colours that neither has
near that place, for part of a second, moving all the while. Pans and zooms do none of this.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.ndimage import map_coordinates

from review.core.arrays import Array
from review.core.camera import CameraMotion, apply_homography
from review.core.glances import Glances

__all__ = ["Gradual", "cell_colours", "find_blank", "find_gradual", "same_graphic", "without_pans"]

# Set on rendered dissolves and wipes of four kinds, and on pans, flashes and dropouts, rendered and real.
STEP_MOST_S = 0.11  # between glances; further apart, motion alone looks like a mixture
SPAN_S = (0.2, 2.6)
WIPE_S = (0.28, 1.6)
AROUND = 8  # glances on either side that tell how fast the picture changes without a transition
RAISED, RAISED_BY = 1.3, 0.4  # inside, changes exceed those around by this factor and this much
EDGE, EDGE_BY = 1.45, 0.7  # and by this where it begins and ends
# One as long as this may exceed the change around by little, if more of the picture rules out pan and zoom.
SLOW_S, SLOW_EDGE = 0.56, 1.12
SLOW_MIXED, SLOW_LEFT_OVER, SLOW_CHANGED_SHARE = 0.21, 0.05, 0.5
ONE_STEP_SHARE = 0.6  # of all change in one step: that is a cut
JUMP_RATIO = 2.0  # the first and the last change are no more than this of the usual one inside
QUIET_SHARE, QUIET_S = 0.1, 0.3  # so little change for so long: a shot of its own lies between two cuts
CHANGED = 150.0  # squared difference of a cell before and after
CHANGED_SHARE = 0.3  # of the cells, before and after
MIXED, EITHER = 0.15, 0.72  # spread of the cells' mixtures: none in a dissolve, all or nothing in a wipe
LEFT_OVER = 0.2  # of a cell's difference that no mixture explains
FOREIGN, FOREIGN_SHARE = 30.0, 0.1  # a colour so far from all near that place; of the cells …
FOREIGN_GLANCES = 2  # … in so many
REACH = (2, 5)  # rows and columns within which a pan may have carried a colour
PALETTE_NEAR = 32.0
COVERED, COVERED_SHARE = 20.0, 0.5  # a covered cell differs by this from both pictures; so many do
MIDDLE_NEAR = 25.0  # mean difference of two pictures that the same graphic covers
CHUNK, OVERLAP = 2000, 64
FADED_RATIO, FADED_ALIKE = 0.8, 0.55  # of contrast at the most; likeness asked of one with hardly any
BLANK_SPREAD = 3.0  # of brightness over a picture that shows nothing
#: A turn of the camera leaves no more than this of the change once it is undone (rendered: 0.19 to 0.32 for
#: turns taken for dissolves, 0.91 and more for dissolves and wipes), and moves the picture by no more.
TURN_LEFT_SHARE, TURN_WITHIN = 0.6, 0.5


@dataclass(frozen=True, slots=True)
class Gradual:
    """A transition: `before` is the last ordinal of the old picture alone, `after` the first of the new.

    Of a graphic that wiped through: `palette` (k, 3) holds colours that neither picture has near their
    place, `middle` (18, 32, 3) is the glance least like either; both are empty where there is none.
    """

    kind: Literal["dissolve", "wipe"]
    before: int
    after: int
    palette: Array
    middle: Array

    @property
    def has_graphic(self) -> bool:
        """Whether a graphic was seen in it."""
        return bool(len(self.palette) or len(self.middle))


def cell_colours(glances: Glances, rows: slice | Array) -> Array:
    """(n, 18, 32, 3) float32: brightness and weighted colour of each cell."""
    luma = glances.luma[rows].astype(np.float32)
    chroma = 1.5 * (glances.chroma[rows].astype(np.float32) - 128)
    return np.concatenate([luma[..., None], chroma.repeat(2, axis=1).repeat(2, axis=2)], axis=-1)


def find_gradual(glances: Glances, time_s: Array) -> tuple[Gradual, ...]:
    """Every dissolve and wipe of a tape, in order; none where glances lie too far apart in time.

    Parameters
    ----------
    time_s : (n,) seconds of tape of each glance
    """
    found: list[tuple[Gradual, float]] = []
    for start in range(0, len(glances), CHUNK):
        rows = slice(max(0, start - OVERLAP), min(len(glances), start + CHUNK + OVERLAP))
        found += _in_part(glances, rows, time_s[rows])
    kept: list[Gradual] = []
    for one, _ in sorted(found, key=lambda pair: (-pair[1], pair[0].before)):
        if all(one.after <= other.before or one.before >= other.after for other in kept):
            kept.append(one)
    return tuple(sorted(kept, key=lambda one: one.before))


def without_pans(
    gradual: Sequence[Gradual], glances: Glances, motion: CameraMotion, size_px: tuple[int, int]
) -> tuple[Gradual, ...]:
    """Those whose change is no turn of the camera: undone by its motion, the pictures stay unlike.

    A slow tilt along the stands mixes neighbouring cells much as a dissolve does. `motion` covers the tape.
    """
    return tuple(one for one in gradual if not _is_pan(one, glances, motion, size_px))


def _is_pan(one: Gradual, glances: Glances, motion: CameraMotion, size_px: tuple[int, int]) -> bool:
    if one.kind != "dissolve":
        return False
    rows = np.searchsorted(motion.ordinal, np.arange(one.before + 1, one.after + 1))
    if np.isnan(motion.quality_ratio[rows]).any():
        return False
    H = np.eye(3)
    for step in motion.H_prev_from_px[rows]:
        H = H @ step
    first, last = (cell_colours(glances, glances.ordinal == o)[0] for o in (one.before, one.after))
    height, width = first.shape[:2]
    cell_px = np.array(size_px) / (width, height)
    y, x = np.mgrid[0:height, 0:width]
    from_ = apply_homography(H, (np.column_stack([x.ravel(), y.ravel()]) + 0.5) * cell_px) / cell_px - 0.5
    there = ((from_ >= 0) & (from_ <= (width - 1, height - 1))).all(axis=1).reshape(height, width)
    if there.mean() < TURN_WITHIN:
        return False
    turned = np.stack(
        [map_coordinates(first[..., k], from_.T[::-1], order=1, mode="nearest") for k in range(3)], axis=-1
    ).reshape(first.shape)
    before, after = (((last - picture) ** 2).sum(axis=2)[there].sum() for picture in (first, turned))
    return bool(after < TURN_LEFT_SHARE * before)


def find_blank(glances: Glances) -> tuple[tuple[int, int], ...]:
    """(last ordinal before, first after) of each stretch of one colour all over; one at an end has none."""
    flat = glances.luma.std(axis=(1, 2)) < BLANK_SPREAD
    edges = np.flatnonzero(np.diff(np.concatenate([[False], flat, [False]]).astype(np.int8)))
    whole = [(a - 1, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if a > 0 and b < len(glances)]
    return tuple((int(glances.ordinal[a]), int(glances.ordinal[b])) for a, b in whole)


def same_graphic(a: Gradual, b: Gradual) -> bool:
    """Whether the same graphic wiped through: it covers the picture alike, or has the same colours."""
    covered = len(a.middle) and len(b.middle)
    if covered and float(np.linalg.norm(a.middle - b.middle, axis=2).mean()) < MIDDLE_NEAR:
        return True
    if not len(a.palette) or not len(b.palette):
        return False
    apart = np.linalg.norm(a.palette[:, None] - b.palette[None], axis=2)
    far = max(float(np.mean(apart.min(axis=1))), float(np.mean(apart.min(axis=0))))
    return far < PALETTE_NEAR


def _in_part(glances: Glances, rows: slice, time_s: Array) -> Iterator[tuple[Gradual, float]]:
    if len(time_s) < 3 or not float(np.median(np.diff(time_s))) <= STEP_MOST_S:
        return
    colours = cell_colours(glances, rows)
    step = np.sqrt((np.diff(colours, axis=0) ** 2).sum(axis=3)).mean(axis=(1, 2))
    ordinal = glances.ordinal[rows]
    taken: list[tuple[int, int]] = []
    for a, b, fast in sorted(_windows(step, time_s), key=lambda w: (-float(step[w[0] : w[1]].sum()), w[0])):
        if any(a < d and c < b for c, d in taken):
            continue
        kind, palette = _judged(colours[a : b + 1], float(time_s[b] - time_s[a]), fast)
        if kind:
            taken.append((a, b))
            middle = _middle(colours[a : b + 1]) if kind == "wipe" else np.zeros((0, 0, 3), np.float32)
            yield Gradual(kind, int(ordinal[a]), int(ordinal[b]), palette, middle), float(step[a:b].sum())


def _windows(step: Array, time_s: Array) -> Iterator[tuple[int, int, bool]]:
    """Pairs of glances between which the picture changes faster than around them; whether much faster."""
    before, after = _medians_before(step), _medians_before(step[::-1])[::-1]
    for a in np.flatnonzero(step > SLOW_EDGE * before[:-1]).tolist():
        for b in range(a + 2, len(step) + 1):
            span_s, inside = time_s[b] - time_s[a], step[a:b]
            if span_s > SPAN_S[1] or inside.min() < before[a]:
                break
            around = max(before[a], after[b])
            edge = min(step[a] / (before[a] + 1e-9), step[b - 1] / (after[b] + 1e-9))
            fast = (
                step[a] > EDGE * before[a] + EDGE_BY
                and step[b - 1] > EDGE * after[b] + EDGE_BY
                and inside.min() >= RAISED * around + RAISED_BY
            )
            slow = span_s >= SLOW_S and edge > SLOW_EDGE and inside.min() > around
            if span_s < SPAN_S[0] or not (fast or slow) or inside.max() > ONE_STEP_SHARE * inside.sum():
                continue
            if not _pauses(inside, time_s[a : b + 1]) and not _jumps(inside):
                yield a, b, fast


def _medians_before(step: Array) -> Array:
    """(n + 1,) the usual step just before each glance; 0 where there is none."""
    usual = [np.median(step[max(0, a - AROUND) : a]) if a else 0.0 for a in range(len(step) + 1)]
    return np.array(usual)


def _jumps(inside: Array) -> bool:
    """Whether it begins or ends at once: a cut, and something that moves after or before it."""
    return bool(max(inside[0], inside[-1]) > JUMP_RATIO * np.median(inside))


def _pauses(inside: Array, time_s: Array) -> bool:
    quiet = inside < QUIET_SHARE * inside.max()
    edges = np.flatnonzero(np.diff(np.concatenate([[False], quiet, [False]]).astype(np.int8)))
    return any(time_s[b] - time_s[a] > QUIET_S for a, b in zip(edges[::2], edges[1::2], strict=True))


def _judged(colours: Array, span_s: float, fast: bool) -> tuple[Literal["dissolve", "wipe"] | None, Array]:
    """What leads from the first to the last of these pictures."""
    none = np.zeros((0, 3), np.float32)
    first, last, inside = colours[0], colours[-1], colours[1:-1]
    turn = last - first
    square = (turn**2).sum(axis=2)
    changed = square > CHANGED
    if _fades(first[..., 0], last[..., 0]):
        return None, none
    if changed.mean() < (CHANGED_SHARE if fast else SLOW_CHANGED_SHARE):
        return None, none
    weight = square * changed
    part = np.clip(((inside - first) * turn).sum(axis=3) / np.maximum(square, 1.0), 0.0, 1.0)
    left = ((inside - first - part[..., None] * turn) ** 2).sum(axis=3)
    left_over = float((left * changed).sum() / (len(inside) * weight.sum()))
    mean = (part * weight).sum(axis=(1, 2)) / weight.sum()
    spread = ((part - mean[:, None, None]) ** 2 * weight).sum(axis=(1, 2)) / weight.sum()
    spread_share = float(spread.sum() / max(1e-6, (mean * (1 - mean)).sum()))
    rising = bool(np.all(np.diff(mean) > 0))
    if left_over < LEFT_OVER and spread_share < (MIXED if fast else SLOW_MIXED) and rising:
        return "dissolve", none
    if not WIPE_S[0] <= span_s <= WIPE_S[1]:
        return None, none
    palette = _foreign(inside, first, last) if fast else none
    plain = left_over < (LEFT_OVER if fast else SLOW_LEFT_OVER) and spread_share > EITHER and rising
    return ("wipe" if plain or len(palette) else None), palette


def _fades(first: Array, last: Array) -> bool:
    """Whether light comes or goes: one shows nothing, or is the other with less contrast."""
    less, more = sorted((float(first.std()), float(last.std())))
    if less < BLANK_SPREAD:
        return True
    alike = float(np.mean((first - first.mean()) * (last - last.mean()))) / (less * more)
    left = less / more
    return left < FADED_RATIO and alike > FADED_ALIKE + (1 - FADED_ALIKE) * left


def _foreign(inside: Array, first: Array, last: Array) -> Array:
    """Colours (k, 3) that neither picture has near that place, from the glances that show most of them."""
    there = [np.minimum(*(((end - picture) ** 2).sum(axis=2) for end in (first, last))) for picture in inside]
    shows = [(apart > FOREIGN**2).mean() >= FOREIGN_SHARE for apart in there]
    if sum(shows) < FOREIGN_GLANCES:
        return np.zeros((0, 3), np.float32)
    near = np.concatenate([_shifted(first), _shifted(last)])
    kept = []
    for picture in inside[shows]:
        apart = np.full(picture.shape[:2], np.inf, np.float32)
        for other in near:
            np.minimum(apart, ((other - picture) ** 2).sum(axis=2), out=apart)
        strange = apart > FOREIGN**2
        if strange.mean() >= FOREIGN_SHARE:
            kept.append(picture[strange])
    return np.concatenate(kept)[::8] if len(kept) >= FOREIGN_GLANCES else np.zeros((0, 3), np.float32)


def _middle(colours: Array) -> Array:
    """The picture that a graphic covers most; empty where most cells are of the first or the last."""
    inside = colours[1:-1]
    near = [np.linalg.norm(inside - end, axis=3) for end in (colours[0], colours[-1])]
    covered = (np.minimum(*near) > COVERED).mean(axis=(1, 2))
    at = int(covered.argmax())
    return np.asarray(inside[at]) if covered[at] >= COVERED_SHARE else np.zeros((0, 0, 3), np.float32)


def _shifted(picture: Array) -> Array:
    rows, columns = REACH
    height, width = picture.shape[:2]
    padded = np.pad(picture, ((rows, rows), (columns, columns), (0, 0)), mode="edge")
    return np.stack(
        [padded[r : r + height, c : c + width] for r in range(2 * rows + 1) for c in range(2 * columns + 1)]
    )
