"""Balance reports on classic."""
