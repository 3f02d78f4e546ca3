"""Registrations carried between frames on the lines, against a panning camera whose place is known."""

from __future__ import annotations

import numpy as np
import pytest

from review.core.camera import CameraMotion
from review.core.registration import Registrations
from review.measure.rink_carry import OFF, UNSEEN, carry_registrations

SIZE = (1280, 720)
PX_PER_M = 20.0
N = 31


def truth(frame: int, step_px: float = 4.0) -> np.ndarray:
    """The camera looks straight down and pans right by `step_px` a frame: px to metres."""
    return np.array([[1 / PX_PER_M, 0, step_px * frame / PX_PER_M], [0, 1 / PX_PER_M, 0], [0, 0, 1.0]])


def motion(*, lost: int | None = None, step_px: float = 4.0) -> CameraMotion:
    H = np.tile(np.eye(3), (N, 1, 1))
    H[1:, 0, 2] = step_px
    quality = np.ones(N)
    quality[0] = np.nan
    if lost is not None:
        H[lost], quality[lost] = np.eye(3), np.nan
    return CameraMotion(np.arange(100, 100 + N), H, quality)


def fixes(*frames: int, refused: tuple[int, ...] = (), wrong_m: float = 0.0) -> Registrations:
    rows = sorted([*frames, *refused])
    H = np.array([np.full((3, 3), np.nan) if f in refused else truth(f) for f in rows])
    H[-1, 0, 2] += wrong_m
    told = [None if f in frames else "too little paint is seen" for f in rows]
    error = [0.2 if f in frames else np.nan for f in rows]
    return Registrations(100 + np.array(rows), H, np.array(error), tuple(told))


def carried(found: Registrations, moved: CameraMotion) -> Registrations:
    return carry_registrations(found, moved, time_s=np.arange(N) / 30, size_px=SIZE)


def test_between_two_fixes_the_motion_carries_both() -> None:
    placed = carried(fixes(0, 10, 20, 30), motion())
    assert placed.known.all() and placed.reasons == (None,) * N
    for frame in (0, 4, 15, 30):
        np.testing.assert_allclose(placed.H_m_from_px[frame] / placed.H_m_from_px[frame, 2, 2], truth(frame))
    assert placed.error_m[10] == pytest.approx(0.2)
    assert placed.error_m[15] == pytest.approx(np.hypot(0.2, 5 * 0.02))  # five frames from either


def test_what_two_fixes_differ_by_is_shared_out_and_is_error() -> None:
    placed = carried(fixes(0, 30, wrong_m=1.0), motion())
    at = placed.H_m_from_px[15] / placed.H_m_from_px[15, 2, 2]
    assert at[0, 2] - truth(15)[0, 2] == pytest.approx(0.5)
    assert placed.error_m[15] > 0.5 > placed.error_m[0]


def test_no_chain_of_motion_leads_over_a_loss_and_none_farther_than_it_carries() -> None:
    placed = carried(fixes(0), motion(lost=12))
    assert placed.known.tolist() == [True] * 12 + [False] * (N - 12)
    assert set(placed.reasons[12:]) == {UNSEEN}
    slow = carry_registrations(fixes(0), motion(), time_s=np.arange(N) / 5, size_px=SIZE)
    assert slow.known.sum() == 8  # 1.5 s at 5 frames a second


def test_where_nothing_is_known_the_commonest_reason_is_told() -> None:
    placed = carried(fixes(refused=(0, 10)), motion())
    assert not placed.known.any() and set(placed.reasons) == {"too little paint is seen"}
    assert set(carried(Registrations.empty(), motion()).reasons) == {OFF}
