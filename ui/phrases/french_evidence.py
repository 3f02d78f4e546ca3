"""French for evidence, drawings, tour, diagnostics and the docket."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["FRENCH_EVIDENCE"]

FRENCH_EVIDENCE: Mapping[str, str] = {
    "Draw on this picture…": "Dessiner sur cette image…",
    "Draw on this picture": "Dessiner sur cette image",
    "Picture to draw on": "Image sur laquelle dessiner",
    "Arrow keys move the cross, with Shift far; Return sets a point.": (
        "Les flèches déplacent la croix, avec Maj plus loin ; Entrée pose un point."
    ),
    "Words to set": "Mots à poser",
    "What it shows, in a few words": "Ce qu’elle montre, en quelques mots",
    "Arrow": "Flèche",
    "Circle": "Cercle",
    "Words": "Mots",
    "Take the last back": "Retirer le dernier",
}
