"""A PostgreSQL server of our own for a test session: on a Unix socket, in a temporary folder."""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

__all__ = ["Server", "server"]

_WAIT_S = 30


class Server:
    """A running server; `fresh()` makes another empty database and gives its URL."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._numbers = itertools.count(1)

    def url(self, database: str) -> str:
        return f"postgresql://benchgate@/{database}?host={self.folder}"

    def fresh(self) -> str:
        import psycopg

        name = f"docket_{next(self._numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)


def _binaries() -> Path | None:
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda one: float(one.parts[-3]))
    return places[-1].parent if places else None


def _user() -> dict[str, object]:
    """PostgreSQL refuses to run as root: then as its own user, or as nobody."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    pytest.skip("PostgreSQL does not run as root, and there is no other user here")


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """Start it, or skip with the reason."""
    pytest.importorskip("psycopg", reason="PostgreSQL's docket needs the extra 'office' (psycopg)")
    binaries = _binaries()
    if binaries is None:
        pytest.skip("PostgreSQL is not installed here (Debian: apt install postgresql)")
    user = _user()
    folder = Path(tempfile.mkdtemp(prefix="bgpg", dir="/tmp"))
    if "user" in user:
        os.chown(folder, int(str(user["user"])), int(str(user["group"])))
    process = None
    try:
        made_by = ("-U", "benchgate", "-A", "trust", "-E", "UTF8", "--no-sync")
        _run([binaries / "initdb", "-D", folder / "data", *made_by], user)
        process = subprocess.Popen(
            [
                *(binaries / "postgres", "-D", folder / "data", "-k", folder, "-c", "listen_addresses="),
                *("-c", "fsync=off", "-c", "max_connections=40", "-c", "shared_buffers=16MB"),
            ],
            cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **user,  # type: ignore[call-overload]
        )  # fmt: skip
        made = Server(folder)
        _wait(made, process)
        yield made
    finally:
        if process is not None:
            process.send_signal(signal.SIGQUIT)  # nothing of it is kept
            process.wait(_WAIT_S)
        shutil.rmtree(folder, ignore_errors=True)


def _run(command: list[object], user: dict[str, object]) -> None:
    done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False, **user)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stderr


def _wait(made: Server, process: subprocess.Popen[bytes]) -> None:
    import psycopg

    until = time.monotonic() + _WAIT_S
    while True:
        try:
            psycopg.connect(made.url("postgres")).close()
            return
        except psycopg.OperationalError:
            assert process.poll() is None, "PostgreSQL ended by itself"
            assert time.monotonic() < until, "PostgreSQL did not answer in time"
            time.sleep(0.05)
