"""Migrate the database schema with Alembic. `Store.open` applies all migrations."""
