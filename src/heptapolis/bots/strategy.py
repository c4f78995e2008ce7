"""What bots know of a game."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from heptapolis.contract import View
from heptapolis.move import Move
from heptapolis.slots import STRATEGY
from heptapolis.variants import Ruleset, ruleset_of

if TYPE_CHECKING:
    from heptapolis.bots.advice import Reason
    from heptapolis.bots.search_tree import SearchTree


# Of characters, for each strength: how much they like what they like, in points, and the strongest
# in logits of a network.
Leanings = Mapping[str, tuple[float, float, float]]


class Strategy(Protocol):
    """What it takes to play a variant well; every view is one of a seat that is to move."""

    noise: float  # how much further apart the values of moves lie than usual
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


def has_strategy(rules: Ruleset) -> bool:
    """Whether our bots know more of a ruleset than its moves: they play it well, advise and
    review."""
    return rules.has(STRATEGY)


def strategy_for(view: View, bot: str) -> Strategy:
    """The strategy that a bot needs for a view."""
    rules = ruleset_of(view)
    if not has_strategy(rules):
        raise ValueError(f"{bot} does not play {rules}")
    return rules.part(STRATEGY)
