"""Pictures and tapes through the line finder onto the rink."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from review.core.errors import ExportFailed, GameFileWrong, TapeUnreadable
from review.core.registration import ArenaProfile, LineEvidence, Registration
from review.core.rink import RINKS, RinkModel
from review.imports.arena_toml import arena_text, parse_arena, parse_rink
from review.measure.rink_place import place_pictures
from review.settings import load_settings
from review.wiring import make_detector, open_reader, read_bytes, survey

if TYPE_CHECKING:
    from review.core.arrays import Array

__all__ = ["read_arena", "read_rink", "register_path"]

SPREAD_FRAMES = 24
GRAPHICS_PICTURES = 40

Named = tuple[dict[str, Any], Registration]


def register_path(
    path: Path, *, rink: str | None = None, arena: Path | None = None, save_arena: Path | None = None
) -> list[Named]:
    """Each picture's own words (path, or path and time) and its registration.

    Raises
    ------
    TapeUnreadable, GameFileWrong, ExportFailed
        With cause and remedy, for a path, rink or arena file that cannot be used.
    """
    profile = read_arena(arena) if arena else None
    model = read_rink(rink) if rink else profile.rink if profile else RINKS["nhl"]
    names, evidence = _evidence(path)
    placed = place_pictures(model, evidence, profile.camera if profile else None)
    if save_arena is not None:
        if placed.camera is None:
            raise ExportFailed(
                f"{path}: too few pictures agree on one camera, so there is no arena to save.",
                remedy="Give more pictures of the main camera, of both ends and of the middle.",
            )
        seen = sum(one.H_m_from_px is not None for one in placed.registrations)
        _write(save_arena, arena_text(ArenaProfile(model, placed.camera, save_arena.stem, seen)))
    return list(zip(names, placed.registrations, strict=True))


def read_rink(word: str) -> RinkModel:
    """A rink by the name of a preset, or from a TOML file."""
    if word in RINKS:
        return RINKS[word]
    if Path(word).suffix == ".toml":
        return parse_rink(read_bytes(Path(word)), word)
    raise GameFileWrong(
        f"The rink {word!r} is unknown.",
        remedy=f"One of {', '.join(RINKS)}, or a TOML file with a [rink] table.",
    )


def read_arena(path: Path) -> ArenaProfile:
    """ARENA.toml."""
    return parse_arena(read_bytes(path), str(path))


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ExportFailed(f"{path}: {error.strerror or error}.", remedy="Give another path.") from error


def _evidence(path: Path) -> tuple[list[dict[str, Any]], list[LineEvidence | None]]:
    from review.adapters.read_picture import PICTURE_SUFFIXES

    if path.is_dir():
        files = sorted(p for p in path.iterdir() if p.suffix.lower() in PICTURE_SUFFIXES)
        if not files:
            raise TapeUnreadable(f"“{path}” holds no pictures.", remedy="Give a folder of jpg or png files.")
        return _of_pictures(files)
    if path.suffix.lower() in PICTURE_SUFFIXES:
        return _of_pictures([path])
    return _of_tape(path)


def _of_pictures(files: Sequence[Path]) -> tuple[list[dict[str, Any]], list[LineEvidence | None]]:
    from review.adapters.graphics_cv2 import find_graphics
    from review.adapters.read_picture import read_picture

    first = read_picture(files[0])
    some = [read_picture(file) for file in files[:: max(1, len(files) // GRAPHICS_PICTURES)]]
    alike = [picture for picture in some if picture.shape == first.shape]
    graphics = find_graphics(alike) if len(alike) > 1 else None
    found = list(_look((read_picture(file) for file in files), first.shape, graphics, 1.0))
    return [{"path": str(file)} for file in files], found


def _of_tape(path: Path) -> tuple[list[dict[str, Any]], list[LineEvidence | None]]:
    reader = open_reader(path)
    tape, scale = reader.tape, reader.tape.scale
    graphics = survey(reader, clock=False).graphics
    names: list[dict[str, Any]] = []

    def pictures() -> Iterator[Array]:
        for ordinal in np.unique(np.linspace(0, len(reader.index) - 1, SPREAD_FRAMES).astype(int)):
            frame = reader.frame(int(ordinal))
            seconds = round(scale.seconds(frame.time), 6)
            names.append(
                {"path": str(path), "frame": int(ordinal), "t": {"pts": frame.time.pts, "s": seconds}}
            )
            yield frame.rgb

    shape = (tape.size_px[1], tape.size_px[0], 3)
    found = list(_look(pictures(), shape, graphics, float(tape.pixel_aspect)))
    reader.close()
    return names, found


def _look(
    pictures: Iterable[Array], shape: Sequence[int], graphics: Array | None, aspect: float
) -> Iterator[LineEvidence | None]:
    """Lines of each picture, its people left out."""
    from review.adapters.rink_lines_cv2 import ColourLines

    settings, _ = load_settings({})
    detector = make_detector(settings, (shape[1], shape[0]))
    finder = ColourLines()
    waiting: list[Array] = []

    def passed() -> Iterator[Array]:
        for picture in pictures:
            waiting.append(picture)
            yield picture

    for people in detector.detect(passed()):
        picture = waiting.pop(0)
        mask = graphics if picture.shape == tuple(shape) else None
        yield finder.find(picture, people.xyxy_px, mask, pixel_aspect_ratio=aspect)
    detector.close()
