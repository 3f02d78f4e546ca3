"""Film a scenario: frame by frame to a clip, with the truth written beside it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from review.ports.renderer import Deck, Exposure, Graphics, Image, Look, Renderer
from review.sim.body import Mesh, load_body
from review.sim.curves import Floats
from review.sim.edit import Feed, Mixer
from review.sim.filming import View, operators
from review.sim.gates import openings
from review.sim.scenario import Scenario
from review.sim.script import Motion
from review.sim.sheet import clock_text
from review.sim.skeleton import GOALKEEPER
from review.sim.truth import PLAYERS, Truth, skates_down

SCHEMA = "benchgate.truth/1"
SHUTTER_S = 1 / 90
STICK_FLAG = 64
SMALLEST_PX = 24  # a person of fewer visible pixels is left out of the frame's list
SEEN_SHARE = 0.3  # a crossing is in view when at least so much of the man is


@dataclass(frozen=True)
class Crew:
    """Who draws, who makes it look like a broadcast, who draws the graphics, who records."""

    renderer: Renderer
    look: Look
    graphics: Graphics
    deck: Deck


def film(
    scenario: Scenario,
    motion: Motion,
    *,
    crew: Crew,
    mixer: Mixer,
    samples: int = 2,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> dict[str, Any]:
    """Record every frame of ``scenario`` and return its truth (`benchgate.truth/1`).

    ``clip`` and ``sha256`` are null until `finish_truth` knows the file.
    """
    staff, observer = operators(scenario), Observer(motion)
    frames = []
    for exposure in crew.deck.exposures():
        fields = [_mixed(crew, mixer, at_s, exposure.i, samples) for at_s in exposure.fields_s]
        crew.deck.record(fields, exposure)
        at_s = exposure.fields_s[0]
        feed = mixer.feeds(at_s)[-1]
        view = staff[feed.camera].view(feed.game_s)
        people = observer.people(feed.game_s, view, crew.renderer.identities(feed.camera, feed.game_s))
        frames.append(_frame(exposure, feed, view, people, clock_text(scenario.sheet, mixer.game_s(at_s))))
        progress(exposure.i + 1, scenario.frames)
    time_base, pts = crew.deck.finish()
    for frame, stamp in zip(frames, pts, strict=True):
        if abs(float(stamp * time_base) - frame["s"]) > 1e-6:
            raise AssertionError(f"frame {frame['i']} was written at pts {stamp}, not at {frame['s']} s")
        frame["pts"] = stamp
    return _document(scenario, observer.truth, frames, time_base)


def _mixed(crew: Crew, mixer: Mixer, tape_s: float, frame: int, samples: int) -> Image:
    """The picture on air at ``tape_s``, graphics and all."""
    shown = [
        crew.look.broadcast(
            crew.renderer.picture(f.camera, f.game_s, shutter_s=SHUTTER_S, samples=samples), frame=frame
        )
        for f in mixer.feeds(tape_s)
    ]
    last = mixer.feeds(tape_s)[-1]
    out = shown[-1]
    if len(shown) == 2 and last.by == "wipe":
        out = crew.graphics.wipe(shown[0], shown[1], part=last.part)
    elif len(shown) == 2:
        mixed = shown[0] * (1 - last.part) + shown[1] * last.part
        out = np.asarray(np.rint(mixed), np.uint8)
    return crew.graphics.draw(out, at_s=mixer.game_s(tape_s), frame=frame)


def finish_truth(truth: dict[str, Any], clip: Path) -> Path:
    """Note the clip's name and checksum in ``truth`` and write it beside the clip."""
    truth["clip"] = clip.name
    truth["sha256"] = hashlib.sha256(clip.read_bytes()).hexdigest()
    out = clip.with_name(f"{clip.stem}.truth.json")
    out.write_text(written(truth), encoding="utf-8")
    return out


def written(truth: dict[str, Any]) -> str:
    """Truth as JSON with one line a frame, so that a person and a diff can read it."""
    frames = truth["frames"]
    rest = json.dumps({**truth, "frames": []}, ensure_ascii=False, separators=(",", ":"))
    lines = ",\n".join(json.dumps(f, ensure_ascii=False, separators=(",", ":")) for f in frames)
    return rest.replace('"frames":[]', f'"frames":[\n{lines}\n]', 1) + "\n"


class Observer:
    """Reads from masks and poses what a frame shows of everybody."""

    def __init__(self, motion: Motion) -> None:
        self._motion = motion
        self.truth = Truth(motion)
        body = load_body()
        self._sets = []
        for mesh, keeper in ((body.skater, False), (body.goalkeeper, True)):
            rows = np.flatnonzero((motion.kind == GOALKEEPER) == keeper)
            self._sets.append((rows, mesh, mesh.body_vertices()))

    def people(self, at_s: float, view: View, identities: Image) -> list[dict[str, Any]]:
        """Everybody seen at ``at_s``, by the mask ``identities`` (h, w)."""
        mask = np.where(identities >= STICK_FLAG, 0, identities)
        boxes = visible_boxes(mask)
        matrices = self._motion.matrices(at_s)
        shares = self._shares(matrices, view, mask)
        down = skates_down(self._motion, at_s)
        rest = np.append(load_body().joints[0], 1.0)
        out = []
        for row, man in enumerate(self._motion.scenario.people):
            box, seen_px = boxes.get(row + 1, ((0, 0, 0, 0), 0))
            if seen_px < SMALLEST_PX:
                continue
            x, y, _ = matrices[row, 0] @ rest
            on_ice = man.role == "official" or (man.role != "staff" and self.truth.on_ice(row, at_s))
            out.append(
                {
                    "id": man.id,
                    "team": man.team or None,
                    "role": man.role,
                    "number": man.number if man.role in PLAYERS else None,
                    "box_px": list(box),
                    "visible_share": round(float(shares[row]), 2),
                    "xyz_m": [round(float(x), 2), round(float(y), 2), 0.0],
                    "on_ice": on_ice,
                    "skates_on_ice": int(down[row].sum()) if man.role != "staff" else 0,
                }
            )
        return out

    def _shares(self, matrices: Floats, view: View, mask: Image) -> Floats:
        """Share of each body's surface whose place in the picture shows that body, (p,)."""
        out = np.zeros(len(matrices))
        for rows, mesh, body in self._sets:
            out[rows] = _shown(matrices[rows], rows, mesh, body, view, mask)
        return out


def _shown(
    matrices: Floats, rows: NDArray[np.int64], mesh: Mesh, body: NDArray[np.bool_], view: View, mask: Image
) -> Floats:
    h, w = mask.shape
    at = view.project(mesh.skinned(matrices)[:, body])[..., :2]
    weight = mesh.vertex_areas_m2()[body]
    x, y = np.floor(at[..., 0]).astype(int), np.floor(at[..., 1]).astype(int)
    seen = np.zeros(x.shape, bool)
    for dx, dy in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)):
        px, py = x + dx, y + dy
        inside = (px >= 0) & (px < w) & (py >= 0) & (py < h)
        found = mask[np.clip(py, 0, h - 1), np.clip(px, 0, w - 1)]
        seen |= inside & (found == (rows + 1)[:, None])
    return np.asarray((seen * weight).sum(axis=1) / weight.sum())


def visible_boxes(mask: Image) -> dict[int, tuple[tuple[int, int, int, int], int]]:
    """Box (left, top, right, bottom; the last two one past) and pixels of every number in ``mask``."""
    out: dict[int, tuple[tuple[int, int, int, int], int]] = {}
    ys, xs = np.nonzero(mask)
    if not len(xs):
        return out
    values = mask[ys, xs]
    order = np.argsort(values, kind="stable")
    values, xs, ys = values[order], xs[order], ys[order]
    starts = np.flatnonzero(np.r_[True, np.diff(values) > 0])
    for a, b in zip(starts, [*starts[1:], len(values)], strict=True):
        box = (int(xs[a:b].min()), int(ys[a:b].min()), int(xs[a:b].max()) + 1, int(ys[a:b].max()) + 1)
        out[int(values[a])] = (box, int(b - a))
    return out


def _frame(
    exposure: Exposure, feed: Feed, view: View, people: list[dict[str, Any]], clock: str
) -> dict[str, Any]:
    return {
        "i": exposure.i,
        "pts": None,
        "s": round(exposure.fields_s[0], 6),
        "shot": feed.shot,
        "camera": feed.camera,
        "game_s": round(feed.game_s, 6),
        "H_m_from_px": _rounded(view.ice_from_px()),
        "P": _rounded(view.projection()),
        "clock": clock,
        "people": people,
    }


def _rounded(matrix: Floats) -> list[list[float]]:
    return [[float(f"{v:.9g}") for v in row] for row in matrix]


def _document(
    scenario: Scenario, truth: Truth, frames: list[dict[str, Any]], time_base: Fraction
) -> dict[str, Any]:
    rink = {k: v for k, v in asdict(scenario.rink).items() if k in ("length_m", "width_m", "corner_m")}
    end_s = frames[-1]["s"] if frames else 0.0
    return {
        "schema": SCHEMA,
        "clip": None,
        "sha256": None,
        "scenario": scenario.name,
        "seed": scenario.seed,
        "group": scenario.group,
        "rate": f"{scenario.rate_fps.numerator}/{scenario.rate_fps.denominator}",
        "time_base": f"{time_base.numerator}/{time_base.denominator}",
        "size_px": list(scenario.size_px),
        "rink": rink,
        "gates": [
            {"gate": o.id, "team": o.team, "kind": o.kind, "points_m": o.points_m} for o in openings(scenario)
        ],
        "notes": [
            "people lists whoever shows; box_px is his visible part without the stick, its end one past.",
            "visible_share: share of his body's surface whose place in the picture shows him.",
            "xyz_m: ground under his pelvis. A man is on from his first skate's touch to his last's lift.",
        ],
        "crossings": truth.crossing_rows(_in_view(truth, frames, scenario)),
        "counts": truth.counts(),
        "changes": truth.changes(),
        "altercations": truth.altercations(),
        "stoppages": truth.stoppages(),
        "touches": truth.touches(),
        "shots": [
            {"id": 1, "start_s": 0.0, "end_s": end_s, "enters_by": "start", "view": "main", "replay": False}
        ],
        "replays": [],
        "expected": truth.expected(),
        "frames": frames,
    }


def _in_view(truth: Truth, frames: list[dict[str, Any]], scenario: Scenario) -> dict[int, bool]:
    out = {}
    for k, crossing in enumerate(truth.crossings):
        i = min(round(crossing.first_skate_s * float(scenario.rate_fps)), len(frames) - 1)
        man = scenario.people[crossing.row].id
        shown = [p for p in frames[i]["people"] if p["id"] == man] if i >= 0 else []
        out[k] = bool(shown and shown[0]["visible_share"] >= SEEN_SHARE)
    return out
