"""A picture now and then brought onto the rink's lines while a tape is watched.

Between such pictures the camera motion that is estimated anyway says where the camera has turned to, so that
the lines need only be found where they should be. Frames in between are placed later (`measure.rink_carry`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from review.core.arrays import Array
from review.core.camera import apply_homography
from review.core.registration import ArenaCamera, LineEvidence, PictureShape, Registration
from review.core.rink import RinkModel
from review.measure.rink_align import sample_evidence
from review.measure.rink_error import register_found
from review.measure.rink_field import rink_field
from review.measure.rink_gate import GATES_TRACKED, refusal, worth_trying
from review.measure.rink_locate import FINE, Found, refine
from review.measure.rink_motion import carry_view
from review.measure.rink_place import place_known
from review.ports.registrar import LineFinder

__all__ = ["KnownArena", "NoRink", "RinkEye"]

AGREE_RATIO = 0.4  # of the grid that the motion carries; below, it was no turn or zoom
HELD_S = 1.0  # a view that the lines do not confirm is looked for near by for so long, then from nothing
SEARCH_FIRST_S, SEARCH_LONGEST_S = 0.6, 8.0  # between two searches from nothing: each costs half a second


@dataclass(frozen=True, slots=True)
class KnownArena:
    """What is known of the place before a tape is watched; `doubt_m` is what the rink itself may be off."""

    rink: RinkModel
    camera: ArenaCamera
    graphics: Array | None = None
    doubt_m: float = 0.0


class NoRink:
    """In place of a `RinkEye` where the arena is not known: looks at nothing, and says why."""

    def __init__(self, reason: str) -> None:
        self._refused = Registration.refused(reason)

    def reset(self) -> None:
        """Nothing to forget."""

    def moved(self, H_prev_from_px: Array, quality_ratio: float) -> None:
        """Nothing to move."""

    def fix(self, rgb: Array, people_xyxy_px: Array, at_s: float) -> Registration:
        """Refused."""
        return self._refused


class RinkEye:
    """Places single pictures of a tape on the rink, helped by the camera's motion since the last one.

    Parameters
    ----------
    size_px : width and height of the tape's own picture, to which all transforms belong
    """

    def __init__(
        self,
        arena: KnownArena,
        finder: LineFinder,
        size_px: tuple[int, int],
        *,
        pixel_aspect_ratio: float = 1.0,
    ) -> None:
        self._arena = arena
        self._finder = finder
        self._shape = PictureShape(*size_px, pixel_aspect_ratio)
        self.reset()

    def reset(self) -> None:
        """Forget where the camera looked (where a segment starts)."""
        self._lose()
        self._search_at_s, self._pause_s = -np.inf, SEARCH_FIRST_S

    def _lose(self) -> None:
        self._view: Array | None = None
        self._since = np.eye(3)
        self._confirmed_s = -np.inf

    def moved(self, H_prev_from_px: Array, quality_ratio: float) -> None:
        """Take in one step of camera motion, in the tape's own pixels; NaN quality: the view is lost."""
        if np.isnan(quality_ratio):
            self._lose()
            self._pause_s = SEARCH_FIRST_S
            return
        since = self._since @ H_prev_from_px
        self._since = since / since[2, 2]

    def fix(self, rgb: Array, people_xyxy_px: Array, at_s: float) -> Registration:
        """Where this picture looks, at any size, with the people in it in its own pixels."""
        height, width = rgb.shape[:2]
        whole = self._shape
        aspect = whole.pixel_aspect_ratio * (height / width) / (whole.height_px / whole.width_px)
        evidence = self._finder.find(rgb, people_xyxy_px, self._arena.graphics, pixel_aspect_ratio=aspect)
        reason = worth_trying(evidence)
        if evidence is None or reason is not None:
            return Registration.refused(reason or "hardly any ice in view")
        guess = self._carried()
        if guess is not None:
            found = refine(rink_field(self._arena.rink), evidence, guess)
            if refusal(found, GATES_TRACKED, evidence) is None:
                return self._take(found, evidence, at_s)
            if at_s - self._confirmed_s < HELD_S:
                return Registration.refused("the rink's lines do not fit")
        return self._search(evidence, at_s)

    def _carried(self) -> Array | None:
        """The last view, turned and zoomed as the picture has moved since."""
        if self._view is None:
            return None
        x, y = np.meshgrid(np.linspace(-0.8, 0.8, 7), np.linspace(-0.8, 0.8, 5) * self._shape.half_height)
        now = np.column_stack([x.ravel(), y.ravel()])
        then = self._shape.to_unit(apply_homography(self._since, self._shape.to_px(now)))
        view, share = carry_view(self._view, then, now, self._view)
        return view if share >= AGREE_RATIO else None

    def _search(self, evidence: LineEvidence, at_s: float) -> Registration:
        """From nothing, less and less often while nothing is found."""
        self._lose()
        if at_s < self._search_at_s:
            return Registration.refused("lost: the rink's lines do not fit")
        self._search_at_s = at_s + self._pause_s
        self._pause_s = min(2 * self._pause_s, SEARCH_LONGEST_S)
        placed, found = place_known(rink_field(self._arena.rink), evidence, self._arena.camera)
        if found is None or placed.reason is not None:
            return placed
        return self._take(found, evidence, at_s)

    def _take(self, found: Found, evidence: LineEvidence, at_s: float) -> Registration:
        self._view, self._since, self._confirmed_s = found.view, np.eye(3), at_s
        self._search_at_s, self._pause_s = at_s, SEARCH_FIRST_S
        placed = register_found(
            rink_field(self._arena.rink),
            found.aligned,
            self._shape,
            free=found.free,
            sample=sample_evidence(evidence, FINE),
            camera=self._arena.camera,
        )
        if placed.error_m is None or not self._arena.doubt_m:
            return placed
        return replace(placed, error_m=round(float(np.hypot(placed.error_m, self._arena.doubt_m)), 4))
