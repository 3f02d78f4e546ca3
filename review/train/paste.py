"""Men who climb over the boards: skaters cut out of a real picture and pasted at a bench in it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from review.core.arrays import Array
from review.core.boxes import inside
from review.core.detections import SKATER
from review.evaluate.detection import LabelledPeople

__all__ = ["pasted"]

LEAST_HEIGHT_PX = 36.0  # of who is cut out: smaller ones have no clean outline
LEAST_BODY_SHARE, MOST_BODY_SHARE = 0.25, 0.8  # of a box that a cut-out fills, or it came off badly
OVER_BOARDS_SHARE = 0.35, 0.6  # of his height that hangs below the top of the boards
COVERED_SHARE = 0.6  # whoever is covered more is no longer labelled
FAR_SHARE = 0.6  # benches lower in the picture are near ones, behind glass and spectators


def pasted(
    rgb: Array, people: LabelledPeople, rng: np.random.Generator
) -> tuple[Array, LabelledPeople] | None:
    """A copy (h, w, 3) uint8 with one to three men astride the far boards, and its labels.

    They are cut out of the same picture, so light and sweaters are right, and are as large as men on the ice
    are at that height of the picture. None where nobody sits at a far bench or nobody can be cut out.
    """
    benches = np.flatnonzero(
        ~people.on_ice & (people.occlusion < 2) & (people.xyxy_px[:, 3] < FAR_SHARE * rgb.shape[0])
    )
    models = _free(people)
    if not len(benches) or len(models) < 3:
        return None
    size = np.polyfit(people.xyxy_px[models, 3], _height(people.xyxy_px[models]), 1)
    out, labels, made = rgb.copy(), people, 0
    for _ in range(int(rng.integers(1, 4))):
        cut = _cut_out(rgb, people.xyxy_px[int(rng.choice(models))])
        bench = people.xyxy_px[int(rng.choice(benches))]
        if cut is not None:
            box = _placed(cut, bench, size, out.shape, rng)
            if box is not None and _lay(out, cut, box, mirrored=rng.random() < 0.5):
                labels, made = _with(labels, box), made + 1
    return (out, labels) if made else None


def _free(people: LabelledPeople) -> Array:
    """Rows of skaters on the ice whom nobody covers or touches."""
    boxes = people.xyxy_px
    shared = inside(boxes, boxes) - np.eye(len(boxes))
    free = people.on_ice & (people.class_id == SKATER) & (people.occlusion == 0)
    result: Array = np.flatnonzero(
        free & (_height(boxes) >= LEAST_HEIGHT_PX) & (shared.max(axis=1, initial=0.0) < 0.02)
    )
    return result


def _height(boxes: Array) -> Array:
    result: Array = boxes[:, 3] - boxes[:, 1]
    return result


def _cut_out(rgb: Array, box_px: Array) -> tuple[Array, Array] | None:
    """A man's pixels and a soft mask 0..1 of his size, by GrabCut against what is around his box."""
    import cv2

    h, w = rgb.shape[:2]
    x0, y0, x1, y1 = np.clip(np.rint(box_px), 0, [w, h, w, h]).astype(int).tolist()
    margin = max(4, (x1 - x0) // 3)
    left, top = max(0, x0 - margin), max(0, y0 - margin)
    part = np.ascontiguousarray(rgb[top : min(h, y1 + margin), left : min(w, x1 + margin)])
    mask = np.zeros(part.shape[:2], np.uint8)
    rect = (x0 - left, y0 - top, x1 - x0, y1 - y0)
    if min(rect[2:]) < 8:
        return None
    cv2.setRNGSeed(0)
    cv2.grabCut(part, mask, rect, np.zeros((1, 65)), np.zeros((1, 65)), 4, cv2.GC_INIT_WITH_RECT)
    body = np.isin(mask, (cv2.GC_FGD, cv2.GC_PR_FGD)).astype(np.float32)
    body = body[rect[1] : rect[1] + rect[3], rect[0] : rect[0] + rect[2]]
    if not LEAST_BODY_SHARE <= float(body.mean()) <= MOST_BODY_SHARE:
        return None
    return rgb[y0:y1, x0:x1], np.asarray(cv2.GaussianBlur(body, (3, 3), 0.7))


def _placed(
    cut: tuple[Array, Array], bench: Array, size: Array, shape: tuple[int, ...], rng: np.random.Generator
) -> Array | None:
    """Where he hangs over the boards beside a man at the bench: a box (4,), or None outside the picture."""
    boards_px = float(bench[3])
    height = float(np.polyval(size, boards_px))
    if not 10.0 <= height <= 0.4 * shape[0]:
        return None
    width = height * cut[0].shape[1] / cut[0].shape[0]
    bottom = boards_px + height * float(rng.uniform(*OVER_BOARDS_SHARE))
    middle = float(bench[0] + bench[2]) / 2 + float(rng.uniform(-2.0, 2.0)) * (bench[2] - bench[0])
    box = np.rint([middle - width / 2, bottom - height, middle + width / 2, bottom])
    fits = box[0] >= 0 and box[1] >= 0 and box[2] <= shape[1] and box[3] <= shape[0]
    return box if fits else None


def _lay(out: Array, cut: tuple[Array, Array], box: Array, *, mirrored: bool) -> bool:
    import cv2

    x0, y0, x1, y1 = box.astype(int).tolist()
    if x1 - x0 < 4 or y1 - y0 < 8:
        return False
    picture, mask = (
        cv2.resize(np.ascontiguousarray(part[:, ::-1] if mirrored else part), (x1 - x0, y1 - y0),
                   interpolation=cv2.INTER_AREA)
        for part in cut
    )  # fmt: skip
    under = out[y0:y1, x0:x1].astype(np.float32)
    share = mask[..., None]
    out[y0:y1, x0:x1] = np.rint(under * (1 - share) + picture.astype(np.float32) * share).astype(np.uint8)
    return True


def _with(people: LabelledPeople, box: Array) -> LabelledPeople:
    """The labels with him among them, and without whom he covers."""
    seen = inside(people.xyxy_px, box[None])[:, 0] < COVERED_SHARE
    return replace(
        people,
        xyxy_px=np.vstack([people.xyxy_px[seen], box]),
        class_id=np.append(people.class_id[seen], SKATER),
        on_ice=np.append(people.on_ice[seen], True),
        occlusion=np.append(people.occlusion[seen], 0),
    )
