"""The tables as the code reads them; migrations make them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, Integer, MetaData, Table, Text

__all__ = ["APPLICATION_ID", "REVISION", "disagreement", "mark", "mention", "output", "tape", "unit"]

APPLICATION_ID = 0x42474152  # "BGAR"
REVISION = "0001"

_metadata = MetaData()
mark = Table("mark", _metadata, Column("name", Text, primary_key=True), Column("value", Text, nullable=False))
tape = Table(
    "tape",
    _metadata,
    Column("id", Integer, primary_key=True),
    Column("sha256", Text, nullable=False),
    Column("path", Text, nullable=False),
    Column("shard", Integer, nullable=False),
    Column("duration_s", Float, nullable=False),
    Column("day", Text),
    Column("season", Text),
    Column("body", Text, nullable=False),
    Column("watch_key", Text),
    Column("judge_key", Text),
    Column("ready", Integer, nullable=False),
    Column("leased", Integer, nullable=False),
)
unit = Table(
    "unit",
    _metadata,
    Column("id", Integer, primary_key=True),
    Column("tape", Integer, nullable=False),
    Column("stage", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("first_segment", Integer, nullable=False),
    Column("segments", Integer, nullable=False),
    Column("tape_s", Float, nullable=False),
    Column("state", Text, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("holder", Text),
    Column("until_s", Float),
    Column("cause", Text),
    Column("reason", Text),
)
output = Table(
    "output",
    _metadata,
    Column("tape", Integer, primary_key=True, autoincrement=False),
    Column("stage", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("segment", Integer, primary_key=True, autoincrement=False),
    Column("digest", Text, nullable=False),
    Column("start_pts", BigInteger, nullable=False),
    Column("end_pts", BigInteger, nullable=False),
    Column("size_bytes", BigInteger, nullable=False),
    Column("tape_s", Float, nullable=False),
    Column("wall_s", Float, nullable=False),
    Column("cpu_s", Float, nullable=False),
    Column("read_bytes", BigInteger, nullable=False),
    Column("holder", Text, nullable=False),
    Column("at_s", Float, nullable=False),
)
disagreement = Table(
    "disagreement",
    _metadata,
    Column("id", Integer, primary_key=True),
    Column("tape", Integer, nullable=False),
    Column("stage", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("segment", Integer, nullable=False),
    Column("held", Text, nullable=False),
    Column("other", Text, nullable=False),
    Column("holder", Text, nullable=False),
    Column("at_s", Float, nullable=False),
)
mention = Table(
    "mention",
    _metadata,
    Column("id", Integer, primary_key=True),
    Column("tape", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("start_s", Float, nullable=False),
    Column("end_s", Float, nullable=False),
    Column("verdict", Text),
    Column("clause", Text),
    Column("team", Text),
    Column("number", Integer),
    Column("name", Text),
    Column("direction", Text),
    Column("low_m", Float),
    Column("high_m", Float),
    Column("low_s", Float),
    Column("high_s", Float),
    Column("rank", Integer),
    Column("confidence", Float),
    Column("words", Text, nullable=False),
)
