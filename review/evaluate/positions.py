"""The count's own logic over positions that others tracked, where the strength is known from a record.

No pixel is looked at: this asks whether counting men in view ever says more than there may be, not whether
men are found. Gates need a picture (height over a drawn line, the camera's motion) and take no part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

import numpy as np

from review.core.counts import CountTimeline
from review.core.game import Game, Penalty, Team
from review.core.record import Sheet
from review.core.times import FrameTime, TimeScale
from review.imports.positions_csv import InView
from review.measure.clock import clock_course
from review.measure.count import Presence, allowed_at, count_team
from review.measure.gather import gather_facts
from review.measure.record_game import filled_game

__all__ = ["CountedTeam", "count_positions"]

READ_HZ = 2.0  # how often a tape's clock is read
HOLD_S = 1.0  # men seen together count after this long, as in the product


@dataclass(frozen=True, slots=True)
class CountedTeam:
    """One team's count over positions, against its strength on record.

    Attributes
    ----------
    seconds_s : over which it was counted
    inside_share : of them with no more men seen together than the record allows
    full_share : of them with as many seen together as the record allows
    most : men seen together at the most
    full_without_keeper_s : as many as allowed, none of them known to keep goal: one too many if he is on
    flags : facts of too many men that came of it
    """

    team: str
    timeline: CountTimeline
    allowed: tuple[int, ...]
    seconds_s: float
    inside_share: float
    full_share: float
    most: int
    full_without_keeper_s: float
    flags: int


def count_positions(
    frames: Sequence[InView],
    sheet: Sheet | None,
    *,
    rate_fps: int,
    keepers: Mapping[str, set[int]] | None = None,
) -> tuple[CountedTeam, ...]:
    """Count each team through every shot, allowed as the record's penalties leave it at the clock shown.

    Parameters
    ----------
    sheet : the record; None allows six men throughout
    keepers : numbers of each team's goalkeepers, where the frames do not tell
    """
    scale = TimeScale(0, Fraction(1, rate_fps))
    teams = sorted({man[0] for frame in frames for man in frame.men})
    penalties = _penalties(frames, sheet, teams, rate_fps)
    out = []
    for team in teams:
        shots = [
            _presence(team, list(group), scale, (keepers or {}).get(team, set()))
            for _, group in groupby(_unbroken(frames), key=lambda row: row[0])
        ]
        timeline = count_team(
            team, shots, scale=scale, crossings=(), retired=(), gaps=(), penalties=penalties, hold_s=HOLD_S,
            confidence_min=0.6,
        )  # fmt: skip
        out.append(_scored(team, frames, timeline, penalties, scale))
    return tuple(out)


def _unbroken(frames: Sequence[InView]) -> list[tuple[int, InView]]:
    """Frames with the number of their stretch: a shot, cut where frames are missing."""
    out: list[tuple[int, InView]] = []
    for frame in frames:
        last = out[-1] if out else None
        goes_on = last is not None and frame.frame == last[1].frame + 1 and frame.shot == last[1].shot
        out.append((last[0] if last and goes_on else len(out), frame))
    return out


def _penalties(
    frames: Sequence[InView], sheet: Sheet | None, teams: Sequence[str], rate_fps: int
) -> tuple[Penalty, ...]:
    if sheet is None:
        return ()
    every = round(rate_fps / READ_HZ)
    readings = [one.clock for one in frames if one.clock is not None and one.frame % every == 0]
    course = clock_course(readings)
    game = Game(teams=tuple(Team(side, name) for side, name in zip(("home", "away"), teams, strict=False)))
    return filled_game(game, sheet, course, duration_s=frames[-1].frame / rate_fps + 1.0)[0].penalties


def _presence(team: str, rows: Sequence[tuple[int, InView]], scale: TimeScale, keepers: set[int]) -> Presence:
    frames = [frame for _, frame in rows]
    own = [[man for man in frame.men if man[0] == team] for frame in frames]
    return Presence(
        np.array([frame.frame for frame in frames], dtype=np.int64),
        np.array([len(men) for men in own]),
        np.array([any(man[2] == "goalkeeper" or man[1] in keepers for man in men) for men in own]),
        np.zeros(len(frames), dtype=bool),
        scale.at(frames[0].frame),
        has_gates=False,
    )


def _scored(
    team: str,
    frames: Sequence[InView],
    timeline: CountTimeline,
    penalties: Sequence[Penalty],
    scale: TimeScale,
) -> CountedTeam:
    """Against what the record allows at that moment, without the grace of a man on his way to the box."""
    times = [scale.at(frame.frame) for frame in frames]
    told = [
        (point, allowed_at(team, scale.seconds(t), penalties)) for t in times if (point := timeline.at(t))
    ]
    step_s = float(scale.time_base)
    full = [point for point, allowed in told if point.shown >= allowed]
    return CountedTeam(
        team, timeline, tuple(sorted({allowed for _, allowed in told})), len(told) * step_s,
        sum(point.shown <= allowed for point, allowed in told) / max(1, len(told)),
        len(full) / max(1, len(told)),
        max((point.shown for point, _ in told), default=0),
        sum(not point.goalkeeper for point in full) * step_s,
        _flags(timeline, times[-1], scale),
    )  # fmt: skip


def _flags(timeline: CountTimeline, end: FrameTime, scale: TimeScale) -> int:
    facts = gather_facts(
        crossings=(), changes=(), counts=(timeline,), altercations=(), gaps=(), people={}, gate_kinds={},
        penalties=(), scale=scale, over_count_s=HOLD_S, confidence_min=0.6, end=end,
    )  # fmt: skip
    return sum(fact.kind == "men_over_allowed" for fact in facts)
