"""What tapes suffer, put on clean pictures, so that a detector has seen it: seeded, labels unchanged."""

from __future__ import annotations

import numpy as np

from review.core.arrays import Array

__all__ = ["worn"]

FINEST_SHARE, COARSEST_SHARE = 0.7, 0.33  # of the picture's resolution that an SD tape keeps
LONGEST_BLUR_SHARE = 0.009  # of the width, about twelve pixels at 1280: a fast pan
LONGEST_COMB_SHARE = 0.006  # how far a pan goes between two fields


def worn(rgb: Array, rng: np.random.Generator) -> Array:
    """A copy (h, w, 3) uint8 that has been through a camera and a tape: one to three of what both do.

    A fast pan smears, an interlaced frame of one combs, an SD tape loses detail and colour detail first, a
    dim arena is dark and noisy, a low bit rate breaks up in blocks.
    """
    kinds = (_smeared, _combed, _coarse, _dim, _bled)
    chosen = rng.permutation(len(kinds))[: int(rng.integers(1, 4))]
    out = rgb
    for k in sorted(chosen.tolist()):  # in the order in which a broadcast suffers them
        out = kinds[k](out, rng)
    return _blocky(out, rng)


def _smeared(rgb: Array, rng: np.random.Generator) -> Array:
    import cv2

    length = max(3, round(float(rng.uniform(0.3, 1.0)) * LONGEST_BLUR_SHARE * rgb.shape[1]))
    kernel = np.zeros((length, length), np.float32)
    tilt = float(rng.uniform(-0.25, 0.25))
    along = np.arange(length)
    rows = np.clip(np.rint(length / 2 + tilt * (along - length / 2)), 0, length - 1).astype(int)
    kernel[rows, along] = 1.0 / length
    return np.asarray(cv2.filter2D(rgb, -1, kernel), np.uint8)


def _combed(rgb: Array, rng: np.random.Generator) -> Array:
    """Every other line as it was half a frame later, in a pan."""
    shift = max(1, round(float(rng.uniform(0.1, 1.0)) * LONGEST_COMB_SHARE * rgb.shape[1]))
    out = rgb.copy()
    moved = np.roll(rgb, shift if rng.random() < 0.5 else -shift, axis=1)
    out[1::2] = moved[1::2]
    return out


def _coarse(rgb: Array, rng: np.random.Generator) -> Array:
    return _resampled(rgb, float(rng.uniform(COARSEST_SHARE, FINEST_SHARE)))


def _dim(rgb: Array, rng: np.random.Generator) -> Array:
    dark = (
        np.power(rgb / np.float32(255), np.float32(rng.uniform(1.2, 1.9)))
        * 255
        * float(rng.uniform(0.6, 1.0))
    )
    noisy = dark + rng.normal(0.0, float(rng.uniform(2.0, 8.0)), rgb.shape)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


def _bled(rgb: Array, rng: np.random.Generator) -> Array:
    """Colour at a fraction of the resolution, and a little to the right of where it belongs."""
    import cv2

    luma, *chroma = cv2.split(cv2.cvtColor(rgb, cv2.COLOR_RGB2YCrCb))
    coarse = [_resampled(c, float(rng.uniform(0.12, 0.3))) for c in chroma]
    late = [np.roll(c, int(rng.integers(0, 5)), axis=1) for c in coarse]
    return np.asarray(cv2.cvtColor(cv2.merge([luma, *late]), cv2.COLOR_YCrCb2RGB), np.uint8)


def _blocky(rgb: Array, rng: np.random.Generator) -> Array:
    import cv2

    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(18, 75))]
    _, packed = cv2.imencode(".jpg", np.ascontiguousarray(rgb[..., ::-1]), quality)
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)[..., ::-1]


def _resampled(picture: Array, share: float) -> Array:
    import cv2

    h, w = picture.shape[:2]
    small = cv2.resize(
        picture, (max(8, round(w * share)), max(8, round(h * share))), interpolation=cv2.INTER_AREA
    )
    return np.asarray(cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR), np.uint8)
