"""Command line shorthands of Duel."""

from heptapolis.terminal.options import Shorthand

SHORTHANDS = (
    Shorthand(
        "first_game",
        "The wonders of a first game, no draft.",
        lambda _, _draw: {"wonders": "first_game"},
    ),
    Shorthand(
        "choose_start",
        "With the marker in the middle, who took the last card chooses who begins.",
        lambda _, _draw: {"neutral_start": "choose"},
    ),
)
