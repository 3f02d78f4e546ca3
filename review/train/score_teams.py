"""Scoring teams and roles on single pictures of men, in folders by what they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from review.core.arrays import Array
from review.core.detections import OFFICIAL
from review.core.errors import SettingsWrong
from review.core.game import Team
from review.measure.teams import TeamModel, TrackLook, learn_teams
from review.ports.detector import Detector

__all__ = ["KINDS", "score_lines"]

KINDS = ("home", "away", "referee")
SURE_P = 0.8
ROWS = 8
"""A picture stands for a track of so many looks alike: an official of fewer teaches nothing."""
AROUND = 3
"""Men are looked for in a picture so many times as wide, for the detector knows them as part of one."""


def score_lines(folder: Path, detector: Detector, colours: Sequence[str] | None = None) -> Iterator[str]:
    """Markdown: of each kind how many are called what, and how many surely.

    Parameters
    ----------
    folder : with home, away and referee in it, pictures of one man each
    colours : home's and away's as `#rrggbb`; without them the two looks are named by what most of each are

    Raises
    ------
    SettingsWrong
        If a folder of the three is missing or empty.
    """
    crops = {kind: _read(folder, kind) for kind in KINDS}
    looks = {kind: [_look(rgb, detector, k) for k, rgb in enumerate(of)] for kind, of in crops.items()}
    given = colours or ("", "")
    teams = [Team(s, s, (c,) if c else ()) for s, c in zip(("home", "away"), given, strict=True)]
    model = learn_teams([t for kind in KINDS for t in looks[kind] if t.official_ratio < 0.5], teams)
    if model is None:
        raise SettingsWrong(f"{folder}: its men do not part into two teams.", remedy="Give --colour twice.")
    names = {"home": "home", "away": "away"} if colours else _named(model, looks["home"])
    yield "| kind | pictures | called official | home, surely | away, surely | not sure |"
    yield "|---|---|---|---|---|---|"
    for kind in KINDS:
        told = [_told(model, one, names) for one in looks[kind]]
        counts = " | ".join(str(told.count(what)) for what in ("official", "home", "away", ""))
        yield f"| {kind} | {len(told)} | {counts} |"


def _named(model: TeamModel, home: Sequence[TrackLook]) -> dict[str, str]:
    """The look that most of the home team's men have is home's."""
    first = [model.team_of(t.look, ROWS)[0] == model.names[0] for t in home]
    sides = ("home", "away") if 2 * sum(first) >= len(first) else ("away", "home")
    return dict(zip(model.names, sides, strict=True))


def _told(model: TeamModel, one: TrackLook, names: dict[str, str]) -> str:
    """`official`, `home`, `away`, or nothing where it is not sure."""
    if one.official_ratio >= 0.5 or model.looks_official(one.look):
        return "official"
    team, p = model.team_of(one.look, ROWS)
    return names[team] if team is not None and p >= SURE_P else ""


def _read(folder: Path, kind: str) -> list[Array]:
    from review.adapters.read_picture import read_picture

    paths = sorted(p for p in (folder / kind).glob("*") if p.suffix.lower() in (".jpg", ".png"))
    if not paths:
        raise SettingsWrong(
            f"{folder / kind} holds no pictures.", remedy=f"Give a folder with {', '.join(KINDS)} in it."
        )
    return [read_picture(path) for path in paths]


def _look(rgb: Array, detector: Detector, number: int) -> TrackLook:
    """What the product would know of a track of this man."""
    from review.adapters.looks_cv2 import look_at

    height, width = rgb.shape[:2]
    wide = np.full((AROUND * height, AROUND * width, 3), 114, np.uint8)
    top, left = height * (AROUND // 2), width * (AROUND // 2)
    wide[top : top + height, left : left + width] = rgb
    (found,) = detector.detect([wide])
    box, official = np.array([left, top, left + width, top + height], float), 0.0
    if len(found):
        size = np.prod(found.xyxy_px[:, 2:] - found.xyxy_px[:, :2], axis=1)
        best = int((size * (found.conf > 0.25)).argmax())
        box, official = found.xyxy_px[best], float(found.class_id[best] == OFFICIAL)
    (look,) = look_at(wide, box[None])
    return TrackLook(number, look, ROWS, official)
