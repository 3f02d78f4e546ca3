"""German for evidence, drawings, tour, diagnostics and the docket."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["GERMAN_EVIDENCE"]

GERMAN_EVIDENCE: Mapping[str, str] = {
    "Draw on this picture…": "Auf dieses Bild zeichnen…",
    "Draw on this picture": "Auf dieses Bild zeichnen",
    "Picture to draw on": "Bild zum Zeichnen",
    "Arrow keys move the cross, with Shift far; Return sets a point.": (
        "Pfeiltasten bewegen das Kreuz, mit Umschalt weit; Eingabe setzt einen Punkt."
    ),
    "Words to set": "Wörter zum Setzen",
    "What it shows, in a few words": "Was es zeigt, in wenigen Worten",
    "Arrow": "Pfeil",
    "Circle": "Kreis",
    "Words": "Wörter",
    "Take the last back": "Das Letzte zurücknehmen",
}
