"""An archive as a folder: its ledger, its shelf of outputs, its cases; adding tapes and planning work."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import review
from review.archive.cover import cut_parts
from review.archive.keys import key_of
from review.archive.names import day_in, mapped, season_of, sheet_for
from review.core.archive import TapeEntry, TapePlan
from review.core.errors import ArchiveUnusable, ReviewError
from review.core.game import Game
from review.settings import Settings, settings_sha256, without_password

if TYPE_CHECKING:
    from review.adapters.archive_files import FileShelf
    from review.ports.ledger import Ledger

__all__ = ["Added", "Archive", "Sheets", "add_tapes", "keys_for", "open_archive", "plan_all", "tapes_in"]

LEDGER = "ledger.bgarchive"
NOTE = "archive.toml"
#: Ten-second segments that one worker takes at a time: five minutes of tape (docs/decisions/0009).
PART_SEGMENTS = 30
SUFFIXES = frozenset(
    {".mp4", ".m4v", ".mov", ".mkv", ".avi", ".ts", ".m2ts", ".mts", ".mpg", ".mpeg", ".mxf"}
)
#: Raised whenever concluding gives another judgement for the same segments.
JUDGE_VERSION = 1


@dataclass(frozen=True, slots=True)
class Archive:
    """An open archive. `ledger_place` is a path or a URL, as workers are told it."""

    folder: Path
    ledger_place: str
    ledger: Ledger
    shelf: FileShelf

    def case_path(self, entry: TapeEntry) -> Path:
        """Where the case of a tape lies."""
        return self.folder / "cases" / f"{Path(entry.path).stem}-{entry.sha256[:8]}.bgcase"

    def close(self) -> None:
        """Let the ledger go."""
        self.ledger.close()


@dataclass(frozen=True, slots=True)
class Sheets:
    """Patterns by which sheets are found, and what is said of all tapes that are added."""

    game: str = "{stem}.game.toml"
    gates: str = "{stem}.gates.toml"
    season: str | None = None
    day: str | None = None


@dataclass(frozen=True, slots=True)
class Added:
    """What became of one file: new, known (brought up to date), twice, or refused with the reason."""

    path: str
    outcome: str
    words: str = ""


def open_archive(folder: Path, *, ledger: str | None = None, create: bool = False) -> Archive:
    """Open an archive, or make one.

    Parameters
    ----------
    ledger : a path or postgresql://…; None takes the one that the archive was made with

    Raises
    ------
    ArchiveUnusable
    """
    from review.adapters.archive_files import FileShelf
    from review.adapters.archive_sql import SqlLedger

    if folder.exists() and not folder.is_dir():
        raise ArchiveUnusable(f"{folder}: this is no folder.", remedy="Give the archive's folder.")
    place = ledger or _noted(folder) or str(folder / LEDGER)
    opened = SqlLedger(place, create=create)
    if create:
        _note(folder, ledger)
    return Archive(folder, place, opened, FileShelf(folder / "outputs"))


def _noted(folder: Path) -> str | None:
    note = folder / NOTE
    if not note.is_file():
        return None
    try:
        found = tomllib.loads(note.read_text("utf-8")).get("ledger")
    except (OSError, ValueError, RecursionError) as fault:
        raise ArchiveUnusable(f"{note}: {fault}.", remedy="Mend or remove that file.") from fault
    return None if found is None else str(found)


def _note(folder: Path, ledger: str | None) -> None:
    """So that nobody has to give the address again; one with a password is not written down."""
    try:
        (folder / "cases").mkdir(parents=True, exist_ok=True)
        if ledger is not None and without_password(ledger) == ledger:
            (folder / NOTE).write_text(f"ledger = {json.dumps(ledger)}\n", "utf-8")
    except OSError as fault:
        raise ArchiveUnusable(
            f"{folder}: {fault.strerror or fault}.", remedy="Choose a folder that can be written."
        ) from fault


def tapes_in(places: Sequence[Path], pattern: str) -> list[Path]:
    """Tapes named, and those in folders by a pattern such as `**/*.mp4`, in order, each once.

    Raises
    ------
    ArchiveUnusable
        If a place does not exist.
    """
    found: dict[Path, None] = {}
    for place in places:
        if place.is_dir():
            inside = sorted(p for p in place.glob(pattern) if p.suffix.lower() in SUFFIXES and p.is_file())
            found |= dict.fromkeys(p.absolute() for p in inside)
        elif place.is_file():
            found[place.absolute()] = None
        else:
            raise ArchiveUnusable(f"{place}: there is no such file or folder.", remedy="Check the path.")
    return list(found)


def add_tapes(
    archive: Archive,
    tapes: Sequence[Path],
    settings: Settings,
    *,
    sheets: Sheets,
    maps: Sequence[tuple[str, str]] = (),
) -> Iterator[Added]:
    """Read what each tape is and enter it; one by one, so that a stop loses nothing.

    A tape that is known by path, size and time is not read again; its sheets are.

    Raises
    ------
    GameFileWrong
        For a sheet that cannot be used.
    """
    known = {one.path: one for one in archive.ledger.tapes()}
    by_hash = {one.sha256: one for one in known.values()}
    back = [(here, there) for there, here in maps]
    for path in tapes:
        filed = mapped(str(path), back)
        old = known.get(filed)
        try:
            entry = _entry(path, filed, settings, sheets, old)
        except ReviewError as error:
            yield Added(filed, "refused", error.sentence())
            continue
        twin = by_hash.get(entry.sha256)
        if twin is not None and twin.path != filed and Path(mapped(twin.path, maps)).exists():
            yield Added(filed, "twice", f"the same tape as {twin.path}")
            continue
        archive.ledger.put_tapes([entry])
        by_hash[entry.sha256] = entry
        yield Added(filed, "known" if twin is not None else "new")


def _entry(path: Path, filed: str, settings: Settings, sheets: Sheets, old: TapeEntry | None) -> TapeEntry:
    from review.wiring import read_game
    from review.wiring.arena import told_arena

    files = [_sheet(path, pattern) for pattern in (sheets.game, sheets.gates)]
    game = read_game(files[0])
    told = {
        "pack": game.pack,
        "edition": game.edition,
        "definitions": dict(game.definitions),
        "clock_box_px": game.clock_box_px,
        "arena": told_arena(game, files[0]).key(),
    }
    day = sheets.day or day_in(filed)
    entry = _read_tape(path, filed, settings, old)
    return dataclasses.replace(
        entry,
        game=None if files[0] is None else str(files[0]),
        game_sha256=_sha256(files[0]),
        gates=None if files[1] is None else str(files[1]),
        gates_sha256=_sha256(files[1]),
        told=json.loads(json.dumps(told)),
        day=day,
        season=sheets.season or season_of(filed, day),
    )


def _sheet(path: Path, pattern: str) -> Path | None:
    try:
        sheet = Path(sheet_for(str(path), pattern))
    except ValueError as wrong:
        raise ArchiveUnusable(
            f"The pattern {wrong}.", remedy="Patterns know {stem}, {name} and {parent}."
        ) from wrong
    return sheet if sheet.is_file() else None


def _sha256(path: Path | None) -> str | None:
    from review.wiring import read_bytes

    return None if path is None else hashlib.sha256(read_bytes(path)).hexdigest()


def _read_tape(path: Path, filed: str, settings: Settings, old: TapeEntry | None) -> TapeEntry:
    from review.pipeline.watch import cut_segments
    from review.wiring import open_reader

    state = path.stat()
    stamp = (state.st_size, state.st_mtime, settings.segment_s)
    if old is not None and (old.size_bytes, old.modified_s, old.segment_s) == stamp:
        return old
    reader = open_reader(path)
    try:
        tape, index = reader.tape, reader.index
        return TapeEntry(
            tape.sha256, filed, state.st_size, state.st_mtime, tape.duration_s, tape.size_px,
            settings.segment_s, len(cut_segments(index, tape.scale.time_base, settings.segment_s)),
            int(index.pts[0]), tape.last_pts,
        )  # fmt: skip
    finally:
        reader.close()


def plan_all(archive: Archive, settings: Settings, *, part_segments: int = PART_SEGMENTS) -> int:
    """Plan every tape by these settings, the models and packs at hand; returns units left to do.

    What was made under the same keys before counts: a changed pack or sheet leaves only concluding to do.
    """
    plans = keys_for(settings)
    return archive.ledger.want([plans(entry, part_segments) for entry in archive.ledger.tapes()])


def keys_for(settings: Settings) -> Callable[[TapeEntry, int], TapePlan]:
    """Plans by these settings, and the models, runtime and packs at hand."""
    from review.adapters.choose_detector import choose_runtime
    from review.wiring.watched import models_of, watch_key

    models = models_of(settings)
    runtime = choose_runtime(settings.device, runtime=settings.runtime).runtime
    settings_hash = settings_sha256(settings)

    def plan(entry: TapeEntry, part_segments: int) -> TapePlan:
        if entry.segment_s != settings.segment_s:
            raise ArchiveUnusable(
                f"{entry.path} was added in segments of {entry.segment_s:g} s, not {settings.segment_s:g} s.",
                remedy="Set segment_s as it was, or add the tapes again.",
            )
        watch = watch_key(
            entry.sha256, entry.size_px, settings, models=models, runtime=runtime, span=None,
            clock_box_px=entry.told["clock_box_px"],
            arena=entry.told["arena"] if settings.registration == "auto" else None,
        )  # fmt: skip
        judge = key_of(
            {
                "watch": watch, "game": entry.game_sha256, "gates": entry.gates_sha256,
                "book": _book_digest(_told_book(entry)), "settings": settings_hash,
                "code": review.__version__, "version": JUDGE_VERSION,
            }
        )  # fmt: skip
        return TapePlan(entry.sha256, watch, judge, cut_parts(entry.segments, part_segments))

    return plan


def _told_book(entry: TapeEntry) -> str:
    return json.dumps({k: entry.told[k] for k in ("pack", "edition", "definitions")}, sort_keys=True)


@cache
def _book_digest(told: str) -> str:
    """Hash of every number and word of the book that a game is judged by."""
    from review.wiring import book_of

    book = book_of(Game(**json.loads(told)))
    return key_of({"book": json.loads(json.dumps(dataclasses.asdict(book), default=_plain))})


def _plain(value: Any) -> Any:
    return sorted(map(str, value)) if isinstance(value, (set, frozenset)) else str(value)
