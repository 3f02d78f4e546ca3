"""French for the archive's page."""

from __future__ import annotations

__all__ = ["ARCHIVE"]

ARCHIVE = {
    "Archive": "Archives",
    "Archive…": "Archives…",
    "The archive's folder": "Le dossier des archives",
    "Choose the archive's folder": "Choisir le dossier des archives",
    "Watched": "Visionné",
    "What to look for": "Que chercher",
    "Early changes": "Changements prématurés",
    "Changes that stay open": "Changements non tranchés",
    "First men off the bench": "Premiers à quitter le banc",
    "Second men off the bench": "Deuxièmes à quitter le banc",
    "Findings that trip": "Constats retenus",
    "any margin": "toute marge",
    "Margin over": "Marge supérieure à",
    "Season, e.g. 2003-04": "Saison, p. ex. 2003-04",
    "Season": "Saison",
    "Day": "Jour",
    "Tape": "Vidéo",
    "Time": "Instant",
    "Man": "Homme",
    "What": "Quoi",
    "Margin": "Marge",
    "Found": "Trouvé",
    "Find": "Chercher",
    "The case of this tape is not there.": "Le dossier de cette vidéo n’est pas là.",
    "{done} of {all} tapes done.": "{done} vidéos sur {all} terminées.",
    "{pace}× real time, {hours} h left.": "{pace}× le temps réel, encore {hours} h.",
    "The archive is paused.": "Les archives sont en pause.",
    "Failed, {cause}: {n}.": "Échecs, {cause} : {n}.",
}
