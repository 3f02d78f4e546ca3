"""French of looking: steps, fields, levels, loupe."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["FRENCH_LOOKING"]

FRENCH_LOOKING: Mapping[str, str] = {
    "N frames on": "N images en avant",
    "N frames back": "N images en arrière",
    "Choose N…": "Choisir N…",
    "Field by field": "Trame par trame",
    "Without deinterlacing": "Sans désentrelacement",
    "Picture levels…": "Niveaux de l’image…",
    "Levels as the tape is": "Niveaux d’origine",
    "Loupe": "Loupe",
    "Loupe: mouse, then each gate": "Loupe : souris, puis chaque porte",
    "both fields as stored, not deinterlaced": "les deux trames telles quelles, sans désentrelacement",
    "upper lines": "lignes supérieures",
    "lower lines": "lignes inférieures",
    "field {n} of 2, {name}": "trame {n} sur 2, {name}",
    "black {black}, white {white}, gamma {gamma}": "noir {black}, blanc {white}, gamma {gamma}",
    "For the eye only: {what}": "Pour l’œil seulement : {what}",
    "Picture levels": "Niveaux de l’image",
    "Black": "Noir",
    "White": "Blanc",
    "Gamma": "Gamma",
    "Neutral": "Neutre",
    "Changes what is seen here alone: stills, clips and judgements stay as the tape is.": (
        "Ne change que ce qui se voit ici : images, extraits et jugements restent conformes à la vidéo."
    ),
    "Frames of a step with {keys}:": "Images par pas avec {keys} :",
    "Choose the step": "Choisir le pas",
    "{keys} now steps {n} frames.": "{keys} avance maintenant de {n} images.",
    "Loupe {n}× · {name}": "Loupe {n}× · {name}",
    "Loupe: {name} is not in this picture": "Loupe : {name} n’est pas dans cette image",
    "mouse": "souris",
    "Rink map": "Plan de la patinoire",
    "Not placed on the rink here": "Pas situé sur la glace ici",
    "{n} on the ice": "{n} sur la glace",
    "{n} without a place": "{n} sans place",
    "lighter: in view": "clair : dans l’image",
    "view not told": "champ de vue non établi",
}
