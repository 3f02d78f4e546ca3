"""The docket in a database: one SQLite file, or PostgreSQL for an office with several people."""

from review.adapters.docket_sql.store import SqlDocket

__all__ = ["SqlDocket"]
