"""The case file: one SQLite file that keeps a tape's analysis as it goes and opens at any moment."""

from review.adapters.store_sqlite.chain import Verification
from review.adapters.store_sqlite.info import case_info, copy_case, verify_case
from review.adapters.store_sqlite.store import SqliteStore

__all__ = ["SqliteStore", "Verification", "case_info", "copy_case", "verify_case"]
