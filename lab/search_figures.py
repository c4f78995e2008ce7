"""Targets of the search: ``python -m lab.search_figures play MINUTES [WORDS]``, then ``… write``.

Results are stored in search_figures.json, the table is in search.md; see `pairings`.
"""

import sys

from lab.pairings import RIVALS, Figures, Pairing

UCT, BEFORE = f"{RIVALS}uct.py:Uct", f"{RIVALS}earlier.py:mcts_at_9032da4"
RUSHES = tuple(f"{RIVALS}rush.py:{aim}" for aim in ("science", "war", "coins", "wonder"))
CLASSIC_RUSHES = tuple(f"{RIVALS}rush.py:{aim}" for aim in ("science", "war", "blue", "wonder"))

FIGURES = Figures(
    "search_figures",
    "search.md",
    [
        Pairing("duel", "mcts:50ms", f"{UCT}:50ms", share=0.6, by_science=0.1),
        Pairing("duel", "mcts:50ms", f"{BEFORE}:50ms", share=0.55, by_science=0.1),
        Pairing("duel", "mcts:1000", "mcts:250", share=0.65, low=0.58),
        Pairing("duel", "mcts:4000", "mcts:1000", share=0.65, low=0.58),
        *(Pairing("duel", "mcts:1000", rush, share=0.9, by_science=0.1) for rush in RUSHES),
        Pairing("duel", "mcts:200ms", f"{UCT}:200ms", share=0.6, by_science=0.1),
        Pairing("duel", "mcts:200ms", f"{BEFORE}:200ms", share=0.55, by_science=0.1),
        Pairing("duel", "mcts:16000", "mcts:4000", share=0.65, low=0.58),
        Pairing("3 seats", "mcts:1000", "mcts:250", low=0.38),
        Pairing("3 seats", "mcts:4000", "mcts:1000", low=0.38),
        Pairing("3 seats", "mcts:1000", f"{BEFORE}:1000", low=1 / 3),
        Pairing("5 seats", "mcts:1000", f"{BEFORE}:1000", low=1 / 5),
        Pairing("3 seats with leaders", "mcts:1000", f"{BEFORE}:1000", low=1 / 3),
        *(Pairing("3 seats", rush, "mcts:1000", most=0.2) for rush in CLASSIC_RUSHES),
        *(Pairing("duel", "master", rush, share=0.9, by_science=0.1) for rush in RUSHES),
    ],
)


if __name__ == "__main__":
    FIGURES.command(sys.argv[1:], str(__doc__))
