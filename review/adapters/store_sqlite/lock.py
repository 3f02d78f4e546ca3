"""One writer a case: a lock that the operating system takes back when its holder dies, however it dies."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import sys
import time
from pathlib import Path

from review.core.errors import CaseUnusable

__all__ = ["WriterLock"]

_PAUSE_S = 0.05


class WriterLock:
    """Held on `CASE-lock` beside the case; the file names its holder for the sentence shown to others.

    Raises
    ------
    CaseUnusable
        If another process, or another store in this one, holds it longer than `wait_s`.
    OSError
        If the file cannot be made.
    """

    def __init__(self, case: Path, *, wait_s: float) -> None:
        self._case = case
        self._path = case.with_name(case.name + "-lock")
        deadline = time.monotonic() + wait_s
        while True:
            held = self._try()
            if held is not None:
                break
            if time.monotonic() >= deadline:
                raise self._refusal()
            time.sleep(_PAUSE_S)
        self._fd = held
        holder = {"pid": os.getpid(), "host": socket.gethostname()}
        os.ftruncate(held, 0)
        os.write(held, json.dumps(holder).encode())

    def _try(self) -> int | None:
        fd = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o666)
        if _lock(fd) and self._still_there(fd):
            return fd
        os.close(fd)
        return None

    def _still_there(self, fd: int) -> bool:
        """Whether the locked file is the one others will open: its last holder removes it on leaving."""
        try:
            return os.path.samestat(os.fstat(fd), self._path.stat())
        except FileNotFoundError:
            return False

    def _refusal(self) -> CaseUnusable:
        try:
            holder = json.loads(self._path.read_text())
            who = f"process {int(holder['pid'])} on {holder['host']}"
        except (OSError, ValueError, KeyError, TypeError):
            who = "another process"
        return CaseUnusable(
            f"{self._case}: {who} is writing to this case.",
            remedy="Wait until it is done, stop it, or open the case for reading.",
        )

    def release(self) -> None:
        """Let others write; the file goes too."""
        with contextlib.suppress(OSError):
            self._path.unlink()
        os.close(self._fd)


if sys.platform == "win32":
    import msvcrt

    def _lock(fd: int) -> bool:
        os.lseek(fd, 1 << 20, os.SEEK_SET)  # beyond the text, which others must be able to read
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(fd, 0, os.SEEK_SET)
        return True
else:
    import fcntl

    def _lock(fd: int) -> bool:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
