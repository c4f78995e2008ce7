"""Games of a variant for which the terminal has nothing of its own."""
