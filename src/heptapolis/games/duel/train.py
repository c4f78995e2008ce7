"""The training recipe of Duel: without scholars, self-play forgets that science can win games."""

from heptapolis.train.characters import Character
from heptapolis.train.recipes import Recipe

RECIPE = Recipe(
    characters=(
        Character("scholar", 0.20, "different_symbols", 3, 3),
        Character("soldier", 0.06, "lead_in_war", 0, 6),
    ),
    opposed=True,
)
