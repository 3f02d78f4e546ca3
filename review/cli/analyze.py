"""`benchgate analyze`: one tape, its progress, and what it found, in words."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from review.cli.progress import EventLines, PlainProgress, ProgressBar
from review.cli.words import summary_lines
from review.core.case import Judgement
from review.core.errors import GameFileWrong, ReviewError, SettingsWrong
from review.core.times import parse_tape_time
from review.pipeline.events import Event
from review.ports.reader import Reader
from review.report.follows_words import following_lines
from review.settings import Settings, load_settings

__all__ = ["Span", "analyze_tape"]


@dataclass(frozen=True, slots=True)
class Span:
    """The part of a tape asked for, as typed."""

    start: str | None = None
    end: str | None = None

    def ordinals(self, reader: Reader) -> tuple[int, int] | None:
        """(first, last) frames of the span, None for the whole tape."""
        if self.start is None and self.end is None:
            return None
        scale, index = reader.tape.scale, reader.index
        try:
            start_s = parse_tape_time(self.start) if self.start else 0.0
            end_s = parse_tape_time(self.end) if self.end else reader.tape.duration_s
        except ValueError as error:
            raise GameFileWrong(
                f"--from/--to: {error}.", remedy="Example: `--from 1:23.4 --to 2:00`."
            ) from error
        if not 0 <= start_s < end_s or start_s >= reader.tape.duration_s:
            raise GameFileWrong(
                f"--from {start_s:g} --to {end_s:g}: no span in {reader.tape.duration_s:.1f} s of tape.",
                remedy="Give a start before the end, both inside the tape.",
            )
        return index.ordinal(scale.from_seconds(start_s).pts), index.ordinal(scale.from_seconds(end_s).pts)


def analyze_tape(
    tape: Path,
    *,
    game: Path | None = None,
    gates: Path | None = None,
    case: Path | None = None,
    span: Span | None = None,
    arena: Path | None = None,
    record: Path | None = None,
    device: str | None = None,
    overrides: Sequence[str] = (),
    as_json: bool = False,
    events: str | None = None,
    quiet: bool = False,
    office: Path | None = None,
) -> bool:
    """Run one tape and print what was found; True if a clause trips."""
    if events not in (None, "json"):
        raise SettingsWrong(f"--events {events!r} is unknown.", remedy="Use --events json.")
    lines = EventLines() if events else None
    try:
        office = _office(office, tape)
        judgement, case_path = _run(
            tape, game=game, gates=gates, case=case, span=span or Span(), arena=arena, record=record,
            device=device, overrides=overrides, lines=lines, silent=as_json or quiet,
        )  # fmt: skip
    except ReviewError as error:
        if lines:
            lines.failed(error)
        raise
    if lines:
        lines.done(case_path)
    elif as_json:
        from review.cli.reporting import report_json

        report = report_json(judgement, office)
        sys.stdout.write(json.dumps(report, indent=1, ensure_ascii=False) + "\n")
    elif not quiet:
        from review.cli.reporting import following

        print("\n".join([*summary_lines(judgement), *following_lines(following(judgement, office)[1] or ())]))
        print(f"Case: {case_path}")
    return any(f.verdict == "trips" for f in judgement.findings)


def _office(path: Path | None, tape: Path) -> Path | None:
    """The office's file, read once before hours of work so that a mistake in it is told at once."""
    from review.wiring.office import office_beside, read_office

    path = path or office_beside(tape)
    read_office(path)
    return path


def _run(
    tape: Path, *, game: Path | None, gates: Path | None, case: Path | None, span: Span, arena: Path | None,
    record: Path | None, device: str | None, overrides: Sequence[str], lines: EventLines | None, silent: bool,
) -> tuple[Judgement, Path]:  # fmt: skip
    from review.pipeline.run import analyze
    from review.wiring import (
        case_path_for,
        check_game,
        companions,
        judged,
        make_plan,
        open_reader,
        open_store,
        read_game,
        read_gates,
    )
    from review.wiring.arena import told_arena
    from review.wiring.records import planned_record

    settings = _settings(device, overrides)
    reader = open_reader(tape, decode=settings.decode)
    if lines:
        lines.scale = reader.tape.scale
    try:
        beside_game, beside_gates = companions(tape)
        game = game or beside_game
        told = read_game(game)
        check_game(told, reader, str(game))
        drawn = read_gates(gates or beside_gates, reader, told)
        place = told_arena(told, game, arena)
        plan = make_plan(
            reader, settings, told, drawn, span=span.ordinals(reader), arena=place,
            record=planned_record(record) if record else None,
        )  # fmt: skip
        case_path = case or case_path_for(tape)
        store = open_store(case_path, readonly=False, create=True)
        try:
            judgement = analyze(reader, store, plan, _listener(lines, silent))
            return (judged(store, case_path) if store.journal() else judgement), case_path
        finally:
            store.close()
    finally:
        reader.close()


def _settings(device: str | None, overrides: Sequence[str]) -> Settings:
    flags: dict[str, Any] = {"device": device}
    for text in overrides:
        name, sign, value = text.partition("=")
        if not sign:
            raise SettingsWrong(
                f"--set {text!r} is no name=value.", remedy="Example: `--set look_rate_hz=30`."
            )
        flags[name.strip()] = value.strip()
    return load_settings(flags)[0]


def _listener(lines: EventLines | None, silent: bool) -> Any:
    if lines:
        return lines
    if silent:
        return _hear_nothing
    return ProgressBar() if sys.stderr.isatty() else PlainProgress()


def _hear_nothing(event: Event) -> None:
    """For output that a program reads."""
