"""German of the window: commands, player, analysis, findings, lanes."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["GERMAN_WINDOW"]

GERMAN_WINDOW: Mapping[str, str] = {
    "File": "Datei",
    "Case": "Fall",
    "Tape": "Video",
    "View": "Ansicht",
    "Help": "Hilfe",
    "Language": "Sprache",
    "Open tape or case…": "Video oder Fall öffnen…",
    "Open the sample": "Das Beispiel öffnen",
    "Close tape": "Video schließen",
    "Quit": "Beenden",
    "Analyse this tape…": "Dieses Video auswerten…",
    "Draw a gate": "Ein Tor zeichnen",
    "State the game clock…": "Spieluhr angeben…",
    "Kept: the game clock shows {clock} here.": "Festgehalten: Die Spieluhr zeigt hier {clock}.",
    "Confirm the altercation here": "Die Auseinandersetzung hier bestätigen",
    "The altercation begins here": "Die Auseinandersetzung beginnt hier",
    "The altercation ends here": "Die Auseinandersetzung endet hier",
    "No altercation here": "Hier keine Auseinandersetzung",
    "Kept: an altercation from {a} to {b}.": "Festgehalten: eine Auseinandersetzung von {a} bis {b}.",
    "Kept: no altercation from {a} to {b}.": "Festgehalten: keine Auseinandersetzung von {a} bis {b}.",
    "Analyse again to judge with it.": "Neu auswerten, um danach zu urteilen.",
    "Pause or go on with the analysis": "Auswertung anhalten oder fortsetzen",
    "Stop the analysis": "Auswertung abbrechen",
    "Next finding": "Nächster Befund",
    "Previous finding": "Voriger Befund",
    "Play or hold": "Abspielen oder anhalten",
    "One frame on": "Ein Bild vor",
    "One frame back": "Ein Bild zurück",
    "Ten frames on": "Zehn Bilder vor",
    "Ten frames back": "Zehn Bilder zurück",
    "Shuttle on, faster": "Suchlauf vor, schneller",
    "Shuttle: hold": "Suchlauf: halten",
    "Shuttle back, faster": "Suchlauf zurück, schneller",
    "Next event": "Nächstes Ereignis",
    "Previous event": "Voriges Ereignis",
    "First frame": "Erstes Bild",
    "Last frame": "Letztes Bild",
    "Boxes": "Rahmen",
    "Gates": "Tore",
    "Timeline: closer": "Zeitleiste: näher",
    "Timeline: wider": "Zeitleiste: weiter",
    "Dark or light": "Dunkel oder hell",
    "Keys": "Tasten",
    "Keys: {menu}": "Tasten: {menu}",
    "Close": "Schließen",
    "Cancel": "Abbrechen",
    "Choose…": "Wählen…",
    "Mouse: wheel zooms picture and timeline, drag pans, double click shows the whole picture.": (
        "Maus: Das Rad vergrößert Bild und Zeitleiste, Ziehen verschiebt, ein Doppelklick zeigt "
        "das ganze Bild."
    ),
    "Picture of the tape": "Bild des Videos",
    "Timeline: shots, counts and events": "Zeitleiste: Einstellungen, Zahlen und Ereignisse",
    "Teams, rule pack, device, speed": "Teams, Regelwerk, Gerät, Tempo",
    "time": "Zeit",
    "timecode": "Timecode",
    "game clock": "Spieluhr",
    "frame": "Bild",
    "pts": "pts",
    "shots": "Einstellungen",
    "events": "Ereignisse",
    "Click copies; double click lets you type a time to go to": (
        "Ein Klick kopiert; nach einem Doppelklick lässt sich eine Zeit eintippen"
    ),
    "Drop a tape or a case here": "Video oder Fall hier ablegen",
    "Benchgate watches the benches: who came on and went off, how many men are on the ice, "
    "which change came too early. Every finding opens the moment and says why.": (
        "Benchgate beobachtet die Bänke: wer kam und ging, wie viele Spieler auf dem Eis sind, "
        "welcher Wechsel zu früh kam. Jeder Befund öffnet den Augenblick und sagt, warum."
    ),
    "Drawing: a man comes on through the bench gate": "Zeichnung: Ein Spieler kommt durch das Tor der Bank",
    "Opening {name}…": "{name} wird geöffnet…",
    "There is no file {path}.": "Es gibt keine Datei {path}.",
    "Look at its name, or open another.": "Prüfen Sie den Namen oder öffnen Sie eine andere.",
    "Copy details": "Details kopieren",
    "Copies what to report, for support": "Kopiert, was der Betreuung zu melden ist",
    "Close this message": "Diese Meldung schließen",
    "The tape of this case was not found: {path}.": "Das Video zu diesem Fall fehlt: {path}.",
    "Put it back, or beside the case.": "Legen Sie es zurück oder neben den Fall.",
    "cannot be decoded": "lässt sich nicht lesen",
    "Frame {n} cannot be shown: {why}. The picture is the one before.": (
        "Bild {n} kann nicht gezeigt werden: {why}. Zu sehen ist das davor."
    ),
    "This is a replay: nothing in it is counted.": "Dies ist eine Wiederholung: Darin wird nichts gezählt.",
    "This shot is not the main camera ({view}): nothing is counted in it.": (
        "Diese Einstellung ist nicht die Hauptkamera ({view}): Darin wird nichts gezählt."
    ),
    "{n} fps": "{n} B/s",
    "Tapes and cases": "Videos und Fälle",
    "All files": "Alle Dateien",
    " v ": " – ",
    "Starting the analysis…": "Die Auswertung beginnt…",
    "{done} of {total} s of tape": "{done} von {total} s Video",
    "{x}× real time": "{x}× Echtzeit",
    "Watching the tape": "Das Video wird angesehen",
    "Following people": "Die Spieler werden verfolgt",
    "Judging": "Die Regeln werden angewandt",
    "held": "angehalten",
    "{left} to go": "noch {left}",
    "Progress of the analysis": "Fortschritt der Auswertung",
    "Analyse": "Auswerten",
    "Analyse this tape": "Dieses Video auswerten",
    "Game (teams, colours, rule pack)": "Spiel (Teams, Farben, Regelwerk)",
    "Gates (drawn on this tape)": "Tore (auf diesem Video gezeichnet)",
    "none": "keine",
    "Both may stay empty. Without gates nobody can be seen coming on or going off: draw one "
    "first where the tape has none.": (
        "Beides darf leer bleiben. Ohne Tore sieht man niemanden kommen oder gehen: Zeichnen Sie "
        "zuerst eines, wo das Video keines hat."
    ),
    "The analysis ended before it was done (exit {code}).": (
        "Die Auswertung endete, bevor sie fertig war (Code {code})."
    ),
    "Analyse again: it goes on where it stopped. If it ends again, report the details.": (
        "Werten Sie neu aus: Es geht dort weiter, wo sie stand. Endet sie wieder, melden Sie die Details."
    ),
    "The analysis could not be started: {why}.": "Die Auswertung ließ sich nicht starten: {why}.",
    "The analysis failed.": "Die Auswertung ist gescheitert.",
    "A gate": "Ein Tor",
    "Team": "Team",
    "Name, as in the game file": "Name, wie in der Spieldatei",
    "Kind": "Art",
    "The bench lies": "Die Bank liegt",
    "above the line (far side)": "über der Linie (gegenüber)",
    "below the line (near side)": "unter der Linie (diesseits)",
    "Keep this gate": "Dieses Tor behalten",
    "players' bench": "Spielerbank",
    "penalty box": "Strafbank",
    "other door": "andere Tür",
    "{file} cannot be written: {why}.": "{file} lässt sich nicht schreiben: {why}.",
    "Put the tape where you may write.": "Legen Sie das Video dorthin, wo Sie schreiben dürfen.",
    "Click along the foot of the boards, then press Enter. Esc leaves.": (
        "Klicken Sie am Fuß der Bande entlang, dann Eingabe. Esc bricht ab."
    ),
    "The gate is kept. Draw the next one, or analyse this tape with it.": (
        "Das Tor ist behalten. Zeichnen Sie das nächste oder werten Sie das Video damit aus."
    ),
    "This tape has not been analysed: nothing is counted yet.": (
        "Dieses Video ist noch nicht ausgewertet: Noch ist nichts gezählt."
    ),
    "No gate is drawn on this tape: nobody can be seen coming on or going off.": (
        "Auf diesem Video ist kein Tor gezeichnet: Man sieht niemanden kommen oder gehen."
    ),
    "Findings": "Befunde",
    "Verdict": "Urteil",
    "Clause": "Regel",
    "Who": "Wer",
    "Time": "Zeit",
    "Measure": "Maß",
    "Show verdicts": "Gezeigte Urteile",
    "Which verdicts the list shows": "Welche Urteile die Liste zeigt",
    "To review": "Zu prüfen",
    "Everything": "Alles",
    "Show teams": "Gezeigte Teams",
    "Which team's findings the list shows": "Wessen Befunde die Liste zeigt",
    "Both teams": "Beide Teams",
    "Find in the list": "In der Liste suchen",
    "Shows only lines that hold these words": "Zeigt nur Zeilen mit diesen Wörtern",
    "Find: clause, number, words": "Suchen: Regel, Nummer, Wörter",
    "{shown} of {held}": "{shown} von {held}",
    "open: {what}": "offen: {what}",
    "Nothing found in what was seen. Look at the hatched stretches before relying on it.": (
        "Im Gesehenen nichts gefunden. Sehen Sie die schraffierten Strecken an, ehe Sie sich "
        "darauf verlassen."
    ),
    "Findings appear here as they are found.": "Befunde erscheinen hier, sobald sie gefunden sind.",
    "Findings stand here once the tape is analysed: each opens its moment and says why.": (
        "Hier stehen Befunde, sobald das Video ausgewertet ist: Jeder öffnet seinen Augenblick "
        "und sagt, warum."
    ),
    "Choose a finding: its reasons stand here, step by step, with every fact it rests on.": (
        "Wählen Sie einen Befund: Seine Gründe stehen hier, Schritt für Schritt, mit jeder "
        "Tatsache, auf der er ruht."
    ),
    "Why: reasons of the chosen finding": "Warum: Gründe des gewählten Befunds",
    "How facts are marked by where they come from": "Wie Tatsachen nach Herkunft bezeichnet sind",
    "measured plain · said [initials] · <i>derived</i>": (
        "gemessen gerade · gesagt [Kürzel] · <i>abgeleitet</i>"
    ),
    "Why": "Warum",
    "Facts": "Tatsachen",
    "Measured": "Gemessen",
    "What would settle it": "Was es klären würde",
    "Consequence": "Folge",
    "What follows": "Was folgt",
    "automatic": "von selbst",
    "a person decides": "ein Mensch entscheidet",
    "A notice is no finding: it says where to look with care.": (
        "Ein Hinweis ist kein Befund: Er sagt, wo genau hinzusehen ist."
    ),
    "Not known: {what}.": "Nicht bekannt: {what}.",
    "If {condition}: {then}.": "Wenn {condition}: {then}.",
    "confidence {p}": "Sicherheit {p}",
    "man {id}": "Spieler {id}",
    "nobody named": "niemand genannt",
    "unknown": "unbekannt",
    "not bounded": "ohne Grenze",
    "at most {n}": "höchstens {n}",
    "at least {n}": "mindestens {n}",
    "yes": "ja",
    "no": "nein",
    "replay": "Wiederholung",
    "not judged": "nicht beurteilt",
    "Shot {id}: {view}": "Einstellung {id}: {view}",
    "between {a} and {b}": "zwischen {a} und {b}",
    "{team}: {n} on the ice, at least {low}, {high}": "{team}: {n} auf dem Eis, mindestens {low}, {high}",
    "{who} comes on": "{who} kommt",
    "{who} goes off": "{who} geht",
    "Altercation · {n} left a bench · {by}": "Auseinandersetzung · {n} verließen eine Bank · {by}",
    "early change": "verfrühter Wechsel",
    "legal change": "regelgerechter Wechsel",
    "change, cannot tell": "Wechsel, nicht zu sagen",
    "{gate} could not be watched: {why}": "{gate} war nicht zu sehen: {why}",
    "{team}: not seen ({why})": "{team}: nicht gesehen ({why})",
    "more may be out of view": "mehr sind vielleicht außer Sicht",
    "allowed {n}": "erlaubt {n}",
    "set by a person": "von einem Menschen gesetzt",
    "proposed, not confirmed": "vorgeschlagen, nicht bestätigt",
    "Not looked at: {why}": "Nicht angesehen: {why}",
    "before the first look": "vor dem ersten Blick",
    "not seen": "nicht gesehen",
}
