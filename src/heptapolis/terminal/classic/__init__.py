"""Classic at the terminal."""
