"""Training with ultralytics, stage by stage; one that was stopped goes on where it was."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from review.core.detections import CLASSES
from review.train.export import ultralytics_ready
from review.train.network import begun, keep
from review.train.prepare import Prepared
from review.train.recipe import Recipe, Stage

__all__ = ["fit"]

IN_MEMORY_BYTES = 3 << 30  # pictures are held decoded where they fit in this


def fit(
    recipe: Recipe,
    prepared: Prepared,
    out: Path,
    *,
    weights_root: Path,
    device: str = "auto",
    progress: Callable[[str], None] = lambda words: None,
) -> Path:
    """Train through the recipe's stages; returns `out/<model>.safetensors`.

    A stage leaves `out/stage-<k>.safetensors`; one that is there is not trained again, one that was stopped
    goes on after its last whole epoch. Where the recipe keeps pictures to choose by, the best epoch is taken,
    else the last. On a processor the same recipe, pictures and library versions give the same weights.

    Raises
    ------
    WeightsUnusable
        If torch or ultralytics is missing, or the starting weights are.
    """
    at: Any = None
    for k, stage in enumerate(recipe.stage, start=1):
        kept = out / f"stage-{k}.safetensors"
        if kept.is_file():
            progress(f"stage {k}: done before")
        else:
            before = out / f"stage-{k - 1}.safetensors" if k > 1 else weights_root / recipe.start
            at = _stage(recipe, stage, before, prepared, out / f"stage-{k}", device, progress)
            keep(at, kept)
    final = out / f"{recipe.model}.safetensors"
    final.write_bytes((out / f"stage-{len(recipe.stage)}.safetensors").read_bytes())
    return final


def _stage(
    recipe: Recipe,
    stage: Stage,
    before: Path,
    prepared: Prepared,
    home: Path,
    device: str,
    progress: Callable[[str], None],
) -> Any:
    """Train one stage in `home` and return its network."""
    import torch

    home.mkdir(parents=True, exist_ok=True)
    last = home / "weights" / "last.pt"
    whole = last.is_file() and _epoch(last) < 0  # ultralytics writes -1 when a training is over
    if not whole:
        resumed = last.is_file()
        model = _model(last if resumed else _begin(before, recipe, home))
        model.add_callback("on_train_epoch_start", lambda _: torch.set_num_threads(_cores()))
        if recipe.bf16:
            model.add_callback("on_train_start", _coarser)
        model.add_callback(
            "on_train_epoch_end", lambda t: progress(f"{home.name}: epoch {t.epoch + 1} of {t.epochs}")
        )
        model.train(**({"resume": True} if resumed else _settings(recipe, stage, prepared, home, device)))
    chosen = home / "weights" / ("best.pt" if prepared.pictures.get("choose") else "last.pt")
    return _model(chosen).model.float()


def _cores() -> int:
    """Processors that this process may use: a training that shares the machine is pinned to some."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def _coarser(trainer: Any) -> None:
    """Let the network in training, not the average that is kept of it, run forward in bf16 on a processor."""
    import torch

    if trainer.device.type != "cpu":
        return
    exact = trainer.model.predict

    def predict(*args: Any, **more: Any) -> Any:
        with torch.autocast("cpu", dtype=torch.bfloat16):
            return _single(exact(*args, **more))

    trainer.model.predict = predict


def _single(out: Any) -> Any:
    """Every tensor in what a network answers in single precision."""
    import torch

    if torch.is_tensor(out):
        return out.float() if out.is_floating_point() else out
    if isinstance(out, dict):
        return {key: _single(value) for key, value in out.items()}
    return type(out)(_single(value) for value in out) if isinstance(out, list | tuple) else out


def _epoch(checkpoint: Path) -> int:
    """The last epoch that a checkpoint of ours has seen."""
    import torch

    return int(torch.load(checkpoint, map_location="cpu", weights_only=False)["epoch"])


def _begin(before: Path, recipe: Recipe, home: Path) -> Path:
    """The starting network as the checkpoint that ultralytics begins from."""
    import torch

    path = home / "begin.pt"
    network = begun(before, recipe.architecture)
    network.names = dict(enumerate(CLASSES))
    torch.save({"model": network, "train_args": {"task": "detect"}, "epoch": -1}, path)
    return path


def _model(path: Path) -> Any:
    ultralytics_ready()
    from ultralytics import YOLO

    return YOLO(path)


def _settings(recipe: Recipe, stage: Stage, prepared: Prepared, home: Path, device: str) -> dict[str, Any]:
    """What ultralytics is told; everything that decides the result is named."""
    import torch

    cuda = device == "cuda" or (device == "auto" and torch.cuda.is_available())
    input_px = stage.input_px or recipe.input_px
    decoded = prepared.pictures["train"] * input_px**2 * 3
    return {
        "data": str(prepared.dataset),
        "project": str(home.parent.resolve()),
        "name": home.name,
        "exist_ok": True,
        "imgsz": input_px,
        "batch": recipe.batch,
        "nbs": recipe.batch,
        "epochs": stage.epochs,
        "freeze": stage.freeze or None,
        "optimizer": "AdamW",
        "weight_decay": 5e-4,
        "lr0": stage.rate,
        "lrf": stage.rate_end_ratio,
        "cos_lr": True,
        "warmup_epochs": min(0.5, stage.epochs / 4),
        "close_mosaic": stage.mosaic_off_last,
        "seed": recipe.seed,
        "deterministic": True,
        "workers": 0 if not cuda else 8,
        "device": "cuda" if cuda else "cpu",
        "amp": cuda,
        "cache": "ram" if decoded < IN_MEMORY_BYTES else False,
        "val": bool(prepared.pictures.get("choose")),
        "plots": False,
        "verbose": False,
    }
