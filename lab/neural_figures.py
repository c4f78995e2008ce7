"""Targets of the networks: ``python -m lab.neural_figures play MINUTES [WORDS]``, then ``… write``.

Results are stored in neural_figures.json, the table is in learned.md; see `pairings`.
``… draw`` plots strength over the budget of the search. The best responses are not in the repository:
lab/training.md has the commands that make them, and the script looks for them in exploiters/.
"""

import sys

from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from heptapolis.plotting import BLUE, FAINT, ORANGE, drawing, new_figure
from lab.pairings import LAB, RIVALS, Figures, Pairing, Score

UCT, BEFORE = f"{RIVALS}uct.py:Uct", f"{RIVALS}earlier.py:mcts_at_9032da4"
RUSHES = tuple(f"{RIVALS}rush.py:{aim}" for aim in ("science", "war", "coins", "wonder"))
SEARCH, PLAIN = "neural-search:200ms", f"{BEFORE}:200ms"
BUDGETS = {  # simulations, against the same network without a search
    variant: [Pairing(variant, f"neural-search:{n}", "neural", games=games) for n in simulations]
    for variant, simulations, games in (
        ("duel", (10, 30, 100, 300, 1000), 200),
        ("3 seats", (10, 30, 100, 300), 150),
    )
}

TICKS = (10, 30, 100, 300, 1000)

FIGURES = Figures(
    "neural_figures",
    "learned.md",
    [
        Pairing("duel", "neural", f"{BEFORE}:4000", share=0.7),
        Pairing("duel", "neural", f"{UCT}:200ms", share=0.75),
        Pairing("duel", SEARCH, PLAIN, share=0.75),
        Pairing("duel", SEARCH, f"{UCT}:200ms", share=0.85),
        Pairing("3 seats", "neural", f"{BEFORE}:1000", share=0.45),
        Pairing("3 seats", SEARCH, PLAIN, share=0.6),
        *(Pairing(f"{seats} seats", SEARCH, PLAIN, low=1 / seats) for seats in (2, 4, 5, 7)),
        *(
            Pairing(f"{seats} seats with leaders", SEARCH, PLAIN, low=1 / seats)
            for seats in (2, 3, 5)
        ),
        Pairing("duel", "neural:exploiters/duel.npz", SEARCH, most=0.5),
        Pairing("3 seats", "neural:exploiters/classic.npz", SEARCH, most=1 / 3 + 0.05),
        *(Pairing("duel", rush, "neural", most=0.1) for rush in RUSHES),
        *(Pairing("duel", rush, SEARCH, most=0.1) for rush in RUSHES),
        Pairing("duel", "neural-search:1000ms", f"{BEFORE}:1000ms", share=0.75, games=100),
        Pairing("duel", "neural-search:1000ms", f"{UCT}:1000ms", share=0.85, games=100),
        Pairing("duel", "neural", "mcts:4000", games=100),  # current searches, without a target
        Pairing("duel", SEARCH, "mcts:200ms", games=100),
        Pairing("3 seats", SEARCH, "mcts:200ms", games=99),
        *(one for pairings in BUDGETS.values() for one in pairings),
    ],
)


@drawing
def curves() -> Figure:
    """Plot the strength that a search adds to the network, by simulations."""
    figure = new_figure(
        4.6,
        "What a search adds to the network",
        "Wins of one neural-search against neural at all other seats; bars are 95 %, dashed lines par.",
    )
    axes, results = figure.subplots(), FIGURES.stored()
    for (variant, pairings), colour in zip(BUDGETS.items(), (BLUE, ORANGE), strict=True):
        scores = [Score(one, results.get(one.key, [])) for one in pairings]
        scores = [one for one in scores if len(one.rows) >= 2 * one.pairing.seats]
        axes.errorbar(
            [int(one.pairing.hero.partition(":")[2]) for one in scores],
            [one.share for one in scores],
            [one.error for one in scores],
            color=colour,
            marker="o",
            label=variant,
        )
        axes.axhline(1 / pairings[0].seats, color=FAINT, linewidth=0.8, linestyle="--")
    axes.set(xlabel="simulations a move", ylabel="wins", xscale="log")
    axes.set_xticks(TICKS, [f"{n:,}" for n in TICKS])
    axes.minorticks_off()
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    axes.grid(True, axis="both")
    axes.legend(frameon=False)
    return figure


if __name__ == "__main__" and sys.argv[1:] == ["draw"]:
    (LAB / "images" / "budget.svg").write_text(curves().svg, encoding="utf-8")
elif __name__ == "__main__":
    FIGURES.command(sys.argv[1:], str(__doc__))
