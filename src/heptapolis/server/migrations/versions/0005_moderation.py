"""Add bans, reports of players, the audit log of admins, and deleted guests."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = depends_on = None

ID = sa.String(32)


def upgrade() -> None:
    op.add_column("guests", sa.Column("deleted", sa.Double))
    op.create_table(
        "bans",
        sa.Column("id", ID, primary_key=True),
        sa.Column("target", sa.String(64), nullable=False),
        sa.Column("until", sa.Double),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", ID, primary_key=True),
        sa.Column("table_id", ID, nullable=False),
        sa.Column("guest", ID, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("context", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("closed", sa.Double),
    )
    op.create_table(
        "audit",
        sa.Column("id", ID, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("actor", sa.String(64), nullable=False),
        sa.Column("action", sa.String(32), nullable=False),
        sa.Column("details", sa.Text, nullable=False),
    )
