"""The game of classic, with and without leaders: views and positions for people and bots."""
