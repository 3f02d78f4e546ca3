"""Where the packaged product starts: the command line, and the window where it was only clicked on."""

from __future__ import annotations

import multiprocessing
import sys

_WORKER = ["-m", "review.cli"]
_CHILD = "decode-child"


def main() -> int:
    """Run the command that was given; the window's own workers call this file as they would call Python."""
    multiprocessing.freeze_support()
    if sys.argv[1:2] == [_CHILD]:
        from review.adapters.read_child_serve import main as serve

        serve(sys.argv[2:])
        return 0
    if sys.argv[1:3] == _WORKER:
        del sys.argv[1:3]
    from review.cli import main as command

    return command(sys.argv[1:] or ["app"])


if __name__ == "__main__":
    raise SystemExit(main())
