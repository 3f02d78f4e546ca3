"""Where the product puts people on the rink against where the truth's camera puts the very same pixels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from review.core.arrays import Array
from review.evaluate.clip import Clip, Look
from review.evaluate.scores import Median, Metric, Moment, Part, Share, Tail, Tally, Unmeasured

__all__ = ["score_registration", "true_places_m"]

NAMES = (
    "registration_median_m", "registration_p95_gate_m", "registered_share", "registration_inside",
    "false_registrations",
)  # fmt: skip
#: A picture whose people are off by more than this in the median is registered wrongly.
FALSE_M = 1.0
AT_GATE_M = 3.0
BEHIND_BOARDS_M = 1.0


def score_registration(clip: Clip) -> Part:
    """Errors at people's feet, by the pictures that were looked at; the box itself is no part of them."""
    looks = [
        (clip.looks[k], frame) for k, frame in clip.true_frames.items() if clip.looks[k].foot_m is not None
    ]
    if not looks or "rink" not in clip.truth:
        why = (
            "the case holds no feet on the rink" if not looks else "truth does not say where the cameras are"
        )
        return Part(dict.fromkeys(NAMES, Unmeasured(why)))
    errors: list[float] = []
    at_gates: list[float] = []
    inside, main, registered, false = 0, 0, 0, 0
    moments = []
    turned = _turned(looks, clip.truth["rink"])
    for look, frame in looks:
        off, told, true = _errors(look, frame, clip.truth["rink"], turned)
        seen = np.isfinite(look.foot_m).all() if look.foot_m is not None and len(look.foot_m) else None
        if seen is not None and _is_live_main(frame):
            main, registered = main + 1, registered + bool(seen)
        if not len(off):
            continue
        errors += off.tolist()
        at_gates += off[_gate_distance_m(true, clip.truth.get("gates", ())) <= AT_GATE_M].tolist()
        inside += int((off <= told).sum())
        if np.median(off) > FALSE_M:
            false += 1
            words = f"registered wrongly by {np.median(off):.1f} m"
            moments.append(Moment("false_registrations", look.s, words, 2.0))
    metrics: dict[str, Metric] = {
        "registration_median_m": Median(tuple(errors)),
        "registration_p95_gate_m": Tail(tuple(at_gates)),
        "registered_share": Share(registered, main),
        "registration_inside": Share(inside, len(errors)),
        "false_registrations": Tally(false, len(looks)),
    }
    return Part(metrics, tuple(moments[:1]))


def _is_live_main(frame: Mapping[str, Any]) -> bool:
    return frame.get("view", "main") == "main" and not frame.get("replay") and not frame.get("transition")


def _turned(looks: Sequence[tuple[Look, Mapping[str, Any]]], rink: Mapping[str, Any]) -> bool:
    """Whether the whole tape was placed half a turn round: a rink looks the same from either side of it.

    Nothing in a picture from the other side's stand says which end is which, and no distance depends on it.
    """
    off = [
        np.concatenate([np.zeros(0), *(_errors(look, frame, rink, half)[0] for look, frame in looks)])
        for half in (False, True)
    ]
    return bool(len(off[0])) and float(off[1].mean()) < float(off[0].mean())


def _errors(
    look: Look, frame: Mapping[str, Any], rink: Mapping[str, Any], turned: bool
) -> tuple[Array, Array, Array]:
    """(n,) metres off, (n,) what was said of it, and (n, 2) true places, of feet that are registered."""
    nothing = np.zeros(0), np.zeros(0), np.zeros((0, 2))
    if look.foot_m is None or look.foot_error_m is None or frame.get("H_m_from_px") is None:
        return nothing
    box = look.track_px.astype(np.float64).reshape(-1, 4)
    true = true_places_m(np.column_stack([(box[:, 0] + box[:, 2]) / 2, box[:, 3]]), frame)
    half = np.array([rink["length_m"], rink["width_m"]]) / 2 + BEHIND_BOARDS_M
    rows = np.isfinite(look.foot_error_m) & (np.abs(true) <= half).all(axis=1)
    told = -look.foot_m if turned else look.foot_m
    off = np.hypot(*(told[rows] - true[rows]).T)
    return off, look.foot_error_m[rows], true[rows]


def true_places_m(points_px: Array, frame: Mapping[str, Any]) -> Array:
    """(n, 2) where truth's camera, lens included, sees points (n, 2) px on the ice."""
    points = np.asarray(points_px, np.float64)
    lens = frame.get("lens")
    if lens is not None:
        centre, unit = (np.asarray(lens[name], np.float64) for name in ("centre_px", "unit_px"))
        bent = (points - centre) / lens["scale"]
        straight = bent
        for _ in range(10):
            r2 = ((straight / unit) ** 2).sum(axis=1, keepdims=True)
            straight = bent / (1 + lens["k1"] * r2)
        points = centre + straight
    on_ice = np.column_stack([points, np.ones(len(points))]) @ np.asarray(frame["H_m_from_px"], np.float64).T
    result: Array = on_ice[:, :2] / on_ice[:, 2:]
    return result


def _gate_distance_m(places: Array, gates: Sequence[Mapping[str, Any]]) -> Array:
    """(n,) metres to the nearest gate's front."""
    nearest = np.full(len(places), np.inf)
    for gate in gates:
        if gate.get("points_m") is None:
            continue
        a, b = np.asarray(gate["points_m"], np.float64)[[0, -1]]
        t = np.clip((places - a) @ (b - a) / max(float((b - a) @ (b - a)), 1e-9), 0, 1)
        nearest = np.minimum(nearest, np.hypot(*(places - a - t[:, None] * (b - a)).T))
    return nearest
