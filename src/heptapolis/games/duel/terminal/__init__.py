"""Duel in the terminal."""
