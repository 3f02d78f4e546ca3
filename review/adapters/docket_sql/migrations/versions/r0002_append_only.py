"""The database itself refuses to change or delete an entry or a link."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """One trigger a table, in the words of each database."""
    if op.get_bind().dialect.name == "sqlite":
        for table in ("entry", "chain"):
            for act in ("UPDATE", "DELETE"):
                op.execute(
                    f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, 'rows of {table} are never changed'); END"
                )
        return
    op.execute(
        "CREATE FUNCTION docket_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME; END $$"
    )
    for table in ("entry", "chain"):
        op.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION docket_append_only()"
        )
