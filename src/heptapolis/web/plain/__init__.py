"""Generic pages of a variant without its own: facts and events as lines, moves as buttons."""
