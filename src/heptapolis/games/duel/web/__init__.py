"""Duel on the pages."""
