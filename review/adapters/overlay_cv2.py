"""Truth drawn over the frames it belongs to (OpenCV): boxes, skates, rink, gates, clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

__all__ = ["contact_sheet", "draw_truth", "moments_to_show"]

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]
Colour = tuple[int, int, int]

TEAMS: tuple[Colour, Colour] = ((230, 159, 0), (86, 180, 233))  # Okabe–Ito orange, sky blue
OFFICIAL, STAFF, GATE = (225, 225, 225), (204, 121, 167), (240, 228, 66)
GRID, RED, BLUE = (150, 190, 170), (215, 40, 60), (40, 70, 220)
FONT = cv2.FONT_HERSHEY_SIMPLEX
TILE_PX = (960, 540)
COLUMNS = 2
GRID_M = 5.0
BLUE_LINE_M = 7.62


def moments_to_show(truth: dict[str, Any], count: int) -> list[int]:
    """Return ``count`` frames worth a look: up to half of them at crossings, the rest spread evenly."""
    frames = truth["frames"]
    listed = [i for i, f in enumerate(frames) if f["people"] is not None]
    if not listed:
        return []
    seconds = np.array([frames[i]["s"] for i in listed])
    touches = [c["first_skate_s"] for c in truth["crossings"]]
    some = touches[:: max(1, -(-len(touches) // max(1, count // 2)))]
    picked = {listed[int(np.argmin(np.abs(seconds - s)))] for s in some}
    wanted = min(count, len(listed))
    out, spread = set(picked), max(1, wanted - len(picked))
    while len(out) < wanted:
        out = picked | {listed[round(v)] for v in np.linspace(0, len(listed) - 1, spread)}
        spread += 1
    return sorted(out)[:wanted]


def contact_sheet(truth: dict[str, Any], picture: Callable[[int], Image], count: int, out: Path) -> Path:
    """Write a PNG of ``count`` frames with their truth; ``picture`` gives frame i as RGB."""
    chosen = moments_to_show(truth, count)
    drawn = [draw_truth(picture(i), i, truth) for i in chosen]
    tiles = [cv2.resize(one, TILE_PX, interpolation=cv2.INTER_AREA) for one in drawn]
    while len(tiles) % COLUMNS:
        tiles.append(np.zeros((TILE_PX[1], TILE_PX[0], 3), np.uint8))
    rows = [np.concatenate(tiles[k : k + COLUMNS], axis=1) for k in range(0, len(tiles), COLUMNS)]
    _, png = cv2.imencode(".png", cv2.cvtColor(np.concatenate(rows), cv2.COLOR_RGB2BGR))
    out.write_bytes(png.tobytes())
    return out


def draw_truth(picture: Image, i: int, truth: dict[str, Any]) -> Image:
    """Return frame ``i`` (h, w, 3) RGB with everything its truth says of it."""
    frame = truth["frames"][i]
    out = np.ascontiguousarray(picture).copy()
    _rink(out, frame, truth)
    for gate in truth["gates"]:
        (x1, y1), (x2, y2) = gate["points_m"]
        line = np.column_stack([np.linspace(x1, x2, 9), np.linspace(y1, y2, 9), np.zeros(9)])
        _line(out, line, frame, GATE, 2)
    codes = [team["team"] for team in truth["counts"]]
    for man in frame["people"] or ():
        _man(out, man, codes)
    _text(out, _caption(i, frame, truth), (8, out.shape[0] - 10), (255, 255, 255))
    return out


def _caption(i: int, frame: dict[str, Any], truth: dict[str, Any]) -> str:
    counts = "  ".join(f"{t['team']} {_count(t['points'], frame['s'])}" for t in truth["counts"])
    where = f"shot {frame['shot']} {frame['view']}/{frame['camera']}{' REPLAY' if frame['replay'] else ''}"
    when = f"#{i} {frame['s']:.2f} s  game {frame['game_s']:.2f} s  {frame['clock']}"
    return f"{when}  {where}  on the ice: {counts}"


def _count(points: Sequence[dict[str, Any]], at_s: float) -> int:
    return int([p["n"] for p in points if p["s"] <= at_s][-1])


def _rink(out: Image, frame: dict[str, Any], truth: dict[str, Any]) -> None:
    """A grid of five metres, the lines, and the boards' outline, all on the ice."""
    half_l, half_w = truth["rink"]["length_m"] / 2, truth["rink"]["width_m"] / 2
    across = np.linspace(-half_w, half_w, 17)
    for x in (*np.arange(-25.0, 26.0, GRID_M), -BLUE_LINE_M, BLUE_LINE_M):
        colour = RED if x == 0 else BLUE if abs(x) == BLUE_LINE_M else GRID
        _line(out, np.column_stack([np.full(17, x), across, np.zeros(17)]), frame, colour, 1)
    along = np.linspace(-half_l, half_l, 41)
    for y in np.arange(-10.0, 11.0, GRID_M):
        _line(out, np.column_stack([along, np.full(41, y), np.zeros(41)]), frame, GRID, 1)
    _line(out, _outline(half_l, half_w, truth["rink"]["corner_m"]), frame, GATE, 1)


def _outline(half_l: float, half_w: float, corner: float) -> Floats:
    angle = np.radians(np.arange(0, 361, 6))
    x = np.sign(np.round(np.cos(angle), 9)) * (half_l - corner)
    y = np.sign(np.round(np.sin(angle), 9)) * (half_w - corner)
    return np.column_stack([x + corner * np.cos(angle), y + corner * np.sin(angle), 0 * angle])


def _line(out: Image, points_m: Floats, frame: dict[str, Any], colour: Colour, thick: int) -> None:
    """Draw what lies before the camera of a line through rink points (n, 3)."""
    at = np.column_stack([points_m, np.ones(len(points_m))]) @ np.asarray(frame["P"]).T
    ahead = at[:, 2] > 1.0
    places = _shown(at[:, :2] / np.where(ahead, at[:, 2], 1.0)[:, None], frame["lens"])
    h, w = out.shape[:2]
    near = ahead & (np.abs(places - [w / 2, h / 2]) < 3 * w).all(axis=1)
    for k in np.flatnonzero(near[:-1] & near[1:]):
        a, b = (tuple(round(float(v)) for v in places[j]) for j in (k, k + 1))
        cv2.line(out, a, b, colour, thick, cv2.LINE_AA)


def _shown(points_px: Floats, lens: dict[str, Any] | None) -> Floats:
    """Pinhole pixels as the frame's lens shows them."""
    if lens is None:
        return points_px
    unit = np.asarray(lens["unit_px"])
    most = -1 / (3 * lens["k1"]) if lens["k1"] < 0 else np.inf  # beyond it a barrel folds back
    away = (points_px - lens["centre_px"]) / unit
    r2 = np.minimum((away**2).sum(axis=1, keepdims=True), most)
    return np.asarray(lens["centre_px"] + away * unit * lens["scale"] * (1 + lens["k1"] * r2))


def _man(out: Image, man: dict[str, Any], codes: list[str]) -> None:
    colour = TEAMS[codes.index(man["team"]) % 2] if man["team"] in codes else OFFICIAL
    if man["role"] == "staff":
        colour = STAFF
    x1, y1, x2, y2 = (round(v) for v in man["box_px"])
    if man["amodal_px"] is not None:
        a, b, c, d = (round(float(np.clip(v, -9999, 9999))) for v in man["amodal_px"])
        cv2.rectangle(out, (a, b), (c, d), tuple(v // 2 for v in colour), 1)
    cv2.rectangle(out, (x1, y1), (x2 - 1, y2 - 1), colour, 2 if man["on_ice"] else 1)
    for k in range(man["skates_on_ice"]):
        cv2.circle(out, ((x1 + x2) // 2 - 4 + 8 * k, y2 + 4), 3, colour, -1, cv2.LINE_AA)
    if man["head_px"] is not None:
        head = (round(man["head_px"][0]), round(man["head_px"][1]))
        if 0 <= head[0] < out.shape[1] and 0 <= head[1] < out.shape[0]:
            cv2.circle(out, head, 2, colour, -1, cv2.LINE_AA)
    number = "" if man["number"] is None else f" #{man['number']}"
    words = f"{man['id']}{number} {man['position'] or man['role'][:3]} {man['visible_share']:.2f}"
    _text(out, words, (x1, y1 - 4), colour)


def _text(out: Image, words: str, at: tuple[int, int], colour: Colour) -> None:
    cv2.putText(out, words, at, FONT, 0.42, (0, 0, 0), 3, cv2.LINE_AA)
    cv2.putText(out, words, at, FONT, 0.42, colour, 1, cv2.LINE_AA)
