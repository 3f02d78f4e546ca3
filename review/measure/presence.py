"""Who of a team is surely on the ice at each look, and when a gate could not be watched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from review.core.arrays import Array
from review.core.boxes import area, overlap
from review.core.crossings import GateGap
from review.core.gates import Gate, GateView
from review.core.people import Person
from review.core.shots import Shot
from review.core.times import Interval, TimeScale
from review.core.tracks import Track
from review.measure.count import Presence
from review.measure.cross import RawCrossing
from review.measure.gate_side import GateSides, Side
from review.measure.on_air import replay_words
from review.measure.rink_carry import OFF
from review.measure.teams import ICE, TeamModel, TrackLook, looks_the_part

__all__ = ["TEAM_SURE_P", "clear_rows", "find_gate_gaps", "presence_of", "undrawn_gap"]

TEAM_SURE_P = 0.9
ICE_SURE_RATIO = 0.5
#: Surely within the boards of every rink: along it, and across it from near to far. Men behind the near
#: boards are seen from the boards' top up and come out some four metres before them.
INSIDE_M, INSIDE_NEAR_M, INSIDE_FAR_M = 29.0, -8.0, 12.6
#: A man seen over the far boards comes out some four metres behind them: beyond this on every rink.
BEHIND_M = 14.8
#: Mean confidence of a track that is surely a man: letters painted on the ice were followed at 0.27, men
#: of the same pictures at 0.73 and more.
MAN_SURE_CONF = 0.4
#: Of two boxes that share this much of the smaller, one may be the other man found twice.
SAME_MAN_RATIO = 0.5
SEEN_RATIO = 0.7
GAP_LEAST_S = 0.3
#: A man counts through looks in which his track has no box, up to this long.
HOLD_S = 0.4
VIEW_WORDS = {"close": ", a close-up", "crowd": ", which shows the crowd", "overhead": ", seen from above"}


def presence_of(
    team: str,
    shot: Shot,
    looked_pts: Array,
    *,
    tracks: Sequence[Track],
    looks: Sequence[TrackLook],
    people: Mapping[int, Person],
    sides: Mapping[int, Mapping[str, GateSides]],
    views: Sequence[GateView],
    raw: Sequence[RawCrossing],
    scale: TimeScale,
    bench_marked: bool,
    model: TeamModel | None = None,
) -> Presence:
    """The team's men who are surely on the ice, look by look.

    A man counts with a confirmed, confident track, his team's colours at p >= 0.9 and no other man's just
    then (by `model`), ice under his feet or his feet within the boards by registration, on the ice side of
    every gate, not within the interval of a crossing of his, and clear of better seen boxes. Where the
    team's bench is marked on the tape (`bench_marked`) but not in this shot, or lost with the camera's
    motion, nobody counts: men on the bench cannot be told from men on the ice. In a replay nobody counts.
    """
    clear = clear_rows(tracks, looked_pts)
    men = np.zeros(len(looked_pts), dtype=int)
    keeper = np.zeros(len(looked_pts), dtype=bool)
    for track, look in zip(tracks, looks, strict=True):
        person = people.get(track.id)
        if person is None or person.team != team or person.team_p < TEAM_SURE_P:
            continue
        if not look.look.size or track.conf.mean() < MAN_SURE_CONF:
            continue
        inside = (_inside(track) | (look.look[ICE] >= ICE_SURE_RATIO)) & ~_behind(track)
        crossing = [r.when for r in raw if r.track == track.id]
        fits = looks_the_part(look, team, model)
        for row, i in _rows_on_ice(track, looked_pts, sides.get(track.id, {}), scale):
            now = scale.at(int(looked_pts[i]))
            if any(when.earliest <= now <= when.latest for when in crossing):
                continue
            if inside[row] and clear[track.id][row] and (not len(fits) or fits[row]):
                men[i] += 1
                keeper[i] |= person.role == "goalkeeper" and person.role_p >= 0.6
    mine = [v for v in views if v.gate.team == team]
    if shot.replay or (bench_marked and not mine):
        men[:], keeper[:] = 0, False
    watched = np.ones(len(looked_pts), dtype=bool) if mine else np.zeros(len(looked_pts), dtype=bool)
    for view in mine:
        at = np.searchsorted(view.pts, looked_pts)
        watched &= view.seen_ratio[at] >= SEEN_RATIO
        lost = np.isnan(view.points_px[at]).any(axis=(1, 2))
        men[lost], keeper[lost] = 0, False
    return Presence(
        looked_pts, men, keeper, watched, shot.start, bool(mine),
        replay_words(shot) if shot.replay else None,
        f"a {shot.enters_by} hides the picture" if shot.settled is not None else None,
    )  # fmt: skip


def _inside(track: Track) -> Array:
    """(rows,) bool: surely within the boards of any rink, by registration.

    Another man, or a line painted there, hides the ice that would show under a man's feet.
    """
    x, y, off = track.foot_m[:, 0], track.foot_m[:, 1], track.foot_error_m
    with np.errstate(invalid="ignore"):
        across = (y - off >= INSIDE_NEAR_M) & (y + off <= INSIDE_FAR_M)
        return np.asarray(across & (np.abs(x) + off <= INSIDE_M))


def _behind(track: Track) -> Array:
    """(rows,) bool: by registration where men behind the far boards come out, whatever hides their feet."""
    with np.errstate(invalid="ignore"):
        return np.asarray(track.foot_m[:, 1] > BEHIND_M)


def _rows_on_ice(
    track: Track, looked_pts: Array, sides: Mapping[str, GateSides], scale: TimeScale
) -> list[tuple[int, int]]:
    """(track row, look) for each look the man is on the ice, held over short losses."""
    found = []
    first, last = np.searchsorted(looked_pts, [track.pts[0], track.pts[-1]])
    for i in range(int(first), int(last) + 1):
        row = int(np.searchsorted(track.pts, looked_pts[i], side="right")) - 1
        if scale.at(int(looked_pts[i])).minus(scale.at(int(track.pts[row]))) > HOLD_S:
            continue
        if all(s.side[row] not in (Side.OFF, Side.ASTRIDE) for s in sides.values()):
            found.append((row, i))
    return found


def clear_rows(tracks: Sequence[Track], looked_pts: Array) -> dict[int, Array]:
    """Track id -> (rows,) bool: no better seen box, of whatever team, shares half of it or lies in it.

    In a crowd of men a box that shares its place with a better one may be the same man found twice, or
    another's: a count that accuses leaves it out.
    """
    at = [np.searchsorted(looked_pts, t.pts) for t in tracks]
    look = np.concatenate(at) if at else np.zeros(0, dtype=int)
    if not len(look):
        return {}
    box = np.concatenate([t.xyxy_px for t in tracks]).astype(np.float64)
    conf = np.concatenate([t.conf for t in tracks])
    clear = np.ones(len(look), dtype=bool)
    order = np.argsort(look, kind="stable")
    for rows in np.split(order, np.flatnonzero(np.diff(look[order])) + 1):
        shared = overlap(box[rows], box[rows])
        smaller = np.minimum.outer(area(box[rows]), area(box[rows]))
        better = np.lexsort((rows, -conf[rows])).argsort()
        doubled = (shared >= SAME_MAN_RATIO * smaller) & (better[None, :] < better[:, None])
        clear[rows] = ~doubled.any(axis=1)
    ends = np.cumsum([len(t) for t in tracks])
    return {t.id: clear[end - len(t) : end] for t, end in zip(tracks, ends, strict=True)}


def find_gate_gaps(
    gates: Sequence[Gate], shots: Sequence[Shot], views: Sequence[GateView], scale: TimeScale
) -> tuple[GateGap, ...]:
    """Every stretch in which a drawn gate was not in view: other shots, out of the picture, motion lost."""
    gaps: list[GateGap] = []
    by_key = {(view.gate.id, view.shot): view for view in views}
    for gate in {g.id: g for g in gates}.values():
        for shot in shots:
            view = by_key.get((gate.id, shot.id))
            if view is None:
                reason = replay_words(shot) if shot.replay else _unmarked_words(shot, gate)
                gaps.append(GateGap(gate.id, gate.team, Interval(shot.start, shot.end), reason))
                continue
            if shot.clear_at.minus(shot.start) >= GAP_LEAST_S:
                hidden = Interval(shot.start, shot.clear_at)
                gaps.append(GateGap(gate.id, gate.team, hidden, f"a {shot.enters_by} hides the picture"))
            gaps += _unseen_stretches(view, scale)
    return tuple(sorted(gaps, key=lambda g: (g.when.earliest.exact_s, g.gate)))


def _unmarked_words(shot: Shot, gate: Gate) -> str:
    if gate.points_px is None:
        return f"the picture is not registered: {shot.unregistered or OFF}"
    return "the gate is not marked in this shot" + VIEW_WORDS.get(shot.view or "", "")


def _unseen_stretches(view: GateView, scale: TimeScale) -> list[GateGap]:
    unseen = view.seen_ratio < SEEN_RATIO
    edges = np.flatnonzero(np.diff(np.concatenate([[False], unseen, [False]]).astype(int)))
    gaps = []
    for a, b in zip(edges[::2], edges[1::2], strict=True):
        start, end = scale.at(int(view.pts[a])), scale.at(int(view.pts[b - 1]))
        if end.minus(start) >= GAP_LEAST_S:
            lost = bool(np.isnan(view.points_px[a:b]).any())
            reason = view.reason if lost and view.reason else "out of the picture or under a graphic"
            gaps.append(GateGap(view.gate.id, view.gate.team, Interval(start, end), reason))
    return gaps


def undrawn_gap(team: str, shots: Sequence[Shot]) -> GateGap:
    """A team without any drawn bench: never watched."""
    when = Interval(shots[0].start, shots[-1].end)
    return GateGap(f"{team}-bench", team, when, "no gate is marked for this bench")
