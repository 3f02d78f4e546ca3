"""What is known of an arena before a tape is watched: from files, or learnt from pictures all over it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from review.core.errors import GameFileWrong
from review.core.registration import ArenaCamera, ArenaProfile
from review.core.rink import RINKS, RinkModel
from review.imports.arena_toml import parse_arena, parse_rink
from review.pipeline.rink_eye import KnownArena, NoRink, RinkEye

if TYPE_CHECKING:
    from review.core.arrays import Array
    from review.core.game import Game
    from review.core.registration import LineEvidence
    from review.core.tape import Tape
    from review.ports.registrar import LineFinder

__all__ = ["ToldArena", "likely_graphics", "make_rink_eye", "read_arena", "read_rink", "told_arena"]

MOST_GRAPHICS_RATIO = 0.08
#: A camera is learnt from one picture every so many seconds of tape, within these bounds.
LEARN_EVERY_S, FEWEST_PICTURES, MOST_PICTURES = 4.0, 8, 16


@dataclass(frozen=True, slots=True)
class ToldArena:
    """The rink and the camera where a person gave them; None is learnt from the tape."""

    rink: RinkModel | None = None
    camera: ArenaCamera | None = None

    def key(self) -> dict[str, Any]:
        """Everything in it that changes what is seen, as plain data."""
        camera = self.camera
        numbers = (
            None
            if camera is None
            else [*camera.at_m.tolist(), *camera.lean_rad.tolist(), camera.k1_ratio, *camera.at_sd_m.tolist()]
        )
        return {"rink": None if self.rink is None else asdict(self.rink), "camera": numbers}


def told_arena(game: Game, game_file: Path | None = None, arena_file: Path | None = None) -> ToldArena:
    """What the game file and an arena file say; paths in the game file are taken from where it lies.

    Raises
    ------
    GameFileWrong
        For a file that is not there or says what cannot be.
    """
    beside = Path(game_file).parent if game_file else Path()
    file = arena_file or (beside / game.arena_file if game.arena_file else None)
    if file is not None:
        profile = read_arena(file)
        return ToldArena(profile.rink, profile.camera)
    if game.rink is None:
        return ToldArena()
    word = game.rink if game.rink in RINKS else str(beside / game.rink)
    return ToldArena(read_rink(word))


def read_rink(word: str) -> RinkModel:
    """A rink by the name of a preset, or from a TOML file."""
    from review.wiring import read_bytes

    if word in RINKS:
        return RINKS[word]
    if Path(word).suffix == ".toml":
        return parse_rink(read_bytes(Path(word)), word)
    names = ", ".join(RINKS)
    raise GameFileWrong(
        f"The rink {word!r} is unknown.", remedy=f"One of {names}, or a TOML file with a [rink] table."
    )


def read_arena(path: Path) -> ArenaProfile:
    """ARENA.toml."""
    from review.wiring import read_bytes

    return parse_arena(read_bytes(path), str(path))


def likely_graphics(graphics: Array | None) -> Array | None:
    """None for a mask so large that a camera at rest must have made it: it would hide the rink's lines."""
    return graphics if graphics is not None and graphics.mean() < MOST_GRAPHICS_RATIO else None


def make_rink_eye(
    tape: Tape, told: ToldArena, pictures: Sequence[Array], graphics: Array | None
) -> RinkEye | NoRink:
    """Who places this tape's pictures on the rink; `pictures` from all over it teach what is not told."""
    from review.adapters.rink_lines_cv2 import ColourLines
    from review.measure.rink_learn import learn_arena

    finder, mask = ColourLines(), likely_graphics(graphics)
    rink, camera, doubt_m = told.rink, told.camera, 0.0
    if rink is None or camera is None:
        learnt = learn_arena(_evidence(tape, finder, pictures, mask), rink)
        if learnt.rink is None or learnt.camera is None:
            return NoRink(learnt.reason or "the arena is not known")
        rink, camera, doubt_m = learnt.rink, learnt.camera, learnt.doubt_m
    arena = KnownArena(rink, camera, mask, doubt_m)
    return RinkEye(arena, finder, tape.size_px, pixel_aspect_ratio=float(tape.pixel_aspect))


def _evidence(
    tape: Tape, finder: LineFinder, pictures: Sequence[Array], graphics: Array | None
) -> list[LineEvidence | None]:
    """Lines in some of the pictures: one every few seconds of tape."""
    wanted = int(np.clip(tape.duration_s / LEARN_EVERY_S, FEWEST_PICTURES, MOST_PICTURES))
    rows = np.unique(np.linspace(0, max(0, len(pictures) - 1), wanted).astype(int))
    nobody, (width, height) = np.zeros((0, 4)), tape.size_px
    found = []
    for row in rows.tolist() if pictures else []:
        tall, wide = pictures[row].shape[:2]
        aspect = float(tape.pixel_aspect) * (tall / wide) / (height / width)
        found.append(finder.find(pictures[row], nobody, graphics, pixel_aspect_ratio=aspect))
    return found
