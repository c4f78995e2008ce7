"""What bots know of each variant: here, and nowhere else in this layer, games are named."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from heptapolis.contract import View
from heptapolis.move import Move
from heptapolis.variants import Parts

if TYPE_CHECKING:
    from heptapolis.bots.advice import Reason
    from heptapolis.bots.search_tree import SearchTree


# Of characters, for each strength: how much they like what they like, in points, and the strongest
# in logits of a network.
Leanings = Mapping[str, tuple[float, float, float]]


class Strategy(Protocol):
    """What it takes to play a variant well; every view is one of a seat that is to move."""

    noise: float  # how much further apart the values of moves lie than those of classic
    habits: Any  # how to search, in the order of `kernel.tree`; found by benchmarks/tune_mcts.py
    leanings: Leanings

    def leanings_for(self, view: Any) -> Leanings:
        """Those for the game that a view is of, which may have expansions."""

    def rate(self, view: Any) -> list[float]:
        """The value of every legal move, in points, one move ahead."""

    def key(self, view: Any, move: Move) -> int:
        """A move, its payment aside, as the trees know it."""

    def tree(
        self, view: Any, seed: int, habits: Any, asked_keys: Any, n_edges: int
    ) -> "SearchTree":
        """What a search grows; ``asked_keys`` are those of the only moves in question."""

    def reasons(self, view: Any, move: Move) -> "list[Reason]":
        """What speaks for a legal move and against it."""


STRATEGIES: Parts[Strategy] = Parts(
    "strategy",
    classic="heptapolis.bots.classic:STRATEGY",
    duel="heptapolis.bots.duel:STRATEGY",
)


def strategy_for(view: View, bot: str) -> Strategy:
    """The strategy that a bot needs for a view."""
    if view.game not in STRATEGIES:
        raise ValueError(f"{bot} does not play {view.game}")
    return STRATEGIES.of(view.game)
