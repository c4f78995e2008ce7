"""Alembic runs this: the connection comes from the store, or from an address in the config."""

from typing import Any

from alembic import context
from sqlalchemy import create_engine

from heptapolis.server.schema import SCHEMA


def run(connection: Any) -> None:
    context.configure(connection=connection, target_metadata=SCHEMA, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:  # `alembic` by hand, for a new step
    with create_engine(context.config.get_main_option("sqlalchemy.url") or "").begin() as made:
        run(made)
