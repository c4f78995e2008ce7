"""Rivals: bots that play differently from ours. README.md describes them."""
