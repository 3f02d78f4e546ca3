"""Public trackers, for comparison only: SORT, ByteTrack, OC-SORT, BoT-SORT and C-BIoU of `trackers`.

They see boxes in the picture, not the stabilised motion that a `Tracker` is offered; BoT-SORT estimates its
own camera motion where pictures are given. `trackers` asks for `opencv-python`, which may not stand beside
the headless variant, so it is installed without its dependencies, in an environment of its own:

    pip install --no-deps trackers==2.6.1 supervision==0.31.2
    pip install "pydeprecate>=0.9,<0.14" defusedxml tqdm matplotlib pyyaml requests rich

(`numpy`, `scipy`, `av` and `opencv-python-headless` are there already.)
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from review.core.arrays import Array
from review.core.detections import Detections
from review.core.errors import SettingsWrong

__all__ = ["PUBLIC_TRACKERS", "PublicTracker", "public_trackers_installed"]

PUBLIC_TRACKERS = {
    "sort": "SORTTracker",
    "bytetrack": "ByteTrackTracker",
    "oc-sort": "OCSORTTracker",
    "bot-sort": "BoTSORTTracker",
    "c-biou": "CBIoUTracker",
}
CONF = 0.3  # activation and high-confidence threshold, as in the prototype's baselines


def public_trackers_installed() -> bool:
    """Whether the `trackers` package is there."""
    return importlib.util.find_spec("trackers") is not None


class PublicTracker:
    """One tracker of the `trackers` package behind the port.

    Parameters
    ----------
    name : a key of PUBLIC_TRACKERS
    pictures : gives the RGB picture of a looked-at frame by its position; only BoT-SORT uses it

    Raises
    ------
    SettingsWrong
        If the name is unknown, or the package is not installed.
    """

    def __init__(self, name: str, *, pictures: Callable[[int], Array] | None = None) -> None:
        if name not in PUBLIC_TRACKERS:
            raise SettingsWrong(
                f"No public tracker is called {name!r}.", remedy=f"Use one of {', '.join(PUBLIC_TRACKERS)}."
            )
        if not public_trackers_installed():
            raise SettingsWrong(
                "The package 'trackers' is not installed.",
                remedy="See review/adapters/track_public.py for how to install it, or use 'benchgate'.",
            )
        self._name = name
        self._pictures = pictures

    @property
    def name(self) -> str:
        return self._name

    def track(
        self, times_s: Sequence[float], detections: Sequence[Detections], H_first_from_px: Array
    ) -> list[Array]:
        """Ids a detection, 0 = not tracked; the homographies are not used."""
        import supervision

        tracker = self._make(times_s)
        numbers: dict[int, int] = {}
        out = []
        for k, found in enumerate(detections):
            boxes = supervision.Detections(
                xyxy=found.xyxy_px.astype(np.float32),
                confidence=found.conf.astype(np.float32),
                class_id=np.zeros(len(found), dtype=int),
                data={"row": np.arange(len(found))},
            )
            picture = None if self._pictures is None else self._pictures(k)[:, :, ::-1]
            seen = tracker.update(boxes, picture)
            ids = np.zeros(len(found), dtype=np.int64)
            if seen.tracker_id is not None and len(seen):
                for row, theirs in zip(seen.data["row"], seen.tracker_id, strict=True):
                    if theirs >= 0:
                        ids[int(row)] = numbers.setdefault(int(theirs), len(numbers) + 1)
            out.append(ids)
        return out

    def _make(self, times_s: Sequence[float]) -> Any:
        import inspect

        import trackers

        kind = getattr(trackers, PUBLIC_TRACKERS[self._name])
        rate = 1 / float(np.median(np.diff(times_s))) if len(times_s) > 1 else 30.0
        wanted = {
            "frame_rate": rate,
            "track_activation_threshold": CONF,
            "high_conf_det_threshold": CONF,
            "enable_cmc": self._pictures is not None,
        }
        known = inspect.signature(kind.__init__).parameters
        return kind(**{key: value for key, value in wanted.items() if key in known})
