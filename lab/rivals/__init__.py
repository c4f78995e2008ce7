"""Rivals: bots that play differently from the shipped ones. README.md describes them."""
