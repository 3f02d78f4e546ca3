"""Single pictures (OpenCV): what `benchgate detect` reads besides tapes."""

from __future__ import annotations

from pathlib import Path

from review.core.arrays import Array
from review.core.errors import TapeUnreadable

__all__ = ["PICTURE_SUFFIXES", "read_picture"]

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".webp"})


def read_picture(path: Path) -> Array:
    """(h, w, 3) uint8 RGB.

    Raises
    ------
    TapeUnreadable
        If the file cannot be read or is no picture.
    """
    import cv2
    import numpy as np

    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise TapeUnreadable(
            f"“{path}” cannot be read ({error.strerror or error}).", remedy="Check the path."
        ) from error
    picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
    if picture is None:
        raise TapeUnreadable(f"“{path}” is no picture that can be read.", remedy="Give a jpg or png file.")
    rgb: Array = np.ascontiguousarray(picture[..., ::-1])
    return rgb
