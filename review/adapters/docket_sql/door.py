"""Opening a docket: where it is, whether it is ours, and of a version that we read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, NullPool, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from review.adapters.docket_sql.schema import APPLICATION_ID, REVISION
from review.core.errors import DocketUnusable
from review.settings import without_password

__all__ = ["begin_read", "begin_write", "engine_of", "prepare", "revision_of", "told", "upgrade"]

_WAIT_S = 60
_LOCK = 0x4247444B
_LEAST_BYTES = 512
_MIGRATIONS = Path(__file__).with_name("migrations")


def engine_of(place: str) -> Engine:
    """An engine for a path or a URL; nothing is opened yet.

    Raises
    ------
    DocketUnusable
        If the URL is of another kind of database, or psycopg is not installed.
    """
    url = _url(place)
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, poolclass=NullPool, connect_args={"timeout": _WAIT_S})
        event.listen(engine, "connect", _own_transactions)
        event.listen(engine, "begin", _begin)
        return engine
    try:
        return create_engine(url, poolclass=NullPool, connect_args={"connect_timeout": 10})
    except ImportError as fault:
        raise DocketUnusable(
            f"{without_password(place)}: PostgreSQL needs psycopg, which is not installed.",
            remedy="Install it with `pip install benchgate[office]`.",
        ) from fault


def _url(place: str) -> URL:
    if "://" not in place:
        return URL.create("sqlite", database=str(Path(place).expanduser()))
    try:
        url = make_url(place)
    except (ArgumentError, ValueError) as fault:
        raise DocketUnusable(
            f"{place.split('://')[0]}://…: this is no address of a docket.", remedy=_PLACES
        ) from fault
    kind = url.get_backend_name()
    if kind == "sqlite" and url.database:
        return URL.create("sqlite", database=str(Path(url.database).expanduser()))
    if kind not in ("postgresql", "postgres"):
        raise DocketUnusable(f"{kind}://…: a docket cannot be kept there.", remedy=_PLACES)
    return url.set(drivername="postgresql+psycopg")


_PLACES = "Give a path, or a URL such as postgresql://office@server/docket."


def _own_transactions(connection: object, record: object) -> None:
    """Leave BEGIN to us: Python's sqlite3 would begin late, and not at all for tables."""
    connection.isolation_level = None  # type: ignore[attr-defined]


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def begin_read(engine: Engine) -> Iterator[Connection]:
    """One state of the docket, whoever writes meanwhile."""
    with engine.connect() as connection:
        if engine.dialect.name != "sqlite":
            connection = connection.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
        with connection.begin():
            yield connection


@contextmanager
def begin_write(engine: Engine) -> Iterator[Connection]:
    """A transaction that no other writer can be in at the same time; it waits for its turn."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if engine.dialect.name != "sqlite":
            connection.execute(
                text("SELECT set_config('lock_timeout', :wait, true)"), {"wait": f"{_WAIT_S}s"}
            )
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        yield connection


@contextmanager
def told(place: str) -> Iterator[None]:
    """Turn what a database says into DocketUnusable about the place."""
    try:
        yield
    except NoSuchModuleError as fault:
        raise DocketUnusable(
            f"{without_password(place)}: a docket cannot be kept there.", remedy=_PLACES
        ) from fault
    except DBAPIError as fault:
        lines = str(fault.orig).strip().splitlines() or [type(fault.orig).__name__]
        if _is_busy(fault.orig):
            raise DocketUnusable(
                f"{without_password(place)}: somebody else has been writing for {_WAIT_S} s.",
                remedy="Nothing was entered. Try again; a program that hangs may hold it.",
            ) from fault
        raise DocketUnusable(
            f"{without_password(place)}: the docket cannot be used ({lines[0].strip().rstrip('.')}).",
            remedy="Check the path or the address, your rights, and that the server runs.",
        ) from fault


def _is_busy(fault: object) -> bool:
    """By code, since the words are in the server's language."""
    sqlite_code = getattr(fault, "sqlite_errorcode", 0) & 0xFF
    return sqlite_code == sqlite3.SQLITE_BUSY or getattr(fault, "sqlstate", None) == "55P03"


def prepare(engine: Engine, place: str, *, create: bool, migrate: bool = False) -> None:
    """Check that a docket is there, ours and current; make or upgrade an SQLite file, others if `migrate`.

    Raises
    ------
    DocketUnusable
    """
    sqlite = engine.dialect.name == "sqlite"
    if sqlite:
        _check_file(Path(str(engine.url.database)), create=create)
    with told(place):
        with begin_read(engine) as connection:
            found = _checked(connection, place)
        if found == REVISION:
            return
        if migrate or (sqlite and (create or found is not None)):
            upgrade(engine)
            return
    if found is None:
        raise DocketUnusable(
            f"{without_password(place)}: there is no docket in this database yet.",
            remedy="Set it up once: `docket upgrade`.",
        )
    raise DocketUnusable(
        f"{without_password(place)}: the docket is of format {found}, and this Benchgate writes {REVISION}.",
        remedy="Bring it up to date once, when nobody works in it: `docket upgrade`.",
    )


def _check_file(path: Path, *, create: bool) -> None:
    try:
        size = path.stat().st_size if path.exists() else None
        if path.is_dir():
            raise DocketUnusable(f"{path}: this is a folder, not a docket.", remedy="Give a file.")
        if size is None and not create:
            raise DocketUnusable(
                f"{path}: there is no docket yet.", remedy="`docket open` makes it with its first case."
            )
        if size is not None and 0 < size < _LEAST_BYTES:  # SQLite would take it for empty, and write over it
            raise DocketUnusable(f"{path}: this is no docket.", remedy=_PLACES)
        if create:
            path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        if isinstance(fault, DocketUnusable):
            raise
        raise DocketUnusable(f"{path}: {fault.strerror or fault}.", remedy="Choose another place.") from fault


def _checked(connection: Connection, place: str) -> str | None:
    """The revision that is there; None where there is none. Refuses what is not ours."""
    tables = set(inspect(connection).get_table_names())
    if connection.dialect.name == "sqlite":
        mark = connection.exec_driver_sql("PRAGMA application_id").scalar()
        if mark != APPLICATION_ID and (mark or tables):
            raise DocketUnusable(
                f"{place}: this is an SQLite file of another kind, not a docket.", remedy=_PLACES
            )
    elif "alembic_version" not in tables and tables & {"entry", "chain"}:
        raise DocketUnusable(
            f"{without_password(place)}: this database holds tables of another program.",
            remedy="Give the docket its own database.",
        )
    found = revision_of(connection) if "alembic_version" in tables else None
    if found is not None and found not in _known():
        raise DocketUnusable(
            f"{without_password(place)}: its format is {found}, and this Benchgate reads up to {REVISION}.",
            remedy="Install the newer Benchgate that wrote it.",
        )
    return found


def _known() -> set[str]:
    return {f"{number:04d}" for number in range(1, int(REVISION) + 1)}


def revision_of(connection: Connection) -> str | None:
    """The revision that a database says it is of."""
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def upgrade(engine: Engine, *, upto: str = "head") -> None:
    """Run the migrations that are missing, all or none, one process at a time."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    with begin_write(engine) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, upto)
