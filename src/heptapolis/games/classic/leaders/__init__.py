"""The Leaders expansion of classic."""
