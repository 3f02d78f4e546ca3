"""The tables as the code reads them; migrations make them."""

from __future__ import annotations

from sqlalchemy import Column, Integer, MetaData, Table, Text

__all__ = ["APPLICATION_ID", "REVISION", "chain", "entry"]

APPLICATION_ID = 0x4247444B  # "BGDK"
REVISION = "0002"

_metadata = MetaData()
entry = Table(
    "entry",
    _metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("docket_case", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("recorded", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("who", Text, nullable=False),
    Column("valid", Text, nullable=False),
    Column("once", Text),
    Column("body", Text, nullable=False),
)
chain = Table(
    "chain",
    _metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("entry_sha256", Text, nullable=False),
    Column("sha256", Text, nullable=False),
)
