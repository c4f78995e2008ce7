"""Configure Alembic with the connection of the store, or with the URL in its configuration."""

from typing import Any

from alembic import context
from sqlalchemy import create_engine

from heptapolis.server.schema import SCHEMA


def run(connection: Any) -> None:
    context.configure(connection=connection, target_metadata=SCHEMA, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


shared_connection = context.config.attributes.get("connection")
if shared_connection is not None:
    run(shared_connection)
else:  # `alembic` on the command line, for a new migration
    with create_engine(context.config.get_main_option("sqlalchemy.url") or "").begin() as made:
        run(made)
