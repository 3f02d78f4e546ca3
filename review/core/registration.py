"""Registration: where in rink metres a picture looks, and the evidence that it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from review.core.arrays import Array, column
from review.core.rink import KINDS, LineKind, RinkModel

__all__ = ["ArenaCamera", "ArenaProfile", "LineEvidence", "PictureShape", "Registration"]


@dataclass(frozen=True, slots=True)
class PictureShape:
    """Size of a picture and the shape of its pixels (`pixel_aspect_ratio` = width : height of one).

    Geometry is done in half widths from the picture's middle, square, y down: resolution and stretching
    then play no part. A pixel's own square reaches from its number to the next, as boxes do.
    """

    width_px: int
    height_px: int
    pixel_aspect_ratio: float = 1.0

    @property
    def half_height(self) -> float:
        """Of the picture, in half widths."""
        return self.height_px / self.width_px / self.pixel_aspect_ratio

    def to_unit(self, points_px: Array) -> Array:
        """(n, 2) pixels to half widths from the middle."""
        points = np.asarray(points_px, np.float64).reshape(-1, 2)
        half = self.width_px / 2
        result: Array = (points - [half, self.height_px / 2]) / [half, half * self.pixel_aspect_ratio]
        return result

    def to_px(self, points: Array) -> Array:
        """(n, 2) half widths from the middle to pixels."""
        half = self.width_px / 2
        scaled = np.asarray(points, np.float64).reshape(-1, 2) * [half, half * self.pixel_aspect_ratio]
        result: Array = scaled + np.array([half, self.height_px / 2])
        return result


@dataclass(frozen=True, slots=True)
class LineEvidence:
    """Points of one picture that may lie on lines, from whatever finder.

    Attributes
    ----------
    shape : of the picture that the pixels below count in
    points_px : for each kind of line (n, 2) float64; a missing kind has none
    ice_px, off_ice_px : (n, 2) float64, points spread over what looks like ice, and over what surely is none
    ice : (h, w) bool at any scale, True where ice is seen: lines hidden there count against a pose
    kick_ratio : share of the picture's columns in which a coloured kick plate was found
    ice_ratio : share of the picture that is ice
    """

    shape: PictureShape
    points_px: Mapping[LineKind, Array]
    ice_px: Array
    off_ice_px: Array
    ice: Array
    kick_ratio: float = 0.0
    ice_ratio: float = 0.0

    def __post_init__(self) -> None:
        set_ = object.__setattr__
        points = {
            kind: column(self.points_px.get(kind, np.zeros((0, 2))), np.float64, name=kind, shape=(None, 2))
            for kind in KINDS
        }
        set_(self, "points_px", points)
        set_(self, "ice_px", column(self.ice_px, np.float64, name="ice_px", shape=(None, 2)))
        set_(self, "off_ice_px", column(self.off_ice_px, np.float64, name="off_ice_px", shape=(None, 2)))
        set_(self, "ice", column(self.ice, np.bool_, name="ice", shape=(None, None)))

    def count(self) -> int:
        """Points of all kinds."""
        return sum(len(points) for points in self.points_px.values())


@dataclass(frozen=True, slots=True)
class ArenaCamera:
    """A camera that turns and zooms about one place.

    Attributes
    ----------
    at_m : (3,) float64, its place in rink metres
    lean_rad : (2,) float64, tilt of the axis about which it pans, about x and about y
    k1_ratio : radial distortion k1; a point r half widths off the middle shows at r (1 + k1 r²)
    at_sd_m : (3,) float64, how surely the place is known, one sigma
    """

    at_m: Array
    lean_rad: Array = field(default_factory=lambda: np.zeros(2))
    k1_ratio: float = 0.0
    at_sd_m: Array = field(default_factory=lambda: np.zeros(3))

    def __post_init__(self) -> None:
        for name, n in (("at_m", 3), ("lean_rad", 2), ("at_sd_m", 3)):
            value = column(getattr(self, name), np.float64, name=name, shape=(n,))
            object.__setattr__(self, name, value)


@dataclass(frozen=True, slots=True)
class Registration:
    """One picture's place on the rink, or why it has none.

    Attributes
    ----------
    H_m_from_px : (3, 3) float64, pixels of the picture to metres on the ice; None where not registered
    error_m : 95 % of what is seen on the ice lies within this of where H puts it
    reason : why there is no H
    view : (9,) float64, the camera behind H (`review.measure.rink_camera`); None where not registered
    """

    H_m_from_px: Array | None
    error_m: float | None
    reason: str | None = None
    view: Array | None = None

    def __post_init__(self) -> None:
        if (self.H_m_from_px is None) == (self.reason is None):
            raise ValueError("a registration has a transform or a reason why not")
        if self.H_m_from_px is not None:
            H = column(self.H_m_from_px, np.float64, name="H_m_from_px", shape=(3, 3))
            object.__setattr__(self, "H_m_from_px", H)
            if self.error_m is None or not self.error_m > 0:
                raise ValueError("a registration states its error")
        if self.view is not None:
            object.__setattr__(self, "view", column(self.view, np.float64, name="view", shape=(9,)))

    @classmethod
    def refused(cls, reason: str) -> Registration:
        """Not registered."""
        return cls(None, None, reason)


@dataclass(frozen=True, slots=True)
class ArenaProfile:
    """What is learnt of an arena once and used all season: its rink and its main camera."""

    rink: RinkModel
    camera: ArenaCamera
    name: str = ""
    pictures: int = 0  # that the camera was solved from
