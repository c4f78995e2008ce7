"""The training recipe of classic, with and without Leaders: one network for two to seven seats."""

from heptapolis.train.characters import Character
from heptapolis.train.recipes import Recipe
from heptapolis.train.settings import Learning

RECIPE = Recipe(
    characters=(
        Character("scholar", 0.08, "science_points", 20, 25),
        Character("soldier", 0.06, "shields", 5, 6),
        Character("citizen", 0.04, "blue_points", 15, 15),
        Character("merchant", 0.03, "coins", 10, 15),
    ),
    margin=0.4,
    seats=(2, 3, 4, 5, 6, 7),
    match_seats=(3, 5),
    steps=24,
    width=512,
    games=8192,
    learning=Learning(smoothing=0.92),
)
