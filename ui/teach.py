"""Sentences that say what state things are in and what to do next. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from review.core.tape import Tape
from ui.say import seconds_words, view_words
from ui.session import Session
from ui.words import t

__all__ = ["Advice", "advice", "empty_list_words", "marks_note", "shot_note", "title_words"]


@dataclass(frozen=True, slots=True)
class Advice:
    """The banner's words, and the command its button gives."""

    words: str = ""
    button: str = ""
    command: str = ""
    details: str = ""
    closable: bool = True


_REMEDIES = {"open": "Open tape or case…", "analyze": "Analyse this tape…", "draw_gate": "Draw a gate"}


def advice(session: Session) -> Advice:
    """Trouble first; else what the tape at hand lacks."""
    trouble = session.trouble
    if trouble is not None:
        command = trouble.remedy_command or ""
        words = f"{trouble.cause} {trouble.remedy}".strip()
        return Advice(words, t(_REMEDIES[command]) if command else "", command, trouble.details)
    if session.opening:
        path = session.tape_path or session.case_path
        return Advice(t("Opening {name}…", name=path.name if path else ""), closable=False)
    if session.tape is None or session.work is not None or session.drawing:
        return Advice()
    if session.judgement is None and session.drawn:
        words = t("The gate is kept. Draw the next one, or analyse this tape with it.")
        return Advice(words, t("Analyse this tape…"), "analyze")
    if session.judgement is None:
        words = t("This tape has not been analysed: nothing is counted yet.")
        return Advice(words, t("Analyse this tape…"), "analyze")
    if not session.judgement.gates:
        words = t("No gate is drawn on this tape: nobody can be seen coming on or going off.")
        return Advice(words, t("Draw a gate"), "draw_gate")
    return Advice()


def empty_list_words(session: Session) -> str:
    """What the empty list teaches."""
    if session.work is not None:
        return t("Findings appear here as they are found.")
    if session.judgement is None:
        return t("Findings stand here once the tape is analysed: each opens its moment and says why.")
    return t("Nothing found in what was seen. Look at the hatched stretches before relying on it.")


def marks_note(session: Session) -> str:
    """The in and out marks, and whether playing loops between them."""
    if session.tape is None or session.index is None:
        return ""
    scale, pts = session.tape.scale, session.index.pts
    parts = []
    if session.mark_in is not None:
        parts.append(t("in {time}", time=seconds_words(scale.seconds(scale.at(int(pts[session.mark_in]))))))
    if session.mark_out is not None:
        parts.append(t("out {time}", time=seconds_words(scale.seconds(scale.at(int(pts[session.mark_out]))))))
    return " · ".join([*parts, *([t("loop")] if session.looping else [])])


def shot_note(session: Session) -> str:
    """Why nothing is counted in the shot on screen, where that is so; else what tape this is."""
    if session.tape is None or session.shown is None:
        return ""
    ordinal = session.shown.ordinal
    shots = session.judgement.shots if session.judgement else ()
    shot = next((s for s in shots if ordinal in s), None)
    if shot is not None and shot.replay:
        return t("This is a replay: nothing in it is counted.")
    if shot is None or shot.view in (None, "main"):
        return _tape_words(session.tape)
    view = view_words(shot.view, replay=shot.replay)
    return t("This shot is not the main camera ({view}): nothing is counted in it.", view=view)


def title_words(session: Session) -> str:
    """Teams, pack, device and speed, in the corner."""
    judgement = session.judgement
    if judgement is None:
        return ""
    names = judgement.game.team_names()
    run = judgement.run
    speed = f"● {run.speed_x:.1f}×" if run.speed_x is not None else ""
    return " · ".join(filter(None, [t(" v ").join(names[:2]), run.pack, f"{run.device} {speed}".strip()]))


def _tape_words(tape: Tape) -> str:
    width, height = tape.size_px
    rate = t("{n} fps", n=f"{float(tape.rate):.2f}") if tape.rate and not tape.variable_rate else ""
    return " · ".join(filter(None, [Path(tape.path).name, f"{width}×{height}", rate, tape.codec]))
