"""Balance reports on Duel."""
