"""Acts on the ice: skating a path, standing, lining up, falling, celebrating, scuffling and joining in."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from review.sim.course import STEP_S, Draft, state
from review.sim.curves import Floats, ease, through
from review.sim.passages import go_off, go_on, lean, perch
from review.sim.scenario import Scenario
from review.sim.tables.people import Act
from review.sim.tables.table import ScenarioUnreadable

RUN_IN_S = 3.0  # a man skates into a scuffle, a face-off or a celebration at least so long
WRESTLING_M = 0.41  # from the middle of a scuffle to each man
LEAVE_S = 4.0  # men stay about so long where a scuffle was
STOP_S = 1.2  # to come to rest at the end of a path
EXPANDED = ("change", "clearing")  # become `on` and `off` before men are moved


def play_acts(scenario: Scenario, drafts: Mapping[int, Draft]) -> None:
    """Write every act of the script into the drafts (by person's id), in the order of time.

    Raises
    ------
    ScenarioUnreadable
        Naming the act that cannot be played.
    """
    pairs = _paired(scenario)
    for act in sorted(scenario.acts, key=lambda a: a.start_s):
        draft = drafts[scenario.person(act.team, act.number).id]
        if act.kind == "scuffle":
            other = pairs.get(id(act))
            if other is not None:
                _scuffle(act, draft, drafts[scenario.person(other.team, other.number).id])
            continue
        doing = DOINGS.get(act.kind)
        if doing is None:
            why = "must be expanded first" if act.kind in EXPANDED else "no act is called so"
            draft.refuse(act, why)
        if act.kind in ON_THE_ICE and draft.place != "ice":
            draft.refuse(act, f"he is in the {draft.place}")
        doing(draft, act)


def first_act_s(scenario: Scenario, person: int) -> float:
    """When the script first needs that person, or the end of the clip."""
    starts = [a.start_s for a in scenario.acts if scenario.person(a.team, a.number).id == person]
    return min(starts, default=scenario.duration_s + 100.0)


def _paired(scenario: Scenario) -> dict[int, Act]:
    rows = [a for a in scenario.acts if a.kind == "scuffle"]
    if len(rows) % 2:
        raise ScenarioUnreadable(
            f"[[acts]] scuffle at {rows[-1].start_s:g} s: it takes two rows in a row.",
            "Add the other.",
        )
    return {id(a): b for a, b in zip(rows[::2], rows[1::2], strict=True)}


def skate(draft: Draft, act: Act) -> None:
    """Skate the path's points at their seconds, then back to the play, unless he is to stay."""
    if not act.path:
        draft.refuse(act, "it has no path")
    rows = np.asarray(act.path, float)
    if (np.diff(rows[:, 0]) <= 0).any():
        draft.refuse(act, "the seconds of its path must rise")
    if act.stay:  # he comes to rest, he does not freeze
        rows = np.concatenate([rows, rows[-1:] + np.array([STOP_S, 0.0, 0.0])])
    first, last, t = float(rows[0, 0]), float(rows[-1, 0]), draft.t
    fine = through(rows[:, 0], rows[:, 1:], t)
    if first > 0.05:
        _, speed = state(fine, t, first + 2 * STEP_S)
        draft.arrive(act, rows[0, 1:], speed, first, leave_s=act.start_s or first - RUN_IN_S)
    draft.course.xy[t >= first] = fine[t >= first]
    draft.to("free", first - 0.6, first, 0.0)
    way = np.linalg.norm(np.diff(fine[(t >= first) & (t <= last)], axis=0), axis=1)
    fastest = float(way.max(initial=0.0) / (t[1] - t[0]))
    if fastest > 9.5:
        draft.refuse(act, f"its path asks for {fastest:.1f} m/s")
    _done(draft, last, stays=act.stay)


def _done(draft: Draft, at_s: float, *, stays: bool = False) -> None:
    draft.busy_s = at_s
    if stays:
        draft.rest(at_s)
    else:
        draft.back_to_play(at_s)


def stand(draft: Draft, act: Act) -> None:
    """Go to a place by ``end_s`` and stay about there."""
    draft.arrive(act, _place(draft, act), np.zeros(2), act.end_s, leave_s=act.start_s)
    _done(draft, act.end_s, stays=True)


def line_up(draft: Draft, act: Act) -> None:
    """Be at a place by ``start_s``, bent low for the face-off, until ``end_s``."""
    draft.arrive(act, _place(draft, act), np.zeros(2), act.start_s, leave_s=act.start_s - RUN_IN_S)
    draft.busy_s = act.end_s
    draft.rest(act.start_s, sway_m=0.03)
    draft.to("ready", act.start_s - 0.3, act.start_s + 0.6, 1.0)
    draft.to("ready", act.end_s, act.end_s + 0.4, 0.0)
    _done(draft, act.end_s)


def fall(draft: Draft, act: Act) -> None:
    """Down at ``start_s``, slide, lie, and up again by ``end_s``."""
    if act.end_s < act.start_s + 1.4:
        draft.refuse(act, "down and up again takes 1.4 s")
    place, speed = draft.state(act.start_s)
    slide = min(1.6, act.end_s - act.start_s - 0.2)
    goal = place + speed * slide / 2
    goal = draft.scenario.rink.kept_inside(goal[None], margin_m=0.9)[0]
    draft.glide(act.start_s, place, speed, act.start_s + slide, goal, np.zeros(2))
    draft.to("free", act.start_s - 0.6, act.start_s, 0.0)
    draft.to("down", act.start_s - 0.1, act.start_s + 0.45, 1.0)
    draft.to("down", act.end_s - 0.9, act.end_s, 0.0)
    _done(draft, act.end_s)


def celebrate(draft: Draft, act: Act) -> None:
    """Come together at a place with the others who do, arms up."""
    mates = [a for a in draft.scenario.acts if a.kind == "celebrate" and a.at_m == act.at_m]
    angle = 2 * np.pi * next(i for i, a in enumerate(mates) if a is act) / max(len(mates), 2)
    ring = 0.55 if len(mates) < 4 else 0.85
    middle = _place(draft, act)
    goal = middle + ring * np.array([np.cos(angle), np.sin(angle)])
    draft.arrive(act, goal, np.zeros(2), act.start_s, leave_s=act.start_s - RUN_IN_S)
    draft.busy_s = act.end_s
    draft.rest(act.start_s, sway_m=0.08)
    _face(draft, middle - goal, act.start_s, act.end_s)
    draft.to("cheer", act.start_s - 1.2, act.start_s - 0.4, 1.0)
    draft.to("cheer", act.end_s - 0.6, act.end_s, 0.0)
    _done(draft, act.end_s)


def join(draft: Draft, act: Act) -> None:
    """Skate in by ``start_s`` and grapple with whoever is there until ``end_s``."""
    middle = _place(draft, act)
    fights = [
        a
        for a in draft.scenario.acts
        if a.kind in ("scuffle", "join") and a is not act and a.start_s < act.end_s and a.end_s > act.start_s
    ]
    near = [np.asarray(a.at_m) for a in fights if np.linalg.norm(np.asarray(a.at_m) - middle) < 2.5]
    others = np.mean(near, axis=0) if near else middle
    angle = 2.4 * draft.man.id
    way = (
        middle - others if np.linalg.norm(middle - others) > 0.3 else np.array([np.cos(angle), np.sin(angle)])
    )
    way = way / np.linalg.norm(way)
    goal = others + way * max(0.85, float(np.linalg.norm(middle - others)))
    draft.arrive(act, goal, -0.4 * way, act.start_s, leave_s=act.start_s - RUN_IN_S)
    late = draft.t > act.start_s
    since = draft.t[late] - act.start_s
    sway = 0.12 * np.sin(np.stack([1.7 * since, 1.3 * since], axis=1))
    draft.course.xy[late] = goal + sway
    _face(draft, -way, act.start_s, act.end_s)
    chest = others + 0.35 * way
    _grapple(
        draft,
        act,
        np.broadcast_to(chest, draft.course.xy.shape),
        np.broadcast_to(-way, draft.course.xy.shape),
    )
    draft.busy_s = act.end_s
    _done(draft, act.end_s)


def touch(draft: Draft, act: Act) -> None:
    """Nothing of his body: the puck comes to him (see `truth`)."""
    if not draft.scenario.duration_s >= act.start_s >= 0.0:
        draft.refuse(act, "the clip does not last so long")


def _scuffle(act: Act, one: Draft, other: Draft) -> None:
    """Lock two men together: both skate in, grapple, and turn about each other."""
    t = one.t
    since = t - act.start_s
    turn = 0.2 + 0.5 * np.sin(0.5 * since) + 0.15 * np.sin(2.3 * since)
    around = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    shove = 0.16 * np.sin(1.7 * t)[:, None] * around + 0.12 * np.sin(np.stack([0.9 * t, 1.3 * t], 1))
    for draft, sign in ((one, 1.0), (other, -1.0)):
        if draft.place != "ice":
            draft.refuse(act, f"he is in the {draft.place}")
        arm = WRESTLING_M + 0.05 * np.sin(3.1 * t) + 1.0 * ease(t, act.end_s, act.end_s + 2.0)
        place = _place(draft, act) + shove + sign * around * arm[:, None]
        draft.arrive(act, *state(place, t, act.start_s), act.start_s, leave_s=act.start_s - RUN_IN_S)
        late = t > act.start_s
        draft.course.xy[late] = place[late]
        draft.course.faces[t > act.start_s - 0.6] = (-sign * around)[t > act.start_s - 0.6]
        draft.to("faces_w", act.start_s - 0.5, act.start_s, 1.0)
        draft.to("faces_w", act.end_s + 1.0, act.end_s + 1.6, 0.0)
    for draft, mate in ((one, other), (other, one)):
        heading = draft.course.faces
        _grapple(draft, act, mate.course.xy - 0.1 * heading, heading)
    for draft in (one, other):
        draft.busy_s = act.end_s + 0.5
        if t[-1] > act.end_s + LEAVE_S:
            draft.back_to_play(act.end_s + LEAVE_S)


def _grapple(draft: Draft, act: Act, chest: Floats, heading: Floats) -> None:
    """Hands at a chest (n, 2), stick and gloves dropped."""
    t, late = draft.t, draft.t > act.start_s - 0.6
    across = np.stack([-heading[:, 1], heading[:, 0]], axis=1)
    for side, sign in ((0, 1.0), (1, -1.0)):
        height = 1.36 + 0.09 * np.sin(4.1 * t + side * 2.0 + draft.man.id)
        grip = np.concatenate([chest + across * 0.2 * sign, height[:, None]], axis=1)
        draft.course.hands[late, side] = grip[late]
    draft.to("hands_w", act.start_s - 0.15, act.start_s + 0.2, 1.0)
    draft.to("hands_w", act.end_s, act.end_s + 0.5, 0.0)
    draft.to("grapple", act.start_s - 0.15, act.start_s + 0.2, 1.0)
    draft.to("grapple", act.end_s, act.end_s + 0.5, 0.0)
    draft.course.stick_held[t > act.start_s] = 0.0
    draft.course.stick_held[t > act.end_s + LEAVE_S] = 1.0


def _face(draft: Draft, way: Floats, start_s: float, end_s: float) -> None:
    draft.course.faces[draft.t > start_s - 0.6] = way / max(float(np.linalg.norm(way)), 1e-6)
    draft.to("faces_w", start_s - 0.5, start_s, 1.0)
    draft.to("faces_w", end_s, end_s + 0.6, 0.0)


def _place(draft: Draft, act: Act) -> Floats:
    if len(act.at_m) != 2:
        draft.refuse(act, "at_m must be x and y of the place")
    return np.asarray(act.at_m, float)


DOINGS: dict[str, Callable[[Draft, Act], None]] = {
    "on": go_on,
    "off": go_off,
    "perch": perch,
    "lean": lean,
    "skate": skate,
    "stand": stand,
    "line_up": line_up,
    "join": join,
    "fall": fall,
    "celebrate": celebrate,
    "touch": touch,
}
ON_THE_ICE = ("skate", "stand", "line_up", "join", "fall", "celebrate")
