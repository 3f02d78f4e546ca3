"""Commands that are imported when they are called: `--help` and every other command wait for none of them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

__all__ = ["COMMANDS", "GROUPS", "LazyGroup"]

#: Name of a command: its module under review.cli, the function in it, and its first line.
COMMANDS = {
    "evaluate": (
        "evaluate_cli", "evaluate",
        "Score cases against the truth of their tapes: every metric of docs/formats/scores.md.",
    ),
    "detect": (
        "detect_cli", "detect", "Find people in a picture, a folder of pictures, or every frame of a tape.",
    ),
    "register": (
        "register_cli", "register",
        "Find where on the rink the main camera looks in a picture, a folder of pictures, or a tape.",
    ),
    "doctor": (
        "doctor_cli", "doctor",
        "Say which device the detector uses and why, which weights, codecs and versions are here.",
    ),
    "demo": (
        "sim_cli", "demo",
        "Do the main job on the bundled clip: a case, a report, and the window where there is a screen.",
    ),
    "render": (
        "sim_cli", "render", "Render a scenario into clips with exact truth (needs the extra 'sim').",
    ),
    "settings": (
        "settings_cli", "show_settings",
        "Show every setting, its value, where the value comes from, and what it means.",
    ),
}  # fmt: skip
#: Name of a group of commands: its module, the app in it, and what it is for.
GROUPS = {
    "rules": ("rules_cli", "rules_app", "Read the book, or judge a file of facts by it."),
    "case": ("case_cli", "app", "Look into a case file, or prove that nobody altered it."),
    "clock": ("clock_cli", "app", "The game clock: show it, or state what it shows."),
    "gates": ("gates_cli", "app", "Propose the players' benches of an analysed tape."),
    "record": ("record_cli", "app", "The league's record of a game: import it, check it, compare."),
    "train": ("train_cli", "app", "Export the detector's weights (needs the extra 'train')."),
    "truth": ("truth_cli", "app", "Export the truth of a rendered clip for other tools."),
    "docket": (
        "docket_cli", "app", "What the office decided: open, decide, appeal, rescind, prove, export.",
    ),
    "archive": (
        "archive_find", "app",
        "Many tapes: enter them, work through them on any number of machines, search what was found.",
    ),
}  # fmt: skip


class LazyGroup(TyperGroup):
    """Lists every command by its one line, and imports the one that is called."""

    def __init__(self, **told: Any) -> None:
        super().__init__(**told)
        own = dict(self.commands)
        first, after = (
            {name: TyperCommand(name, help=line) for name, (_, _, line) in some.items()}
            for some in (COMMANDS, GROUPS)
        )
        self.commands = first | own | after

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command itself, in place of its one line."""
        if args and args[0] in (*COMMANDS, *GROUPS):
            self.commands[args[0]] = _loaded(args[0])
        return super().resolve_command(ctx, args)


def _loaded(name: str) -> Any:
    module, attribute, line = (COMMANDS | GROUPS)[name]
    found = getattr(import_module(f"review.cli.{module}"), attribute)
    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="markdown")
    if name in GROUPS:
        alone.add_typer(found, name=name, help=line)
    else:
        alone.command(name)(found)
        alone.callback()(_nothing)
    group: Any = typer.main.get_command(alone)
    return group.commands[name]


def _nothing() -> None:
    """So that typer makes a group of one command."""
