"""Pictures and tapes through the line finder onto the rink."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from review.core.errors import ExportFailed, GameFileWrong, TapeUnreadable
from review.core.registration import ArenaCamera, ArenaProfile, LineEvidence, PictureShape, Registration
from review.core.rink import RINKS, RinkModel
from review.imports.arena_toml import arena_text
from review.imports.points_toml import ClickedPicture, parse_points
from review.measure.rink_camera import arena_of
from review.measure.rink_error import register_found
from review.measure.rink_field import rink_field
from review.measure.rink_place import Placed, place_pictures
from review.measure.rink_points import Clicked, view_from_points
from review.settings import load_settings
from review.wiring import make_detector, open_reader, read_bytes, survey
from review.wiring.arena import likely_graphics, read_arena, read_rink

if TYPE_CHECKING:
    from review.core.arrays import Array
    from review.core.tape import Frame
    from review.ports.reader import Reader

__all__ = ["RegisterOptions", "register_path"]

AUTO = "auto"  # as a rink: whichever explains the pictures best
SPREAD_FRAMES = 16
GRAPHICS_PICTURES = 40
#: How surely a single picture tells where its camera stands, one sigma (x, y, z).
SINGLE_SD_M = np.array([0.6, 1.5, 0.6])
NOBODY = np.zeros((0, 4))

Named = tuple[dict[str, Any], Registration]


@dataclass(frozen=True, slots=True)
class RegisterOptions:
    """What a person gave beside the path; each None where nothing was given."""

    rink: str | None = None
    arena: Path | None = None
    save_arena: Path | None = None
    points: Path | None = None
    aspect_ratio: float | None = None  # of the picture as it should be shown, for stretched pictures
    every_s: float | None = None  # of tape, between two frames that are asked for


def register_path(path: Path, options: RegisterOptions) -> list[Named]:
    """Each picture's own words (path; of a tape frame and time too) and its registration.

    Raises
    ------
    TapeUnreadable, GameFileWrong, ExportFailed
        With cause and remedy, for a path, rink, arena or points that cannot be used.
    """
    from review.adapters.read_picture import PICTURE_SUFFIXES

    profile = read_arena(options.arena) if options.arena else None
    camera = profile.camera if profile else None
    if options.rink == AUTO and camera is None and not options.points:
        rink, camera = _by_fit(path, options)
    elif options.rink and options.rink != AUTO:
        rink = read_rink(options.rink)
    else:
        rink = profile.rink if profile else RINKS["nhl"]
    clicked = parse_points(read_bytes(options.points), rink, str(options.points)) if options.points else ()
    if path.is_dir() or path.suffix.lower() in PICTURE_SUFFIXES:
        done, camera = _pictures(path, options, rink, camera, clicked)
    else:
        done, camera = _tape(path, options, rink, camera, clicked)
    if options.save_arena is not None:
        _save(options.save_arena, path, rink, camera, done)
    return done


def _by_fit(path: Path, options: RegisterOptions) -> tuple[RinkModel, ArenaCamera]:
    """The rink that explains the pictures best, and the camera they share.

    Raises
    ------
    GameFileWrong
        Where they do not tell: too few, or two rinks fit alike.
    """
    from review.measure.rink_learn import learn_arena

    found = learn_arena(_evidence(path, options))
    if found.rink is None or found.camera is None:
        raise GameFileWrong(
            f"{path}: {found.reason or 'the arena is not known'}.",
            remedy=f"Name the rink: --rink {', '.join(RINKS)}, or a TOML file.",
        )
    return found.rink, found.camera


def _evidence(path: Path, options: RegisterOptions) -> list[LineEvidence | None]:
    from review.adapters.read_picture import PICTURE_SUFFIXES, read_picture
    from review.adapters.rink_lines_cv2 import ColourLines

    if path.is_dir() or path.suffix.lower() in PICTURE_SUFFIXES:
        files = _files(path)
        some = [files[k] for k in np.unique(np.linspace(0, len(files) - 1, SPREAD_FRAMES).astype(int))]
        return list(_look((read_picture(file) for file in some), some, options.aspect_ratio, []))
    reader = open_reader(path)
    try:
        pixel = _pixel_ratio(reader, options)
        graphics = likely_graphics(survey(reader, clock=False).graphics)
        return list(_spread(reader, ColourLines(), graphics, pixel))
    finally:
        reader.close()


def _files(path: Path) -> list[Path]:
    from review.adapters.read_picture import PICTURE_SUFFIXES

    if not path.is_dir():
        return [path]
    files = sorted(p for p in path.iterdir() if p.suffix.lower() in PICTURE_SUFFIXES)
    if not files:
        raise TapeUnreadable(f"“{path}” holds no pictures.", remedy="Give a folder of jpg or png files.")
    return files


def _pixel_ratio(reader: Reader, options: RegisterOptions) -> float:
    width, height = reader.tape.size_px
    told = options.aspect_ratio
    return float(reader.tape.pixel_aspect) if told is None else told * height / width


def _save(to: Path, path: Path, rink: RinkModel, camera: ArenaCamera | None, done: list[Named]) -> None:
    if camera is None:
        raise ExportFailed(
            f"{path}: too few pictures agree on one camera, so there is no arena to save.",
            remedy="Give more pictures of the main camera, of both ends and of the middle.",
        )
    seen = sum(one.H_m_from_px is not None for _, one in done)
    try:
        to.write_text(arena_text(ArenaProfile(rink, camera, to.stem, seen)), encoding="utf-8")
    except OSError as error:
        raise ExportFailed(f"{to}: {error.strerror or error}.", remedy="Give another path.") from error


def _pictures(
    path: Path,
    options: RegisterOptions,
    rink: RinkModel,
    camera: ArenaCamera | None,
    clicked: Sequence[ClickedPicture],
) -> tuple[list[Named], ArenaCamera | None]:
    from review.adapters.read_picture import read_picture

    files = _files(path)
    shapes: list[PictureShape] = []
    found = list(_look((read_picture(file) for file in files), files, options.aspect_ratio, shapes))
    placed = place_pictures(rink, found, camera)
    by_name = {points.picture: points for points in clicked}
    _check_named(clicked, files, path, options)
    done = []
    for file, shape, one in zip(files, shapes, placed.registrations, strict=True):
        by_hand = by_name.get(file.name)
        if by_hand is not None:
            one = _by_hand(rink, by_hand, shape, placed.camera)
        done.append(({"path": str(file)}, one))
    return done, placed.camera


def _check_named(
    clicked: Sequence[ClickedPicture], files: Sequence[Path], path: Path, options: RegisterOptions
) -> None:
    for points in clicked:
        if points.picture not in {file.name for file in files}:
            told = f"frame {points.frame}" if points.picture is None else f"picture {points.picture!r}"
            raise GameFileWrong(
                f"{options.points}: {told} is not in {path}.", remedy="Give the name of a picture's file."
            )


def _by_hand(
    rink: RinkModel, points: ClickedPicture, shape: PictureShape, camera: ArenaCamera | None
) -> Registration:
    found = view_from_points(rink, points.points_px, shape, camera)
    if found.reason is not None:
        return Registration.refused(found.reason)
    return register_found(rink_field(rink), found.aligned, shape, free=found.free, prior=found.prior)


def _look(
    pictures: Iterable[Array], files: Sequence[Path], aspect_ratio: float | None, shapes: list[PictureShape]
) -> Iterator[LineEvidence | None]:
    """Lines of each picture, people and graphics left out; `shapes` is filled on the way."""
    from review.adapters.read_picture import read_picture
    from review.adapters.rink_lines_cv2 import ColourLines

    first = read_picture(files[0])
    graphics = _graphics(files, first.shape)
    settings, _ = load_settings({})
    detector = make_detector(settings, (first.shape[1], first.shape[0]))
    finder = ColourLines()
    waiting: list[Array] = []

    def passed() -> Iterator[Array]:
        for picture in pictures:
            waiting.append(picture)
            yield picture

    for people in detector.detect(passed()):
        picture = waiting.pop(0)
        height, width = picture.shape[:2]
        pixel = 1.0 if aspect_ratio is None else aspect_ratio * height / width
        shapes.append(PictureShape(width, height, pixel))
        mask = graphics if picture.shape == first.shape else None
        yield finder.find(picture, people.xyxy_px, mask, pixel_aspect_ratio=pixel)
    detector.close()


def _graphics(files: Sequence[Path], size: tuple[int, ...]) -> Array | None:
    """What is burnt into pictures of one broadcast; nothing where they are few."""
    from review.adapters.graphics_cv2 import find_graphics
    from review.adapters.read_picture import read_picture

    some = (read_picture(file) for file in files[:: max(1, len(files) // GRAPHICS_PICTURES)])
    alike = [picture for picture in some if picture.shape == size]
    return likely_graphics(find_graphics(alike)) if len(alike) > 1 else None


def _tape(
    path: Path,
    options: RegisterOptions,
    rink: RinkModel,
    camera: ArenaCamera | None,
    clicked: Sequence[ClickedPicture],
) -> tuple[list[Named], ArenaCamera | None]:
    from review.adapters.register_lines import LineRegistrar
    from review.adapters.rink_lines_cv2 import ColourLines

    reader = open_reader(path)
    width, height = reader.tape.size_px
    pixel = _pixel_ratio(reader, options)
    shape, finder = PictureShape(width, height, pixel), ColourLines()
    graphics = likely_graphics(survey(reader, clock=False).graphics)
    starts = {one.frame: view_from_points(rink, one.points_px, shape, camera) for one in clicked}
    _check_starts(starts, len(reader.index), options)
    learnt = camera or _learnt(reader, rink, finder, graphics, pixel) or _camera_of(starts.values())
    done: list[Named] = []
    registrar = None if learnt is None else LineRegistrar(
        rink, learnt, finder, pixel_aspect_ratio=pixel
    )  # fmt: skip
    for frame, wanted in _frames(reader, options.every_s):
        start = starts.get(frame.ordinal)
        if registrar is None or learnt is None:
            one = Registration.refused("no picture of this tape shows enough of a rink")
        else:
            if start is not None:
                points = next(c.points_px for c in clicked if c.frame == frame.ordinal)
                registrar.start(view_from_points(rink, points, shape, learnt).aligned)
            one = registrar.step(frame.rgb, NOBODY, graphics)
        if wanted:
            done.append((_name(path, reader, frame), one))
    reader.close()
    return done, learnt


def _check_starts(starts: Mapping[int | None, Clicked], frames: int, options: RegisterOptions) -> None:
    for ordinal, start in starts.items():
        if ordinal is None or not 0 <= ordinal < frames:
            raise GameFileWrong(
                f"{options.points}: frame {ordinal} is not in the tape (0 to {frames - 1}).",
                remedy="Frames count from 0.",
            )
        if start.reason is not None:
            raise GameFileWrong(
                f"{options.points}: frame {ordinal}: {start.reason}.", remedy="Click its points again."
            )


def _name(path: Path, reader: Reader, frame: Frame) -> dict[str, Any]:
    seconds = round(reader.tape.scale.seconds(frame.time), 6)
    return {"path": str(path), "frame": frame.ordinal, "t": {"pts": frame.time.pts, "s": seconds}}


def _frames(reader: Reader, every_s: float | None) -> Iterator[tuple[Frame, bool]]:
    """Every frame in order, and whether it is one of those asked for."""
    due_s = -np.inf
    for frame in reader.frames():
        at_s = reader.tape.scale.seconds(frame.time)
        wanted = every_s is None or at_s >= due_s - 1e-6
        if wanted and every_s is not None:
            due_s = at_s + every_s
        yield frame, wanted


def _learnt(
    reader: Reader, rink: RinkModel, finder: Any, graphics: Array | None, pixel: float
) -> ArenaCamera | None:
    """The tape's main camera, from frames spread over it; from the surest one where they do not agree."""
    placed = place_pictures(rink, list(_spread(reader, finder, graphics, pixel)), each=False)
    return placed.camera or _surest(placed)


def _spread(
    reader: Reader, finder: Any, graphics: Array | None, pixel: float
) -> Iterator[LineEvidence | None]:
    """Lines in frames spread over a tape."""
    for ordinal in np.unique(np.linspace(0, len(reader.index) - 1, SPREAD_FRAMES).astype(int)):
        try:
            rgb = reader.frame(int(ordinal)).rgb
        except TapeUnreadable:
            continue  # damage is listed where the tape is watched
        yield finder.find(rgb, NOBODY, graphics, pixel_aspect_ratio=pixel)


def _surest(placed: Placed) -> ArenaCamera | None:
    believed = [one for one in placed.registrations if one.view is not None]
    if not believed:
        return None
    best = min(believed, key=_error)
    assert best.view is not None
    return arena_of(best.view, SINGLE_SD_M)


def _error(one: Registration) -> float:
    return one.error_m if one.error_m is not None else np.inf


def _camera_of(clicked: Iterable[Clicked]) -> ArenaCamera | None:
    """The camera of the first picture whose points fit."""
    for one in clicked:
        if one.reason is None:
            return replace(arena_of(one.aligned.view), at_sd_m=SINGLE_SD_M)
    return None
