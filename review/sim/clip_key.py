"""A key under which a rendered clip may be kept: it changes with the scenario and with whatever draws it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from review.sim.scenario import merged_table

PACKAGE = Path(__file__).parents[1]
DRAWS = re.compile(r"^\s*from review\.sim[. ]", re.MULTILINE)
NEIGHBOUR = re.compile(
    r"^\s*(?:from review\.adapters import (\w+)|from review\.adapters\.(\w+))", re.MULTILINE
)
DRAWN_WITH = ("shaders",)  # folders of data beside the adapters
NOT_SOURCE = ("__pycache__", ".DS_Store")


def clip_key(scenario_path: Path) -> str:
    """SHA-256 (hex) over a scenario with all it extends, and over the sources and data that render it.

    Not in it: versions of libraries and drivers, which may move a pixel by a shade.

    Raises
    ------
    ScenarioUnreadable
        If the scenario cannot be read.
    """
    table = json.dumps(merged_table(scenario_path), sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(f"{renderer_key()}\n{table}".encode()).hexdigest()


@cache
def renderer_key() -> str:
    """SHA-256 (hex) over the simulator, its port, the adapters that draw and record, and their data."""
    total = hashlib.sha256()
    for path in rendering_files():
        total.update(path.relative_to(PACKAGE).as_posix().encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def rendering_files() -> list[Path]:
    """Every file that decides a rendered clip, in a fixed order."""
    adapters = {p.stem: p.read_text(encoding="utf-8") for p in (PACKAGE / "adapters").glob("*.py")}
    wanted = {name for name, text in adapters.items() if DRAWS.search(text)}
    while more := {n for name in wanted for n in _neighbours(adapters[name])} & set(adapters) - wanted:
        wanted |= more
    found = [PACKAGE / "adapters" / f"{name}.py" for name in wanted]
    found += [PACKAGE / "ports" / "renderer.py", *_files(PACKAGE / "sim")]
    found += [file for folder in DRAWN_WITH for file in _files(PACKAGE / "adapters" / folder)]
    return sorted(set(found))


def _neighbours(text: str) -> Iterator[str]:
    for match in NEIGHBOUR.finditer(text):
        yield match.group(1) or match.group(2)


def _files(folder: Path) -> list[Path]:
    return [p for p in folder.rglob("*") if p.is_file() and not set(NOT_SOURCE) & {*p.parts, p.name}]
