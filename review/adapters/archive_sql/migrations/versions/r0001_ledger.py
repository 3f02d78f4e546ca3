"""Tapes, units of work, outputs, disagreements, and the index of what cases mention."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_APPLICATION_ID = 0x42474152  # "BGAR"


def _text(name: str, *, needed: bool = True) -> sa.Column[Any]:
    return sa.Column(name, sa.Text, nullable=not needed)


def _whole(name: str, *, needed: bool = True) -> sa.Column[Any]:
    return sa.Column(name, sa.BigInteger, nullable=not needed)


def _real(name: str, *, needed: bool = True) -> sa.Column[Any]:
    return sa.Column(name, sa.Float, nullable=not needed)


def _id() -> sa.Column[Any]:
    return sa.Column("id", sa.Integer, primary_key=True)


def _of_tape() -> sa.Column[Any]:
    return sa.Column("tape", sa.Integer, sa.ForeignKey("tape.id"), nullable=False)


def upgrade() -> None:
    """Make all tables."""
    op.create_table("mark", sa.Column("name", sa.Text, primary_key=True), _text("value"))
    op.create_table(
        "tape", _id(), sa.Column("sha256", sa.Text, nullable=False, unique=True), _text("path"),
        _whole("shard"), _real("duration_s"), _text("day", needed=False), _text("season", needed=False),
        _text("body"), _text("watch_key", needed=False), _text("judge_key", needed=False), _whole("ready"),
        _whole("leased"),
    )  # fmt: skip
    op.create_table(
        "unit", _id(), _of_tape(), _text("stage"), _text("key"), _whole("first_segment"), _whole("segments"),
        _real("tape_s"), _text("state"), _whole("attempt"), _text("holder", needed=False),
        _real("until_s", needed=False), _text("cause", needed=False), _text("reason", needed=False),
        sa.UniqueConstraint("tape", "stage", "key", "first_segment"),
        sa.CheckConstraint("state IN ('waiting', 'ready', 'leased', 'resting', 'done', 'failed')"),
    )  # fmt: skip
    op.create_table(
        "output", _of_tape(), _text("stage"), _text("key"), _whole("segment"), _text("digest"),
        _whole("start_pts"), _whole("end_pts"), _whole("size_bytes"), _real("tape_s"), _real("wall_s"),
        _real("cpu_s"), _whole("read_bytes"), _text("holder"), _real("at_s"),
        sa.PrimaryKeyConstraint("tape", "stage", "key", "segment"),
    )  # fmt: skip
    op.create_table(
        "disagreement", _id(), _of_tape(), _text("stage"), _text("key"), _whole("segment"), _text("held"),
        _text("other"), _text("holder"), _real("at_s"),
    )  # fmt: skip
    op.create_table(
        "mention", _id(), _of_tape(), _text("kind"), _real("start_s"), _real("end_s"),
        _text("verdict", needed=False), _text("clause", needed=False), _text("team", needed=False),
        _whole("number", needed=False), _text("name", needed=False), _text("direction", needed=False),
        _real("low_m", needed=False), _real("high_m", needed=False), _real("low_s", needed=False),
        _real("high_s", needed=False), _whole("rank", needed=False), _real("confidence", needed=False),
        _text("words"),
    )  # fmt: skip
    op.create_index("tape_with_work", "tape", ["leased", "id"], **_where("ready > 0"))
    op.create_index("unit_until", "unit", ["until_s"], **_where("state IN ('leased', 'resting')"))
    op.create_index("unit_holder", "unit", ["holder"], **_where("state = 'leased'"))
    op.create_index("output_at", "output", ["at_s"])
    op.create_index("mention_tape", "mention", ["tape"])
    op.create_index("mention_kind", "mention", ["kind", "verdict", "rank"])
    if op.get_bind().dialect.name == "sqlite":
        op.execute(f"PRAGMA application_id = {_APPLICATION_ID}")


def _where(words: str) -> dict[str, Any]:
    return {"sqlite_where": sa.text(words), "postgresql_where": sa.text(words)}
