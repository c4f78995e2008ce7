"""What is trained on: games, their encoding, and how to go about it."""

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

MakeEnv = Callable[[int, int, int | None], Environment]  # from games, a seed, seats or None


@dataclass(frozen=True)
class Ground:
    """The games of a ruleset, and how they are learnt."""

    recipe: Recipe
    coding: Coding
    make_env: MakeEnv
    catalogue: str = ""  # the fingerprint of the cards


def ground_of(settings: TrainingSettings) -> Ground:
    """What the settings ask for; a number of seats at each deal unless one is given."""
    rules = ruleset(settings.ruleset)
    recipe, coding = rules.part(TRAINING), encoding(rules)
    usual_seats = settings.seats or recipe.seats

    def make_env(games: int, seed: int, seats: int | None) -> Environment:
        return VectorEnv(
            rules, games, seed=seed, threads=settings.threads, seats=seats or usual_seats
        )

    return Ground(recipe, coding, make_env, coding.edition.fingerprint)
