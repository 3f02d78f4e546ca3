"""Who is surely on the ice: where a bench's place is not known, nobody is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from review.core.people import Person
from review.core.shots import Shot
from review.measure.count import Presence
from review.measure.presence import presence_of
from review.measure.teams import ICE, PALETTE, TeamModel, TrackLook, _sweater, _whole
from tests.unit.measuring import SCALE, at, man, sides, view

N = 20


def present(
    *,
    marked: bool,
    here: bool,
    looks: dict[int, TrackLook] | None = None,
    model: TeamModel | None = None,
    lost: int = N,
    faint: int = 0,
) -> Presence:
    """Three men of HOME out on the ice for 0.8 s; the gate is lost from look `lost` on, man `faint` weak."""
    tracks = [man([(150.0 + 100 * k, 4.0)] * N, id_=k) for k in (1, 2, 3)]
    tracks = [replace(t, conf=np.full(N, 0.27, np.float32)) if t.id == faint else t for t in tracks]
    seen = view(N)
    points = seen.points_px.copy()
    points[lost:] = np.nan
    seen = replace(seen, points_px=points)
    look = np.zeros(ICE + 1)
    look[ICE] = 1.0
    return presence_of(
        "HOME",
        Shot(1, 0, N - 1, at(0), at(0.8), "cut"),
        tracks[0].pts,
        tracks=tracks,
        looks=[(looks or {}).get(t.id, TrackLook(t.id, look, N, 0.0)) for t in tracks],
        people={t.id: Person(t.id, (t.id,), "HOME", 0.99, "skater", 0.9) for t in tracks},
        sides={t.id: {"HOME-bench": sides(t, N)} for t in tracks} if here else {},
        views=[seen] if here else [],
        raw=[],
        scale=SCALE,
        bench_marked=marked,
        model=model,
    )


def worn(kind: int, lightness: float) -> np.ndarray:
    """A look: torso and legs of one palette class, on the ice."""
    look = np.zeros(ICE + 1)
    look[[kind, PALETTE + kind]] = 1.0
    look[2 * PALETTE] = lightness
    look[ICE] = 1.0
    return look


NAVY, WHITE, STRIPES = worn(11, 20.0), worn(2, 85.0), worn(1, 50.0)
MODEL = TeamModel(
    np.array([_sweater(NAVY), _sweater(WHITE)]), ("HOME", "AWAY"), 0.3, "",
    np.array([_whole(NAVY), _whole(WHITE)]), _whole(STRIPES),
)  # fmt: skip


def changed(to: np.ndarray, official: float = 0.0) -> TrackLook:
    """A navy man whose track is carried by somebody else from the twelfth look on."""
    around = np.array([NAVY] * 12 + [to] * 8)
    return TrackLook(2, NAVY, N, 0.0, None, around, np.array([0.0] * 12 + [official] * 8))


def test_a_man_counts_only_while_he_looks_like_one_of_his_team() -> None:
    for other in (changed(WHITE), changed(STRIPES), changed(NAVY, official=0.5)):
        seen = present(marked=True, here=True, looks={2: other}, model=MODEL)
        assert seen.men.tolist() == [3] * 12 + [2] * 8
    nothing_known = np.full(ICE + 1, np.nan)
    for same in (changed(NAVY, official=0.3), changed(nothing_known)):
        assert present(marked=True, here=True, looks={2: same}, model=MODEL).men.tolist() == [3] * N


def test_men_beyond_the_marked_bench_are_on_the_ice() -> None:
    seen = present(marked=True, here=True)
    assert seen.men.tolist() == [3] * N and seen.watched.all()


def test_in_a_shot_without_the_marked_bench_nobody_is_surely_on_the_ice() -> None:
    seen = present(marked=True, here=False)
    assert seen.men.tolist() == [0] * N and not seen.watched.any()


def test_on_a_tape_without_a_marked_bench_men_in_the_picture_count() -> None:
    assert present(marked=False, here=False).men.tolist() == [3] * N


def test_where_the_gate_is_lost_with_the_motion_nobody_is_surely_on_the_ice() -> None:
    assert present(marked=True, here=True, lost=12).men.tolist() == [3] * 12 + [0] * 8


def test_what_is_hardly_taken_for_a_man_does_not_count() -> None:
    assert present(marked=True, here=True, faint=2).men.tolist() == [2] * N
