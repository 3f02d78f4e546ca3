"""Fixtures of the contracts: one PostgreSQL server for the whole session."""

from tests.contract.postgres import server

__all__ = ["server"]
