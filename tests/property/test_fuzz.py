"""Broken input: a few hundred changed files a reader, and those that once ended in a traceback."""

from __future__ import annotations

import pytest

from tools.fuzz import TARGETS, fuzz, outcome

INPUTS = {"case": 4, "report": 4, "tape": 60, "container": 25, "pack": 40, "truth": 20}
LONG, DEEP = b"9" * 5000, b"[" * 3000
ARENA = b"""schema = "benchgate.arena/1"
[camera]
at_m = [0, -36, %s]
at_sd_m = [1, 1, 1]
lean_deg = [0, 0]
k1 = %s
pictures = %s
"""
#: Found by `tools/fuzz.py`, cut down to what mattered.
ONCE = [
    ("facts", b"[[fact]]\nstart = " + LONG),
    ("facts", b"a = " + DEEP),
    ("pack", b"id = " + LONG),
    ("pack", b"id = " + DEEP),
    ("game", b"[league]\npack = " + DEEP),
    ("arena", ARENA % (b"12", b"nan", b"3")),
    ("arena", ARENA % (b"12", b"0.1", b"inf")),
    ("arena", ARENA % (b"1" + b"0" * 400, b"0.1", b"3")),
]


@pytest.mark.parametrize("name", TARGETS)
def test_what_is_broken_is_read_or_refused_in_one_sentence(name: str) -> None:
    tried, crashes = fuzz(name, seed=7, inputs=INPUTS.get(name, 300))
    assert tried >= INPUTS.get(name, 300)
    assert [crash.what for crash in crashes] == []


@pytest.mark.parametrize(("name", "data"), ONCE)
def test_what_once_was_a_traceback_is_a_refusal(name: str, data: bytes) -> None:
    assert outcome(TARGETS[name][1], data) is None
    with pytest.raises(Exception, match=r"."):
        TARGETS[name][1](data)
