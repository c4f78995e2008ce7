"""What the bots need to know about a game."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from heptapolis.bots.sampling import SAMPLING
from heptapolis.contract import View
from heptapolis.move import Move
from heptapolis.slots import STRATEGY
from heptapolis.variants import Ruleset, ruleset_of

if TYPE_CHECKING:
    from heptapolis.bots.advice import Reason
    from heptapolis.bots.search_tree import Tree


# Of characters, for each strength: the size of the preference, in points, and the strongest in
# logits of a network.
Leanings = Mapping[str, tuple[float, float, float]]


class Strategy(Protocol):
    """The knowledge to play a variant well. Every view passed to it is one of a seat with a
    decision."""

    noise: float  # factor: how much further apart the values of moves are than usual
    # parameters of the search, in the order of `kernel.tree`; tuned by lab/tune_mcts.py
    habits: Any
    leanings: Leanings

    def rate(self, view: Any) -> list[float]:
        """Return the value of every legal move, in points, one move ahead."""

    def key(self, view: Any, move: Move) -> int:
        """Return the key of a move in the search trees; it ignores the payment."""

    def tree(self, view: Any, seed: int, habits: Any, asked_keys: Any, n_edges: int) -> "Tree":
        """Return a new search tree; ``asked_keys`` restricts the search to these moves."""

    def reasons(self, view: Any, move: Move) -> "list[Reason]":
        """Return the reasons for and against a legal move."""


def has_strategy(rules: Ruleset) -> bool:
    """Return whether a ruleset has a strategy of its own: our bots play it well, advise and
    review."""
    return rules.has(STRATEGY)


def strategy_for(view: View) -> Strategy:
    """Return the strategy for a view: that of its ruleset, or one that samples possible games."""
    return ruleset_of(view).part(STRATEGY, lambda: SAMPLING)
