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
    "A short tour": "Une courte visite",
    "Diagnostics": "Diagnostic",
    "Copy": "Copier",
    "End the tour": "Finir la visite",
    "{n} of {all}": "{n} sur {all}",
    "Done": "Terminé",
    "Next": "Suivant",
    "The picture. {on} and {back} step exactly one frame; {play} plays. Boxes show "
    "everybody who was seen, the coloured lines are the gates of the benches.": (
        "L’image. {on} et {back} avancent et reculent d’exactement une image ; {play} lit. Les "
        "cadres montrent tous ceux qu’on a vus, les traits de couleur sont les portes des "
        "bancs."
    ),
    "What was found. {down} goes to the next: it opens one second before. ▲ trips a "
    "clause, ● cannot be told, ○ only asks you to look.": (
        "Ce qui a été trouvé. {down} va au suivant : il s’ouvre une seconde avant. ▲ enfreint "
        "un article, ● est indécidable, ○ demande seulement de regarder."
    ),
    "Why, step by step. Accept with {yes}, reject with {no}, correct with {fix}: what "
    "hangs on it is judged again at once, and {undo} takes it back.": (
        "Pourquoi, pas à pas. Acceptez avec {yes}, rejetez avec {no}, corrigez avec {fix} : ce "
        "qui en dépend est rejugé aussitôt, et {undo} l’annule."
    ),
    "Men on the ice, both teams: the line is the likeliest number, the band its doubt, "
    "hatching was not seen. A click goes there, the wheel zooms.": (
        "Hommes sur la glace, les deux équipes : le trait est le nombre le plus probable, la "
        "bande son doute, les hachures n’ont pas été vues. Un clic y va, la molette agrandit."
    ),
    "Everything is here as well, and {keys} shows every key. {evidence} writes clips, "
    "reports and their hashes into one folder.": (
        "Tout est ici aussi, et {keys} montre chaque touche. {evidence} écrit clips, rapports "
        "et leurs empreintes dans un dossier."
    ),
    "Docket": "Registre",
    "Docket…": "Registre…",
    "Case of the docket": "Dossier du registre",
    "What the book proposes": "Ce que propose le règlement",
    "No.": "Nº",
    "Penalty": "Sanction",
    "Decided": "Décidé",
    "Decided by": "Décidé par",
    "Enter this case": "Inscrire ce dossier",
    "Impose as proposed": "Imposer comme proposé",
    "Impose nothing": "Ne rien imposer",
    "Choose a line first.": "Choisissez d’abord une ligne.",
    "A decision needs a name and a reason.": "Une décision demande un nom et un motif.",
    "{what}, by {who}, {day}": "{what}, par {who}, {day}",
}
