"""German of looking: steps, fields, levels, loupe."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["GERMAN_LOOKING"]

GERMAN_LOOKING: Mapping[str, str] = {
    "N frames on": "N Bilder vor",
    "N frames back": "N Bilder zurück",
    "Choose N…": "N wählen…",
    "Field by field": "Halbbild für Halbbild",
    "Without deinterlacing": "Ohne Deinterlacing",
    "Picture levels…": "Bildpegel…",
    "Levels as the tape is": "Pegel wie im Video",
    "Loupe": "Lupe",
    "Loupe: mouse, then each gate": "Lupe: Maus, dann jedes Tor",
    "both fields as stored, not deinterlaced": "beide Halbbilder wie gespeichert, ohne Deinterlacing",
    "upper lines": "obere Zeilen",
    "lower lines": "untere Zeilen",
    "field {n} of 2, {name}": "Halbbild {n} von 2, {name}",
    "black {black}, white {white}, gamma {gamma}": "Schwarz {black}, Weiß {white}, Gamma {gamma}",
    "For the eye only: {what}": "Nur fürs Auge: {what}",
    "Picture levels": "Bildpegel",
    "Black": "Schwarz",
    "White": "Weiß",
    "Gamma": "Gamma",
    "Neutral": "Neutral",
    "Changes what is seen here alone: stills, clips and judgements stay as the tape is.": (
        "Ändert nur, was hier zu sehen ist: Standbilder, Clips und Urteile bleiben, wie das Video ist."
    ),
    "Frames of a step with {keys}:": "Bilder je Schritt mit {keys}:",
    "Choose the step": "Schritt wählen",
    "{keys} now steps {n} frames.": "{keys} geht jetzt {n} Bilder weit.",
    "Loupe {n}× · {name}": "Lupe {n}× · {name}",
    "Loupe: {name} is not in this picture": "Lupe: {name} ist nicht in diesem Bild",
    "mouse": "Maus",
    "Rink map": "Eisfläche von oben",
    "Not placed on the rink here": "Hier nicht auf der Eisfläche eingeordnet",
    "{n} on the ice": "{n} auf dem Eis",
    "{n} without a place": "{n} ohne Ort",
    "lighter: in view": "heller: im Bild",
    "view not told": "Bildfeld nicht bestimmt",
}
