"""Duel on a page."""
