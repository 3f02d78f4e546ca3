"""From a recipe's sets to a folder that ultralytics trains on: pictures, labels, and a list of all of it.

What nobody labelled is painted over with noise, so that the network learns neither that it is a person nor
that it is none. A run that was stopped goes on: a picture that is there is not made again. The same recipe
and pictures give the same bytes.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from review.core.arrays import Array
from review.core.boxes import area, overlap
from review.core.detections import CLASSES
from review.core.errors import WeightsUnusable
from review.evaluate.detection import LabelledPeople
from review.train.completion import tightened, unlabelled
from review.train.paste import pasted
from review.train.recipe import Pictures, PictureSet, Recipe
from review.train.sources import Sample, samples
from review.train.wear import worn

__all__ = ["Prepared", "prepare", "read_prepared"]

PART_SHARE = 0.35  # of a man that must lie in a tile for him to be labelled there
JPEG_QUALITY = 94
NOISE = (114.0, 25.0, 6.0)  # grey, and how far brightness and each colour stray

Teach = Callable[[Array], Array]  # (h, w, 3) RGB -> boxes (n, 4) of people in it


@dataclass(frozen=True)
class Prepared:
    """What was made: the dataset file for ultralytics, how many pictures by use, how many people by class."""

    dataset: Path
    pictures: dict[str, int]
    people: dict[str, int]


@dataclass(frozen=True)
class View:
    """A picture or a part of one, with who is labelled in it and what is to be painted over."""

    name: str
    rgb: Array
    people: LabelledPeople


def prepare(
    recipe: Recipe,
    out: Path,
    *,
    data: Path,
    rendered: Path | None = None,
    teach: Teach | None = None,
    progress: Callable[[int, str], None] = lambda count, name: None,
) -> Prepared:
    """Write `out/images`, `out/labels`, `out/dataset.yaml` and `out/prepared.json`.

    Raises
    ------
    WeightsUnusable
        If `out` holds another recipe's pictures, a set is missing, or a picture belongs to a game that the
        recipe holds out.
    """
    key = _key(recipe)
    _claim(out, key)
    counts: dict[str, Counter[str]] = {"pictures": Counter(), "people": Counter()}
    done: set[tuple[Path, int | None]] = set()
    lists: dict[str, list[str]] = {"train": [], "choose": []}
    with closing(Opener()) as opener:
        for chosen in recipe.pictures.set:
            for sample in samples(chosen, data, rendered):
                _refuse_held_out(sample, recipe.pictures)
                if (sample.source, sample.frame) in done:
                    continue  # an earlier set has it, with better labels
                done.add((sample.source, sample.frame))
                use = "choose" if any(word in sample.name for word in chosen.choose) else "train"
                views = _kept(out, sample) or _made(out, opener.view(sample), chosen, recipe.pictures, teach)
                repeat = chosen.repeat if use == "train" else 1
                lists[use] += [f"images/{name}.jpg" for name in views] * repeat
                counts["pictures"][use] += len(views)
                for name in views:
                    counts["people"].update(_classes(out / "labels" / f"{name}.txt"))
                progress(len(done), sample.name)
    return _listed(out, key, lists, counts)


def read_prepared(out: Path, recipe: Recipe) -> Prepared:
    """What an earlier run of `prepare` made of the same recipe.

    Raises
    ------
    WeightsUnusable
        If nothing was prepared there, or for another recipe.
    """
    try:
        told = json.loads((out / "prepared.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise WeightsUnusable(
            f"{out} holds no prepared pictures.", remedy="Run `benchgate train prepare` first."
        ) from error
    if told["recipe_sha256"] != _key(recipe):
        raise WeightsUnusable(
            f"{out} was prepared for another recipe.", remedy="Run `benchgate train prepare` with this one."
        )
    return Prepared(out / "dataset.yaml", told["pictures"], told["people"])


def _key(recipe: Recipe) -> str:
    """SHA-256 (hex) of what the recipe says of pictures.

    Without what it leaves at its default: a setting added later costs nobody his prepared folder.
    """
    told = recipe.pictures.model_dump_json(exclude_defaults=True)
    return hashlib.sha256(told.encode()).hexdigest()


def _claim(out: Path, key: str) -> None:
    out.mkdir(parents=True, exist_ok=True)
    mark = out / "recipe.sha256"
    if mark.exists() and mark.read_text("ascii") != key:
        raise WeightsUnusable(
            f"{out} holds the pictures of another recipe.",
            remedy="Give another --out, or remove that folder.",
        )
    mark.write_text(key, "ascii")
    for folder in ("images", "labels", "views"):
        (out / folder).mkdir(exist_ok=True)


def _refuse_held_out(sample: Sample, plan: Pictures) -> None:
    where = f"{sample.source.as_posix()} {sample.name}"
    for game in plan.held_out:
        if game in where:
            raise WeightsUnusable(
                f"{sample.source.name} belongs to {game}, which is held out for measuring.",
                remedy="Leave it out of the set (leave_out).",
            )


def _kept(out: Path, sample: Sample) -> list[str]:
    """Names of the views that an earlier run made of a picture; none where it did not finish."""
    done = out / "views" / f"{sample.name}.json"
    return list(json.loads(done.read_text(encoding="utf-8"))) if done.is_file() else []


def _made(out: Path, view: View, chosen: PictureSet, plan: Pictures, teach: Teach | None) -> list[str]:
    whole = _completed(view, chosen, teach)
    painted = replace(whole, rgb=_painted(whole, seed=plan.seed))
    views = [*_views(painted, plan)] if chosen.tiles else [painted]
    for k in range(chosen.worn):
        rng = np.random.default_rng([plan.seed, _number(whole.name), k + 1])
        views.append(replace(painted, name=f"{whole.name}_w{k}", rgb=worn(painted.rgb, rng)))
    views += _pasted(painted, chosen.pasted, plan.seed)
    names = []
    for one in views:
        _write(out, one, plan.long_side_px)
        names.append(one.name)
    (out / "views" / f"{view.name}.json").write_text(json.dumps(names), encoding="utf-8")
    return names


def _pasted(view: View, count: int, seed: int) -> list[View]:
    out = []
    for k in range(count):
        rng = np.random.default_rng([seed, _number(view.name), 1000 + k])
        made = pasted(view.rgb, view.people, rng)
        if made is not None:
            out.append(View(f"{view.name}_p{k}", *made))
    return out


class Opener:
    """Opens pictures; a clip stays open while its frames are asked for one after the other."""

    def __init__(self) -> None:
        self._clip: tuple[Path, Any] | None = None

    def view(self, sample: Sample) -> View:
        """The picture of a sample, at the size its labels speak of."""
        import cv2

        from review.adapters.read_picture import read_picture

        if sample.frame is None:
            rgb = read_picture(sample.source)
        else:
            rgb = self._reader(sample.source).frame(sample.frame).rgb
        if sample.stretch_px is not None:
            rgb = np.asarray(cv2.resize(rgb, sample.stretch_px, interpolation=cv2.INTER_CUBIC), np.uint8)
        return View(sample.name, rgb, sample.people)

    def close(self) -> None:
        """Close the clip that is open."""
        if self._clip is not None:
            self._clip[1].close()
            self._clip = None

    def _reader(self, clip: Path) -> Any:
        from review.adapters.read_pyav import open_tape

        if self._clip is None or self._clip[0] != clip:
            self.close()
            self._clip = (clip, open_tape(clip))
        return self._clip[1]


def _completed(view: View, chosen: PictureSet, teach: Teach | None) -> View:
    """The view with labels as tight and as complete as the teacher makes them."""
    if chosen.missing == "none" and not chosen.loose:
        return view
    if teach is None:
        raise WeightsUnusable(
            f"{chosen.folder} needs a teacher, and the recipe has none.", remedy="Add [pictures.teacher]."
        )
    people, seen = view.people, teach(view.rgb)
    ignore = people.ignore_px
    if chosen.missing == "ignore":
        h, w = view.rgb.shape[:2]
        ignore = np.vstack([ignore, seen[unlabelled(seen, people.xyxy_px, picture_px2=float(h * w))]])
    boxes = tightened(people.xyxy_px, seen) if chosen.loose else people.xyxy_px
    return replace(view, people=replace(people, xyxy_px=boxes, ignore_px=ignore))


def _painted(view: View, *, seed: int) -> Array:
    """The picture with noise where nobody was labelled, but never over somebody who was."""
    rgb = view.rgb.copy()
    h, w = rgb.shape[:2]
    over = np.zeros((h, w), bool)
    for x0, y0, x1, y1 in view.people.ignore_px:
        over[_span(y0, y1, h), _span(x0, x1, w)] = True
    for x0, y0, x1, y1 in view.people.xyxy_px:
        over[_span(y0 - 2, y1 + 2, h), _span(x0 - 2, x1 + 2, w)] = False
    n = int(over.sum())
    rng = np.random.default_rng([seed, _number(view.name)])
    grey, bright, colour = NOISE
    noise = grey + rng.normal(0, bright, (n, 1)) + rng.normal(0, colour, (n, 3))
    rgb[over] = np.clip(noise, 0, 255).astype(np.uint8)
    return rgb


def _number(name: str) -> int:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big")


def _span(low: float, high: float, most: int) -> slice:
    return slice(int(np.clip(np.floor(low), 0, most)), int(np.clip(np.ceil(high), 0, most)))


def _views(view: View, plan: Pictures) -> Iterator[View]:
    """The whole picture, then its tiles row by row."""
    yield view
    h, w = view.rgb.shape[:2]
    tile_w, tile_h = round(w * plan.tile_share[0]), round(h * plan.tile_share[1])
    k = 0
    for y in np.linspace(0, h - tile_h, plan.tile_rows).astype(int):
        for x in np.linspace(0, w - tile_w, plan.tile_columns).astype(int):
            tile = np.array([[x, y, x + tile_w, y + tile_h]], float)
            boxes = view.people.xyxy_px
            share = overlap(boxes, tile)[:, 0] / np.maximum(area(boxes), 1e-9)
            there = share >= PART_SHARE
            shifted = np.clip(boxes[there] - tile[:, [0, 1, 0, 1]], 0, [tile_w, tile_h, tile_w, tile_h])
            people = LabelledPeople(
                shifted,
                view.people.class_id[there],
                view.people.on_ice[there],
                view.people.occlusion[there],
                np.zeros((0, 4)),
            )
            yield View(f"{view.name}_t{k}", view.rgb[y : y + tile_h, x : x + tile_w], people)
            k += 1


def _write(out: Path, view: View, long_side_px: int) -> None:
    import cv2

    h, w = view.rgb.shape[:2]
    ratio = long_side_px / max(h, w)
    how = cv2.INTER_AREA if ratio < 1 else cv2.INTER_CUBIC
    small = cv2.resize(view.rgb, (round(w * ratio), round(h * ratio)), interpolation=how)
    boxes = np.clip(view.people.xyxy_px, 0, [w, h, w, h]) / [w, h, w, h]
    middle, size = (boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]
    rows = zip(view.people.class_id, np.hstack([middle, size]), strict=True)
    lines = "".join(f"{c} {' '.join(f'{v:.6f}' for v in row)}\n" for c, row in rows)
    (out / "labels" / f"{view.name}.txt").write_text(lines, "ascii")
    path = out / "images" / f"{view.name}.jpg"
    quality = [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
    if not cv2.imwrite(str(path), np.ascontiguousarray(small[..., ::-1]), quality):
        raise WeightsUnusable(f"{path} cannot be written.", remedy="Look at the folder and the space left.")


def _classes(path: Path) -> list[str]:
    return [CLASSES[int(line.split()[0])] for line in path.read_text("ascii").splitlines()]


def _listed(out: Path, key: str, lists: dict[str, list[str]], counts: dict[str, Counter[str]]) -> Prepared:
    for use, names in lists.items():
        lines = "".join(f"{(out / name).resolve().as_posix()}\n" for name in names)
        (out / f"{use}.txt").write_text(lines, encoding="utf-8")
    dataset = out / "dataset.yaml"
    names_of = "".join(f"  {k}: {name}\n" for k, name in enumerate(CLASSES))
    where = json.dumps(out.resolve().as_posix())
    val = "choose.txt" if lists["choose"] else "train.txt"
    dataset.write_text(f"path: {where}\ntrain: train.txt\nval: {val}\nnames:\n{names_of}", encoding="utf-8")
    told: dict[str, Any] = {
        "recipe_sha256": key,
        "pictures": dict(counts["pictures"]),
        "people": dict(counts["people"]),
    }
    (out / "prepared.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return Prepared(dataset, told["pictures"], told["people"])
