"""Film a scenario: frame by frame to a clip, with the truth written beside it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from review.ports.renderer import Deck, Exposure, Graphics, Image, Look, Renderer
from review.sim.curves import Floats
from review.sim.edit import PLAIN_VIEW, Feed, Mixer
from review.sim.exposures import faults_at
from review.sim.filming import Operator, View
from review.sim.ledger import Ledger
from review.sim.lens import Lens
from review.sim.observe import Observer, visible_boxes
from review.sim.record import NEAR_S, SCHEMA, CrossingWatch, document
from review.sim.scenario import Scenario
from review.sim.sheet import clock_text
from review.sim.tables.tape import TapeSpec

__all__ = [
    "Crew", "LensWork", "Observer", "Reel", "Take", "film", "listed_people", "mixed", "visible_boxes",
]  # fmt: skip

SHUTTER_S = 1 / 60
STAMP_SLACK_S = 0.001  # a container may round a frame's time
NOTES = (
    "people lists whoever shows; box_px is his visible part without the stick, its end one past; null: not "
    "looked at on this frame. amodal_px: his whole body, also beyond the picture; null where he is partly "
    "behind the camera.",
    "visible_share: share of his body's surface whose place in the picture shows him; under the score bug he "
    "does not show.",
    "clock: the game's, shown or not; bug: what can be read on the score bug, right or wrong.",
    "xyz_m: ground under his pelvis. A man is on from his first skate's touch to his last's lift.",
    "P and H_m_from_px belong to the pinhole picture. Where a frame has a lens, a pinhole pixel p shows at "
    "centre_px + scale * (p - centre_px) * (1 + k1 r²), r the length of (p - centre_px) / unit_px.",
    "seen_live: the frame nearest to the first skate's touch shows the man, live; in_view: and it shows the "
    "gate where he crosses.",
    "A frame that repeats an earlier picture (a fault of the tape) has that picture's truth.",
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
    deck: Deck | None = None  # needed where a tape is made
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
    deck = _recorder(crew)
    exposures = list(deck.exposures())
    moments = [e.fields_s[0] for e in exposures]
    watch = CrossingWatch(take.observer.motion, take.observer.truth, take.mixer, moments)
    standing = Standing(take.scenario.tape)
    with Ledger(take.clip.with_name(f"{take.clip.stem}.truth.json")) as ledger:
        for exposure in exposures:
            fields = [mixed(take, crew, at_s, exposure.i, samples) for at_s in exposure.fields_s]
            deck.record(fields, exposure)
            ledger.add(_frame(take, crew, exposure, watch, standing.shows(exposure.fields_s[0])))
            progress(ledger.count, len(exposures))
        time_base, pts = deck.finish()
        _check_stamps(exposures, pts, time_base)
        end_s = float((pts[-1] - pts[0]) * time_base + 1 / take.scenario.rate_fps) if pts else 0.0
        rest = _head(take, crew, time_base) | document(
            take.scenario, take.observer.truth, watch, take.mixer, round(end_s, 6)
        )
        made = ledger.assemble(rest, pts, time_base)
    return Reel(made, tuple(moments[: len(pts)]), deck.stored_px)


def _check_stamps(exposures: list[Exposure], pts: list[int], time_base: Fraction) -> None:
    """Truth is worth nothing when the file's frames are not those that were filmed."""
    if len(pts) != len(exposures):
        raise AssertionError(f"{len(exposures)} frames were recorded, but the clip has {len(pts)}")
    for exposure, stamp in zip(exposures, pts, strict=True):
        file_s = float((stamp - pts[0]) * time_base)
        if abs(file_s - (exposure.fields_s[0] - exposures[0].fields_s[0])) > STAMP_SLACK_S:
            raise AssertionError(f"frame {exposure.i} lies at {file_s} s of the file")


def mixed(take: Take, crew: Crew, tape_s: float, frame: int, samples: int) -> Image:
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


def _recorder(crew: Crew) -> Deck:
    if crew.deck is None:
        raise ValueError("a tape is to be made, and nobody in the crew records")
    return crew.deck


def _bug(take: Take, crew: Crew, frame: int, tape_s: float) -> dict[str, str | None]:
    """What can be read on the score bug."""
    return crew.graphics.shown(take.mixer.game_s(tape_s), frame=frame) if take.graphics else {}


def _under_graphics(take: Take, crew: Crew, frame: int, tape_s: float) -> NDArray[np.bool_]:
    """Where less than half of the picture shines through the graphics, (h, w)."""
    w, h = take.scenario.size_px
    at_s = take.mixer.game_s(tape_s)
    black, white = (
        crew.graphics.draw(np.full((h, w, 3), v, np.uint8), at_s=at_s, frame=frame) for v in (0, 255)
    )
    return np.asarray(white[..., 1].astype(int) - black[..., 1] < 128)


class Standing:
    """Which second of tape is seen at a second of tape: another one while a fault repeats a picture."""

    def __init__(self, tape: TapeSpec) -> None:
        self._tape = tape
        self._last: tuple[float, bool] | None = None

    def shows(self, tape_s: float) -> tuple[float, bool]:
        """Second seen, and whether there is a picture at all; ask in the order of the tape."""
        kinds = faults_at(self._tape, tape_s)
        blank = "black" in kinds or "flash" in kinds
        again = "freeze" in kinds or "duplicate" in kinds
        if blank or not again or self._last is None:
            self._last = (tape_s, not blank)
        return self._last


def _frame(
    take: Take, crew: Crew, exposure: Exposure, watch: CrossingWatch, seen: tuple[float, bool]
) -> dict[str, Any]:
    tape_s, has_picture = seen
    feed, feeds = take.mixer.shown(tape_s), take.mixer.feeds(tape_s)
    operator = take.staff[feed.camera]
    view = operator.view(feed.game_s)
    w, h = take.scenario.size_px
    stored = _recorder(crew).stored_px
    scale = (stored[0] / w, stored[1] / h)
    people: list[dict[str, Any]] | None = None
    listed = exposure.i % take.scenario.people_every == 0
    if not has_picture:
        people = []
    elif listed or watch.awaits(exposure.i):
        people = listed_people(take, crew, tape_s, exposure.i, scale)
        if exposure.fields_s[0] - tape_s <= NEAR_S:
            watch.look(exposure.i, feed, view, operator.lens, people)
    bug = _bug(take, crew, exposure.i, tape_s) if has_picture else {}
    clock = bug.get("clock")
    return {
        "shot": feed.shot,
        "camera": feed.camera,
        "view": PLAIN_VIEW.get(operator.camera.view, operator.camera.view),
        "replay": feed.replay,
        "transition": feeds[-1].by if len(feeds) == 2 else None,
        "game_s": round(feed.game_s, 6),
        **_geometry(view, operator.lens, scale),
        "clock": clock_text(take.scenario.sheet, take.mixer.game_s(tape_s)),
        "clock_shown": clock is not None,
        "bug": bug,
        "people": people if listed else None,
    }


def listed_people(
    take: Take, crew: Crew, tape_s: float, frame: int, scale: tuple[float, float] = (1.0, 1.0)
) -> list[dict[str, Any]]:
    """Who shows in the picture on air at ``tape_s``, boxes in pixels times ``scale``."""
    feed = take.mixer.shown(tape_s)
    operator = take.staff[feed.camera]
    mask = crew.renderer.identities(feed.camera, feed.game_s)
    if not operator.lens.straight:
        mask = _bender(crew).mask(mask, operator.lens)
    if take.graphics:
        mask = np.where(_under_graphics(take, crew, frame, tape_s), 0, mask).astype(np.uint8)
    return take.observer.people(
        feed.game_s, operator.view(feed.game_s), mask, lens=operator.lens, scale=scale
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
        "size_px": list(_recorder(crew).stored_px),
        "people_every": take.scenario.people_every,
        "notes": list(NOTES),
    }
