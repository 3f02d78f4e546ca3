"""A page as blocks of words: what the PDF and the page on suspensions are set from, without any markup."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Block", "Paper", "bullets", "heading", "pairs", "picture", "steps", "table", "words"]

Block = Mapping[str, Any]
_ENDINGS = {b"\xff\xd8\xff": "jpg", b"<svg": "svg"}


@dataclass(frozen=True, slots=True)
class Paper:
    """A document in order.

    Attributes
    ----------
    title, kicker, foot : the name, the line above it, and the line at the foot of every page
    blocks : see the functions of this module; every text in them is plain, to be escaped by whoever sets it
    files : name -> bytes of the pictures that the blocks name
    """

    title: str
    kicker: str
    foot: str
    blocks: tuple[Block, ...]
    files: Mapping[str, bytes] = field(default_factory=dict)


def heading(text: str, level: int = 1) -> Block:
    """A heading; 1 is a section's."""
    return {"is": "heading", "text": text, "level": level}


def words(text: str, *, dim: bool = False) -> Block:
    """A paragraph."""
    return {"is": "words", "text": text, "dim": dim}


def pairs(rows: Iterable[tuple[str, str]]) -> Block:
    """Names with their values, one a line."""
    return {"is": "pairs", "rows": [list(row) for row in rows]}


def table(head: Sequence[str], rows: Iterable[Sequence[str]], widths: Sequence[float]) -> Block:
    """Rows of cells; in a cell every line after the first is set small.

    Raises
    ------
    ValueError
        If a row has not as many cells as the head.
    """
    cells = [[str(cell) for cell in row] for row in rows]
    if len(widths) != len(head) or any(len(row) != len(head) for row in cells):
        raise ValueError("a table's rows, widths and head differ in length")
    return {"is": "table", "head": list(head), "rows": cells, "widths": list(widths)}


def bullets(items: Iterable[str]) -> Block:
    """A list without order."""
    return {"is": "bullets", "items": list(items)}


def steps(items: Iterable[str]) -> Block:
    """A numbered list."""
    return {"is": "steps", "items": list(items)}


def picture(data: bytes, caption: str, *, alt: str = "") -> tuple[Block, dict[str, bytes]]:
    """A picture's block and its file, named by its bytes, so that the same picture is kept once.

    Raises
    ------
    ValueError
        If it is neither JPEG nor SVG.
    """
    ending = next((end for begins, end in _ENDINGS.items() if data.startswith(begins)), None)
    if ending is None:
        raise ValueError(f"the still {caption!r} is no JPEG")
    name = f"{hashlib.sha256(data).hexdigest()[:20]}.{ending}"
    return {"is": "picture", "file": name, "caption": caption, "alt": alt or caption}, {name: data}
