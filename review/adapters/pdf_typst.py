"""A paper set as PDF by Typst: one wheel, no system library; the same paper always gives the same bytes."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from review.core.errors import ExportFailed
from review.report.paper_blocks import Paper

__all__ = ["paper_pdf"]

#: Latin, Greek, Cyrillic, punctuation and signs: what the fonts inside the wheel can write.
_OWN = ((0x0000, 0x058F), (0x1E00, 0x2BFF))


def paper_pdf(paper: Paper) -> bytes:
    """The paper as PDF, tagged for screen readers, A4.

    Words with letters that the wheel's own fonts lack (Chinese, Japanese, Arabic …) are set in the fonts of
    this machine; bytes may then differ from another machine's.

    Raises
    ------
    ExportFailed
        If Typst is not installed, or cannot set the paper.
    """
    try:
        import typst
    except ImportError as error:
        raise ExportFailed(
            "A PDF needs the package typst, which is not installed.",
            remedy="pip install typst, or write HTML and print that.",
        ) from error
    told = json.dumps(
        {"title": paper.title, "kicker": paper.kicker, "foot": paper.foot, "blocks": list(paper.blocks)},
        ensure_ascii=False,
    )
    with TemporaryDirectory(prefix="benchgate-pdf-") as name:
        folder = Path(name)
        (folder / "paper.json").write_text(told, encoding="utf-8")
        for file, data in paper.files.items():
            (folder / file).write_bytes(data)
        sheet = files("review.report").joinpath("templates/paper.typ").read_bytes()
        (folder / "paper.typ").write_bytes(sheet)
        fonts = typst.Fonts(include_system_fonts=not _own(told))
        try:
            made = typst.compile(folder / "paper.typ", root=folder, font_paths=fonts, format="pdf")
        except (RuntimeError, OSError) as error:
            raise ExportFailed(
                f"The PDF cannot be set: {error}.", remedy="Write HTML and print that."
            ) from error
    return bytes(made)


def _own(text: str) -> bool:
    return all(any(low <= ord(one) <= high for low, high in _OWN) for one in text)
