"""What names tell: the sheet that belongs to a tape, the day of a game, where a tape lies elsewhere."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from pathlib import PurePath

__all__ = ["day_in", "mapped", "season_of", "sheet_for"]

_DAY = re.compile(r"(?<!\d)((?:19|20)\d\d)[-_.]?([01]\d)[-_.]?([0-3]\d)(?!\d)")
_SEASON = re.compile(r"(?<!\d)((?:19|20)\d\d)[-_/](\d\d(?:\d\d)?)(?!\d)")
_SEASON_BEGINS = 7  # a game of July belongs to the season that begins then


def day_in(path: str) -> str | None:
    """The last day that a path names, as YYYY-MM-DD; None where it names none.

    Examples
    --------
    >>> day_in("2003-04/2003-11-05_TOR_at_BUF.mp4"), day_in("20031105.mp4"), day_in("game-1.mp4")
    ('2003-11-05', '2003-11-05', None)
    """
    found = None
    for year, month, day in _DAY.findall(path):
        try:
            found = date(int(year), int(month), int(day)).isoformat()
        except ValueError:
            continue
    return found


def season_of(path: str, day: str | None) -> str | None:
    """The season of a day, else the one that the path names; e.g. 2003-04.

    Examples
    --------
    >>> season_of("a.mp4", "2004-02-01"), season_of("2003-2004/a.mp4", None), season_of("a.mp4", None)
    ('2003-04', '2003-04', None)
    """
    if day is not None:
        year = int(day[:4]) - (int(day[5:7]) < _SEASON_BEGINS)
        return f"{year}-{(year + 1) % 100:02d}"
    for first, second in _SEASON.findall(path):
        if int(second[-2:]) == (int(first) + 1) % 100:
            return f"{first}-{second[-2:]}"
    return None


def sheet_for(tape: str, pattern: str) -> str:
    """The sheet's path by a pattern with {stem}, {name} and {parent}; relative ones lie beside the tape.

    Raises
    ------
    ValueError
        For another word in braces.

    Examples
    --------
    >>> sheet_for("/tapes/2003/a.mp4", "{stem}.game.toml"), sheet_for("/tapes/2003/a.mp4", "/s/{parent}.toml")
    ('/tapes/2003/a.game.toml', '/s/2003.toml')
    """
    path = PurePath(tape)
    try:
        named = pattern.format(stem=path.stem, name=path.name, parent=path.parent.name)
    except (KeyError, IndexError) as wrong:
        raise ValueError(f"{pattern!r} asks for {wrong}") from wrong
    return str(path.parent / named)


def mapped(path: str, maps: Sequence[tuple[str, str]]) -> str:
    """Where a tape lies on this machine: the first prefix that fits is exchanged.

    Examples
    --------
    >>> mapped("/nas/a/b.mp4", [("/nas", "/mnt/league")]), mapped("/nastier/b.mp4", [("/nas", "/x")])
    ('/mnt/league/a/b.mp4', '/nastier/b.mp4')
    """
    for prefix, here in maps:
        bare = prefix.rstrip("/\\")
        if path == bare or path.startswith((bare + "/", bare + "\\")):
            return here.rstrip("/\\") + path[len(bare) :]
    return path
