"""Classic, with and without leaders, as people and bots see it: game, views, positions."""
