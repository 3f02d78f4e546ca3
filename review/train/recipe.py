"""What a detector is trained on and how: a recipe, read from TOML and checked before anything is done."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from review.core.errors import WeightsUnusable

__all__ = ["PictureSet", "Pictures", "Recipe", "Scenes", "Stage", "Teacher", "load_recipe"]

ClassName = Literal["skater", "goalkeeper", "official", "staff"]
Share = Annotated[float, Field(gt=0.0, le=1.0)]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PictureSet(_Table):
    """Pictures of one kind from one folder.

    Attributes
    ----------
    kind : `labels`, our own JSON, one a picture; `yolo`, a folder with `images` and `labels`; `rendered`,
        clips with their truth beside them; `scenes`, what `train scenes` drew
    folder : under the data folder, or for `rendered` and `scenes` under the folder of what was rendered
    classes : of `yolo`, the class each number stands for; further numbers are no people
    stretch_px : the size the pictures had before somebody squashed them
    leave_out : whoever has one of these words in his name is not trained on
    choose : likewise, but kept to choose the best weights by
    tiles : also in overlapping parts, so that small people are seen larger
    missing : `ignore` paints over what the teacher takes for people that nobody labelled
    loose : the boxes take in sticks; where the teacher has a tighter one inside, that is taken
    every : of a rendered clip, one frame in so many
    repeat : how often each picture counts in an epoch
    worn : further copies of each whole picture that have suffered what tapes suffer
    pasted : further copies with men cut out of the picture and pasted astride the boards of a far bench
    """

    kind: Literal["labels", "yolo", "rendered", "scenes"]
    folder: str
    classes: tuple[ClassName, ...] = ("skater", "goalkeeper", "official", "staff")
    stretch_px: tuple[int, int] | None = None
    leave_out: tuple[str, ...] = ()
    choose: tuple[str, ...] = ()
    tiles: bool = False
    missing: Literal["none", "ignore"] = "none"
    loose: bool = False
    every: int = Field(default=1, ge=1)
    repeat: int = Field(default=1, ge=1)
    worn: int = Field(default=0, ge=0)
    pasted: int = Field(default=0, ge=0)


class Teacher(_Table):
    """A network that knows people, for sets in which not everybody is labelled."""

    weights: str
    architecture: str = "yolo11n.yaml"
    classes: int = 80
    person: int = 0
    input_px: int = 1280
    conf: Share = 0.2


class Pictures(_Table):
    """All sets, and the shape in which they are put before the network."""

    long_side_px: int = Field(default=960, ge=64)
    tile_columns: int = Field(default=2, ge=1)
    tile_rows: int = Field(default=2, ge=1)
    tile_share: tuple[Share, Share] = (0.573, 0.593)
    seed: int = 0
    held_out: tuple[str, ...] = ()  # games that nothing may be trained or chosen on
    teacher: Teacher | None = None
    set: tuple[PictureSet, ...] = Field(min_length=1)


class Scenes(_Table):
    """Scenes that the simulator makes up: how many, and how many pictures of each."""

    count: int = Field(ge=1)
    pictures: int = Field(default=6, ge=1)
    seed: int = 0


class Stage(_Table):
    """One run of epochs at one learning rate's course, and where it differs from the recipe's, its size."""

    epochs: int = Field(ge=1)
    rate: Annotated[float, Field(gt=0.0)]
    rate_end_ratio: Share = 0.05
    freeze: int = Field(default=0, ge=0)
    mosaic_off_last: int = Field(default=0, ge=0)
    input_px: int | None = Field(default=None, ge=64, multiple_of=32)


class Recipe(_Table):
    """A whole training."""

    schema_: Literal["benchgate.training/1"] = Field(alias="schema")
    model: Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]+$")]
    architecture: str = "yolo11n.yaml"
    start: str  # weights, under the folder of weights
    batch: int = Field(default=8, ge=1)
    input_px: int = Field(default=960, ge=64, multiple_of=32)
    seed: int = 0
    bf16: bool = False  # on a processor: half as precise going forward, and up to twice as fast
    scenes: Scenes | None = None
    pictures: Pictures
    stage: tuple[Stage, ...] = Field(min_length=1)


def load_recipe(path: Path) -> Recipe:
    """Read a training recipe.

    Raises
    ------
    WeightsUnusable
        If the file is missing, no TOML, or has a key or value that a recipe does not know.
    """
    try:
        return Recipe.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise WeightsUnusable(
            f"Recipe {path}: {where}: {first['msg']}.", remedy="See docs/training.md."
        ) from error
    except (OSError, ValueError, RecursionError) as error:
        raise WeightsUnusable(
            f"Recipe {path} cannot be read: {error}.", remedy="Give a training recipe (TOML)."
        ) from error
