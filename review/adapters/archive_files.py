"""A shelf of files named by their sha256: written beside, flushed, then renamed into place."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path

from review.core.errors import ArchiveUnusable

__all__ = ["FileShelf"]

_SIGN = ".part"


class FileShelf:
    """See `review.ports.ledger.Shelf`. Files lie in folders by the first two letters of their names."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, digest: str) -> Path:
        """Where the bytes of a digest lie, or would."""
        return self.folder / digest[:2] / digest

    def put(self, data: bytes) -> str:
        """Keep bytes; a second writer of the same renames the same bytes over them, and nothing changes."""
        digest = hashlib.sha256(data).hexdigest()
        path = self.path(digest)
        try:
            if path.exists() and path.stat().st_size == len(data):
                return digest
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, part = tempfile.mkstemp(prefix=digest[:8], suffix=_SIGN, dir=path.parent)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                Path(part).replace(path)
            except BaseException:
                Path(part).unlink(missing_ok=True)
                raise
            _flush_folder(path.parent)
        except OSError as fault:
            raise ArchiveUnusable(
                f"{path.parent}: an output cannot be written ({fault.strerror or fault}).",
                remedy="Make room or mend the folder's rights, then run again: what is finished is kept.",
            ) from fault
        return digest

    def get(self, digest: str) -> bytes:
        """The bytes, held against their name."""
        path = self.path(digest)
        try:
            data = path.read_bytes()
        except OSError as fault:
            raise ArchiveUnusable(
                f"{path}: an output is out of reach ({fault.strerror or fault}).",
                remedy="`benchgate archive verify --mend` has it made again.",
            ) from fault
        if hashlib.sha256(data).hexdigest() != digest:
            raise ArchiveUnusable(
                f"{path}: an output is damaged.",
                remedy="`benchgate archive verify --mend` has it made again.",
            )
        return data

    def drop(self, digest: str) -> None:
        """Let bytes go; nothing where they are gone already."""
        self.path(digest).unlink(missing_ok=True)

    def digests(self) -> tuple[str, ...]:
        """Everything that lies there whole, in order."""
        return tuple(sorted(p.name for p in self.folder.glob("??/*") if not p.name.endswith(_SIGN)))

    def parts(self) -> tuple[Path, ...]:
        """What writers that were killed left behind."""
        return tuple(sorted(self.folder.glob(f"??/*{_SIGN}")))


def _flush_folder(folder: Path) -> None:
    """So that the new name is on the disk as well; Windows has no such thing."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
