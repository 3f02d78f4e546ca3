"""Entries and the chain over them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_APPLICATION_ID = 0x4247444B  # "BGDK"


def upgrade() -> None:
    """Make both tables."""
    op.create_table(
        "entry",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("docket_case", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("recorded", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("valid", sa.Text, nullable=False),
        sa.Column("once", sa.Text, unique=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("docket_case", "version"),
    )
    op.create_table(
        "chain",
        sa.Column("number", sa.Integer, sa.ForeignKey("entry.number"), primary_key=True, autoincrement=False),
        sa.Column("entry_sha256", sa.Text, nullable=False),
        sa.Column("sha256", sa.Text, nullable=False, unique=True),
    )
    if op.get_bind().dialect.name == "sqlite":
        op.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
