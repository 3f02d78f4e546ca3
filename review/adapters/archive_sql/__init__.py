"""The archive's ledger in a database: one SQLite file on a desk, or PostgreSQL for many machines."""

from review.adapters.archive_sql.ledger import SqlLedger

__all__ = ["SqlLedger"]
