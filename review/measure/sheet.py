"""The record in force: the newest revision of each document put together, contradictions told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from review.core.record import Document, Fixture, Listed, Play, Record, RecordedPenalty, Sheet

__all__ = ["sheet_of"]


def sheet_of(record: Record) -> Sheet:
    """One sheet of a record.

    Documents that tell home and away without names get the names from those that have them; a man told by
    several documents stands once, with what the first of them left open filled from the next; a penalty that
    several tell stands once, and where they disagree the first is kept and a note says so.
    """
    documents = record.latest()
    head = {
        key: next((getattr(one, key) for one in documents if getattr(one, key) is not None), None)
        for key in ("game", "day", "season", "kind", "home", "away")
    }
    sides = {"home": head["home"] or "home", "away": head["away"] or "away"}
    notes = [note for one in documents for note in one.notes]
    roster = _roster(documents, sides)
    plays = _plays(documents)
    penalties = _penalties(documents, head, notes)
    shifts = tuple(
        replace(one, team=sides.get(one.team, one.team)) for document in documents for one in document.shifts
    )
    ends = [p.at.game_s for p in plays] + [s.end.game_s for s in shifts] + [p.at.game_s for p in penalties]
    return Sheet(
        **head, roster=roster, penalties=penalties, shifts=shifts, plays=plays,
        schedule=_schedule(documents), day_source=next((d.file for d in documents if d.day), ""),
        end_s=max(ends, default=0.0), notes=tuple(notes),
    )  # fmt: skip


def _roster(documents: Sequence[Document], sides: dict[str, str]) -> tuple[Listed, ...]:
    men: list[Listed] = []
    told = [replace(man, team=sides.get(man.team, man.team)) for one in documents for man in one.roster]
    shown = [
        Listed(sides.get(s.team, s.team), s.source, s.number, s.name, None, s.player)
        for one in documents
        for s in one.shifts
    ]
    for man in (*told, *shown):
        k = next((i for i, known in enumerate(men) if _same_man(known, man)), None)
        if k is None:
            men.append(man)
        else:
            known = men[k]
            men[k] = replace(
                known, number=man.number if known.number is None else known.number,
                name=known.name or man.name, role=known.role or man.role, player=known.player or man.player,
            )  # fmt: skip
    return tuple(men)


def _same_man(a: Listed, b: Listed) -> bool:
    if a.team != b.team:
        return False
    if a.player is not None and a.player == b.player:
        return True
    return a.number is not None and a.number == b.number


def _plays(documents: Sequence[Document]) -> tuple[Play, ...]:
    """All events in order of the game; goals that a second document tells again stand once."""
    kept: list[Play] = []
    goals: set[tuple[str | None, float]] = set()
    for document in documents:
        own = {(p.team, p.at.game_s) for p in document.plays if p.kind == "goal"}
        kept += [p for p in document.plays if p.kind != "goal" or (p.team, p.at.game_s) not in goals]
        goals |= own
    return tuple(sorted(kept, key=lambda p: p.at))


def _penalties(
    documents: Sequence[Document], head: dict[str, Any], notes: list[str]
) -> tuple[RecordedPenalty, ...]:
    kept: list[RecordedPenalty] = []
    for document in documents:
        before = len(kept)
        for one in document.penalties:
            if one.game is not None and not _of_game(one.game, head):
                continue
            if one.team == "":
                _complete(kept, one)
                continue
            twice = next((p for p in kept[:before] if _same_penalty(p, one)), None)
            if twice is None:
                kept.append(one)
            elif None not in (twice.length_s, one.length_s) and twice.length_s != one.length_s:
                notes.append(f"{twice.source} and {one.source} disagree on the length of a penalty")
    return tuple(sorted(kept, key=lambda p: p.at))


def _of_game(title: str, head: dict[str, Any]) -> bool:
    """Whether "2022-02-16 Switzerland at Finland" is this game's title: its day, and a team of it."""
    if title == head["game"]:
        return True
    teams = title.removeprefix(f"{head['day']} ").split(" at ")
    return title.startswith(f"{head['day']} ") and bool({head["home"], head["away"]} & set(teams))


def _complete(kept: list[RecordedPenalty], end: RecordedPenalty) -> None:
    """Give the end of a power play to the one penalty that began it; where several did, to none."""
    at_once = [i for i, p in enumerate(kept) if p.at == end.at]
    if len(at_once) == 1 and kept[at_once[0]].ends_game_s is None:
        kept[at_once[0]] = replace(kept[at_once[0]], ends_game_s=end.ends_game_s)


def _same_penalty(a: RecordedPenalty, b: RecordedPenalty) -> bool:
    """Told by two documents: same team and moment, and nothing that tells the two apart."""
    if (a.team, a.at) != (b.team, b.at):
        return False
    kinds = {a.kind, b.kind} - {"unknown"}
    return len(kinds) < 2 and all(
        None in pair or pair[0] == pair[1] for pair in ((a.number, b.number), (_last(a.name), _last(b.name)))
    )


def _last(name: str | None) -> str | None:
    return name.split()[-1].lower() if name and name.split() else None


def _schedule(documents: Iterable[Document]) -> tuple[Fixture, ...]:
    games = {one.game: one for document in documents for one in document.schedule}
    return tuple(sorted(games.values(), key=lambda g: (g.day, g.game)))
