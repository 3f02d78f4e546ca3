"""The window (PySide6). The analysis itself runs in another process."""

import ctypes
import sys

if sys.version_info < (3, 12):
    # The wheels of PySide6 6.12.0 let go of a reference to None with every call that returns none, and to
    # True with every Signal.emit, as is right from CPython 3.12 on, where these are never freed (PEP 683).
    # CPython 3.11 counts them and ends with "deallocating None" after minutes. 6.11.3 counts rightly.
    for _constant in (None, True, False, NotImplemented):
        ctypes.c_ssize_t.from_address(id(_constant)).value += 1 << 40
