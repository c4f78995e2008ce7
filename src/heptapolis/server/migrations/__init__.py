"""The database's schema, step by step (Alembic); `Store.open` brings every database up to date."""
