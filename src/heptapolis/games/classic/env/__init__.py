"""Modules for PettingZoo; `heptapolis.env` has them too."""
