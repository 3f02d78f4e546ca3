"""What kind of camera shows a shot: told by ice and men, or not told.

Plain cues, each the median over the shot's looks: how many men there are and how tall, as shares of the
picture's height, how wide beside their height, and how much ice lies in the upper and in the lower half. The
main camera sees many small men over much ice, an overhead one few squat men on nothing but ice, a close-up
one to three tall men. A crowd shows neither ice nor men. What lies between is not told: a bench, a penalty
box or the view from behind a net has no cue here that holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from review.core.arrays import Array
from review.core.detections import Detections
from review.core.glances import Glances
from review.core.shots import Shot, View

__all__ = ["ViewCues", "judge_views", "view_cues"]

SURE_CONF = 0.4
ICE_BRIGHT, ICE_GREY = 150, 14  # at least so bright, colour at most so far from grey
MAIN_MEN, MAIN_TALL, MAIN_ICE = 5, 0.24, 0.5
SQUAT, OVERHEAD_MEN, OVERHEAD_TALL, OVERHEAD_ICE = 1.25, 6, 0.2, 0.55
CLOSE_MEN, CLOSE_TALL, NO_ICE = 3, 0.2, 0.03


@dataclass(frozen=True, slots=True)
class ViewCues:
    """Cues of one shot. `men` a look; `tall` and `squat` NaN where there are none; ice as shares of cells."""

    men: int
    tall_share: float
    squat_ratio: float
    ice_above_share: float
    ice_below_share: float


def view_cues(glances: Glances, looks: Sequence[Detections], size_px: tuple[int, int]) -> ViewCues:
    """The cues of what these glances and looks show; `size_px` (width, height) of the tape."""
    boxes = [found.xyxy_px[found.conf >= SURE_CONF] for found in looks]
    every = np.concatenate([np.zeros((0, 4), np.float32), *boxes])
    wide, tall = (every[:, 2] - every[:, 0], every[:, 3] - every[:, 1])
    grey = np.abs(glances.chroma.astype(int) - 128).max(axis=3, initial=0) <= ICE_GREY
    ice = (glances.luma >= ICE_BRIGHT) & grey.repeat(2, axis=1).repeat(2, axis=2)
    half = ice.shape[1] // 2
    return ViewCues(
        round(float(np.median([len(b) for b in boxes]))) if boxes else 0,
        float(np.median(tall) / size_px[1]) if len(every) else np.nan,
        float(np.median(tall / np.maximum(wide, 1e-6))) if len(every) else np.nan,
        float(ice[:, :half].mean()) if len(ice) else 0.0,
        float(ice[:, half:].mean()) if len(ice) else 0.0,
    )


def _told(cues: ViewCues) -> tuple[View | None, str]:
    """The view, or None and why it is not told."""
    ice = (cues.ice_above_share + cues.ice_below_share) / 2
    if cues.men < 1:
        if ice < NO_ICE:
            return "crowd", ""
        return None, "nobody was found in it"
    squat = cues.squat_ratio < SQUAT and min(cues.ice_above_share, cues.ice_below_share) >= OVERHEAD_ICE
    if squat and cues.men <= OVERHEAD_MEN and cues.tall_share < OVERHEAD_TALL:
        return "overhead", ""
    if cues.men >= MAIN_MEN and cues.tall_share <= MAIN_TALL and cues.ice_below_share >= MAIN_ICE:
        return "main", ""
    if cues.men <= CLOSE_MEN and cues.tall_share >= CLOSE_TALL:
        return "close", ""
    men = f"{cues.men} men, {100 * cues.tall_share:.0f} % of its height tall"
    return None, f"{men}, {100 * ice:.0f} % of it ice"


def judge_views(
    shots: Sequence[Shot], glances: Glances, looks: Mapping[int, Detections], size_px: tuple[int, int]
) -> tuple[Shot, ...]:
    """The shots with their `view`, where cues tell one; `looks` by ordinal.

    Where they do not and `replay` has no reason of its own, `reason` says what was seen.
    """
    ordinals = np.array(sorted(looks), dtype=np.int64)
    return tuple(_viewed(shot, glances, ordinals, looks, size_px) for shot in shots)


def _viewed(
    shot: Shot, glances: Glances, ordinals: Array, looks: Mapping[int, Detections], size_px: tuple[int, int]
) -> Shot:
    first, end = np.searchsorted(glances.ordinal, [shot.clear, shot.last + 1])
    rows = slice(int(first), int(end))
    shown = Glances(glances.ordinal[rows], glances.luma[rows], glances.chroma[rows])
    inside = ordinals[(ordinals >= shot.clear) & (ordinals <= shot.last)]
    view, why = _told(view_cues(shown, [looks[int(o)] for o in inside], size_px))
    reason = shot.reason or (f"which camera shows it is not told: {why}" if view is None else None)
    return replace(shot, view=view, reason=reason)
