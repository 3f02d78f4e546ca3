"""Where the picture's pixels land on the widget: fitted with its pixel aspect, zoomed and panned."""

from __future__ import annotations

from dataclasses import dataclass, replace

__all__ = ["FrameMap"]

MAX_ZOOM = 16.0


@dataclass(frozen=True, slots=True)
class FrameMap:
    """Widget size, picture size and pixel aspect, zoom (1 = the whole picture fits) and its centre.

    `centre` is in shares of the picture, (0.5, 0.5) = the middle.
    """

    widget_px: tuple[float, float]
    picture_px: tuple[float, float]
    pixel_aspect: float = 1.0
    zoom: float = 1.0
    centre: tuple[float, float] = (0.5, 0.5)

    @property
    def scale(self) -> tuple[float, float]:
        """Widget pixels a picture pixel, in x and y."""
        wide = self.picture_px[0] * self.pixel_aspect
        fit = min(self.widget_px[0] / wide, self.widget_px[1] / self.picture_px[1])
        return fit * self.pixel_aspect * self.zoom, fit * self.zoom

    @property
    def origin(self) -> tuple[float, float]:
        """Widget position of the picture's top left corner."""
        sx, sy = self.scale
        x = self.widget_px[0] / 2 - self.centre[0] * self.picture_px[0] * sx
        y = self.widget_px[1] / 2 - self.centre[1] * self.picture_px[1] * sy
        return x, y

    def to_widget(self, x_px: float, y_px: float) -> tuple[float, float]:
        """Picture pixels to widget pixels."""
        (ox, oy), (sx, sy) = self.origin, self.scale
        return ox + x_px * sx, oy + y_px * sy

    def to_picture(self, x: float, y: float) -> tuple[float, float]:
        """Widget pixels to picture pixels."""
        (ox, oy), (sx, sy) = self.origin, self.scale
        return (x - ox) / sx, (y - oy) / sy

    def zoomed(self, factor: float, x: float, y: float) -> FrameMap:
        """Zoomed by `factor` with the picture point under (x, y) kept in place."""
        zoom = min(max(self.zoom * factor, 1.0), MAX_ZOOM)
        px, py = self.to_picture(x, y)
        bigger = replace(self, zoom=zoom)
        sx, sy = bigger.scale
        cx = (px - (x - self.widget_px[0] / 2) / sx) / self.picture_px[0]
        cy = (py - (y - self.widget_px[1] / 2) / sy) / self.picture_px[1]
        return bigger.kept((cx, cy))

    def moved(self, dx: float, dy: float) -> FrameMap:
        """Panned by a drag of (dx, dy) widget pixels."""
        sx, sy = self.scale
        return self.kept(
            (self.centre[0] - dx / sx / self.picture_px[0], self.centre[1] - dy / sy / self.picture_px[1])
        )

    def kept(self, centre: tuple[float, float]) -> FrameMap:
        """Centred there, as far as the picture still covers the widget (or stays in the middle)."""
        kept = []
        for value, size, scale, room in zip(centre, self.picture_px, self.scale, self.widget_px, strict=True):
            half = room / 2 / (size * scale)
            kept.append(0.5 if half >= 0.5 else min(max(value, half), 1 - half))
        return replace(self, centre=(kept[0], kept[1]))
