"""What `--help` lists is what the commands say of themselves, and listing imports none of them."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

from review.cli.lazily import COMMANDS, GROUPS


@pytest.mark.parametrize("name", COMMANDS)
def test_the_line_in_the_list_is_the_first_of_the_command(name: str) -> None:
    module, function, line = COMMANDS[name]
    found = getattr(import_module(f"review.cli.{module}"), function)
    assert found.__doc__.strip().splitlines()[0] == line


def test_listing_imports_nothing_heavy() -> None:
    code = (
        "import sys; from review.cli import main; main(['--help'])\n"
        "heavy = {'numpy', 'pydantic', 'scipy', 'sqlalchemy'} & set(sys.modules)\n"
        "sys.stderr.write(' '.join(heavy))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stderr == ""
    assert all(name in told.stdout for name in (*COMMANDS, *GROUPS, "analyze", "report", "app"))
