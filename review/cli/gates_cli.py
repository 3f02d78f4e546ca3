"""`benchgate gates`: benches proposed from an analysed tape."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from review.core.errors import GameFileWrong

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True)


@app.callback()
def _gates() -> None:
    """Gates: where people come on and go off."""


@app.command()
def propose(
    case: Annotated[Path, typer.Argument(help="The case of an analysed tape.", show_default=False)],
    out: Annotated[
        Path | None, typer.Option("--out", help="GATES.toml to write (default: NAME.gates.toml by the tape).")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Propose the players' benches from the men seen behind the far boards, in metres on the rink.

    Needs a tape whose main camera was placed on the rink. Check the result once, then analyse again: only
    the judging is done anew.

    Example: `benchgate gates propose game.bgcase`
    """
    from review.wiring.gates_proposed import gates_text, propose_gates

    proposed = propose_gates(case)
    target = out or proposed.tape.with_suffix(".gates.toml")
    if not proposed.gates:
        typer.echo(f"No bench shows behind the far boards of {proposed.tape.name}: nothing is written.")
        raise typer.Exit(0)
    if target.exists() and not force:
        raise GameFileWrong(f"{target} is there already.", remedy="Give --out, or --force to write over it.")
    target.write_text(gates_text(proposed), encoding="utf-8")
    for gate in proposed.gates:
        (x0, y), (x1, _) = gate.points_m.tolist()
        typer.echo(
            f"{gate.team or 'team not established'}: {x0:.1f} to {x1:.1f} m along the far boards "
            f"(y {y:.2f}), {gate.men_share:.1f} men behind it"
        )
    typer.echo(f"Written: {target}. Look at it once, then run `benchgate analyze {proposed.tape}` again.")
