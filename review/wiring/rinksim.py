"""Where the simulator meets its adapters."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from review.core.errors import SettingsWrong
from review.wiring import open_reader

if TYPE_CHECKING:
    from review.ports.renderer import Image, Renderer
    from review.sim.film import Crew
    from review.sim.scenario import Scenario
    from review.sim.studio import Job


def render_scenario(
    scenario: Path,
    out: Path,
    progress: Callable[[int, int], None] | None = None,
    *,
    samples: int = 2,
) -> list[Path]:
    """Render a scenario's clips, truth, GAME.toml and GATES.toml into a folder.

    Raises
    ------
    SettingsWrong
        If the extra 'sim' is not installed, or no OpenGL context can be made.
    """
    from review.sim.studio import render

    def hire(job: Job, renderer: Renderer | None) -> Crew:
        from review.adapters.broadcast_graphics import Cv2Graphics
        from review.adapters.deck_pyav import PyavDeck
        from review.adapters.lens_cv2 import Cv2Lens
        from review.adapters.render_moderngl import ModernglRenderer
        from review.adapters.tape_look import BroadcastLook
        from review.sim.film import Crew

        return Crew(
            renderer or ModernglRenderer(job.scenario, job.motion, job.staff),
            BroadcastLook(job.scenario),
            Cv2Graphics(job.scenario),
            PyavDeck(job.clip, job.scenario),
            Cv2Lens(),
        )

    told = progress or (lambda done, total: None)
    try:
        return render(scenario, out, hire=hire, samples=samples, progress=told)
    except ImportError as error:
        raise _lacking(error) from error


def draw_stills(
    scenario: Scenario, tape_s: list[float], *, samples: int = 2
) -> Iterator[tuple[Image, list[dict[str, Any]]]]:
    """Pictures (h, w, 3) of a scenario at seconds of tape, each with its people as truth lists them.

    Raises
    ------
    SettingsWrong
        If the extra 'sim' is not installed, or no OpenGL context can be made.
    """
    from review.sim.stills import stills

    def hire(job: Job, renderer: Renderer | None) -> Crew:
        from review.adapters.broadcast_graphics import Cv2Graphics
        from review.adapters.lens_cv2 import Cv2Lens
        from review.adapters.render_moderngl import ModernglRenderer
        from review.adapters.tape_look import BroadcastLook
        from review.sim.film import Crew

        drawn = job.scenario
        return Crew(
            renderer or ModernglRenderer(drawn, job.motion, job.staff),
            BroadcastLook(drawn),
            Cv2Graphics(drawn),
            lens=Cv2Lens(),
        )

    try:
        yield from stills(scenario, tape_s, hire=hire, samples=samples)
    except ImportError as error:
        raise _lacking(error) from error


def _lacking(error: ImportError) -> SettingsWrong:
    return SettingsWrong(
        f"Rendering needs {error.name}, which is not installed.", remedy="`pip install 'benchgate[sim]'`."
    )


def draw_overlay(clip: Path, count: int) -> Path:
    """Write `NAME.overlay.png` beside a rendered clip: ``count`` frames with their truth drawn over them.

    Raises
    ------
    TapeUnreadable
        If the clip cannot be decoded.
    """
    from review.adapters.overlay_cv2 import contact_sheet

    truth = json.loads(clip.with_name(f"{clip.stem}.truth.json").read_text(encoding="utf-8"))
    reader = open_reader(clip)
    try:
        out = clip.with_name(f"{clip.stem}.overlay.png")
        return contact_sheet(truth, lambda i: reader.frame(i).rgb, count, out)
    finally:
        reader.close()
