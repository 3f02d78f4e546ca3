"""Dense columns as one blob: dtype and shape inside, checked when read; nothing in it is ever executed.

Layout: ``BGC1``, header length (uint32, little-endian), header (JSON), the columns' bytes, CRC-32 (uint32)
of everything before. A column's bytes are stored raw, or with the bytes of its items gathered by
significance and deflated (level 1) where that saves a tenth or more.
"""

from __future__ import annotations

import json
import math
import struct
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from review.core.arrays import Array

__all__ = ["BlobDamaged", "pack", "unpack"]

_MAGIC = b"BGC1"
_DTYPES = frozenset({"<f2", "<f4", "<f8", "|i1", "|u1", "|b1", "<i2", "<i4", "<i8", "<u2", "<u4"})
_LIMIT = 1 << 30  # no segment comes near a gibibyte: a header that says so is damaged, or a bomb
_WORTH_IT = 0.9


class BlobDamaged(ValueError):
    """A blob is not what `pack` wrote."""


def pack(columns: Mapping[str, Array]) -> bytes:
    """Columns by name as bytes; the same columns always give the same bytes.

    Raises
    ------
    ValueError
        If a column has a dtype that the format does not know.
    """
    listed: list[dict[str, Any]] = []
    parts: list[bytes] = []
    for name, values in columns.items():
        array = np.ascontiguousarray(values).reshape(np.shape(values))
        array = array.astype(array.dtype.newbyteorder("<"), copy=False)
        if array.dtype.str not in _DTYPES:
            raise ValueError(f"column {name!r}: dtype {array.dtype.str} cannot be kept")
        stored, data = _squeeze(array)
        listed.append(
            {
                "name": name,
                "dtype": array.dtype.str,
                "shape": list(array.shape),
                "stored": stored,
                "bytes": len(data),
            }
        )
        parts.append(data)
    header = json.dumps(listed, separators=(",", ":")).encode()
    body = b"".join([_MAGIC, struct.pack("<I", len(header)), header, *parts])
    return body + struct.pack("<I", zlib.crc32(body))


def _squeeze(array: Array) -> tuple[str, bytes]:
    raw = array.tobytes()
    if not raw:
        return "raw", raw
    small = zlib.compress(_gathered(raw, array.dtype.itemsize), 1)
    return ("deflated", small) if len(small) < _WORTH_IT * len(raw) else ("raw", raw)


def _gathered(raw: bytes, itemsize: int) -> bytes:
    return np.frombuffer(raw, np.uint8).reshape(-1, itemsize).T.tobytes()


def unpack(blob: bytes) -> dict[str, Array]:
    """The columns of a blob, read-only, in the order they were packed.

    Raises
    ------
    BlobDamaged
        If anything in the blob contradicts anything else in it.
    """
    if len(blob) < 12 or blob[:4] != _MAGIC:
        raise BlobDamaged("no column blob")
    if zlib.crc32(blob[:-4]) != struct.unpack("<I", blob[-4:])[0]:
        raise BlobDamaged("checksum differs")
    at = 8 + struct.unpack("<I", blob[4:8])[0]
    columns: dict[str, Array] = {}
    for entry in _header(blob[8:at]):
        end = at + entry["bytes"]
        if end > len(blob) - 4:
            raise BlobDamaged(f"column {entry['name']!r} runs past the end")
        columns[entry["name"]] = _column(entry, blob[at:end])
        at = end
    if at != len(blob) - 4:
        raise BlobDamaged("bytes left over")
    return columns


def _header(raw: bytes) -> list[dict[str, Any]]:
    try:
        listed = json.loads(raw)
    except ValueError as error:
        raise BlobDamaged("header is no JSON") from error
    wanted = {"name": str, "dtype": str, "shape": list, "stored": str, "bytes": int}
    sound = isinstance(listed, list) and all(
        isinstance(entry, dict)
        and all(isinstance(entry.get(key), kind) for key, kind in wanted.items())
        and entry["dtype"] in _DTYPES
        and entry["bytes"] >= 0
        and all(isinstance(n, int) and n >= 0 for n in entry["shape"])
        for entry in listed
    )
    if not sound:
        raise BlobDamaged("header does not describe columns")
    return list(listed)


def _column(entry: Mapping[str, Any], data: bytes) -> Array:
    dtype = np.dtype(entry["dtype"])
    size = math.prod(entry["shape"]) * dtype.itemsize
    if size > _LIMIT:
        raise BlobDamaged(f"column {entry['name']!r} claims {size} bytes")
    if entry["stored"] not in ("raw", "deflated"):
        raise BlobDamaged(f"column {entry['name']!r} is stored as {entry['stored']!r}")
    raw = data if entry["stored"] == "raw" else _inflate(data, size, dtype.itemsize)
    if len(raw) != size:
        raise BlobDamaged(f"column {entry['name']!r}: {len(raw)} bytes where {size} belong")
    array = np.frombuffer(raw, dtype) if size else np.zeros(0, dtype)
    array = array.reshape(entry["shape"])
    array.setflags(write=False)
    return array


def _inflate(data: bytes, size: int, itemsize: int) -> bytes:
    try:
        flat = zlib.decompressobj().decompress(data, size + 1)
    except zlib.error as error:
        raise BlobDamaged("deflated bytes are damaged") from error
    if len(flat) != size:
        raise BlobDamaged(f"{len(flat)} bytes where {size} belong")
    return np.frombuffer(flat, np.uint8).reshape(itemsize, -1).T.tobytes()
