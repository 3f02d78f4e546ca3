"""From what a man is doing (a stance) to where his bones are.

A man faces -y at rest. Skating is forward kinematics for the trunk and two-bone inverse kinematics for the
limbs; climbing, sitting and wrestling pin pelvis, skates or hands to places in the world, each by a weight.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from review.sim.body import BLADE_M, STICK, Body
from review.sim.curves import Floats
from review.sim.rotations import about_x, about_y, about_z, turning, two_bones, unit

SKATER, GOALKEEPER, OFFICIAL, STAFF = 0, 1, 2, 3
ANKLE_M = 0.137  # ankle above the ice when the steel stands on it
UNSCALED = ("head", "hand", "foot")


@dataclass(frozen=True)
class Stances:
    """What ``p`` people do at one instant: angles in radians, places in rink metres, weights 0 to 1."""

    xy: Floats  # (p, 2) the ground under the pelvis
    floor: Floats  # (p,) height of what he stands on
    yaw: Floats
    lean: Floats
    roll: Floats
    crouch: Floats  # metres the pelvis is lowered
    phase: Floats
    stride: Floats
    look: Floats
    pelvis: Floats  # (p, 3) pinned place
    pelvis_w: Floats
    ankles: Floats  # (p, 2, 3) pinned places, left then right
    ankles_w: Floats
    hands: Floats  # (p, 2, 3)
    hands_w: Floats  # (p, 2)
    stick_up: Floats  # 0 blade on the ice, 1 upright in the hands
    stick_held: Floats  # 0 dropped
    cross: Floats  # crossover steps in a turn: +1 to the left, -1 to the right
    back: Floats  # 1 skates backwards
    one_hand: Floats  # 1 only the upper hand on the stick
    reach: Floats  # 1 stick held out level, over the boards
    cheer: Floats  # 1 arms and stick up
    down: Floats  # 1 lies on the ice
    butterfly: Floats  # 1 a goalkeeper on his knees, pads out

    def __post_init__(self) -> None:
        people = {len(getattr(self, f.name)) for f in fields(self)}
        if len(people) != 1:
            raise ValueError(f"stances of different numbers of people: {sorted(people)}")


class Poser:
    """Pose people whose kind, handedness and build do not change.

    ``kind`` and ``hand`` are (p,); ``build`` (p, 2) scales a man's width and height. Head, hands, feet and
    stick keep their size, so that steel stands on the ice whatever the build.
    """

    def __init__(self, body: Body, kind: Floats, hand: Floats, build: Floats) -> None:
        self._body = body
        self._kind = kind
        self._hand = hand
        self._build = build
        self._size = np.stack([build[:, 0], build[:, 0], build[:, 1]], axis=1)
        self._rest = body.joints * self._size[:, None]

    def taken(self, rows: NDArray[np.int64]) -> Poser:
        """Poser for the men of those ``rows``, of which any may come many times."""
        return Poser(self._body, self._kind[rows], self._hand[rows], self._build[rows])

    def matrices(self, s: Stances) -> Floats:
        """Bone matrices (p, 21, 3, 4), rest place to rink metres; the last bone is the stick."""
        turn, place, facing = self._blank(s)
        self._trunk(s, facing, turn, place)
        self._legs(s, facing, turn, place)
        self._arms(s, facing, turn, place)
        shaped = turn.copy()
        for i, name in enumerate(self._body.names):
            if name.split("_")[0] not in UNSCALED:
                shaped[:, i] *= self._size[:, None]
        return self._placed(s, facing, shaped, place)

    def skates(self, s: Stances) -> Floats:
        """Toe and heel of both skates, as `blades` gives them, without posing the rest of the man."""
        turn, place, facing = self._blank(s)
        self._hips(s, facing, turn, place)
        self._legs(s, facing, turn, place)
        return self.blades(self._placed(s, facing, turn, place))

    def _blank(self, s: Stances) -> tuple[Floats, Floats, Floats]:
        n = len(s.yaw)
        return np.zeros((n, STICK + 1, 3, 3)), np.zeros((n, STICK + 1, 3)), about_z(s.yaw)

    def _placed(self, s: Stances, facing: Floats, turn: Floats, place: Floats) -> Floats:
        rest = np.concatenate([self._body.joints, np.zeros((1, 3))])
        shift = place - np.einsum("pbij,bj->pbi", turn, rest)
        ground = np.concatenate([s.xy, s.floor[:, None]], axis=1)
        out = np.empty((*turn.shape[:2], 3, 4))
        out[..., :3] = facing[:, None] @ turn
        out[..., 3] = np.einsum("pij,pbj->pbi", facing, shift) + ground[:, None]
        return out

    def blades(self, matrices: Floats) -> Floats:
        """Toe and heel of both skates in rink metres, (p, left and right, toe and heel, 3)."""
        out = []
        for name in ("foot_l", "foot_r"):
            bone = self._body.bone(name)
            steel = self._body.joints[bone] + BLADE_M
            steel = np.concatenate([steel, np.ones((2, 1))], axis=1)
            out.append(np.einsum("pij,kj->pki", matrices[:, bone], steel))
        return np.asarray(np.stack(out, axis=1))

    def _hang(self, name: str, rotation: Floats, turn: Floats, place: Floats) -> None:
        """Give a bone its rotation and hang it on its parent."""
        i = self._body.bone(name)
        p = self._body.parents[i]
        turn[:, i] = rotation
        place[:, i] = place[:, p] + np.einsum("pij,pj->pi", turn[:, p], self._rest[:, i] - self._rest[:, p])

    def _hips(self, s: Stances, facing: Floats, turn: Floats, place: Floats) -> Floats:
        """Place the pelvis; returns the tilt to the side that the trunk shares."""
        sway = np.sin(s.phase) * s.stride
        height = self._rest[:, 0, 2] - s.crouch - 0.02 * np.cos(2 * s.phase) * s.stride
        height += (0.52 - height) * s.butterfly
        height += (0.24 - height) * s.down
        pelvis = np.stack([0.06 * sway - 0.8 * np.tan(s.roll), 0.12 * s.lean, height], axis=1)
        pinned = self._to_man(s, facing, s.pelvis[:, None])[:, 0]
        place[:, 0] = pelvis + (pinned - pelvis) * s.pelvis_w[:, None]
        tilt = about_y(-s.roll)
        turn[:, 0] = tilt @ about_x(s.lean * 0.75) @ about_z(0.18 * sway) @ about_y(0.08 * sway)
        return tilt

    def _trunk(self, s: Stances, facing: Floats, turn: Floats, place: Floats) -> None:
        tilt = self._hips(s, facing, turn, place)
        sway = np.sin(s.phase) * s.stride
        for k, name in enumerate(("spine_01", "spine_02", "spine_03")):
            bend = about_x(s.lean * (0.85 + 0.1 * k)) @ about_z(-0.05 * sway * (k + 1)) @ about_y(0.05 * sway)
            self._hang(name, tilt @ bend, turn, place)
        self._hang("neck_01", tilt @ about_x(s.lean * 0.7) @ about_z(0.3 * s.look), turn, place)
        self._hang("head", about_x(s.lean * 0.25 + 0.08) @ about_z(s.look), turn, place)

    def _to_man(self, s: Stances, facing: Floats, world: Floats) -> Floats:
        """Rink places (p, k, 3) in the man's own frame."""
        ground = np.concatenate([s.xy, s.floor[:, None]], axis=1)
        return np.asarray(np.einsum("pji,pkj->pki", facing, world - ground[:, None]))

    def _legs(self, s: Stances, facing: Floats, turn: Floats, place: Floats) -> None:
        pinned = self._to_man(s, facing, s.ankles)
        weight = s.ankles_w[:, None]
        low = np.maximum(s.down, 0.6 * s.butterfly)
        for k, (side, sign) in enumerate((("l", 1.0), ("r", -1.0))):
            push = np.maximum(sign * np.sin(s.phase), 0.0) * s.stride * (self._kind != STAFF)
            own = self._step(s, sign, push)
            target = own + (pinned[:, k] - own) * weight
            thigh, calf, foot = (self._body.bone(f"{n}_{side}") for n in ("thigh", "calf", "foot"))
            self._hang(f"thigh_{side}", turn[:, 0].copy(), turn, place)
            pole = np.stack([sign * 0.25 * (1 - low), -1.0 + 0.5 * low, 0.1 - 1.3 * low], axis=1)
            self._limb((thigh, calf, foot), target, pole, turn[:, 0], turn, place)
            raised = np.clip((s.ankles[:, k, 2] - ANKLE_M) / 0.4, 0.0, 1.0) * s.ankles_w
            pitch = 0.45 * raised + push * (0.35 * s.back - 0.25) + 0.9 * s.down
            turn[:, foot] = about_z(sign * (0.2 + 0.6 * push + 0.6 * s.butterfly)) @ about_x(pitch)

    def _step(self, s: Stances, sign: float, push: Floats) -> Floats:
        """Where one ankle goes by itself, (p, 3) in the man's frame; ``sign`` +1 for the left."""
        skating = np.where(self._kind == STAFF, 0.0, 1.0)
        lift = np.maximum(sign * np.cos(s.phase), 0.0) * s.stride * 0.12
        apart = (0.17 + 0.12 * (self._kind == GOALKEEPER) + 0.1 * s.crouch) * (0.55 + 0.45 * skating)
        recovery = np.maximum(-sign * np.sin(s.phase), 0.0)
        over = np.clip(-sign * s.cross, 0.0, 1.0) * recovery * skating  # the outer foot, on its way back
        trail = 0.38 * push - 0.12 * (1 - push) * s.stride
        walk = -0.34 * sign * np.sin(s.phase) * s.stride
        along = skating * trail * (1 - 2 * s.back) + (1 - skating) * walk - 0.14 * over
        x = sign * (apart + 0.33 * push * skating) - sign * over * (apart + 0.24)
        z = ANKLE_M + 0.03 * push * skating + lift * (push < 0.9) + 0.05 * over
        own = np.stack([x, 0.05 + along, z], axis=1)
        spread = np.array([sign * 0.66, 0.2, ANKLE_M])
        flat = np.array([sign * 0.2, 0.8, 0.3])
        own += (spread - own) * s.butterfly[:, None]
        return np.asarray(own + (flat - own) * s.down[:, None])

    def _limb(
        self,
        chain: tuple[int, int, int],
        target: Floats,
        pole: Floats,
        base: Floats,
        turn: Floats,
        place: Floats,
    ) -> None:
        """Bend a limb of two bones from where its first joint hangs so that its end reaches ``target``."""
        first, middle, last = chain
        rest = self._rest
        upper, lower = rest[:, middle] - rest[:, first], rest[:, last] - rest[:, middle]
        long, short = (np.linalg.norm(v, axis=1, keepdims=True) for v in (upper, lower))
        joint, end = two_bones(place[:, first], target, long, short, pole)
        turn[:, first] = turning(np.einsum("pij,pj->pi", base, upper), joint - place[:, first]) @ base
        place[:, middle] = joint
        turned = np.einsum("pij,pj->pi", turn[:, first], lower)
        turn[:, middle] = turning(turned, end - joint) @ turn[:, first]
        place[:, last] = end
        turn[:, last] = turn[:, middle]

    def _arms(self, s: Stances, facing: Floats, turn: Floats, place: Floats) -> None:
        chest = self._body.bone("spine_03")
        grip, axis = self._stick(s, turn[:, chest], place[:, chest])
        low = grip + axis * (0.48 - 0.16 * s.stick_up)[:, None]
        left_is_low = (self._hand > 0)[:, None]
        own = [np.where(left_is_low, low, grip), np.where(left_is_low, grip, low)]
        self._other_arms(s, place[:, 0], place[:, chest], own)
        pinned = self._to_man(s, facing, s.hands)
        for k, (side, sign) in enumerate((("l", 1.0), ("r", -1.0))):
            target = own[k] + (pinned[:, k] - own[k]) * s.hands_w[:, k, None]
            self._hang(f"clavicle_{side}", turn[:, chest].copy(), turn, place)
            self._hang(f"upperarm_{side}", turn[:, chest].copy(), turn, place)
            chain = (f"upperarm_{side}", f"lowerarm_{side}", f"hand_{side}")
            pole = np.broadcast_to(np.array([sign * 0.9, 0.5, -0.35]), target.shape)
            bones = (self._body.bone(chain[0]), self._body.bone(chain[1]), self._body.bone(chain[2]))
            self._limb(bones, target, pole, turn[:, chest], turn, place)
        self._hold(s, grip, axis, turn, place)

    def _stick(self, s: Stances, chest: Floats, at: Floats) -> tuple[Floats, Floats]:
        """Upper hand (p, 3) and direction of the shaft towards the blade (p, 3), in the man's frame."""
        side = self._hand
        zero = np.zeros_like(side)
        blade = np.stack(
            [
                side * (0.45 + 0.12 * np.sin(s.phase * 0.5)),
                -1.15 - 0.25 * s.lean + 0.15 * np.cos(s.phase * 0.7) * s.stride,
                zero + 0.04,
            ],
            axis=1,
        )
        grip = np.einsum("pij,pj->pi", chest, np.stack([-side * 0.16, zero - 0.34, zero + 0.1], axis=1)) + at
        keeper = (self._kind == GOALKEEPER)[:, None]
        blade = np.where(keeper, np.array([[-0.25, -0.75, 0.04]]), blade)
        flat = unit(blade - grip)
        upright = np.einsum("pij,pj->pi", chest, np.stack([-side * 0.5, zero - 0.05, zero + 1.0], axis=1))
        upright = unit(upright)
        level = unit(np.stack([side * 0.25, zero - 1.0, zero - 0.16], axis=1))
        axis = flat + (upright - flat) * s.stick_up[:, None]
        axis = unit(axis + (level - axis) * s.reach[:, None])
        return grip + np.stack([zero, zero - 0.02, 0.5 * s.cheer - 0.12 * s.stick_up], axis=1), axis

    def _other_arms(self, s: Stances, pelvis: Floats, chest: Floats, own: list[Floats]) -> None:
        """Overwrite the hands of those who hold no stick, of goalkeepers, of men who cheer or lie."""
        swing = 0.25 * np.sin(s.phase) * s.stride
        free = (self._kind == OFFICIAL) | (self._kind == STAFF) | (s.stick_held < 0.5)
        keeper = self._kind == GOALKEEPER
        for k, sign in enumerate((1.0, -1.0)):
            loose = pelvis + np.stack(
                [sign * 0.33 + 0 * swing, -0.12 - sign * swing, 0 * swing - 0.02], axis=1
            )
            glove = np.array([sign * 0.42, -0.38, 0.62 if k == 0 else 0.56])
            wide = pelvis + np.array([sign * 0.44, -0.3, 0.08])
            glove = glove + (wide - glove) * s.butterfly[:, None]
            own[k] = np.where(keeper[:, None], glove, np.where(free[:, None], loose, own[k]))
            lower = (self._hand > 0) == (k == 0)
            alone = s.one_hand * lower * (~keeper) * (~free)
            own[k] = own[k] + (loose - own[k]) * alone[:, None]
            up = chest + np.array([sign * 0.4, -0.1, 0.72])
            own[k] = own[k] + (up - own[k]) * (s.cheer * np.where(lower | free, 1.0, 0.0))[:, None]
            ice = np.array([sign * 0.4, -0.62, 0.08])
            own[k] = own[k] + (ice - own[k]) * s.down[:, None]

    def _hold(self, s: Stances, grip: Floats, axis: Floats, turn: Floats, place: Floats) -> None:
        down = -axis
        side = np.stack([self._hand, 0 * self._hand, 0 * self._hand], axis=1)
        across = unit(side - (side * down).sum(1, keepdims=True) * down)
        turn[:, STICK] = np.stack([across, np.cross(down, across), down], axis=2)
        place[:, STICK] = grip - axis * (0.05 + 0.75 * s.stick_up)[:, None]
        gone = (self._kind == OFFICIAL) | (self._kind == STAFF) | (s.stick_held < 0.5)
        turn[gone, STICK] = 0.0
        place[gone, STICK] = (0.0, 0.0, 0.5)
