"""The register of models: only what was registered is ever loaded."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path

import pytest

from review.adapters.weights import find_model, own_registry, read_registry
from review.core.detections import CLASSES
from review.core.errors import WeightsUnusable

FILE = b"numbers"
REGISTRY = """
schema = "benchgate.models/1"
[[model]]
name = "mine"
licence = "AGPL-3.0-or-later"
architecture = "yolo11n.yaml"
classes = ["official", "skater"]
card = "card.md"
recipe = "recipe.toml"
input = { layout = "RGB", divide_by = 255, pad = 114, multiple_px = 32 }
[[model.variant]]
format = "onnx"
precision = "f32"
files = [{ path = "mine.onnx", bytes = 7, sha256 = "SHA" }]
""".replace("SHA", hashlib.sha256(FILE).hexdigest())


def folder(tmp_path: Path, text: str = REGISTRY, data: bytes | None = FILE) -> Path:
    (tmp_path / "registry.toml").write_text(text, encoding="utf-8")
    if data is not None:
        (tmp_path / "mine.onnx").write_bytes(data)
    return tmp_path


def test_every_file_the_product_carries_is_the_registered_one() -> None:
    _, models = read_registry(own_registry())
    assert models
    for model in models:
        assert model.card.is_file() and model.recipe.is_file()
        for variant in model.variants:
            variant.read()


def test_the_carried_files_stay_small() -> None:
    sizes = [path.stat().st_size for path in own_registry().rglob("*") if path.is_file()]
    assert max(sizes) < 8_000_000
    assert sum(sizes) < 15_000_000


def test_the_default_model_knows_the_products_classes_and_all_formats() -> None:
    model = find_model()
    assert model.classes == CLASSES
    assert model.class_ids == (0, 1, 2, 3)
    assert {variant.format for variant in model.variants} == {"openvino", "onnx", "safetensors"}


def test_recipe_and_registry_agree() -> None:
    model = find_model()
    recipe = tomllib.loads(model.recipe.read_text(encoding="utf-8"))
    assert recipe["model"] == model.name
    assert tuple(recipe.get("classes", CLASSES)) == model.classes
    assert recipe["architecture"] == model.architecture


def test_a_registry_of_ones_own(tmp_path: Path) -> None:
    model = find_model("mine", registry=folder(tmp_path))
    assert model.class_ids == (2, 0)
    variant = model.variant("onnx")
    assert variant.read() == (FILE,)
    assert variant.sha256 == hashlib.sha256(FILE).hexdigest()
    assert find_model(registry=tmp_path).name == "mine"  # the first, where no default is named


@pytest.mark.parametrize("data", [b"Numbers", b"numbers and more", b""])
def test_altered_weights_are_never_read(tmp_path: Path, data: bytes) -> None:
    variant = find_model("mine", registry=folder(tmp_path, data=data)).variant("onnx")
    with pytest.raises(WeightsUnusable, match=r"mine\.onnx are not the registered ones") as caught:
        variant.read()
    assert "Restore the file" in caught.value.remedy


def test_missing_weights(tmp_path: Path) -> None:
    variant = find_model("mine", registry=folder(tmp_path, data=None)).variant("onnx")
    with pytest.raises(WeightsUnusable, match=r"mine\.onnx are missing"):
        variant.read()


def test_an_unknown_model_is_told_what_there_is(tmp_path: Path) -> None:
    with pytest.raises(WeightsUnusable, match="no model 'yours'") as caught:
        find_model("yours", registry=folder(tmp_path))
    assert "mine" in caught.value.remedy


def test_a_format_the_model_lacks(tmp_path: Path) -> None:
    model = find_model("mine", registry=folder(tmp_path))
    with pytest.raises(WeightsUnusable, match="no openvino file at int8") as caught:
        model.variant("openvino", "int8")
    assert "onnx f32" in caught.value.remedy


def test_no_registry(tmp_path: Path) -> None:
    with pytest.raises(WeightsUnusable, match="no model registry"):
        find_model(registry=tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("benchgate.models/1", "benchgate.models/9", "schema"),
        ('"official"', '"goalie"', "'goalie'"),
        ('layout = "RGB"', 'layout = "BGR"', "BGR"),
        ('"mine.onnx"', '"../mine.onnx"', "outside the registry"),
        ('"mine.onnx"', '"/etc/passwd"', "outside the registry"),
        ('licence = "AGPL-3.0-or-later"', "", "licence"),
        ("bytes = 7, ", "", "bytes"),
        ('format = "onnx"', 'format = "pickle"', "pickle"),
        ("[[model]]", "[[model", "cannot be read"),
    ],
)
def test_a_wrong_registry_is_refused_with_the_place(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert old in REGISTRY
    with pytest.raises(WeightsUnusable, match=words) as caught:
        find_model(registry=folder(tmp_path, REGISTRY.replace(old, new)))
    assert "registry.toml" in caught.value.cause
    assert caught.value.remedy
