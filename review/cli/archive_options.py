"""The options that the commands of `benchgate archive` share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from review.core.errors import ArchiveUnusable, SettingsWrong

__all__ = ["AsJson", "Ledger", "Maps", "Overrides", "Place", "checked_overrides", "maps_of", "shard_of"]

Place = Annotated[Path, typer.Option("--archive", envvar="BENCHGATE_ARCHIVE", help="The archive's folder.")]
Ledger = Annotated[
    str | None,
    typer.Option(
        envvar="BENCHGATE_ARCHIVE_LEDGER",
        help="postgresql://… for many machines (default: a file in the archive's folder).",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="For programs.")]
Maps = Annotated[
    list[str] | None,
    typer.Option("--map", help="FROM=TO: tapes filed under FROM lie under TO on this machine."),
]
Overrides = Annotated[list[str] | None, typer.Option("--set", help="Any setting, as name=value.")]


def maps_of(texts: list[str] | None) -> tuple[tuple[str, str], ...]:
    """Pairs of prefixes.

    Raises
    ------
    ArchiveUnusable
    """
    out = []
    for text in texts or ():
        there, sign, here = text.partition("=")
        if not (sign and there and here):
            raise ArchiveUnusable(f"--map {text!r} is no FROM=TO.", remedy="Example: --map /nas=/mnt/league.")
        out.append((there, here))
    return tuple(out)


def shard_of(text: str | None) -> tuple[int, int]:
    """(i, n) of `i/n`, i from 0.

    Raises
    ------
    ArchiveUnusable
    """
    if text is None:
        return 0, 1
    i, sign, n = text.partition("/")
    if not (sign and i.isdecimal() and n.isdecimal() and int(i) < int(n)):
        raise ArchiveUnusable(
            f"--shard {text!r} is no i/n.", remedy="Example: --shard 0/4, 1/4, 2/4 and 3/4 on four machines."
        )
    return int(i), int(n)


def checked_overrides(texts: list[str] | None) -> tuple[str, ...]:
    """Each is name=value.

    Raises
    ------
    SettingsWrong
    """
    for text in texts or ():
        if "=" not in text:
            raise SettingsWrong(
                f"--set {text!r} is no name=value.", remedy="Example: `--set look_rate_hz=30`."
            )
    return tuple(texts or ())
