"""Which frames a tape holds, and what wear does to their planes."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from review.adapters.tape_effects_cv2 import Wear, noise_bands
from review.adapters.tape_planes_cv2 import Planes, flat, planes_of
from review.sim.exposures import deck_schedule, faults_at
from review.sim.tables.tape import TapeSpec

SIZE_PX = (720, 480)


def tape(**table: object) -> TapeSpec:
    return TapeSpec.read(table, "[tape]")


@pytest.mark.parametrize(
    ("table", "ticks", "time_base"),
    [
        ({"rate": "25"}, [0, 3600, 7200, 10800], Fraction(1, 90000)),
        ({"rate": "29.97"}, [0, 3003, 6006, 9009], Fraction(1, 90000)),
        ({"rate": "23.976"}, [0, 1001, 2002, 3003], Fraction(1, 24000)),
        ({"rate": "59.94"}, [0, 1001, 2002, 3003], Fraction(1, 60000)),
        ({"rate": "59.94", "container": "ts"}, [0, 1502, 3003, 4505], Fraction(1, 90000)),
        ({"rate": "29.97", "container": "mkv"}, [0, 33, 67, 100], Fraction(1, 1000)),
        ({"rate": "30", "container": "avi"}, [0, 1, 2, 3], Fraction(1, 30)),
    ],
)
def test_ticks_of_each_container(table: dict[str, object], ticks: list[int], time_base: Fraction) -> None:
    spec = tape(**table)
    schedule = deck_schedule(spec, 1.0, seed=1)
    assert spec.time_base == time_base
    assert [e.pts for e in schedule[:4]] == ticks
    assert [e.i for e in schedule] == list(range(round(spec.rate_fps)))


def test_the_second_field_is_half_a_frame_later() -> None:
    for exposure in deck_schedule(tape(scan="top_first"), 1.0, seed=1):
        first_s, second_s = exposure.fields_s
        assert (first_s, second_s) == pytest.approx((exposure.i * 0.04, exposure.i * 0.04 + 0.02))


def test_faults_in_the_order_of_the_table() -> None:
    spec = tape(
        faults=[
            {"kind": "freeze", "start_s": 1.0, "lasts_s": 0.5},
            {"kind": "duplicate", "start_s": 1.2, "lasts_s": 0.12},
            {"kind": "truncate", "start_s": 3.0},
        ]
    )
    told = {s: faults_at(spec, s) for s in (0.96, 1.0, 1.2, 1.24, 1.28, 1.32, 1.48, 1.52, 3.0, 9.0)}
    both = ("freeze", "duplicate")
    assert list(told.values()) == [
        *((), ("freeze",), both, ("freeze",), both, ("freeze",), ("freeze",), ()),
        *(("truncate",), ("truncate",)),
    ]


def test_a_variable_tape_depends_on_its_seed_only() -> None:
    spec = tape(variable=True)
    one, again, other = (deck_schedule(spec, 20.0, seed=s) for s in (1, 1, 2))
    assert one == again != other
    steps = [b.fields_s[0] - a.fields_s[0] for a, b in pairwise(one)]
    assert np.mean(steps) == pytest.approx(0.04 * 10 / 6, rel=0.1)  # holds 1 1 1 2 2 3
    assert min(steps) > 0.019


def test_colours_come_out_as_the_standard_says() -> None:
    """BT.601 and BT.709 red, green and blue in limited range, from the tables of the standards."""
    red = np.zeros((480, 720, 3), np.uint8)
    red[:] = (255, 0, 0)
    sd = planes_of([red], SIZE_PX, top_first=None)
    hd = planes_of([red], (1280, 720), top_first=None)
    assert [int(p[9, 9]) for p in sd] == pytest.approx([81, 90, 240], abs=1)
    assert [int(p[9, 9]) for p in hd] == pytest.approx([63, 102, 240], abs=1)


def test_fields_share_no_line() -> None:
    white, black = np.full((480, 720, 3), 255, np.uint8), np.zeros((480, 720, 3), np.uint8)
    y = planes_of([white, black], SIZE_PX, top_first=False).y
    assert np.all(y[1::2] == 235)
    assert np.all(y[::2] == 16)


def bars() -> Planes:
    y, u, v = (p.copy() for p in flat(SIZE_PX, 60))
    y[:, 300:420] = 200
    v[:, 150:210] = 200
    return Planes(y, u, v)


def worn(strength: float, *, frame: int = 3, seed: int = 1) -> Planes:
    return Wear(strength, SIZE_PX, seed=seed, interlaced=True).played(bars(), frame=frame)


def test_wear_repeats_for_a_frame_and_a_seed() -> None:
    assert all(np.array_equal(a, b) for a, b in zip(worn(0.5), worn(0.5), strict=True))
    assert not np.array_equal(worn(0.5).y, worn(0.5, frame=4).y)
    assert not np.array_equal(worn(0.5).y, worn(0.5, seed=2).y)


def test_wear_grows_and_never_leaves_the_legal_range() -> None:
    clean = bars().y[:440, 20:700].astype(float)
    error = [np.abs(worn(a).y[:440, 20:700] - clean).mean() for a in (0.1, 0.4, 0.7, 1.0)]
    assert error == sorted(error)
    assert error[0] < 3 < error[-1]
    assert worn(1.0).y.min() >= 16
    assert worn(1.0).y.max() <= 235


def test_chroma_arrives_late_and_smeared() -> None:
    row = worn(0.8).v[20:200].astype(float).mean(axis=0)
    half = (row.max() + 128) / 2
    edge = float(np.interp(half, row[140:165], np.arange(140, 165)))
    assert 150.5 < edge < 154  # the clean edge is at 149.5
    rise = np.flatnonzero(row[130:175] > 128 + 0.9 * (row.max() - 128))[0]
    start = np.flatnonzero(row[130:175] > 128 + 0.1 * (row.max() - 128))[0]
    assert rise - start >= 5


def test_lines_below_the_switch_of_the_heads_start_elsewhere() -> None:
    y = worn(0.8).y.astype(float)
    edge = np.array([np.argmax(line[250:420] > 130) for line in y])
    above, band = edge[60:440], edge[-10:]
    assert np.median(band) - np.median(above) >= 3


def test_noise_bands_leave_most_of_the_picture() -> None:
    hit = noise_bands(bars(), seed=(1, 2))
    lines = np.abs(hit.y.astype(float) - bars().y).mean(axis=1) > 15
    assert 0.04 < lines.mean() < 0.5
    assert all(np.array_equal(a, b) for a, b in zip(hit, noise_bands(bars(), seed=(1, 2)), strict=True))
