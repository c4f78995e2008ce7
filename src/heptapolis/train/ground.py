"""The games to train on, with their encoding and recipe."""

from collections.abc import Callable
from dataclasses import dataclass

from heptapolis.encodings import encoding
from heptapolis.networks import Coding
from heptapolis.slots import TRAINING
from heptapolis.train.playing import Environment
from heptapolis.train.recipes import Recipe
from heptapolis.train.settings import TrainingSettings
from heptapolis.variants import ruleset
from heptapolis.vector import VectorEnv

MakeEnv = Callable[[int, int, int | None], Environment]  # (games, seed, seats or None)


@dataclass(frozen=True)
class Ground:
    """The games of a ruleset, and the recipe to learn them."""

    recipe: Recipe
    coding: Coding
    make_env: MakeEnv
    catalogue: str = ""  # the fingerprint of the cards


def ground_of(settings: TrainingSettings) -> Ground:
    """Return the ground for some settings; without a fixed number, each deal draws the number of
    seats."""
    rules = ruleset(settings.ruleset)
    recipe, coding = rules.part(TRAINING), encoding(rules)
    usual_seats = settings.seats or recipe.seats

    def make_env(games: int, seed: int, seats: int | None) -> Environment:
        return VectorEnv(
            rules, games, seed=seed, threads=settings.threads, seats=seats or usual_seats
        )

    return Ground(recipe, coding, make_env, coding.edition.fingerprint)
