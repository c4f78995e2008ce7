"""Add who is reported, and the last network of a guest."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = depends_on = None


def upgrade() -> None:
    op.add_column("reports", sa.Column("reported", sa.String(32)))
    op.add_column("guests", sa.Column("network", sa.String(64)))
    op.add_column("guests", sa.Column("network_at", sa.Double))
