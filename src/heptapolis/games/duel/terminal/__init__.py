"""Duel at the terminal."""
