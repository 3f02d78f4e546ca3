"""Where adapters meet the pipeline: with `cli`, the only place that knows everything."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import review
from review.core.case import Judgement, Run
from review.core.errors import CaseUnusable, GameFileWrong, TapeUnreadable
from review.core.facts import Fact
from review.core.findings import Finding, Notice
from review.core.game import Game
from review.core.gates import Gate
from review.imports.game_toml import parse_game
from review.imports.gates_toml import parse_gates
from review.settings import Settings, settings_sha256
from review.wiring.watched import input_size, models_of, watch_key

if TYPE_CHECKING:
    from review.core.arrays import Array
    from review.core.tape import Frame
    from review.pipeline.conclude import Judge
    from review.pipeline.record import PlannedRecord
    from review.pipeline.run import Plan
    from review.pipeline.watch import Eyes
    from review.ports.clock_reader import ClockReader
    from review.ports.detector import Detector
    from review.ports.reader import Reader
    from review.ports.store import Store
    from review.ports.tracker import Tracker
    from review.rules.pack import Pack
    from review.wiring.arena import ToldArena

__all__ = [
    "book_of",
    "case_path_for",
    "check_game",
    "companions",
    "judged",
    "judgement_of",
    "make_detector",
    "make_plan",
    "make_tracker",
    "open_reader",
    "open_store",
    "read_bytes",
    "read_game",
    "read_gates",
    "sample_tape",
]

SURVEY_FRAMES = 40
SURVEY_WIDTH_PX = 640
CLOCK_EVERY = 5  # of the frames surveyed, one in so many is searched for a clock
#: A tape as short as this is surveyed in one pass.
STREAMED_FRAMES = 1000


def open_reader(path: str | Path, *, decode: str = "here") -> Reader:
    """Open a tape; TapeUnreadable with cause and remedy where it cannot be.

    With `decode` "child" another process decodes: one that crashes or hangs costs a gap.
    """
    if decode == "child":
        from review.adapters.read_child import open_in_child

        return open_in_child(path)
    from review.adapters.read_pyav import open_tape

    return open_tape(path)


def open_store(path: str | Path, *, readonly: bool = True, create: bool = False) -> Store:
    """Open a case; CaseUnusable with cause and remedy where it cannot be."""
    from review.adapters.store_sqlite import SqliteStore

    return SqliteStore.open(Path(path), create=create, readonly=readonly)


def case_path_for(tape: str | Path) -> Path:
    """Where the case of a tape lies: beside it, or in the working folder where that one cannot be written."""
    tape = Path(tape)
    beside = tape.with_suffix(".bgcase")
    if beside.exists() or os.access(tape.parent, os.W_OK):
        return beside
    return Path.cwd() / beside.name


def companions(tape: str | Path) -> tuple[Path | None, Path | None]:
    """`NAME.game.toml` and `NAME.gates.toml` beside a tape, where they exist."""
    tape = Path(tape)
    game, gates = tape.with_suffix(".game.toml"), tape.with_suffix(".gates.toml")
    return (game if game.is_file() else None), (gates if gates.is_file() else None)


def samples_root() -> Path:
    """The bundled samples, in a checkout or in an installed package."""
    inside = Path(review.__file__).parent / "_samples"
    return inside if inside.is_dir() else Path(review.__file__).parents[1] / "sample_clips"


def sample_tape() -> Path | None:
    """The bundled sample clip."""
    tape = samples_root() / "demo.mp4"
    return tape if tape.is_file() else None


def read_game(path: Path | None) -> Game:
    """GAME.toml, or an empty game."""
    return parse_game(read_bytes(path), str(path)) if path else Game()


def check_game(game: Game, reader: Reader, file: str) -> None:
    """GameFileWrong where the game file says what cannot be on this tape."""
    width, height = reader.tape.size_px
    box = game.clock_box_px
    if box is not None and (box[2] > width or box[3] > height):
        raise GameFileWrong(
            f"{file}: [clock], box_px = {list(box)} lies outside the picture of {width} × {height} px.",
            remedy="Give left, top, right and bottom in px of the tape's own picture.",
        )


def read_gates(path: Path | None, reader: Reader, game: Game) -> tuple[Gate, ...]:
    """GATES.toml on this tape, or no gates."""
    if not path:
        return ()
    return parse_gates(read_bytes(path), reader.tape, reader.index, teams=game.team_names(), file=str(path))


def read_bytes(path: Path) -> bytes:
    """The file, or GameFileWrong in one sentence."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise GameFileWrong(
            f"{path}: {error.strerror or error}.", remedy="Give the path of a readable file."
        ) from error


def make_detector(settings: Settings, size_px: tuple[int, int]) -> Detector:
    """The detector that the settings ask for; WeightsUnusable where weights or runtime are missing."""
    from review.adapters.choose_detector import choose_detector

    return choose_detector(
        settings.device,
        model=settings.model,
        runtime=settings.runtime,
        precision=settings.precision,
        input_size_px=input_size(settings, size_px),
        conf_min=settings.conf_min_ratio,
    )


def make_tracker(settings: Settings) -> Tracker:
    """The tracker by name."""
    from review.adapters.track import make_tracker as by_name

    return by_name(settings.tracker)


class Surveyed(NamedTuple):
    """A mask of burnt-in graphics, None where there are none, and whole pictures to look for a clock in.

    `small` are pictures from all over the tape, 640 px wide.
    """

    graphics: Array | None
    pictures: list[Array]
    small: list[Array]

    def clock(self, box_px: tuple[int, int, int, int] | None = None) -> ClockReader | None:
        """Who reads the score bug's clock, in a box where one is given; None where it is not found."""
        from review.adapters.clock_rapidocr import BugClock, clock_in, find_clock

        if box_px is not None:
            return BugClock(clock_in(self.pictures, box_px))
        place = find_clock(self.pictures, self.graphics)
        return BugClock(place) if place is not None else None


def survey(reader: Reader, *, clock: bool = True) -> Surveyed:
    """Burnt-in graphics, from frames all over the tape, and some of those whole where a clock is wanted."""
    from review.adapters.graphics_cv2 import find_graphics

    width, height = reader.tape.size_px
    small = (SURVEY_WIDTH_PX, max(2, round(height * SURVEY_WIDTH_PX / width)))
    shown: list[Array] = []
    whole: list[Array] = []
    for k, frame in enumerate(_survey(reader)):
        shown.append(frame.resized(small))
        if clock and k % CLOCK_EVERY == 0:
            whole.append(frame.rgb)
    mask = find_graphics(shown)
    return Surveyed(mask if mask.any() else None, whole, shown)


def _survey(reader: Reader) -> Iterator[Frame]:
    """Some forty frames spread over the tape, the cheapest way: in passing, at keyframes, or by seeking."""
    frames = len(reader.index)
    wanted = set(range(0, frames, max(1, frames // SURVEY_FRAMES)))
    keys = np.flatnonzero(reader.index.key)
    if frames <= STREAMED_FRAMES:
        yield from (frame for frame in reader.frames() if frame.ordinal in wanted)
        return
    if len(keys) >= SURVEY_FRAMES // 2:
        wanted = set(keys[:: max(1, len(keys) // SURVEY_FRAMES)].tolist())
    for ordinal in sorted(wanted):
        try:
            yield reader.frame(ordinal)
        except TapeUnreadable:
            continue  # damage is listed when the tape is watched


def make_plan(
    reader: Reader,
    settings: Settings,
    game: Game,
    gates: tuple[Gate, ...],
    *,
    span: tuple[int, int] | None = None,
    arena: ToldArena | None = None,
    record: PlannedRecord | None = None,
) -> Plan:
    """Everything a run of this tape needs; the detector is built only when something is left to watch."""
    from review.adapters.choose_detector import choose_runtime
    from review.adapters.shots_scenedetect import change_by_reading
    from review.pipeline.run import Plan
    from review.wiring.arena import told_arena

    models = models_of(settings)
    choice = choose_runtime(settings.device, runtime=settings.runtime)
    surveyed = survey(reader, clock=settings.clock_rate_hz > 0)
    book = book_of(game)
    told = (arena or told_arena(game)) if settings.registration == "auto" else None
    key = watch_key(
        reader.tape.sha256, reader.tape.size_px, settings, models=models, runtime=choice.runtime,
        span=span, clock_box_px=game.clock_box_px, arena=None if told is None else told.key(),
    )  # fmt: skip
    run = Run(
        version=review.__version__,
        settings_sha256=settings_sha256(settings),
        models=tuple(models),
        pack=book.name,
        device=f"{choice.device} ({choice.runtime})",
        started=datetime.now(UTC).isoformat(timespec="seconds"),
        speed_x=None,
        machine=f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
        settings=settings.of_a_run(),
    )
    return Plan(
        settings,
        game,
        gates,
        eyes=lambda: _eyes(reader, settings, surveyed, game, told),
        tracker=make_tracker(settings),
        judge=_judge(book),
        run=run,
        watch_key=key,
        bench_distance_m=_metres(book, "bench_distance"),
        graphics=surveyed.graphics,
        change=change_by_reading(reader),
        span=span,
        record=record,
    )


def _eyes(
    reader: Reader, settings: Settings, surveyed: Surveyed, game: Game, arena: ToldArena | None
) -> Eyes:
    from review.adapters.glance_cv2 import glance
    from review.adapters.looks_cv2 import look_at
    from review.adapters.motion_cv2 import BackgroundMotion
    from review.adapters.numbers_rapidocr import RapidNumbers
    from review.adapters.shots_scenedetect import SceneDetectMeter, meter_size
    from review.pipeline.watch import Eyes
    from review.wiring.arena import make_rink_eye

    size_px = reader.tape.size_px
    return Eyes(
        make_detector(settings, size_px),
        BackgroundMotion(width_px=settings.motion_width_px),
        SceneDetectMeter(),
        look_at,
        glance,
        input_size(settings, size_px),
        meter_size(size_px),
        settings.motion_width_px,
        Fraction(settings.look_rate_hz).limit_denominator(1000),
        surveyed.graphics,
        surveyed.clock(game.clock_box_px) if settings.clock_rate_hz > 0 else None,
        Fraction(settings.clock_rate_hz or 1.0).limit_denominator(1000),
        numbers=RapidNumbers() if settings.number_rate_hz > 0 else None,
        number_rate_hz=Fraction(settings.number_rate_hz or 1.0).limit_denominator(1000),
        rink=None if arena is None else make_rink_eye(reader.tape, arena, surveyed.small, surveyed.graphics),
    )


def book_of(game: Game) -> Pack:
    """The book that a game is judged by, with the readings that its file asks for."""
    from review.rules.library import load_pack

    book = load_pack(game.pack if game.edition is None else f"{game.pack}@{game.edition}")
    return book.with_settings(game.definitions, file="[league.definitions]") if game.definitions else book


def _metres(book: Pack, name: str) -> float:
    from review.rules.units import Quantity

    value = book.settings.get(name)
    return value.value if isinstance(value, Quantity) else 0.0


def _judge(book: Pack) -> Judge:
    from review.rules.engine import judge
    from review.rules.rank import with_ranks

    def run(facts: Sequence[Fact], teams: Sequence[str]) -> tuple[tuple[Fact, ...], tuple[Finding, ...]]:
        ranked = tuple(with_ranks(facts, game_teams=tuple(teams)))
        return ranked, judge(ranked, book, game_teams=tuple(teams))

    return run


def judged(store: Store, path: Path) -> Judgement:
    """The case's last judgement with what people say of it; CaseUnusable where it has not come so far."""
    found = judgement_of(store)
    if found is None:
        raise CaseUnusable(
            f"{path}: this analysis is not finished.", remedy="Run `benchgate analyze` on its tape again."
        )
    return found


def judgement_of(store: Store) -> Judgement | None:
    """The last judgement, with people's corrections, answers and rulings laid over it; None before one.

    Where the book at hand is not the one that the tape was judged by, they wait, and a notice says so.
    """
    from review.pipeline.amend import amend

    found, journal = store.judgement(), store.journal()
    if found is None or not journal:
        return found
    book = book_of(found.game)
    if book.name != found.run.pack:
        text = f"What people said since waits: the pack here is {book.name}. Analyse the tape again."
        waiting = Notice("corrections wait", found.tape.scale.at(found.tape.scale.first_pts), text)
        return replace(found, notices=(*found.notices, waiting))
    known = {k: v for k, v in found.run.settings.items() if k in Settings.model_fields}
    return amend(
        found,
        journal,
        judge=_judge(book),
        settings=Settings.model_validate(known),
        bench_distance_m=_metres(book, "bench_distance"),
    )
