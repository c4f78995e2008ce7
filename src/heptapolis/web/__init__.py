"""The HTML pages of the web game."""
