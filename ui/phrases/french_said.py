"""French for what a person says of a case: rulings, corrections, answers, undo and history."""

from __future__ import annotations

__all__ = ["FRENCH_SAID"]

FRENCH_SAID = {
    "Accept": "Accepter",
    "Accept the finding": "Accepter le constat",
    "Altercation: {by}": "Altercation : {by}",
    "Cannot tell": "Indécidable",
    "Confidence": "Confiance",
    "Correct the crossing": "Corriger le passage",
    "Correct…": "Corriger…",
    "Direction": "Sens",
    "First man of {team}: {who}": "Premier de {team} : {who}",
    "First skate": "Premier patin",
    "Gate": "Porte",
    "Keep": "Garder",
    "Kept. Undo with {keys}.": "Noté. Annuler avec {keys}.",
    "No": "Non",
    "Nobody has said anything of this case yet.": "Personne n’a encore rien dit de ce dossier.",
    "Number": "Numéro",
    "Only proposed: nothing follows from it until a person confirms it.": (
        "Seulement proposée : rien n’en découle tant que personne ne la confirme."
    ),
    "Reason": "Motif",
    "Reason, in a few words": "Motif, en quelques mots",
    "Reject it, with a reason": "Rejeter, avec un motif",
    "Reject…": "Rejeter…",
    "Said again: {what}": "Rétabli : {what}",
    "Say it again": "Rétablir",
    "Second man of {team}: {who}": "Deuxième de {team} : {who}",
    "Second skate": "Second patin",
    "There is nothing to say again.": "Il n’y a rien à rétablir.",
    "There is nothing to undo.": "Il n’y a rien à annuler.",
    "This finding rests on no crossing: reject it, or answer what it asks.": (
        "Ce constat ne repose sur aucun passage : rejetez-le, ou répondez à sa question."
    ),
    "Undo what was said last": "Annuler ce qui a été dit en dernier",
    "Undone: {what}": "Annulé : {what}",
    "What was said, by whom": "Ce qui a été dit, par qui",
    "Who left a bench, in order": "Qui a quitté un banc, dans l’ordre",
    "Write the evidence": "Écrire les pièces",
    "Writing the evidence…": "Écriture des pièces…",
    "The evidence lies in {folder}.": "Les pièces se trouvent dans {folder}.",
    "Yes": "Oui",
    "accepted by {who}": "accepté par {who}",
    "altercation": "altercation",
    "as it stands": "tel quel",
    "at the picture on screen": "à l’image affichée",
    "crossing": "passage",
    "not established": "non établi",
    "rank open": "rang ouvert",
    "rank {n}": "rang {n}",
    "rejected by {who}": "rejeté par {who}",
    "{n} left a bench": "{n} ont quitté un banc",
}
