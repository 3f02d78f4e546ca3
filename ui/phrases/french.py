"""French, as hockey people write it."""

from __future__ import annotations

from collections.abc import Mapping

from ui.phrases.french_archive import ARCHIVE
from ui.phrases.french_evidence import FRENCH_EVIDENCE
from ui.phrases.french_looking import FRENCH_LOOKING
from ui.phrases.french_rules import FRENCH_RULES
from ui.phrases.french_said import FRENCH_SAID

__all__ = ["FRENCH"]

_COMMANDS = {
    "File": "Fichier",
    "Case": "Dossier",
    "Tape": "Vidéo",
    "View": "Affichage",
    "Help": "Aide",
    "Language": "Langue",
    "Open tape or case…": "Ouvrir une vidéo ou un dossier…",
    "Open the sample": "Ouvrir l’exemple",
    "Close tape": "Fermer la vidéo",
    "Quit": "Quitter",
    "Analyse this tape…": "Analyser cette vidéo…",
    "Draw a gate": "Tracer une porte",
    "State the game clock…": "Indiquer l’horloge du match…",
    "Kept: the game clock shows {clock} here.": "Noté : l’horloge du match montre {clock} ici.",
    "Confirm the altercation here": "Confirmer l’altercation ici",
    "The altercation begins here": "L’altercation commence ici",
    "The altercation ends here": "L’altercation finit ici",
    "No altercation here": "Pas d’altercation ici",
    "Kept: an altercation from {a} to {b}.": "Noté : une altercation de {a} à {b}.",
    "Kept: no altercation from {a} to {b}.": "Noté : pas d’altercation de {a} à {b}.",
    "Analyse again to judge with it.": "Analysez de nouveau pour juger avec elle.",
    "Pause or go on with the analysis": "Suspendre ou reprendre l’analyse",
    "Stop the analysis": "Arrêter l’analyse",
    "Next finding": "Constat suivant",
    "Previous finding": "Constat précédent",
    "Play or hold": "Lire ou figer",
    "One frame on": "Une image en avant",
    "One frame back": "Une image en arrière",
    "Ten frames on": "Dix images en avant",
    "Ten frames back": "Dix images en arrière",
    "Shuttle on, faster": "Navette avant, plus vite",
    "Shuttle: hold": "Navette : figer",
    "Shuttle back, faster": "Navette arrière, plus vite",
    "Next event": "Événement suivant",
    "Previous event": "Événement précédent",
    "First frame": "Première image",
    "Last frame": "Dernière image",
    "Boxes": "Cadres",
    "Gates": "Portes",
    "Timeline: closer": "Ligne de temps : plus près",
    "Timeline: wider": "Ligne de temps : plus large",
    "Dark or light": "Sombre ou clair",
    "Keys": "Touches",
    "Keys: {menu}": "Touches : {menu}",
    "Close": "Fermer",
    "Cancel": "Annuler",
    "Choose…": "Choisir…",
    "Mouse: wheel zooms picture and timeline, drag pans, double click shows the whole picture.": (
        "Souris : la molette agrandit l’image et la ligne de temps, glisser déplace, "
        "un double clic montre l’image entière."
    ),
}

_WINDOW = {
    "Picture of the tape": "Image de la vidéo",
    "Timeline: shots, counts and events": "Ligne de temps : plans, effectifs et événements",
    "Teams, rule pack, device, speed": "Équipes, règlement, appareil, vitesse",
    "time": "temps",
    "timecode": "timecode",
    "game clock": "horloge du match",
    "frame": "image",
    "pts": "pts",
    "shots": "plans",
    "events": "événements",
    "Click copies; double click lets you type a time to go to": (
        "Un clic copie ; un double clic permet de taper un temps où aller"
    ),
    "Drop a tape or a case here": "Déposez ici une vidéo ou un dossier",
    "Benchgate watches the benches: who came on and went off, how many men are on the ice, "
    "which change came too early. Every finding opens the moment and says why.": (
        "Benchgate surveille les bancs : qui est entré et sorti, combien d’hommes sont sur la glace, quel "
        "changement est venu trop tôt. Chaque constat ouvre le moment et dit pourquoi."
    ),
    "Drawing: a man comes on through the bench gate": "Dessin : un homme entre par la porte du banc",
    "Opening {name}…": "Ouverture de {name}…",
    "There is no file {path}.": "Le fichier {path} n’existe pas.",
    "Look at its name, or open another.": "Vérifiez son nom ou ouvrez-en un autre.",
    "Copy details": "Copier les détails",
    "Copies what to report, for support": "Copie ce qu’il faut signaler à l’assistance",
    "Close this message": "Fermer ce message",
    "The tape of this case was not found: {path}.": "La vidéo de ce dossier est introuvable : {path}.",
    "Put it back, or beside the case.": "Remettez-la en place ou à côté du dossier.",
    "cannot be decoded": "ne se décode pas",
    "Frame {n} cannot be shown: {why}. The picture is the one before.": (
        "L’image {n} ne peut être montrée : {why}. On voit celle d’avant."
    ),
    "This is a replay: nothing in it is counted.": "Ceci est une reprise : rien n’y est compté.",
    "This shot is not the main camera ({view}): nothing is counted in it.": (
        "Ce plan n’est pas la caméra principale ({view}) : rien n’y est compté."
    ),
    "{n} fps": "{n} i/s",
    "Tapes and cases": "Vidéos et dossiers",
    "All files": "Tous les fichiers",
    " v ": " – ",
}

_ANALYSIS = {
    "Starting the analysis…": "L’analyse démarre…",
    "{done} of {total} s of tape": "{done} s de vidéo sur {total}",
    "{x}× real time": "{x}× le temps réel",
    "Watching the tape": "La vidéo est examinée",
    "Following people": "Les hommes sont suivis",
    "Judging": "Les règles sont appliquées",
    "held": "suspendue",
    "{left} to go": "encore {left}",
    "Progress of the analysis": "Avancement de l’analyse",
    "Analyse": "Analyser",
    "Analyse this tape": "Analyser cette vidéo",
    "Game (teams, colours, rule pack)": "Match (équipes, couleurs, règlement)",
    "Gates (drawn on this tape)": "Portes (tracées sur cette vidéo)",
    "none": "aucun",
    "Both may stay empty. Without gates nobody can be seen coming on or going off: "
    "draw one first where the tape has none.": (
        "Les deux peuvent rester vides. Sans porte, on ne voit entrer ni sortir personne : "
        "tracez-en une d’abord si la vidéo n’en a pas."
    ),
    "The analysis ended before it was done (exit {code}).": (
        "L’analyse s’est arrêtée avant la fin (code {code})."
    ),
    "Analyse again: it goes on where it stopped. If it ends again, report the details.": (
        "Relancez-la : elle reprend où elle en était. Si elle s’arrête encore, signalez les détails."
    ),
    "The analysis could not be started: {why}.": "L’analyse n’a pas pu démarrer : {why}.",
    "The analysis failed.": "L’analyse a échoué.",
    "A gate": "Une porte",
    "Team": "Équipe",
    "Name, as in the game file": "Nom, comme dans le fichier du match",
    "Kind": "Genre",
    "The bench lies": "Le banc se trouve",
    "above the line (far side)": "au-dessus du trait (côté éloigné)",
    "below the line (near side)": "au-dessous du trait (côté proche)",
    "Keep this gate": "Garder cette porte",
    "players' bench": "banc des joueurs",
    "penalty box": "banc des pénalités",
    "other door": "autre porte",
    "{file} cannot be written: {why}.": "{file} ne peut être écrit : {why}.",
    "Put the tape where you may write.": "Placez la vidéo là où vous pouvez écrire.",
    "Click along the foot of the boards, then press Enter. Esc leaves.": (
        "Cliquez le long du bas de la bande, puis Entrée. Échap abandonne."
    ),
    "The gate is kept. Draw the next one, or analyse this tape with it.": (
        "La porte est gardée. Tracez la suivante, ou analysez cette vidéo avec elle."
    ),
    "This tape has not been analysed: nothing is counted yet.": (
        "Cette vidéo n’a pas été analysée : rien n’est encore compté."
    ),
    "No gate is drawn on this tape: nobody can be seen coming on or going off.": (
        "Aucune porte n’est tracée sur cette vidéo : on ne voit entrer ni sortir personne."
    ),
}

_FINDINGS = {
    "Findings": "Constats",
    "Verdict": "Verdict",
    "Clause": "Article",
    "Who": "Qui",
    "Time": "Temps",
    "Measure": "Mesure",
    "Show verdicts": "Verdicts montrés",
    "Which verdicts the list shows": "Les verdicts que montre la liste",
    "To review": "À revoir",
    "Everything": "Tout",
    "Show teams": "Équipes montrées",
    "Which team's findings the list shows": "L’équipe dont la liste montre les constats",
    "Both teams": "Les deux",
    "Find in the list": "Chercher dans la liste",
    "Shows only lines that hold these words": "Ne montre que les lignes qui contiennent ces mots",
    "Find: clause, number, words": "Chercher : article, numéro, mots",
    "{shown} of {held}": "{shown} sur {held}",
    "open: {what}": "reste à savoir : {what}",
    "Nothing found in what was seen. Look at the hatched stretches before relying on it.": (
        "Rien trouvé dans ce qui a été vu. Regardez les parties hachurées avant de vous y fier."
    ),
    "Findings appear here as they are found.": "Les constats apparaissent ici à mesure.",
    "Findings stand here once the tape is analysed: each opens its moment and says why.": (
        "Les constats se trouvent ici une fois la vidéo analysée : chacun ouvre son moment et dit pourquoi."
    ),
    "Choose a finding: its reasons stand here, step by step, with every fact it rests on.": (
        "Choisissez un constat : ses raisons se trouvent ici, pas à pas, avec chaque fait qui le fonde."
    ),
    "Why: reasons of the chosen finding": "Pourquoi : raisons du constat choisi",
    "How facts are marked by where they come from": "Comment les faits sont marqués selon leur origine",
    "measured plain · said [initials] · <i>derived</i>": "mesuré droit · dit [initiales] · <i>déduit</i>",
    "Why": "Pourquoi",
    "Facts": "Faits",
    "Measured": "Mesures",
    "What would settle it": "Ce qui trancherait",
    "Consequence": "Conséquence",
    "What follows": "Ce qui s’ensuit",
    "automatic": "automatique",
    "a person decides": "une personne décide",
    "A notice is no finding: it says where to look with care.": (
        "Une remarque n’est pas un constat : elle dit où regarder avec soin."
    ),
    "Not known: {what}.": "Inconnu : {what}.",
    "If {condition}: {then}.": "Si {condition} : {then}.",
    "confidence {p}": "confiance {p}",
    "man {id}": "homme {id}",
    "nobody named": "personne nommée",
    "unknown": "inconnu",
    "not bounded": "sans borne",
    "at most {n}": "au plus {n}",
    "at least {n}": "au moins {n}",
    "yes": "oui",
    "no": "non",
}

_LANES = {
    "replay": "reprise",
    "not judged": "non jugé",
    "Shot {id}: {view}": "Plan {id} : {view}",
    "between {a} and {b}": "entre {a} et {b}",
    "{team}: {n} on the ice, at least {low}, {high}": "{team} : {n} sur la glace, au moins {low}, {high}",
    "{who} comes on": "{who} entre",
    "{who} goes off": "{who} sort",
    "Altercation · {n} left a bench · {by}": "Altercation · {n} ont quitté un banc · {by}",
    "early change": "changement prématuré",
    "legal change": "changement régulier",
    "change, cannot tell": "changement, indécidable",
    "{gate} could not be watched: {why}": "{gate} n’a pu être observée : {why}",
    "{team}: not seen ({why})": "{team} : non vu ({why})",
    "more may be out of view": "d’autres peut-être hors champ",
    "allowed {n}": "permis {n}",
    "set by a person": "fixée par une personne",
    "proposed, not confirmed": "proposée, non confirmée",
    "Not looked at: {why}": "Non examiné : {why}",
    "before the first look": "avant le premier examen",
    "not seen": "non vu",
}

FRENCH: Mapping[str, str] = {
    **_COMMANDS,
    **_WINDOW,
    **_ANALYSIS,
    **_FINDINGS,
    **_LANES,
    **ARCHIVE,
    **FRENCH_RULES,
    **FRENCH_SAID,
    **FRENCH_EVIDENCE,
    **FRENCH_LOOKING,
}
