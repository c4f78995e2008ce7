"""Pages of a variant that has none of its own: facts and events as lines, moves as buttons."""
