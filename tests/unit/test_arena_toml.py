"""ARENA.toml: written and read again, and refused in one sentence."""

from __future__ import annotations

import numpy as np
import pytest

from review.core.errors import GameFileWrong
from review.core.registration import ArenaCamera, ArenaProfile
from review.core.rink import RINKS, rink_from
from review.imports.arena_toml import arena_text, parse_arena, parse_rink

CAMERA = ArenaCamera(
    np.array([-0.19, -38.4, 12.87]), np.array([0.002, -0.003]), 0.038, np.array([0.1, 0.3, 0.1])
)


@pytest.mark.parametrize("rink", [RINKS["iihf-29"], rink_from({"width_m": 26.5, "name": "ours"})])
def test_written_and_read_again(rink: object) -> None:
    told = ArenaProfile(rink, CAMERA, 'The "old" barn', 21)  # type: ignore[arg-type]
    read = parse_arena(arena_text(told).encode())
    assert (read.name, read.pictures) == ('The "old" barn', 21)
    assert read.rink.width_m == pytest.approx(told.rink.width_m) and read.rink.rules == told.rink.rules
    assert read.camera.at_m == pytest.approx(CAMERA.at_m, abs=1e-3)
    assert read.camera.lean_rad == pytest.approx(CAMERA.lean_rad, abs=2e-6)
    assert read.camera.k1_ratio == pytest.approx(0.038) and read.camera.at_sd_m[1] == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("benchgate.arena/1", "benchgate.arena/9"), "schema is not"),
        (("at_m = [-0.190", "at_m = [nan"), "at_m is not 3 numbers"),
        (("12.870]", "-12.870]"), "-12.87 m over the ice"),
        (("at_m =", "at_n ="), "Did you mean 'at_m'"),
        (('preset = "nhl"', 'preset = "nhI"'), "Did you mean 'nhl'"),
        (("[camera]", "[camera"), "not valid TOML"),
    ],
)
def test_a_wrong_file_is_refused_in_one_sentence(change: tuple[str, str], words: str) -> None:
    text = arena_text(ArenaProfile(RINKS["nhl"], CAMERA))
    assert change[0] in text
    with pytest.raises(GameFileWrong) as told:
        parse_arena(text.replace(*change).encode(), "barn.toml")
    assert words in told.value.sentence() and "barn.toml" in told.value.sentence()


def test_a_rink_file_has_one_table() -> None:
    assert parse_rink(b'[rink]\npreset = "iihf-30"\nwidth_m = 28.5\n', "r.toml").width_m == 28.5
    with pytest.raises(GameFileWrong, match="no key 'rnik'"):
        parse_rink(b"[rnik]\nwidth_m = 28.5\n", "r.toml")
