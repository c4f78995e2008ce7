"""The words that Leaders adds to classic."""
