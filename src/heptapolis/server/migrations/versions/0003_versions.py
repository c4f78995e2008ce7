"""Add the rules and catalogue of each table; catalogues are stored once."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = depends_on = None


def upgrade() -> None:
    op.create_table(
        "catalogs",
        sa.Column("fingerprint", sa.String(64), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.add_column(  # 0: before the first release
        "tables", sa.Column("rules", sa.Integer, nullable=False, server_default="0")
    )
    op.add_column("tables", sa.Column("catalog", sa.String(64)))
