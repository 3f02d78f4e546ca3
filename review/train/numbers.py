"""Training the number reader: crops made up from a seed, a small network fitted, ONNX written."""

from __future__ import annotations

import hashlib
import io
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from review.adapters.number_window import GREY, WINDOW_PX
from review.core.arrays import Array
from review.core.errors import WeightsUnusable

__all__ = [
    "NumberRecipe", "NumberStage", "fit_numbers", "load_crops", "load_number_recipe", "make_crops",
    "train_stage", "write_onnx",
]  # fmt: skip

CHUNK = 1000
OPSET = 17
Progress = Callable[[str], None]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class NumberStage(_Table):
    """One run of steps with an optimiser of its own.

    Attributes
    ----------
    fade_steps : over the last so many the rate falls to nothing
    shrunk : whether crops are also turned a little and made smaller and narrower than they were drawn
    keep_dim_share : share of the crops without a legible number that an epoch uses
    """

    steps: int = Field(ge=1)
    rate: float = Field(gt=0)
    fade_steps: int = Field(default=1, ge=1)
    shrunk: bool = False
    keep_dim_share: float = Field(default=0.3, ge=0, le=1)


class NumberRecipe(_Table):
    """What the number reader is trained on and how.

    Attributes
    ----------
    crops : thousands of made-up crops
    widths : channels of the network's three steps down
    temperature : that the gate's and the digits' logits are divided by in the file written
    """

    schema_: Literal["benchgate.numbers/1"] = Field(alias="schema")
    model: Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]+$")]
    seed: int = 1
    crops: int = Field(ge=1)
    widths: tuple[int, int, int] = (16, 32, 64)
    batch: int = Field(default=32, ge=2)
    temperature: tuple[float, float] = (1.0, 1.0)
    stage: tuple[NumberStage, ...] = Field(min_length=1)


def load_number_recipe(path: Path) -> NumberRecipe:
    """Read a recipe; WeightsUnusable where it is missing, no TOML, or has something it should not."""
    try:
        return NumberRecipe.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise WeightsUnusable(
            f"Recipe {path} cannot be read: {error}.", remedy="Give a number reader's recipe (TOML)."
        ) from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise WeightsUnusable(
            f"Recipe {path}: {where}: {first['msg']}.", remedy="See docs/training.md, Numbers."
        ) from error


def make_crops(recipe: NumberRecipe, out: Path, progress: Progress = lambda words: None) -> list[Path]:
    """Draw the recipe's crops into `out`, a thousand a file; files that are there are kept."""
    from review.train.backs import made_crop

    out.mkdir(parents=True, exist_ok=True)
    paths = []
    for chunk in range(recipe.crops):
        path = out / f"crops-{recipe.seed}-{chunk:03d}.npz"
        if not path.is_file():
            made = [made_crop(recipe.seed, chunk * CHUNK + k) for k in range(CHUNK)]
            part = path.with_suffix(".part")
            with part.open("wb") as sink:
                np.savez(
                    sink,
                    rgb=np.stack([m.rgb for m in made]),
                    number=np.array([-1 if m.number is None else m.number for m in made]),
                    legible=np.array([-1 if m.legible is None else int(m.legible) for m in made]),
                    spots_px=np.array([m.spots_px for m in made], np.float32),
                )
            part.rename(path)
            progress(f"{path.name}: {chunk + 1} of {recipe.crops} thousand crops")
        paths.append(path)
    return paths


def fit_numbers(recipe: NumberRecipe, crops: list[Path], progress: Progress = lambda words: None) -> Any:
    """Train on the crops; returns the network. The same recipe and library versions give the same weights."""
    import torch

    from review.train.number_net import NumberNet

    torch.manual_seed(recipe.seed)
    torch.set_num_threads(1)
    pool = load_crops(crops)
    network = NumberNet(recipe.widths).to(memory_format=torch.channels_last)
    for k, stage in enumerate(recipe.stage):
        for step, loss in enumerate(train_stage(network, recipe, k, pool), start=1):
            if step % 100 == 0:
                progress(f"stage {k + 1}, step {step} of {stage.steps}: loss {loss:.3f}")
    return network.eval()


def train_stage(network: Any, recipe: NumberRecipe, k: int, pool: dict[str, Array]) -> Iterator[float]:
    """Train through stage `k`, counted from 0; gives each step's loss."""
    import torch

    from review.train.number_net import loss_of

    stage = recipe.stage[k]
    rng = np.random.default_rng([recipe.seed, k])
    noise = torch.randn(3_000_000, generator=torch.Generator().manual_seed(recipe.seed))
    optimiser = torch.optim.AdamW(network.parameters(), stage.rate, weight_decay=1e-2)
    for step, rows in enumerate(_batches(recipe.batch, stage, pool["legible"], rng)):
        course = min(1.0, (step + 1) / 100, (stage.steps - step) / stage.fade_steps)
        for group in optimiser.param_groups:
            group["lr"] = stage.rate * course
        batch = {name: column[rows] for name, column in pool.items()}
        batch = _shrunk(batch, rng) if stage.shrunk else _moved(batch, rng)
        given = _worn(batch["rgb"], step, rng, noise)
        wanted = [torch.from_numpy(batch[name]) for name in ("number", "legible", "spots_px")]
        loss = loss_of(network, given, *wanted)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        yield float(loss.item())


def write_onnx(network: Any, temperature: tuple[float, float], path: Path) -> str:
    """Write the network, its logits divided by the temperatures; returns the registry's line for the file."""
    import warnings

    import torch

    gate, digits = temperature
    for head, by in ((network.legible, gate), (network.tens, digits), (network.units, digits)):
        head.weight.data /= by
        head.bias.data /= by
    buffer = io.BytesIO()
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # tracing remarks about shapes that are in fact free
        torch.onnx.export(
            network, (torch.zeros(2, 3, WINDOW_PX[1], WINDOW_PX[0]),), buffer,
            dynamo=False, opset_version=OPSET, input_names=["windows"], output_names=["logits"],
            dynamic_axes={"windows": {0: "n"}, "logits": {0: "n"}},
        )  # fmt: skip
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(buffer.getvalue())
    digest = hashlib.sha256(buffer.getvalue()).hexdigest()
    return f'{{ path = "{path.name}", bytes = {path.stat().st_size}, sha256 = "{digest}" }}'


def load_crops(crops: list[Path]) -> dict[str, Array]:
    """Columns of the crops of several files: rgb, number, legible, spots_px."""
    parts = [np.load(path) for path in crops]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0].files}


def _batches(size: int, stage: NumberStage, legible: Array, rng: np.random.Generator) -> Iterator[Array]:
    """As many batches of rows as the stage has steps, epoch after epoch."""
    left: Array = np.zeros(0, np.int64)
    for _ in range(stage.steps):
        if len(left) < size:
            keep = (legible != 0) | (rng.random(len(legible)) < stage.keep_dim_share)
            left = rng.permutation(np.flatnonzero(keep))
        yield left[:size]
        left = left[size:]


def _moved(batch: dict[str, Array], rng: np.random.Generator) -> dict[str, Array]:
    """All crops moved by the same few pixels."""
    x, y = int(rng.integers(-4, 5)), int(rng.integers(-3, 4))
    spots = batch["spots_px"] + np.array([x, y], np.float32)
    return batch | {"rgb": np.roll(batch["rgb"], (y, x), (1, 2)), "spots_px": spots}


def _shrunk(batch: dict[str, Array], rng: np.random.Generator) -> dict[str, Array]:
    """Each crop turned, made smaller and narrower, and moved; what is much smaller may be legible or not."""
    import cv2

    wide, tall = WINDOW_PX
    rgb, spots = np.empty_like(batch["rgb"]), batch["spots_px"].copy()
    legible = batch["legible"].copy()
    for k in range(len(rgb)):
        scale = float(rng.uniform(0.55, 1.05))
        across, turn = scale * float(rng.uniform(0.75, 1.05)), float(rng.normal(0, 0.12))
        cos, sin = np.cos(turn), np.sin(turn)
        turned = np.array([[across * cos, -scale * sin], [across * sin, scale * cos]])
        middle = np.array([wide / 2, 0.45 * tall])
        shift = middle - turned @ middle + rng.uniform(-5, 5, 2) * (1, 0.8)
        how = np.column_stack([turned, shift])
        rgb[k] = cv2.warpAffine(batch["rgb"][k], how, WINDOW_PX, borderMode=cv2.BORDER_REPLICATE)
        spots[k] = spots[k] @ turned.T + shift
        if scale < 0.75 and legible[k] == 1:
            legible[k] = -1
    return batch | {"rgb": rgb, "spots_px": spots.astype(np.float32), "legible": legible}


def _worn(rgb: Array, step: int, rng: np.random.Generator, noise: Any) -> Any:
    """Crops (n, 64, 80, 3), red and blue exchanged every other time, in other light, with noise."""
    import torch

    n = len(rgb)
    dyed = np.ascontiguousarray(rgb[..., ::-1] if step % 2 else rgb)
    contrast = rng.uniform(0.7, 1.3, n).astype(np.float32)
    light = (GREY * (1 - contrast) + rng.normal(0, 12, n)).astype(np.float32)
    given = torch.from_numpy(dyed).permute(0, 3, 1, 2).float()
    given.mul_(torch.from_numpy(contrast).view(-1, 1, 1, 1)).add_(torch.from_numpy(light).view(-1, 1, 1, 1))
    start = int(rng.integers(len(noise) - given.numel()))
    grain = noise[start : start + given.numel()].view(n, *dyed.shape[1:]).permute(0, 3, 1, 2)
    return given.add_(grain, alpha=float(rng.uniform(0, 6)))
