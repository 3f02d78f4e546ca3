"""Marks on a picture as people type them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from review.core.drawings import Mark
from review.core.errors import GameFileWrong

__all__ = ["marks_of"]


def marks_of(arrows: Sequence[str], circles: Sequence[str], texts: Sequence[str]) -> list[Mark]:
    """Marks from `x,y,x,y`, `x,y,r` and `x,y,words`.

    Raises
    ------
    GameFileWrong
        If one is not written so.
    """
    made = [_made("--arrow", words, "x,y,x,y", _arrow) for words in arrows]
    made += [_made("--circle", words, "x,y,r", _circle) for words in circles]
    return made + [_made("--text", words, "x,y,words", _text) for words in texts]


def _made(option: str, words: str, form: str, read: Callable[[str], Mark]) -> Mark:
    try:
        return read(words)
    except ValueError as error:
        raise GameFileWrong(f"{option} {words!r} is no {form}: {error}.") from error


def _arrow(words: str) -> Mark:
    x, y, u, v = (float(word) for word in words.split(","))
    return Mark("arrow", (x, y), (u, v))


def _circle(words: str) -> Mark:
    x, y, radius = (float(word) for word in words.split(","))
    return Mark("circle", (x, y), (x + radius, y))


def _text(words: str) -> Mark:
    x, y, told = words.split(",", 2)
    return Mark("text", (float(x), float(y)), words=told)
