"""The window (PySide6). The analysis itself runs in another process."""
