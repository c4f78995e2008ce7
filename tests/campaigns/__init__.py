"""Fault, fuzz and load campaigns. Run as ``python -m tests.campaigns.NAME --help``."""
