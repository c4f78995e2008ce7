"""The built-in games, a package each."""
