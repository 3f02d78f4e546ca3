"""Who is surely on the ice: where a bench's place is not known, nobody is."""

from __future__ import annotations

import numpy as np

from review.core.people import Person
from review.core.shots import Shot
from review.measure.count import Presence
from review.measure.presence import presence_of
from review.measure.teams import ICE, TrackLook
from tests.unit.measuring import SCALE, at, man, sides, view

N = 20


def present(*, marked: bool, here: bool) -> Presence:
    """Three men of HOME out on the ice for 0.8 s."""
    tracks = [man([(150.0 + 100 * k, 4.0)] * N, id_=k) for k in (1, 2, 3)]
    look = np.zeros(ICE + 1)
    look[ICE] = 1.0
    return presence_of(
        "HOME",
        Shot(1, 0, N - 1, at(0), at(0.8), "cut"),
        tracks[0].pts,
        tracks=tracks,
        looks=[TrackLook(t.id, look, N, 0.0) for t in tracks],
        people={t.id: Person(t.id, (t.id,), "HOME", 0.99, "skater", 0.9) for t in tracks},
        sides={t.id: {"HOME-bench": sides(t, N)} for t in tracks} if here else {},
        views=[view(N)] if here else [],
        raw=[],
        scale=SCALE,
        bench_marked=marked,
    )


def test_men_beyond_the_marked_bench_are_on_the_ice() -> None:
    seen = present(marked=True, here=True)
    assert seen.men.tolist() == [3] * N and seen.watched.all()


def test_in_a_shot_without_the_marked_bench_nobody_is_surely_on_the_ice() -> None:
    seen = present(marked=True, here=False)
    assert seen.men.tolist() == [0] * N and not seen.watched.any()


def test_on_a_tape_without_a_marked_bench_men_in_the_picture_count() -> None:
    assert present(marked=False, here=False).men.tolist() == [3] * N
