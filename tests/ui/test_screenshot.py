"""The picture of the window for the README, drawn as anybody would."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from PySide6.QtGui import QColor, QImage

ROOT = Path(__file__).parents[2]


def test_the_window_is_drawn_at_the_size_and_scale_asked_for(case: Path, tmp_path: Path) -> None:
    out = tmp_path / "window.png"
    command = [
        sys.executable,
        "tools/screenshot.py",
        str(case),
        str(out),
        "--size",
        "1000x640",
        "--scale",
        "1.5",
    ]
    subprocess.run([*command, "--theme", "light", "--at", "3.3"], cwd=ROOT, check=True, timeout=120)
    image = QImage(str(out))
    assert (image.width(), image.height()) == (1500, 960)
    assert QColor(image.pixel(2, 2)).lightness() > 200
