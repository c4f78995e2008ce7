"""Duel as numbers, in compiled code."""
