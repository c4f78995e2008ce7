"""Leaders in the terminal."""
