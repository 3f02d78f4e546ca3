"""Whatever is packed comes back; whatever is damaged is refused."""

from __future__ import annotations

import dataclasses
import json
import struct
import zlib
from fractions import Fraction
from typing import Any, get_args, get_type_hints

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from review.adapters.store_sqlite import codec
from review.adapters.store_sqlite.blobs import BlobDamaged, pack, unpack
from review.adapters.store_sqlite.codec import TextDamaged, dumps, loads
from review.core.arrays import Array
from review.core.case import Judgement
from review.core.facts import Subject
from review.core.findings import Finding
from review.core.times import FrameTime, Interval, Timecode
from review.testing import builders as a
from review.testing.same import same

FIXED = settings(derandomize=True, deadline=None, max_examples=80)
DTYPES = ["<f2", "<f4", "<f8", "|i1", "|u1", "|b1", "<i4", "<i8", "<u2"]
COLUMNS = st.dictionaries(
    st.text(max_size=8),
    st.sampled_from(DTYPES).flatmap(
        lambda kind: hnp.arrays(
            np.dtype(kind), hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=5)
        )
    ),
    max_size=4,
)


@FIXED
@given(COLUMNS)
def test_columns_come_back_bit_for_bit(columns: dict[str, Array]) -> None:
    blob = pack(columns)
    back = unpack(blob)
    assert same(back, columns)
    assert pack(columns) == blob
    assert all(not column.flags.writeable for column in back.values())


@FIXED
@given(COLUMNS, st.data())
def test_a_changed_byte_or_a_cut_is_noticed(columns: dict[str, Array], data: st.DataObject) -> None:
    blob = bytearray(pack(columns))
    at = data.draw(st.integers(0, len(blob) - 1))
    cut = bytes(blob[:at])
    blob[at] ^= data.draw(st.integers(1, 255))
    for wrong in (bytes(blob), cut):
        with pytest.raises(BlobDamaged):
            unpack(wrong)


def _forged(header: Any, payload: bytes) -> bytes:
    text = json.dumps(header).encode()
    body = b"BGC1" + struct.pack("<I", len(text)) + text + payload
    return body + struct.pack("<I", zlib.crc32(body))


ONE = {"name": "x", "dtype": "<f4", "shape": [1], "stored": "raw", "bytes": 4}


@pytest.mark.parametrize(
    ("header", "payload"),
    [
        ([{**ONE, "dtype": "|O"}], b"1234"),
        ([{**ONE, "shape": [-1]}], b"1234"),
        ([{**ONE, "shape": [1 << 40]}], b"1234"),
        ([{**ONE, "shape": [2]}], b"1234"),
        ([{**ONE, "bytes": 400}], b"1234"),
        ([{**ONE, "stored": "pickle"}], b"1234"),
        ([{**ONE, "stored": "deflated"}], b"1234"),
        ([{**ONE, "stored": "deflated", "bytes": 1010}], zlib.compress(bytes(1 << 20), 1)[:1010]),
        ([ONE], b"12345"),
        ([{"name": "x"}], b""),
        ({"name": "x"}, b""),
    ],
)
def test_a_header_that_lies_is_refused(header: Any, payload: bytes) -> None:
    with pytest.raises(BlobDamaged):
        unpack(_forged(header, payload))


def test_the_forged_blob_itself_is_read() -> None:
    assert unpack(_forged([ONE], struct.pack("<f", 1.5)))["x"].tolist() == [1.5]


def test_what_repeats_takes_less_room() -> None:
    assert len(pack({"pts": np.arange(10_000) * 1001})) < 20_000
    assert (
        len(pack({"noise": np.random.default_rng(0).bytes(1) and np.random.default_rng(0).random(1000)}))
        < 8200
    )


def test_a_column_of_objects_is_not_kept() -> None:
    with pytest.raises(ValueError, match="column 'x'"):
        pack({"x": np.array([object()])})


LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats()
    | st.text(max_size=6)
    | st.fractions()
    | st.builds(
        FrameTime, st.integers(-(2**62), 2**62), st.fractions(min_value=Fraction(1, 10**6), max_value=1)
    )
    | st.builds(lambda first, more: a.between(first, first + more), st.integers(0, 99), st.integers(0, 9))
    | st.builds(Subject, team=st.none() | st.text(max_size=3), person=st.none() | st.integers(1, 9))
)
KEYS = st.text(max_size=4) | st.just("~")
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(KEYS, inner, max_size=3)
        | st.dictionaries(st.integers(0, 5), inner, max_size=2)
    ),
    max_leaves=8,
)


@FIXED
@given(VALUES)
def test_any_plain_value_in_a_finding_comes_back_in_type_and_value(value: Any) -> None:
    finding = a.finding(measure={"x": value})
    back = loads(dumps(finding))
    assert isinstance(back, Finding)
    assert same(back, finding)


def test_a_time_keeps_its_pts_and_base_not_only_its_seconds() -> None:
    back = loads(dumps(Interval(FrameTime(2002, Fraction(1, 60000)), FrameTime(1001, Fraction(1, 30000)))))
    assert (back.earliest.pts, back.earliest.time_base) == (2002, Fraction(1, 60000))
    assert (back.latest.pts, back.latest.time_base) == (1001, Fraction(1, 30000))


def _kinds(hint: Any, found: set[type[Any]]) -> set[type[Any]]:
    """Every dataclass that a value of this type may hold."""
    for part in get_args(hint):
        _kinds(part, found)
    if dataclasses.is_dataclass(hint) and isinstance(hint, type) and hint not in found:
        found.add(hint)
        for inner in get_type_hints(hint).values():
            _kinds(inner, found)
    return found


def test_every_type_that_a_judgement_may_hold_can_be_kept() -> None:
    found = _kinds(Judgement, set()) - {Judgement, FrameTime}
    assert len(found) > 20
    assert {kind.__name__ for kind in found} - set(codec._TYPES) == set()


def test_numbers_of_numpy_become_plain_ones() -> None:
    back = loads(dumps((np.float32(0.5), np.int64(3), np.bool_(True))))
    assert same(back, (0.5, 3, True))


def test_a_timecode_comes_back() -> None:
    assert loads(dumps(Timecode(1, 2, 3, 4, 30, drop=True))) == Timecode(1, 2, 3, 4, 30, drop=True)


def test_what_is_not_core_data_is_not_kept() -> None:
    with pytest.raises(TypeError, match="cannot hold a set"):
        dumps({1, 2})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        '{"~":"Path","of":["x"]}',
        '{"~":"time","pts":1}',
        '{"~":"frac","num":1,"den":0}',
        '{"~":"Interval","earliest":1,"latest":2,"best":null,"more":3}',
        '{"~":"array","dtype":"|O","shape":[1],"of":[1]}',
        "[" * 100_000,
    ],
)
def test_text_that_was_not_written_here_is_refused(text: str) -> None:
    with pytest.raises(TextDamaged):
        loads(text)
