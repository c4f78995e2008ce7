"""Training parameters of a variant."""

from dataclasses import dataclass, field, replace

from heptapolis.train.characters import Character
from heptapolis.train.settings import Learning, Mixture


@dataclass(frozen=True)
class Recipe:
    """The default training parameters of a variant."""

    characters: tuple[Character, ...] = ()
    opposed: bool = False  # other seats are paid to prevent a character's goal
    margin: float = 0.0  # the part of the reward for points ahead of the best rival
    margin_points: float = 15.0  # a lead of so many points is worth tanh(1)
    seats: tuple[int, ...] | None = None  # to draw from at each deal; None: those of the variant
    steps: int = 48  # of every game between two updates
    width: int = 512
    blocks: int = 3
    games: int = 16_384  # on a GPU
    match_seats: tuple[int | None, ...] = (None,)  # in matches against bots
    learning: Learning = field(default_factory=Learning)
    mixture: Mixture = field(default_factory=Mixture)

    @property
    def response(self) -> Learning:
        """Return the recipe of a best response: it starts from a trained player and must not
        forget."""
        return replace(self.learning, learning_rate=(1e-4, 1e-5), entropy=(0.002, 0.0))


CPU_GAMES = 512
