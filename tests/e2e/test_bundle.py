"""An evidence bundle: whole, confirmed by the product and by plain sha256sum, refused once altered."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from review.adapters.export_clips import picture_sha256
from review.adapters.read_pyav import open_tape
from review.adapters.store_sqlite import SqliteStore
from review.cli import main
from review.testing import builders as a
from review.testing.whole import whole_judgement
from tests.ui.support import make_clip


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """One finding of a small case, written as evidence, beside its tape `tape.mp4`."""
    tape, case, folder = (tmp_path / name for name in ("tape.mp4", "tape.bgcase", "evidence"))
    make_clip(tape, 373)
    reader = open_tape(tape)
    with SqliteStore.open(case, create=True, readonly=False) as store:
        judgement = replace(whole_judgement(), tape=reader.tape)
        store.put_judgement(judgement, a.tracks(), "inputs")
    reader.close()
    assert main(["case", "export", str(case), "--out", str(folder), "--finding", "1"]) == 0
    return folder


def test_the_clip_ends_on_the_tapes_own_frames(bundle: Path) -> None:
    (told,) = json.loads((bundle / "clips.json").read_text(encoding="utf-8"))
    tape, clip = open_tape(bundle.parent / "tape.mp4"), open_tape(bundle / told["file"])
    for mine, theirs, key in ((0, "first_frame", "first_rgb_sha256"), (-1, "last_frame", "last_rgb_sha256")):
        shown = picture_sha256(clip.frame(mine % len(clip.index)).rgb)
        assert shown == picture_sha256(tape.frame(told[theirs]).rgb) == told[key]
    assert len(clip.index) == told["frames"] == told["last_frame"] - told["first_frame"] + 1
    tape.close()
    clip.close()


def test_one_byte_altered_is_refused(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain = ["sha256sum", "--check", "--quiet", "SHA256SUMS"]
    if shutil.which("sha256sum"):
        assert subprocess.run(plain, cwd=bundle, check=False).returncode == 0
    assert main(["case", "verify", str(bundle)]) == 0
    assert "Unaltered: all 11 files" in capsys.readouterr().out
    clip = bundle / "finding-1.mkv"
    whole = clip.read_bytes()
    middle = len(whole) // 2
    clip.write_bytes(whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :])
    assert main(["case", "verify", str(bundle)]) == 2
    assert "finding-1.mkv was altered" in capsys.readouterr().err
    if shutil.which("sha256sum"):
        done = subprocess.run(plain, cwd=bundle, check=False, capture_output=True)
        assert done.returncode != 0
    clip.write_bytes(whole)
    (bundle / "more.txt").write_text("later", encoding="utf-8")
    assert main(["case", "verify", str(bundle)]) == 2
    assert "more.txt is not listed" in capsys.readouterr().err
    assert main(["case", "export", str(bundle / "tape.bgcase"), "--out", str(bundle)]) == 2
