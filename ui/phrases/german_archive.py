"""German for the archive's page."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["GERMAN_ARCHIVE"]

GERMAN_ARCHIVE: Mapping[str, str] = {
    "Archive": "Archiv",
    "Archive…": "Archiv…",
    "The archive's folder": "Ordner des Archivs",
    "Choose the archive's folder": "Ordner des Archivs wählen",
    "Watched": "Durchgesehen",
    "What to look for": "Wonach gesucht wird",
    "Early changes": "Verfrühte Wechsel",
    "Changes that stay open": "Wechsel, die offen bleiben",
    "First men off the bench": "Erste von der Bank",
    "Second men off the bench": "Zweite von der Bank",
    "Findings that trip": "Festgestellte Verstöße",
    "any margin": "jeder Abstand",
    "Margin over": "Abstand über",
    "Season, e.g. 2003-04": "Saison, z. B. 2003-04",
    "Season": "Saison",
    "Day": "Tag",
    "Tape": "Video",
    "Time": "Zeit",
    "Man": "Mann",
    "What": "Was",
    "Margin": "Abstand",
    "Found": "Gefunden",
    "Find": "Suchen",
    "The case of this tape is not there.": "Der Fall zu diesem Video ist nicht da.",
    "{done} of {all} tapes done.": "{done} von {all} Videos fertig.",
    "{pace}× real time, {hours} h left.": "{pace}× Echtzeit, noch {hours} h.",
    "The archive is paused.": "Das Archiv ruht.",
    "Failed, {cause}: {n}.": "Gescheitert, {cause}: {n}.",
}
