"""The command line: `benchgate`. Exit codes: 0 done, 1 our bug, 2 your input, 3 findings, 130 stopped."""

from __future__ import annotations

import logging
import os
import sys
import traceback
from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; errors become one sentence on standard error."""
    import typer
    from typer.exceptions import TyperException

    from review.cli.app import app
    from review.core.errors import ReviewError

    logging.basicConfig(level=os.environ.get("BENCHGATE_LOG", "WARNING"), format="%(name)s: %(message)s")
    args = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = app(args=args, standalone_mode=False, prog_name="benchgate")
    except ReviewError as error:
        _say(error.sentence())
        return error.exit_code
    except (typer.Abort, KeyboardInterrupt):
        _say("Stopped. What was finished is kept: run the same command again to go on.")
        return 130
    except TyperException as error:
        _say(_usage(error))
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:  # noqa: BLE001 - the last resort: a bug becomes a sentence and exit code 1
        if os.environ.get("BENCHGATE_DEBUG"):
            traceback.print_exc()
        _say(
            f"Benchgate failed ({type(error).__name__}: {error}). "
            "This is our bug; BENCHGATE_DEBUG=1 shows more."
        )
        return 1
    return code if isinstance(code, int) else 0


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr)


def _usage(error: Exception) -> str:
    """A wrong option or argument as one sentence, with where to read on."""
    words = getattr(error, "format_message", lambda: str(error))().rstrip(".")
    context = getattr(error, "ctx", None)
    return f"{words}. `{context.command_path if context else 'benchgate'} --help` shows what is possible."
