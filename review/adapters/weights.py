"""The register of models: which files there are, and that they are the ones that were registered.

A registry is a folder with `registry.toml`, cards and weight files; the product carries one, and a user may
point at another. Files are read whole, hashed, and only then handed to a runtime, so what runs is what was
checked. Nothing is ever unpickled: safetensors, ONNX and OpenVINO IR hold numbers and graphs only.
"""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from review.core.detections import CLASSES
from review.core.errors import WeightsUnusable

__all__ = ["FORMATS", "Model", "ModelFile", "Variant", "find_model", "own_registry", "read_registry"]

FORMATS = ("openvino", "onnx", "safetensors")
SCHEMA = "benchgate.models/1"
_NEEDED = {"name", "licence", "architecture", "classes", "card", "recipe", "input", "variant"}
_INPUT = {"layout": "RGB", "divide_by": 255, "pad": 114, "multiple_px": 32}


@dataclass(frozen=True, slots=True)
class ModelFile:
    """One file of a variant, as registered."""

    path: Path
    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to run a model: a format, a precision, and the files it takes."""

    model: str
    format: str
    precision: str
    files: tuple[ModelFile, ...]

    @property
    def sha256(self) -> str:
        """Hash a result traces to: of the file, or, where there are several, of their hashes in order."""
        if len(self.files) == 1:
            return self.files[0].sha256
        return hashlib.sha256("".join(file.sha256 for file in self.files).encode()).hexdigest()

    def read(self) -> tuple[bytes, ...]:
        """The bytes of every file, each checked against its registered hash.

        Raises
        ------
        WeightsUnusable
            If a file is missing or is not the one registered.
        """
        return tuple(_checked(file) for file in self.files)


@dataclass(frozen=True, slots=True)
class Model:
    """A registered model."""

    name: str
    licence: str
    architecture: str
    classes: tuple[str, ...]
    card: Path
    recipe: Path
    variants: tuple[Variant, ...]

    @property
    def class_ids(self) -> tuple[int, ...]:
        """The network's classes as indices into CLASSES."""
        return tuple(CLASSES.index(name) for name in self.classes)

    @property
    def sha256(self) -> str:
        """Hash over every registered file: changes whenever any way to run this model does."""
        return hashlib.sha256("".join(one.sha256 for one in self.variants).encode()).hexdigest()

    def variant(self, format: str, precision: str | None = None) -> Variant:
        """The variant of this format, the first registered where no precision is asked for.

        Raises
        ------
        WeightsUnusable
            If the model has none; the remedy lists what it has.
        """
        for one in self.variants:
            if one.format == format and precision in (None, one.precision):
                return one
        has = ", ".join(f"{one.format} {one.precision}" for one in self.variants)
        raise WeightsUnusable(
            f"Model {self.name} has no {format} file{f' at {precision}' if precision else ''}.",
            remedy=f"It has: {has}. Export the missing one with `benchgate train export`.",
        )


def own_registry() -> Path:
    """The folder of the models the product carries: beside the checkout, or inside an installed wheel."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "_models"
    return installed if installed.is_dir() else package.parent / "models"


def find_model(name: str | None = None, *, registry: Path | None = None) -> Model:
    """The model of this name in a registry folder; the registry's default where no name is given.

    Raises
    ------
    WeightsUnusable
        If the registry is missing or wrong, or has no such model. Weight files are checked when read.
    """
    folder = own_registry() if registry is None else registry
    default, models = read_registry(folder)
    wanted = name or default
    for model in models:
        if model.name == wanted:
            return model
    raise WeightsUnusable(
        f"There is no model {wanted!r} in {folder}.",
        remedy=f"Choose one of: {', '.join(model.name for model in models) or 'none registered'}.",
    )


def read_registry(folder: Path) -> tuple[str, tuple[Model, ...]]:
    """(default name, every model) of a registry folder.

    Raises
    ------
    WeightsUnusable
        If `registry.toml` is missing, no TOML, of another schema, or lacks something.
    """
    path = folder / "registry.toml"
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise WeightsUnusable(
            f"There is no model registry at {path}.",
            remedy="Point at a folder that holds registry.toml, or reinstall Benchgate.",
        ) from error
    except (OSError, ValueError, RecursionError) as error:
        raise WeightsUnusable(
            f"Model registry {path} cannot be read: {error}.", remedy="Mend the file."
        ) from error
    if data.get("schema") != SCHEMA:
        raise _wrong(path, f"schema is {data.get('schema')!r}, not {SCHEMA!r}")
    models = tuple(_model(row, path) for row in data.get("model", []))
    return str(data.get("default", models[0].name if models else "")), models


def _model(row: dict[str, Any], path: Path) -> Model:
    missing = sorted(_NEEDED - row.keys())
    if missing:
        raise _wrong(path, f"model {row.get('name', '?')!r} lacks {', '.join(missing)}")
    name = str(row["name"])
    strange = [kind for kind in row["classes"] if kind not in CLASSES]
    if strange:
        raise _wrong(path, f"model {name!r} has class {strange[0]!r}; known are {', '.join(CLASSES)}")
    other = {key: row["input"].get(key) for key, want in _INPUT.items() if row["input"].get(key) != want}
    if other:
        raise _wrong(path, f"model {name!r} wants an input Benchgate does not prepare: {other}")
    return Model(
        name=name,
        licence=str(row["licence"]),
        architecture=str(row["architecture"]),
        classes=tuple(row["classes"]),
        card=_within(path, row["card"]),
        recipe=_within(path, row["recipe"]),
        variants=tuple(_variant(name, one, path) for one in row["variant"]),
    )


def _variant(model: str, row: dict[str, Any], path: Path) -> Variant:
    try:
        files = tuple(
            ModelFile(_within(path, file["path"]), str(file["sha256"]), int(file["bytes"]))
            for file in row["files"]
        )
        format_, precision = str(row["format"]), str(row["precision"])
    except KeyError as error:
        raise _wrong(path, f"a variant of model {model!r} lacks {error}") from error
    if format_ not in FORMATS or not files:
        raise _wrong(path, f"a variant of model {model!r} has format {format_!r} and {len(files)} files")
    return Variant(model, format_, precision, files)


def _within(registry: Path, relative: str) -> Path:
    path = (registry.parent / relative).resolve()
    if not path.is_relative_to(registry.parent.resolve()):
        raise _wrong(registry, f"{relative!r} lies outside the registry's folder")
    return path


def _wrong(path: Path, what: str) -> WeightsUnusable:
    return WeightsUnusable(f"Model registry {path} is wrong: {what}.", remedy="See docs/formats, Models.")


def _checked(file: ModelFile) -> bytes:
    try:
        if file.path.stat().st_size != file.size:
            raise _altered(file, f"has {file.path.stat().st_size} bytes, {file.size} are registered")
        data = file.path.read_bytes()
    except FileNotFoundError as error:
        raise WeightsUnusable(
            f"Weights {file.path} are missing.", remedy="Reinstall Benchgate, or give the registry the file."
        ) from error
    found = hashlib.sha256(data).hexdigest()
    if found != file.sha256:
        raise _altered(file, f"hash to {found[:12]}…, {file.sha256[:12]}… is registered")
    return data


def _altered(file: ModelFile, what: str) -> WeightsUnusable:
    return WeightsUnusable(
        f"Weights {file.path} are not the registered ones: the file {what}.",
        remedy="Restore the file, or register its hash if you trained it yourself.",
    )
