"""Opening a ledger: where it is, whether it is ours, and of a version that we read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

from sqlalchemy import Connection, Engine, NullPool, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from review.adapters.archive_sql.schema import APPLICATION_ID, REVISION
from review.core.errors import ArchiveUnusable
from review.settings import without_password

__all__ = ["begin", "begin_write", "engine_of", "prepare", "told"]

_WAIT_S = 60
_LOCK = 0x42474152
_LEAST_BYTES = 512
_MIGRATIONS = Path(__file__).with_name("migrations")
_PLACES = "Give a path, or a URL such as postgresql://league@server/archive."


def engine_of(place: str) -> Engine:
    """An engine for a path or a URL; nothing is opened yet.

    Raises
    ------
    ArchiveUnusable
        If the URL is of another kind of database, or psycopg is not installed.
    """
    url = _url(place)
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, poolclass=NullPool, connect_args={"timeout": _WAIT_S})
        event.listen(engine, "connect", _settle)
        event.listen(engine, "begin", _begin)
        return engine
    try:
        return create_engine(url, pool_size=1, max_overflow=1, connect_args={"connect_timeout": 10})
    except ImportError as fault:
        raise ArchiveUnusable(
            f"{without_password(place)}: PostgreSQL needs psycopg, which is not installed.",
            remedy="Install it with `pip install benchgate[office]`.",
        ) from fault


def _url(place: str) -> URL:
    if "://" not in place:
        return URL.create("sqlite", database=str(Path(place).expanduser()))
    try:
        url = make_url(place)
    except (ArgumentError, ValueError) as fault:
        raise ArchiveUnusable(
            f"{place.split('://')[0]}://…: this is no address of a ledger.", remedy=_PLACES
        ) from fault
    if url.get_backend_name() not in ("postgresql", "postgres"):
        raise ArchiveUnusable(f"{url.get_backend_name()}://…: a ledger cannot be kept there.", remedy=_PLACES)
    return url.set(drivername="postgresql+psycopg")


def _settle(connection: sqlite3.Connection, record: object) -> None:
    """Leave BEGIN to us, and let readers read while one writes."""
    connection.isolation_level = None
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def begin(engine: Engine) -> Iterator[Connection]:
    """One state of the ledger to read."""
    with engine.connect() as connection:
        if engine.dialect.name != "sqlite":
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        with connection.begin():
            yield connection


@contextmanager
def _turn(engine: Engine) -> Iterator[None]:
    """Wait for a turn at writing: SQLite itself has writers ask again and again, and some ask in vain.

    A lock of the system on a file beside the ledger; where there is none such, SQLite's own way is left.
    """
    try:
        import fcntl

        file = Path(f"{engine.url.database}.turn").open("a")  # noqa: SIM115 - closed below, or not opened
    except (ImportError, OSError):
        yield
        return
    with file:
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def begin_write(engine: Engine, *, alone: bool = False) -> Iterator[Connection]:
    """A transaction that writes: alone in SQLite, beside others in PostgreSQL unless `alone`."""
    with _turn(engine) if engine.dialect.name == "sqlite" else nullcontext(), engine.connect() as plain:
        connection = plain.execution_options(writes=True)
        with connection.begin():
            if engine.dialect.name != "sqlite":
                wait = {"wait": f"{_WAIT_S}s"}
                connection.execute(text("SELECT set_config('lock_timeout', :wait, true)"), wait)
                if alone:
                    connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            yield connection


@contextmanager
def told(place: str) -> Iterator[None]:
    """Turn what a database says into ArchiveUnusable about the place."""
    try:
        yield
    except DBAPIError as fault:
        lines = str(fault.orig).strip().splitlines() or [type(fault.orig).__name__]
        raise ArchiveUnusable(
            f"{without_password(place)}: the ledger cannot be used ({lines[0].strip().rstrip('.')}).",
            remedy="Check the path or the address, your rights, free space, and that the server runs; "
            "then run the same command again.",
        ) from fault


def prepare(engine: Engine, place: str, *, create: bool) -> None:
    """Check that a ledger is there, ours and current; make one, or bring it up to date.

    Raises
    ------
    ArchiveUnusable
    """
    if engine.dialect.name == "sqlite":
        _check_file(Path(str(engine.url.database)), create=create)
    with told(place):
        with begin(engine) as connection:
            found = _checked(connection, place)
        if found == REVISION:
            return
        if found is None and not create:
            raise ArchiveUnusable(
                f"{without_password(place)}: there is no archive yet.",
                remedy="`benchgate archive add FOLDER` makes one.",
            )
        _upgrade(engine)


def _check_file(path: Path, *, create: bool) -> None:
    try:
        size = path.stat().st_size if path.exists() else None
        if path.is_dir():
            raise ArchiveUnusable(f"{path}: this is a folder, not a ledger.", remedy="Give a file.")
        if size is None and not create:
            raise ArchiveUnusable(
                f"{path}: there is no archive yet.", remedy="`benchgate archive add FOLDER` makes one."
            )
        if size is not None and 0 < size < _LEAST_BYTES:
            raise ArchiveUnusable(f"{path}: this is no ledger.", remedy=_PLACES)
        if create:
            path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        if isinstance(fault, ArchiveUnusable):
            raise
        raise ArchiveUnusable(
            f"{path}: {fault.strerror or fault}.", remedy="Choose another place."
        ) from fault


def _checked(connection: Connection, place: str) -> str | None:
    """The revision that is there; None where there is none. Refuses what is not ours."""
    tables = set(inspect(connection).get_table_names())
    foreign = bool(tables & {"unit", "tape", "entry"}) and "alembic_version" not in tables
    if connection.dialect.name == "sqlite":
        sign = connection.exec_driver_sql("PRAGMA application_id").scalar()
        foreign = sign != APPLICATION_ID and bool(sign or tables)
    if foreign or ("alembic_version" in tables and "unit" not in tables):
        raise ArchiveUnusable(
            f"{without_password(place)}: this database is of another program, not a ledger.", remedy=_PLACES
        )
    if "alembic_version" not in tables:
        return None
    found = str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar())
    if found > REVISION:
        raise ArchiveUnusable(
            f"{without_password(place)}: its format is {found}, and this Benchgate reads up to {REVISION}.",
            remedy="Install the newer Benchgate that wrote it.",
        )
    return found


def _upgrade(engine: Engine) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    with begin_write(engine, alone=True) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
