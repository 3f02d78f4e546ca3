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
    "A short tour": "Ein kurzer Rundgang",
    "Diagnostics": "Diagnose",
    "Copy": "Kopieren",
    "End the tour": "Rundgang beenden",
    "{n} of {all}": "{n} von {all}",
    "Done": "Fertig",
    "Next": "Weiter",
    "The picture. {on} and {back} step exactly one frame; {play} plays. Boxes show "
    "everybody who was seen, the coloured lines are the gates of the benches.": (
        "Das Bild. {on} und {back} gehen genau ein Bild weiter oder zurück; {play} spielt ab. "
        "Rahmen zeigen alle, die gesehen wurden, die farbigen Linien sind die Tore der Bänke."
    ),
    "What was found. {down} goes to the next: it opens one second before. ▲ trips a "
    "clause, ● cannot be told, ○ only asks you to look.": (
        "Was gefunden wurde. {down} geht zum Nächsten: Es öffnet sich eine Sekunde davor. ▲ "
        "verletzt eine Regel, ● ist nicht zu sagen, ○ bittet nur hinzusehen."
    ),
    "Why, step by step. Accept with {yes}, reject with {no}, correct with {fix}: what "
    "hangs on it is judged again at once, and {undo} takes it back.": (
        "Warum, Schritt für Schritt. Annehmen mit {yes}, verwerfen mit {no}, berichtigen mit "
        "{fix}: Was daran hängt, wird sofort neu beurteilt, und {undo} nimmt es zurück."
    ),
    "Men on the ice, both teams: the line is the likeliest number, the band its doubt, "
    "hatching was not seen. A click goes there, the wheel zooms.": (
        "Spieler auf dem Eis, beide Teams: Die Linie ist die wahrscheinlichste Zahl, das Band "
        "ihr Zweifel, Schraffiertes wurde nicht gesehen. Ein Klick geht dorthin, das Rad "
        "vergrößert."
    ),
    "Everything is here as well, and {keys} shows every key. {evidence} writes clips, "
    "reports and their hashes into one folder.": (
        "Alles ist auch hier, und {keys} zeigt jede Taste. {evidence} schreibt Clips, Berichte "
        "und ihre Prüfsummen in einen Ordner."
    ),
    "Docket": "Register",
    "Docket…": "Register…",
    "Case of the docket": "Fall im Register",
    "What the book proposes": "Was das Regelwerk vorschlägt",
    "No.": "Nr.",
    "Penalty": "Strafe",
    "Decided": "Entschieden",
    "Decided by": "Entschieden von",
    "Enter this case": "Diesen Fall eintragen",
    "Impose as proposed": "Wie vorgeschlagen verhängen",
    "Impose nothing": "Nichts verhängen",
    "Choose a line first.": "Wählen Sie zuerst eine Zeile.",
    "A decision needs a name and a reason.": "Eine Entscheidung braucht einen Namen und einen Grund.",
    "{what}, by {who}, {day}": "{what}, von {who}, {day}",
}
