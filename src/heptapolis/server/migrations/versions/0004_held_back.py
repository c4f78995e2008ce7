"""Add the choice that a bot holds back."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = depends_on = None


def upgrade() -> None:
    op.add_column("jobs", sa.Column("move", sa.Text))
