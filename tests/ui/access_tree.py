"""The accessibility tree as a screen reader walks it: `python -m tests.ui.access_tree TAPE` prints it.

In a process of its own, which ends without tidying up: Qt and its Python wrappers both think they own the
tree's nodes.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QWidget

from tests.ui.clipping import sheets, states
from tests.ui.support import doors
from ui.app import Workplace
from ui.memory import Memory

#: What somebody can act on.
ROLES = ("Button", "CheckBox", "RadioButton", "ComboBox", "EditableText", "List", "Table", "Tree", "Slider")
DEEPEST = 12


def walk(node: Any, depth: int = 0) -> Iterator[tuple[str, str]]:
    """(role, name) of every visible node that can be acted on."""
    if node is None or depth > DEEPEST:
        return
    role = node.role().name
    if not node.state().invisible and role in ROLES:
        # on Unix a box's name is told by its label alone, and what Qt calls its name is its choice
        own = role == "ComboBox"
        yield role, node.object().accessibleName() if own else node.text(QAccessible.Text.Name)
    if role in ("List", "Table", "Tree", "ComboBox"):
        return  # their lines are their own words
    for place in range(node.childCount()):
        yield from walk(node.child(place), depth + 1)


def main() -> None:
    """Print one line a node: part, role, name."""
    app = QApplication(sys.argv[:1])
    QAccessible.setActive(True)
    with tempfile.TemporaryDirectory() as name:
        memory = Memory(Path(name) / "memory.ini")
        memory.keep_word("language", "en")
        place = Workplace(doors(), memory)
        parts: list[tuple[str, QWidget]] = []
        for where, _ in states(place, Path(sys.argv[1])):
            if where == "corrected":
                parts.append(("window", place.window))
                _print(parts.pop())
        for sheet in sheets(place):
            sheet.show()
            app.processEvents()
            _print((type(sheet).__name__, sheet))
    sys.stdout.flush()
    os._exit(0)


def _print(part: tuple[str, QWidget]) -> None:
    for role, name in walk(QAccessible.queryAccessibleInterface(part[1])):
        sys.stdout.write(f"{part[0]}\t{role}\t{name}\n")


if __name__ == "__main__":
    main()
