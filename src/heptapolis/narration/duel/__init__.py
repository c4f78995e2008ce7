"""Duel in words."""
