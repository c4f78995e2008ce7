"""Duel as people and bots see it: the game, a seat's view, positions, events."""
