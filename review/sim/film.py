"""Film a scenario: frame by frame to a clip, with the truth written beside it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from review.ports.renderer import Deck, Exposure, Graphics, Image, Look, Renderer
from review.sim.curves import Floats
from review.sim.edit import PLAIN_VIEW, Feed, Mixer
from review.sim.filming import Operator, View
from review.sim.ledger import Ledger
from review.sim.lens import Lens
from review.sim.observe import Observer, visible_boxes
from review.sim.record import SCHEMA, CrossingWatch, document
from review.sim.scenario import Scenario
from review.sim.sheet import clock_text

__all__ = ["Crew", "LensWork", "Observer", "Reel", "Take", "film", "visible_boxes"]

SHUTTER_S = 1 / 90
NOTES = (
    "people lists whoever shows; box_px is his visible part without the stick, its end one past; null: not "
    "looked at on this frame. amodal_px: his whole body, also beyond the picture; null where he is partly "
    "behind the camera.",
    "visible_share: share of his body's surface whose place in the picture shows him.",
    "xyz_m: ground under his pelvis. A man is on from his first skate's touch to his last's lift.",
    "P and H_m_from_px belong to the pinhole picture. Where a frame has a lens, a pinhole pixel p shows at "
    "centre_px + scale * (p - centre_px) * (1 + k1 r²), r the length of (p - centre_px) / unit_px.",
    "seen_live: the frame nearest to the first skate's touch shows the man, live; in_view: and it shows the "
    "gate where he crosses.",
    "A dissolve or wipe belongs to the shot it opens; its frames list the people of the picture that "
    "prevails.",
)


class LensWork(Protocol):
    """Bends pictures and masks the way a lens does."""

    def picture(self, image: Image, lens: Lens) -> Image:
        """Return the picture (h, w, 3) as ``lens`` shows it."""
        ...

    def mask(self, mask: Image, lens: Lens) -> Image:
        """Return the mask (h, w) as ``lens`` shows it, its values unmixed."""
        ...


@dataclass(frozen=True)
class Crew:
    """Who draws, who makes it look like a broadcast, who draws the graphics, who records, who bends."""

    renderer: Renderer
    look: Look
    graphics: Graphics
    deck: Deck
    lens: LensWork | None = None  # needed where a camera's lens bends


@dataclass(frozen=True)
class Take:
    """One tape to be filmed: ``scenario`` as long as that tape is, its mixer, cameras, and who watches."""

    scenario: Scenario
    mixer: Mixer
    staff: Mapping[str, Operator]
    observer: Observer
    clip: Path
    recording: str | None = None
    graphics: bool = True


@dataclass(frozen=True)
class Reel:
    """What came out: the truth file, and for every frame of the clip the second of tape it shows."""

    truth: Path
    moments_s: tuple[float, ...]
    stored_px: tuple[int, int]


def film(
    take: Take,
    *,
    crew: Crew,
    samples: int = 2,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Reel:
    """Record every frame of ``take`` and write its truth (`benchgate.truth/1`) beside the clip."""
    exposures = list(crew.deck.exposures())
    moments = [e.fields_s[0] for e in exposures]
    watch = CrossingWatch(take.observer.motion, take.observer.truth, take.mixer, moments)
    with Ledger(take.clip.with_name(f"{take.clip.stem}.truth.json")) as ledger:
        for exposure in exposures:
            fields = [_mixed(take, crew, at_s, exposure.i, samples) for at_s in exposure.fields_s]
            crew.deck.record(fields, exposure)
            ledger.add(_frame(take, crew, exposure, watch))
            progress(ledger.count, len(exposures))
        time_base, pts = crew.deck.finish()
        _check_stamps(take.scenario, pts, len(exposures))
        end_s = float((pts[-1] - pts[0]) * time_base + 1 / take.scenario.rate_fps) if pts else 0.0
        rest = _head(take, crew, time_base) | document(
            take.scenario, take.observer.truth, watch, take.mixer, round(end_s, 6)
        )
        made = ledger.assemble(rest, pts, time_base)
    return Reel(made, tuple(moments[: len(pts)]), crew.deck.stored_px)


def _check_stamps(scenario: Scenario, pts: list[int], recorded: int) -> None:
    """Only a truncated tape may have fewer frames than were recorded."""
    cut_short = any(fault.kind in ("truncate", "corrupt") for fault in scenario.tape.faults)
    if len(pts) != recorded and not (cut_short and len(pts) < recorded):
        raise AssertionError(f"{recorded} frames were recorded, but the clip has {len(pts)}")
    if any(b <= a for a, b in pairwise(pts)):
        raise AssertionError("the clip's frames are not in the order of time")


def _mixed(take: Take, crew: Crew, tape_s: float, frame: int, samples: int) -> Image:
    """The picture on air at ``tape_s``, graphics and all."""
    feeds = take.mixer.feeds(tape_s)
    shown = [_picture(take, crew, feed, frame, samples) for feed in feeds]
    out, last = shown[-1], feeds[-1]
    if len(shown) == 2 and last.by == "wipe":
        out = crew.graphics.wipe(shown[0], shown[1], part=last.part)
    elif len(shown) == 2:
        mixed = shown[0] * np.float32(1 - last.part) + shown[1] * np.float32(last.part)
        out = np.asarray(np.rint(mixed), np.uint8)
    if not take.graphics:
        return out
    return crew.graphics.draw(out, at_s=take.mixer.game_s(tape_s), frame=frame)


def _picture(take: Take, crew: Crew, feed: Feed, frame: int, samples: int) -> Image:
    drawn = crew.renderer.picture(feed.camera, feed.game_s, shutter_s=SHUTTER_S, samples=samples)
    lens = take.staff[feed.camera].lens
    if not lens.straight:
        drawn = _bender(crew).picture(drawn, lens)
    return crew.look.broadcast(drawn, frame=frame)


def _bender(crew: Crew) -> LensWork:
    if crew.lens is None:
        raise ValueError("a camera's lens bends, and nobody in the crew bends pictures")
    return crew.lens


def _frame(take: Take, crew: Crew, exposure: Exposure, watch: CrossingWatch) -> dict[str, Any]:
    tape_s = exposure.fields_s[0]
    feed = take.mixer.shown(tape_s)
    operator = take.staff[feed.camera]
    view = operator.view(feed.game_s)
    w, h = take.scenario.size_px
    scale = (crew.deck.stored_px[0] / w, crew.deck.stored_px[1] / h)
    people: list[dict[str, Any]] | None = None
    listed = exposure.i % take.scenario.people_every == 0
    if _is_black(take.scenario, tape_s):
        people = []
    elif listed or watch.awaits(exposure.i):
        mask = crew.renderer.identities(feed.camera, feed.game_s)
        if not operator.lens.straight:
            mask = _bender(crew).mask(mask, operator.lens)
        people = take.observer.people(feed.game_s, view, mask, lens=operator.lens, scale=scale)
        watch.look(exposure.i, feed, view, operator.lens, people)
    return {
        "shot": feed.shot,
        "camera": feed.camera,
        "view": PLAIN_VIEW.get(operator.camera.view, operator.camera.view),
        "replay": feed.replay,
        "game_s": round(feed.game_s, 6),
        **_geometry(view, operator.lens, scale),
        "clock": clock_text(take.scenario.sheet, take.mixer.game_s(tape_s)),
        "people": people if listed else None,
    }


def _is_black(scenario: Scenario, tape_s: float) -> bool:
    return any(
        f.kind == "black" and f.start_s <= tape_s < f.start_s + f.lasts_s for f in scenario.tape.faults
    )


def _geometry(view: View, lens: Lens, scale: tuple[float, float]) -> dict[str, Any]:
    """Matrices and lens in pixels of the file."""
    sx, sy = scale
    projection = np.diag([sx, sy, 1.0]) @ view.projection()
    ice = view.ice_from_px() @ np.diag([1 / sx, 1 / sy, 1.0])
    half = lens.size_px[0] / 2
    bend = {
        "k1": lens.k1,
        "scale": float(f"{lens.scale:.9g}"),
        "centre_px": [lens.centre_px[0] * sx, lens.centre_px[1] * sy],
        "unit_px": [half * sx, half * sy],
    }
    return {
        "H_m_from_px": _rounded(ice / ice[2, 2]),
        "P": _rounded(projection),
        "lens": None if lens.straight else bend,
    }


def _rounded(matrix: Floats) -> list[list[float]]:
    return [[float(f"{v:.9g}") for v in row] for row in matrix]


def _head(take: Take, crew: Crew, time_base: Fraction) -> dict[str, Any]:
    rate = take.scenario.rate_fps
    with take.clip.open("rb") as clip:
        digest = hashlib.file_digest(clip, "sha256").hexdigest()
    return {
        "schema": SCHEMA,
        "clip": take.clip.name,
        "sha256": digest,
        "scenario": take.scenario.name,
        "recording": take.recording,
        "seed": take.scenario.seed,
        "group": take.scenario.group,
        "rate": f"{rate.numerator}/{rate.denominator}",
        "time_base": f"{time_base.numerator}/{time_base.denominator}",
        "size_px": list(crew.deck.stored_px),
        "people_every": take.scenario.people_every,
        "notes": list(NOTES),
    }
