"""`benchgate demo` and `benchgate render`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from review.core.errors import TapeUnreadable

__all__ = ["demo", "render"]


def demo(
    folder: Annotated[Path, typer.Argument(help="Where to write the case and the report.")] = Path("demo"),
    window: Annotated[
        bool | None, typer.Option(help="Open the window afterwards (default: where there is a screen).")
    ] = None,
) -> int:
    """Do the main job on the bundled clip: a case, a report, and the window where there is a screen."""
    from review.cli.analyze import analyze_tape
    from review.cli.reporting import write_report
    from review.wiring import companions, sample_tape

    tape = sample_tape()
    if tape is None:
        raise TapeUnreadable("The bundled sample clip is missing.", remedy="Install Benchgate again.")
    folder.mkdir(parents=True, exist_ok=True)
    case = folder / "demo.bgcase"
    game, gates = companions(tape)
    analyze_tape(tape, game=game, gates=gates, case=case)
    for kind in ("html", "json"):
        print(f"Report: {write_report(case, kind, folder / f'demo.{kind}')}")
    if window if window is not None else _has_screen():
        from importlib import import_module

        code: int = import_module("ui.app").run_app(str(case))
        return code
    print(f"No window was opened. To see it: benchgate app {case}")
    return 0


def _has_screen() -> bool:
    if sys.platform in ("win32", "darwin"):
        return sys.stdout.isatty()
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")) and sys.stdout.isatty()


def render(
    scenario: Annotated[Path, typer.Argument(help="A scenario TOML.", show_default=False)],
    out: Annotated[Path, typer.Option(help="Folder for the clips and their truth.")] = Path("out"),
    overlay: Annotated[
        int, typer.Option(min=0, max=200, help="Draw the truth over so many frames of each clip, as a PNG.")
    ] = 0,
    samples: Annotated[
        int, typer.Option(min=1, max=16, help="Moments averaged in a frame: 1 is fastest, 4 smoothest.")
    ] = 2,
) -> None:
    """Render a scenario into clips with exact truth (needs the extra 'sim').

    Writes NAME.mp4, NAME.truth.json, NAME.game.toml and NAME.gates.toml, and NAME.ID.… for each other
    recording of the scenario.

    Example: `benchgate render sample_clips/scenarios/demo.toml --out out --overlay 12`
    """
    from review.cli.frames import FrameProgress
    from review.wiring.rinksim import draw_overlay, render_scenario

    with FrameProgress() as progress:
        made = render_scenario(scenario, out, progress, samples=samples)
    if overlay:
        clips = [p for p in made if p.with_name(f"{p.stem}.truth.json") in made]
        made += [draw_overlay(clip, overlay) for clip in clips]
    for path in made:
        typer.echo(str(path))
