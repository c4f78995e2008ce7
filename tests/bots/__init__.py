"""Bots of others, and what keeps a game going whatever they do."""
