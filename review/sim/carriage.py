"""How a man carries himself on his course: where he turns, how he strides, leans, brakes and looks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from review.sim.course import STEP_S, Course, Draft
from review.sim.curves import Floats, smooth
from review.sim.scenario import Man

BRAKING = (2.4, 4.2)  # m/s² from which, and by which wholly, a man stops with his skates across
SKATES_ACROSS_RAD = 1.15
CREASE_M = (3.0, 6.0)  # a goalkeeper so near to his goal crouches; so far from it he skates like the others
FAR_M = (24.0, 36.0)
SHOT_M = (5.0, 9.0)  # he goes down on his pads when the puck is so near to the goal


@dataclass(frozen=True)
class Pace:
    """Speeds and accelerations of one man, on the grid."""

    velocity: Floats  # (n, 2)
    speed: Floats
    way: Floats  # (n, 2) unit vector of where he goes
    push: Floats  # acceleration along it
    left: Floats  # acceleration to the left of it


def carriage(draft: Draft, play: Floats) -> dict[str, Floats]:
    """Columns of `Stances` for one man, each (n, …)."""
    course, man, t = draft.course, draft.man, draft.t
    rng = np.random.default_rng([draft.scenario.seed, man.id, 3])
    mood = rng.uniform(-1.0, 1.0, 6)
    pace = _pace(course)
    loose = 1 - course.pinned_w
    keeping = _keeping(draft, man)
    brake = _ramp(-pace.push, *BRAKING) * np.clip(pace.speed / 2, 0, 1) * loose * (1 - keeping)
    brake = smooth(brake, 5) * (0.0 if man.role == "staff" else 1.0)
    back = _backwards(draft, pace, play) * (1 - course.faces_w)
    yaw = _yaw(course, pace, play, back) + brake * SKATES_ACROSS_RAD * np.sign(mood[4])
    columns = {
        "xy": course.xy,
        "floor": np.zeros(len(t)),
        "yaw": yaw,
        "look": _look(course, yaw, play, mood, t),
        **_strides(man, pace, keeping, mood, t),
        **_trunk(draft, pace, brake, keeping * _alert(draft, play), mood),
        **_sticks(draft, pace, keeping, mood),
        "back": back,
        "butterfly": _butterfly(draft, play, rng) * keeping * loose,
    }
    calm = loose * (1 - course.down) * (1 - columns["butterfly"])
    columns["stride"] = columns["stride"] * calm * (1 - brake)
    columns["cross"] = columns["cross"] * calm * (1 - brake) * (1 - back)
    return columns


def _ramp(values: Floats, low: float, high: float) -> Floats:
    u = np.clip((values - low) / (high - low), 0.0, 1.0)
    return np.asarray(u * u * (3 - 2 * u))


def _pace(course: Course) -> Pace:
    velocity = np.gradient(course.xy, STEP_S, axis=0) * (course.on_ice > 0)[:, None]
    velocity = smooth(velocity, 4)
    speed = np.linalg.norm(velocity, axis=1)
    way = velocity / np.maximum(speed, 0.3)[:, None]
    accel = smooth(np.gradient(velocity, STEP_S, axis=0), 4)
    left = (way[:, 0] * accel[:, 1] - way[:, 1] * accel[:, 0]) * np.clip(speed - 0.8, 0, 1)
    return Pace(velocity, speed, way, (accel * way).sum(1), smooth(left, 6))


def _keeping(draft: Draft, man: Man) -> Floats:
    """How much of a goalkeeper in his crease he is."""
    if man.role != "goalkeeper":
        return np.zeros(len(draft.t))
    side = draft.scenario.team(man.team).defends_sign
    goal = np.array([side * draft.scenario.rink.goal_line_m, 0.0])
    away = np.linalg.norm(draft.course.xy - goal, axis=1)
    return np.asarray((1 - _ramp(away, *CREASE_M)) * draft.course.on_ice)


def _alert(draft: Draft, play: Floats) -> Floats:
    """A goalkeeper straightens up while the puck is far away."""
    away = np.linalg.norm(play - draft.course.xy, axis=1)
    return smooth(1.0 - 0.75 * _ramp(away, *FAR_M), 25)


def _butterfly(draft: Draft, play: Floats, rng: np.random.Generator) -> Floats:
    """Down on the pads now and then while the puck is near."""
    if draft.man.role != "goalkeeper":
        return np.zeros(len(draft.t))
    side = draft.scenario.team(draft.man.team).defends_sign
    goal = np.array([side * draft.scenario.rink.goal_line_m, 0.0])
    near = 1 - _ramp(np.linalg.norm(play - goal, axis=1), *SHOT_M)
    rate, start = rng.uniform(1.6, 2.4), rng.uniform(0.0, 6.28)
    pulse = _ramp(np.sin(rate * draft.t + start) + 0.5 * np.sin(0.61 * rate * draft.t), 0.35, 0.65)
    return np.asarray(smooth(near * pulse, 5))


def _backwards(draft: Draft, pace: Pace, play: Floats) -> Floats:
    """Defenders who give way before the play skate backwards, facing it."""
    man = draft.man
    if man.role != "skater":
        return np.zeros(len(draft.t))
    slot_x = draft.slot[0] if draft.slot else 0.0
    own = draft.scenario.team(man.team).defends_sign
    if man.position not in ("LD", "RD") and not (man.position is None and slot_x * own > 2.0):
        return np.zeros(len(draft.t))
    towards = play - draft.course.xy
    distance = np.linalg.norm(towards, axis=1)
    towards = towards / np.maximum(distance, 0.5)[:, None]
    away = _ramp(-(pace.way * towards).sum(1), 0.35, 0.75)
    apt = away * _ramp(pace.speed, 0.8, 1.6) * (1 - _ramp(pace.speed, 5.0, 6.5))
    return np.asarray(smooth(apt * (1 - _ramp(distance, 14.0, 20.0)), 12))


def _yaw(course: Course, pace: Pace, play: Floats, back: Floats) -> Floats:
    """Turn men the way they skate, towards the play when slow, and to what they must face."""
    towards = play - course.xy
    towards /= np.maximum(np.linalg.norm(towards, axis=1, keepdims=True), 0.5)
    ahead = pace.way * (np.clip(pace.speed / 2.2, 0, 1) * (1 - back))[:, None]
    wanted = smooth(ahead * 1.1 + towards * (0.5 + back)[:, None], 12)
    wanted /= np.maximum(np.linalg.norm(wanted, axis=1, keepdims=True), 1e-6)
    mixed = wanted + (course.faces - wanted) * course.faces_w[:, None]
    angle = np.unwrap(np.arctan2(mixed[:, 1], mixed[:, 0]))
    return np.asarray(smooth(angle[:, None], 8)[:, 0] + np.pi / 2)


def _look(course: Course, yaw: Floats, play: Floats, mood: Floats, t: Floats) -> Floats:
    """Heads follow the puck, as far as necks turn, each with his own restlessness."""
    towards = play - course.xy
    off = np.arctan2(towards[:, 1], towards[:, 0]) - (yaw - np.pi / 2)
    off = (off + np.pi) % (2 * np.pi) - np.pi
    attentive = 0.75 + 0.25 * np.sin(0.23 * t + 4 * mood[3])
    turned = np.clip(off, -1.0, 1.0) * attentive * (1 - course.grapple)
    restless = 0.2 * np.sin(0.8 * t + 4 * mood[0]) + 0.1 * np.sin(1.9 * t + 4 * mood[1])
    return np.asarray(smooth(turned, 10) + restless)


def _strides(man: Man, pace: Pace, keeping: Floats, mood: Floats, t: Floats) -> dict[str, Floats]:
    """Strides: wide and quick when he speeds up, hardly any when he glides; shuffles; steps of a walker."""
    faster = np.maximum(pace.push, 0.0)
    if man.role == "staff":
        rate, stride = 0.2 + 0.65 * pace.speed, np.clip(pace.speed / 1.2, 0, 1)
    else:
        rate = 0.35 + 0.1 * pace.speed + 0.14 * smooth(np.minimum(faster, 4.0), 10)
        glide = 0.6 + 0.4 * np.sin(0.9 * t + 3 * mood[0]) * np.sin(0.53 * t + 2 * mood[1])
        stride = np.clip(0.48 * glide + 0.42 * faster, 0.0, 1.1) * np.clip(pace.speed / 2.5, 0, 1)
    shuffle = np.clip(pace.speed / 1.2, 0.0, 1.0) * 0.45
    rate = rate + (0.9 - rate) * keeping
    stride = smooth(stride + (shuffle - stride) * keeping, 8)
    cross = smooth(np.clip(pace.left / 2.5, -1, 1) * _ramp(pace.speed, 2.0, 3.5), 8) * (1 - keeping)
    turning = np.abs(cross) * (man.role != "staff")
    return {
        "phase": 2 * np.pi * (mood[3] + np.cumsum(rate + 0.5 * turning) * STEP_S),
        "stride": np.maximum(stride, 0.45 * turning),
        "cross": cross * (man.role != "staff"),
    }


def _trunk(draft: Draft, pace: Pace, brake: Floats, keeping: Floats, mood: Floats) -> dict[str, Floats]:
    """Lean, roll and crouch, of the skating man and of the pinned one."""
    course, t = draft.course, draft.t
    lean, crouch = _bearing(draft.man, pace, keeping, mood, t)
    ready = course.ready * (draft.man.role == "skater")
    lean, crouch = lean + 0.34 * ready, crouch + 0.14 * ready + 0.1 * brake
    lean = lean + (0.35 + 0.1 * np.sin(2.6 * t + mood[0]) - lean) * course.grapple
    idle = course.pinned_w * (course.on_ice < 0.5)
    pinned = course.lean + 0.07 * np.sin(0.7 * t + 3 * mood[2]) * idle
    lean = lean + (pinned - lean) * course.pinned_w
    lean = lean + (1.7 - lean) * course.down
    lean = lean + (0.05 - lean) * course.cheer
    roll = np.clip(-np.arctan(pace.left / 9.81) * 0.75, -0.38, 0.38) * (1 - keeping)
    roll = roll - 0.3 * brake * np.sign(mood[4])
    return {
        "lean": lean,
        "crouch": crouch * (1 - 0.6 * course.cheer),
        "roll": roll * (1 - course.pinned_w) * (1 - course.down),
        "pelvis": course.pinned[:, :3],
        "pelvis_w": course.pinned_w,
        "ankles": course.pinned[:, 3:9].reshape(len(t), 2, 3),
        "ankles_w": course.pinned_w,
    }


def _bearing(man: Man, pace: Pace, keeping: Floats, mood: Floats, t: Floats) -> tuple[Floats, Floats]:
    """Lean and crouch of a skating man: the faster the lower, each to his own taste."""
    if man.role in ("official", "staff"):
        slow = np.minimum(pace.speed, 5)
        return 0.10 + 0.03 * slow + 0.04 * mood[1], 0.07 + 0.012 * slow + 0.02 * (1 + mood[3])
    work = np.clip(pace.speed / 6, 0, 1)
    lean = 0.33 + 0.38 * work + 0.12 * mood[1] + 0.08 * np.sin(0.5 * t + 3 * mood[2])
    crouch = 0.16 + 0.12 * work + 0.045 * (1 + mood[3]) + 0.03 * np.sin(0.37 * t + 5 * mood[0])
    low = 0.55 + 0.05 * np.sin(0.6 * t), 0.30 + 0.04 * np.sin(0.45 * t + mood[0])
    lean, crouch = lean + (low[0] - lean) * keeping, crouch + (low[1] - crouch) * keeping
    return lean, np.maximum(crouch, 0.07)


def _sticks(draft: Draft, pace: Pace, keeping: Floats, mood: Floats) -> dict[str, Floats]:
    """What the hands do: two on the stick or one, stick up, out over the boards, or dropped."""
    course, t = draft.course, draft.t
    fast = _ramp(pace.speed, 3.5, 5.5) * (np.sin(0.41 * t + 6 * mood[5]) > -0.2)
    casual = _ramp(np.sin(0.29 * t + 9 * mood[2]) + 0.4 * mood[5], 0.45, 0.7)
    skating = smooth(fast.astype(float), 10) * (1 - course.pinned_w)
    one_hand = np.maximum(skating, casual * (1 - course.hands_w.max(axis=1)))
    idle = course.pinned_w * (course.on_ice < 0.5) * (1 - course.hands_w.max(axis=1))
    propped = smooth(0.45 * np.clip(mood[5], 0.0, 1.0) * idle, 10)  # stick towards the ice, while he sits
    lifted = 0.25 * _ramp(np.sin(0.37 * t + 7 * mood[4]), 0.9, 0.98) * (1 - keeping)
    return {
        "hands": course.hands,
        "hands_w": course.hands_w,
        "stick_up": np.maximum(course.stick_up, lifted * (1 - course.ready)) * (1 - course.reach),
        "stick_held": course.stick_held,
        "one_hand": one_hand * (1 - course.ready) * (1 - course.grapple),
        "reach": np.maximum(course.reach, propped),
        "cheer": course.cheer,
        "down": course.down,
    }
