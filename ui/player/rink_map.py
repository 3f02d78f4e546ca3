"""A small rink with everybody on it, and what the camera sees of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF

from review.core.arrays import Array
from review.core.game import Game
from review.core.gates import Gate
from review.core.rink import RINKS, RinkModel
from review.core.times import FrameTime
from review.core.tracks import Tracks
from ui.player.boxes import REACH_S
from ui.player.overlay import Cast
from ui.theme import ON_PICTURE
from ui.words import t

__all__ = ["MapView", "Spot", "draw_rink_map", "map_at", "rink_shown"]

SHARE = 0.36
EDGE_PX = 12.0
ROUND_M = 2.0
FEWEST = 4
"""Men whose places tell how the picture lies on the ice."""
FIT_M, STEADY_M = 0.15, 1.5
"""Places must agree so well; the picture's corners may move so much when any man is left out."""
AWAY_M = 60.0
STEPS = 24
TRAIL_S = 1.5
DOT_PX, NUMBERED_PX = 5.0, 8.0
ON_ICE_M = 0.5
"""Behind the boards by more nobody stands on the ice: feet behind them are not where they seem."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where one man stands, on the rink; `error_m` is the 95 % bound of registration alone."""

    track: int
    x_m: float
    y_m: float
    error_m: float


@dataclass(frozen=True, slots=True)
class MapView:
    """What the map shows of one frame: men and their ways there, how many have no place, the ice in view."""

    spots: tuple[Spot, ...] = ()
    trails_m: Mapping[int, Array] = field(default_factory=dict)
    unplaced: int = 0
    seen_m: Array | None = None
    carried: bool = False


def rink_shown(game: Game | None, gates: Sequence[Gate] = ()) -> RinkModel:
    """The rink that GAME.toml names, else one as wide as its gates say, else the NHL's."""
    if game is not None and game.rink in RINKS:
        return RINKS[str(game.rink)]
    sides = [abs(float(g.points_m[:, 1].mean())) for g in gates if g.points_m is not None]
    if not sides:
        return RINKS["nhl"]
    return min(RINKS.values(), key=lambda rink: abs(rink.width_m / 2 - max(sides)))


def map_at(tracks: Tracks, ordinal: int, time: FrameTime, *, picture_px: tuple[float, float]) -> MapView:
    """The map of frame `ordinal`; where the detector did not look, of the nearest look within `REACH_S`."""
    if not len(tracks):
        return MapView()
    away_s = np.abs(tracks.pts - time.pts) * float(time.time_base)
    nearest = tracks.ordinal[int(away_s.argmin())]
    if away_s.min() > REACH_S + 1e-9:
        return MapView()
    rows = tracks.ordinal == (ordinal if (tracks.ordinal == ordinal).any() else nearest)
    foot_m = np.asarray(tracks.foot_m[rows], np.float64)
    placed = np.isfinite(foot_m).all(axis=1)
    box = np.asarray(tracks.xyxy_px[rows], np.float64)
    foot_px = np.column_stack([(box[:, 0] + box[:, 2]) / 2, box[:, 3]])
    values = zip(
        tracks.id[rows][placed].tolist(), foot_m[placed].tolist(), tracks.foot_error_m[rows][placed].tolist(),
        strict=True,
    )  # fmt: skip
    spots = tuple(Spot(id_, x, y, error) for id_, (x, y), error in values)
    seen = seen_area_m(foot_px[placed], foot_m[placed], picture_px)
    trails = _trails(tracks, time, {spot.track for spot in spots})
    return MapView(spots, trails, int((~placed).sum()), seen, carried=not (tracks.ordinal == ordinal).any())


def _trails(tracks: Tracks, time: FrameTime, men: set[int]) -> dict[int, Array]:
    """Where each of them was in the last `TRAIL_S`, oldest first."""
    ago_s = (time.pts - tracks.pts) * float(time.time_base)
    lately = (ago_s >= -REACH_S) & (ago_s <= TRAIL_S) & np.isfinite(tracks.foot_m).all(axis=1)
    ways = {man: np.asarray(tracks.foot_m[lately & (tracks.id == man)], np.float64) for man in sorted(men)}
    return {man: way for man, way in ways.items() if len(way) > 1}


def seen_area_m(foot_px: Array, foot_m: Array, picture_px: tuple[float, float]) -> Array | None:
    """The part of the ice that a picture shows, (n, 2) m, from men's feet; None where they do not tell.

    All places come from one homography, which men who stand apart give back. It is believed where the
    picture's lower corners stay where they are whichever man is left out.
    """
    if len(foot_px) <= FEWEST:
        return None
    H = _homography(foot_px, foot_m)
    if H is None or np.abs(_mapped(H, foot_px) - foot_m).max() > FIT_M:
        return None
    corners = np.array([[0.0, picture_px[1]], [picture_px[0], picture_px[1]]])
    told = _mapped(H, corners)
    for k in range(len(foot_px)):
        kept = np.arange(len(foot_px)) != k
        other = _homography(foot_px[kept], foot_m[kept])
        if other is None or np.abs(_mapped(other, corners) - told).max() > STEADY_M:
            return None
    return _area(H, picture_px)


def _homography(a: Array, b: Array) -> Array | None:
    """(3, 3) by the direct linear transform over centred places; None where they lie on a line."""
    scale_a, scale_b = _centred(a), _centred(b)
    p, q = _mapped(scale_a, a), _mapped(scale_b, b)
    rows = []
    for (x, y), (u, v) in zip(p.tolist(), q.tolist(), strict=True):
        rows += [[-x, -y, -1, 0, 0, 0, u * x, u * y, u], [0, 0, 0, -x, -y, -1, v * x, v * y, v]]
    _, sizes, right = np.linalg.svd(np.array(rows))
    if len(sizes) < 8 or sizes[7] < 1e-4 * sizes[0]:
        return None
    H: Array = np.linalg.inv(scale_b) @ right[-1].reshape(3, 3) @ scale_a
    return H


def _centred(points: Array) -> Array:
    middle, spread = points.mean(axis=0), max(1e-9, float(points.std()))
    return np.array([[1 / spread, 0, -middle[0] / spread], [0, 1 / spread, -middle[1] / spread], [0, 0, 1]])


def _mapped(H: Array, points: Array) -> Array:
    out = np.column_stack([points, np.ones(len(points))]) @ H.T
    result: Array = out[:, :2] / out[:, 2:]
    return result


def _area(H: Array, picture_px: tuple[float, float]) -> Array | None:
    """Between both sides of the picture, as far up as they lie on this side of the horizon and the stands."""
    width, height = picture_px
    sides = []
    for x in (0.0, width):
        line = np.column_stack([np.full(STEPS, x), np.linspace(height, 0.0, STEPS)])
        depth = (np.column_stack([line, np.ones(STEPS)]) @ H.T)[:, 2]
        line_m = _mapped(H, line)
        good = (np.sign(depth) == np.sign(depth[0])) & (np.abs(line_m) < AWAY_M).all(axis=1)
        sides.append(line_m[: int(np.argmin(good)) if not good.all() else STEPS])
    if min(len(side) for side in sides) < 2:
        return None
    area: Array = np.vstack([sides[0], sides[1][::-1]])
    return area


def draw_rink_map(
    painter: QPainter,
    size_px: tuple[float, float],
    view: MapView,
    cast: Cast,
    rink: RinkModel,
    *,
    above: bool,
) -> None:
    """Paint the map in the lower right corner, or `above` in the upper one; words say what it lacks."""
    width = SHARE * size_px[0]
    scale = width / (rink.length_m + 2 * ROUND_M)
    height = scale * (rink.width_m + 2 * ROUND_M)
    top = EDGE_PX if above else size_px[1] - height - 20 - EDGE_PX
    frame = QRectF(size_px[0] - width - EDGE_PX, top, width, height + 20)
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(11, 13, 16, 225))
    painter.drawRoundedRect(frame, 4, 4)
    painter.setClipRect(frame)
    middle = QPointF(frame.center().x(), frame.top() + height / 2)

    def at(x_m: float, y_m: float) -> QPointF:
        return QPointF(middle.x() + x_m * scale, middle.y() - y_m * scale)

    _ice(painter, at, rink, scale, view.seen_m)
    font = QFont(painter.font())
    font.setPointSizeF(7.5)
    font.setBold(True)
    painter.setFont(font)
    there = [spot for spot in view.spots if rink.inside_m(np.array([spot.x_m, spot.y_m])) >= -ON_ICE_M]
    for spot in there:
        _way(
            painter,
            [at(x, y) for x, y in view.trails_m.get(spot.track, np.zeros((0, 2))).tolist()],
            spot,
            cast,
        )
    for spot in there:
        _man(painter, at(spot.x_m, spot.y_m), spot, cast, scale)
    words = _words(view, len(there))
    painter.setPen(QColor("#e8ebee"))
    strip = QRectF(frame.left() + 4, frame.bottom() - 20, frame.width() - 8, 18)
    words = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, int(strip.width()))
    painter.drawText(strip, Qt.AlignmentFlag.AlignCenter, words)
    painter.restore()


def _ice(
    painter: QPainter,
    at: Callable[[float, float], QPointF],
    rink: RinkModel,
    scale: float,
    seen: Array | None,
) -> None:
    """Boards, lines, and the part in view lighter than the rest."""
    half = QPointF(rink.length_m / 2 * scale, rink.width_m / 2 * scale)
    boards = QPainterPath()
    corner = rink.corner_m * scale
    boards.addRoundedRect(QRectF(at(0, 0) - half, at(0, 0) + half), corner, corner)
    painter.fillPath(boards, QColor("#59636e"))
    if seen is not None:
        view = QPainterPath()
        view.addPolygon(QPolygonF([at(x, y) for x, y in seen.tolist()]))
        painter.fillPath(boards.intersected(view), QColor("#aeb7c0"))
        painter.setPen(QPen(QColor("#f0e442"), 1.2, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(view)
    for x_m, colour in (
        (0.0, "#c0392b"), (-rink.blue_line_m, "#1f4e9c"), (rink.blue_line_m, "#1f4e9c"),
        (-rink.goal_line_m, "#c0392b"), (rink.goal_line_m, "#c0392b"),
    ):  # fmt: skip
        reach = rink.half_width_at_m(x_m)
        painter.setPen(QPen(QColor(colour), 1.6 if abs(x_m) < rink.goal_line_m else 1.0))
        painter.drawLine(at(x_m, -reach), at(x_m, reach))
    painter.setPen(QPen(QColor("#e8ebee"), 1.4))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(boards)


def _way(painter: QPainter, places: list[QPointF], spot: Spot, cast: Cast) -> None:
    person = cast.by_track.get(spot.track)
    colour = cast.colour(person.team, person.role) if person else cast.colour(None)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for tint, width in ((QColor(str(ON_PICTURE["halo"])), 3.0), (colour, 1.6)):
        painter.setPen(QPen(tint, width))
        painter.drawPolyline(places)


def _man(painter: QPainter, place: QPointF, spot: Spot, cast: Cast, scale: float) -> None:
    """A dot in his team's colour, his number on it; round it what registration leaves open."""
    person = cast.by_track.get(spot.track)
    colour = cast.colour(person.team, person.role) if person else cast.colour(None)
    halo = QColor(str(ON_PICTURE["halo"]))
    numbered = person is not None and person.number is not None
    open_px, dot_px = spot.error_m * scale, NUMBERED_PX if numbered else DOT_PX
    if np.isfinite(open_px) and open_px > dot_px:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour, 1.0, Qt.PenStyle.DotLine))
        painter.drawEllipse(place, open_px, open_px)
    painter.setPen(QPen(halo, 1.4))
    painter.setBrush(colour)
    painter.drawEllipse(place, dot_px, dot_px)
    if person is not None and person.number is not None:
        painter.setPen(QColor("#ffffff") if colour.lightnessF() < 0.5 else QColor("#0b0d10"))
        box = QRectF(place.x() - 10, place.y() - 8, 20, 16)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(person.number))


def _words(view: MapView, there: int) -> str:
    if not view.spots:
        return t("Not placed on the rink here")
    parts = [t("{n} on the ice", n=there)]
    if view.unplaced:
        parts.append(t("{n} without a place", n=view.unplaced))
    parts.append(t("lighter: in view") if view.seen_m is not None else t("view not told"))
    return " · ".join(parts)
