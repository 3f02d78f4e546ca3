"""The packs that ship with the product, and packs of one's own: the only place here that reads files."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from review.core.errors import PackWrong
from review.rules.nearest import nearest
from review.rules.pack import Pack
from review.rules.pack_toml import read_pack

__all__ = ["load_pack", "pack_names"]


def pack_names() -> tuple[str, ...]:
    """Names of the packs that ship, in order."""
    folder = files("review.rules") / "packs"
    return tuple(
        sorted(one.name.removesuffix(".toml") for one in folder.iterdir() if one.name.endswith(".toml"))
    )


def load_pack(name: str | Path) -> Pack:
    """A pack by name ("seeds", "seeds@1") or by the path of a TOML file.

    Raises
    ------
    PackWrong
        If there is none, its edition is another, or it is not usable.
    """
    if isinstance(name, Path) or str(name).endswith(".toml"):
        path = Path(name)
        return read_pack(_text(path), file=path.name, find=_shipped)
    plain, _, edition = name.partition("@")
    pack = _read(plain)
    if edition and edition != pack.edition:
        raise PackWrong(
            f"Pack {plain} is here in edition {pack.edition!r}, not {edition!r}.",
            remedy="Name the edition that is installed, or give the path of the other.",
        )
    return pack


@cache
def _read(name: str) -> Pack:
    file, text = _shipped(name)
    return read_pack(text, file=file, find=_shipped)


def _shipped(name: str) -> tuple[str, str]:
    if name not in pack_names():
        raise PackWrong(f"There is no rule pack {name!r}.", remedy=nearest(name, pack_names()))
    return f"{name}.toml", (files("review.rules") / "packs" / f"{name}.toml").read_text("utf-8")


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        raise PackWrong(f"{path}: the file cannot be read ({wrong}).", remedy="Check the path.") from wrong
