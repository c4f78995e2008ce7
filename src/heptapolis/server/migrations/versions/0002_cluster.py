"""Add what servers share: jobs of bots, presence, and which tables have clocks."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = depends_on = None

ID = sa.String(32)


def upgrade() -> None:
    op.add_column(  # existing tables may have clocks
        "tables", sa.Column("is_timed", sa.Boolean, nullable=False, server_default=sa.true())
    )
    op.add_column("seats", sa.Column("seen", sa.Double, nullable=False, server_default="0"))
    op.create_table(
        "jobs",
        sa.Column("table_id", ID, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("decision", sa.Integer, primary_key=True),
        sa.Column("bot", sa.String(100), nullable=False),
        sa.Column("due", sa.Double, nullable=False),
        sa.Column("owner", ID),
    )
    op.create_index("jobs_by_due", "jobs", ["due"])
    op.create_index("jobs_by_owner", "jobs", ["owner"])
