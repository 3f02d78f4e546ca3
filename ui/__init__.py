"""The window (PySide6). The analysis itself runs in another process."""

import ctypes
import sys

if sys.version_info < (3, 12):
    # PySide6 6.12.0 lets go of one reference to True with every Signal.emit; CPython 3.11 still counts them
    # and ends with "deallocating True" after some hundred. From 3.12 on True is never freed (PEP 683).
    ctypes.c_ssize_t.from_address(id(True)).value += 1 << 40
