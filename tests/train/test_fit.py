"""A tiny training from our own weights: stages, going on after a stop, weights the product reads."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
import pytest

from review.adapters.weights import find_model
from review.train.prepare import Prepared
from review.train.recipe import Recipe

pytestmark = [
    pytest.mark.skipif(
        not all(find_spec(name) for name in ("ultralytics", "torch")),
        reason="the training extra is not installed here",
    ),
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),
]


def recipe(stages: int) -> Recipe:
    return Recipe.model_validate(
        {
            "schema": "benchgate.training/1",
            "model": "tiny",
            "start": "yolo11n_hockey_v0.safetensors",
            "batch": 2,
            "input_px": 96,
            "pictures": {"set": [{"kind": "labels", "folder": "a"}]},
            "stage": [{"epochs": 1, "rate": 1e-4, "freeze": 10}, {"epochs": 2, "rate": 1e-4}][:stages],
        }
    )


def prepared(folder: Path) -> Prepared:
    rng = np.random.default_rng(0)
    (folder / "images").mkdir()
    (folder / "labels").mkdir()
    paths = []
    for k in range(4):
        path = folder / "images" / f"{k}.jpg"
        cv2.imwrite(str(path), rng.integers(0, 256, (64, 96, 3), dtype=np.uint8))
        (folder / "labels" / f"{k}.txt").write_text(f"{k} 0.5 0.5 0.2 0.6\n", "ascii")
        paths.append(f"{path.resolve().as_posix()}\n")
    (folder / "train.txt").write_text("".join(paths), encoding="utf-8")
    names = "".join(f"  {k}: {n}\n" for k, n in enumerate(("skater", "goalkeeper", "official", "staff")))
    told = f"path: {folder.resolve().as_posix()}\ntrain: train.txt\nval: train.txt\nnames:\n{names}"
    (folder / "dataset.yaml").write_text(told, encoding="utf-8")
    return Prepared(folder / "dataset.yaml", {"train": 4}, {})


def test_stages_follow_each_other_and_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    from review.train.export import read_network
    from review.train.fit import fit

    start = find_model().variant("safetensors").files[0].path.parent
    made, said = prepared(tmp_path), list[str]()
    first = fit(recipe(1), made, tmp_path, weights_root=start, device="cpu", progress=said.append)
    assert said == ["stage-1: epoch 1 of 1"]
    final = fit(recipe(2), made, tmp_path, weights_root=start, device="cpu", progress=said.append)
    assert said[1:] == ["stage 1: done before", "stage-2: epoch 1 of 2", "stage-2: epoch 2 of 2"]
    assert first == final == tmp_path / "tiny.safetensors"
    network = read_network(final, classes=4, architecture="yolo11n.yaml")
    before = read_network(start / "yolo11n_hockey_v0.safetensors", classes=4, architecture="yolo11n.yaml")
    deltas = [
        float((a - b).abs().max())
        for a, b in zip(network.state_dict().values(), before.state_dict().values(), strict=True)
        if a.is_floating_point()
    ]
    assert max(deltas) > 1e-4, "it learnt something"


def test_the_same_pictures_give_the_same_weights(tmp_path: Path) -> None:
    from review.train.fit import fit

    start = find_model().variant("safetensors").files[0].path.parent
    made = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        out = tmp_path / name
        made.append(fit(recipe(1), prepared(out), out, weights_root=start, device="cpu").read_bytes())
    assert made[0] == made[1]


def test_forward_in_bf16_learns_something_near_to_what_single_precision_learns(tmp_path: Path) -> None:
    from review.train.export import read_network
    from review.train.fit import fit

    start = find_model().variant("safetensors").files[0].path.parent
    made = {}
    for name, coarse in (("a", False), ("b", True), ("c", True)):
        (tmp_path / name).mkdir()
        plan = recipe(1).model_copy(update={"bf16": coarse})
        made[name] = fit(plan, prepared(tmp_path / name), tmp_path / name, weights_root=start, device="cpu")
    assert made["a"].read_bytes() != made["b"].read_bytes(), "it did run otherwise"
    assert made["b"].read_bytes() == made["c"].read_bytes()
    exact, coarse_ = (
        read_network(made[k], classes=4, architecture="yolo11n.yaml").state_dict() for k in ("a", "b")
    )
    begun = read_network(
        start / "yolo11n_hockey_v0.safetensors", classes=4, architecture="yolo11n.yaml"
    ).state_dict()
    weights = [k for k in exact if k.endswith("conv.weight")]
    moved = sum(float((exact[k] - begun[k]).abs().sum()) for k in weights)
    apart = sum(float((exact[k] - coarse_[k]).abs().sum()) for k in weights)
    assert 0 < apart < moved, (apart, moved)


def test_a_stage_that_was_stopped_goes_on_after_its_last_whole_epoch(tmp_path: Path) -> None:
    from review.train.fit import fit

    start = find_model().variant("safetensors").files[0].path.parent
    plan = recipe(2).model_copy(update={"stage": recipe(2).stage[1:]})
    made, said = prepared(tmp_path), list[str]()

    def stop(words: str) -> None:
        said.append(words)
        if words.endswith("epoch 2 of 2"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fit(plan, made, tmp_path, weights_root=start, device="cpu", progress=stop)
    final = fit(plan, made, tmp_path, weights_root=start, device="cpu", progress=said.append)
    assert said == ["stage-1: epoch 1 of 2", "stage-1: epoch 2 of 2", "stage-1: epoch 2 of 2"]
    (tmp_path / "stage-1.safetensors").unlink()  # stopped between the end of a stage and keeping it
    again = final.read_bytes()
    assert fit(plan, made, tmp_path, weights_root=start, device="cpu").read_bytes() == again
    assert len(said) == 3


def test_coco_weights_become_ours_with_a_person_for_each_class(tmp_path: Path) -> None:
    from ultralytics.nn.tasks import DetectionModel

    from review.train.network import begun, keep

    coco = DetectionModel("yolo11n.yaml", nc=80, verbose=False)
    keep(coco, tmp_path / "coco.safetensors")
    ours = begun(tmp_path / "coco.safetensors", "yolo11n.yaml")
    last, theirs = ours.model[-1].cv3[0][2], coco.model[-1].cv3[0][2]
    assert last.weight.shape == (4, 64, 1, 1)
    assert (last.weight[0] == last.weight[3]).all()
    person = theirs.weight[0, :, 0, 0].half().float()
    kept = last.weight[0, :, 0, 0]
    assert set(kept.tolist()) <= set(person.tolist())
    spread = [float(last.bias[0] - last.bias[k]) for k in range(4)]
    assert spread == pytest.approx([0.0, 2.0, 1.5, 2.0], abs=1e-3)
