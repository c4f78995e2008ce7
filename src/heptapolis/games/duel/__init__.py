"""The game of Duel: views, positions and events for people and bots."""
