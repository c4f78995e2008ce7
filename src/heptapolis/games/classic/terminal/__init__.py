"""Classic in the terminal."""
