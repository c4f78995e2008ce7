"""What is particular to training a variant."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from heptapolis.train.characters import Character
from heptapolis.train.settings import Learning, Mixture


@dataclass(frozen=True)
class Recipe:
    """How a variant is trained unless somebody says otherwise."""

    characters: tuple[Character, ...] = ()
    opposed: bool = False  # what a character wishes for, the others are paid to prevent
    margin: float = 0.0  # the part of the pay that goes by points ahead of the best rival
    margin_points: float = 15.0  # ahead are worth tanh(1)
    outcomes: Sequence[str] = ("points",)  # how games end, by number
    seats: tuple[int, ...] | None = None  # that are drawn from at each deal; as the variant has
    steps: int = 48  # of every game between two updates
    width: int = 512
    blocks: int = 3
    games: int = 16_384  # on a GPU
    match_seats: tuple[int | None, ...] = (None,)  # of matches against bots
    learning: Learning = field(default_factory=Learning)
    mixture: Mixture = field(default_factory=Mixture)

    @property
    def response(self) -> Learning:
        """How a best response is trained: it knows the game already, and is not to forget it."""
        return replace(self.learning, learning_rate=(1e-4, 1e-5), entropy=(0.002, 0.0))


CPU_GAMES = 512
