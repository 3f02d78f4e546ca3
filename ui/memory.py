"""What the window remembers between runs: theme, language, place in each tape, its own shape."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSettings

__all__ = ["Memory"]


class Memory:
    """Small lasting choices, kept in the user's own settings (or in `file`, for tests)."""

    def __init__(self, file: Path | None = None) -> None:
        if file is None:
            self._kept = QSettings("Benchgate", "Benchgate")
        else:
            self._kept = QSettings(str(file), QSettings.Format.IniFormat)

    def word(self, key: str, default: str) -> str:
        """A remembered choice."""
        return str(self._kept.value(f"choice/{key}", default))

    def number(self, key: str, default: int) -> int:
        """A remembered whole number above 0."""
        words = self.word(key, str(default))
        return int(words) if words.isdecimal() and int(words) else default

    def keep_word(self, key: str, value: str) -> None:
        """Remember a choice."""
        self._kept.setValue(f"choice/{key}", value)

    def flush(self) -> None:
        """Write what was kept to the disk now."""
        self._kept.sync()

    def place(self, tape: Path) -> int | None:
        """The pts last looked at in this tape."""
        try:
            return int(str(self._kept.value(f"place/{_key(tape)}", "")))
        except ValueError:
            return None

    def keep_place(self, tape: Path, pts: int) -> None:
        """Remember where the tape was left."""
        self._kept.setValue(f"place/{_key(tape)}", str(pts))

    def shape(self, key: str) -> QByteArray | None:
        """A remembered window or splitter state."""
        value: Any = self._kept.value(f"shape/{key}")
        return value if isinstance(value, QByteArray) else None

    def keep_shape(self, key: str, value: QByteArray) -> None:
        """Remember a window or splitter state."""
        self._kept.setValue(f"shape/{key}", value)


def _key(tape: Path) -> str:
    return sha256(str(tape.resolve()).encode()).hexdigest()[:24]
