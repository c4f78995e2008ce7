"""Fit the prior of moves that guides classic's search (`games/classic/players/move_prior.py`): ``python -m lab.tune_move_prior GAMES``.

Like `tune_quick.py` for Duel: the networks play games against themselves, half of them with leaders, with three
to seven players, and the weights of maximum likelihood for their choices in turns are printed. The first weight
is that of a point one move ahead; its reciprocal is the temperature of the search.
"""

import sys
from typing import Any

import numpy as np

import heptapolis as hp
from heptapolis.bots.strategy import strategy_for
from heptapolis.codes import FIRST_MANUFACTURED, Color
from heptapolis.games.classic.codes import FIRST_BOARD, FIRST_STAGE, STAGES
from heptapolis.games.classic.players.move_prior import FEATURE_OF_COLOR
from heptapolis.games.classic.rules.constants import BUILD_FREE, DISCARD, STAGE
from heptapolis.games.classic.verbs import kind_of
from lab.tune_quick import Choice, columns, fit, show, watch

TABLES = (3, 5, 3, 4, 7, 3, 6)  # seats
OF_ITEM = ("raw", "made", "choice", "cheaper", "chain", "unit", "counted", "coin", "printed coin")
NAMES = (
    "ahead",
    "stage",
    "unbuilt",
    "sale",
    "free",
    *(color.slug for color in FEATURE_OF_COLOR),
    *OF_ITEM,
    "bought",
    "second",
    "third",
    "complete",
)
LASTING_TERMS = tuple(
    name
    for name in NAMES
    if name not in ("ahead", "free", "coin", "printed coin", "third", "complete")
)


def facts_of(view: Any, move: hp.Move, ahead: float, left: float) -> Any:
    """Return the facts of a move; ``ahead`` is its value one move ahead."""
    s, t = view._states[0], view.edition.tables[0]
    city, f = view._city_of(view.seat), dict.fromkeys(NAMES, 0.0)
    f["ahead"], f["bought"] = ahead, float(move.left + move.right)
    if kind_of(move) == DISCARD:
        f["sale"] = 1.0
        return columns(f, left, LASTING_TERMS)
    item = view.edition.item[move.card]
    if kind_of(move) == STAGE:
        board = int(s["board"][city]) - FIRST_BOARD
        item = FIRST_STAGE + STAGES * board + int(s["stages"][city])
        f["stage"], f["unbuilt"] = 1.0, float(t["n_stages"][board] - s["stages"][city])
    else:
        f["free"] = float(kind_of(move) == BUILD_FREE)
        color = Color(int(t["color"][item]))
        if color in FEATURE_OF_COLOR:
            f[color.slug] = 1.0
        f["chain"] = float((t["frees"][t["structure"][item]] > 0).sum())
        f["printed coin"] = float(t["cost_coins"][item])
        symbols, symbol = s["symbols"][city], int(t["science"][item])
        if symbol:
            n, kinds = int(symbols[symbol]), int((symbols[1:] > 0).sum())
            f["second"], f["third"] = float(n == 1), float(n > 1)
            f["complete"] = float(n == 0 and kinds == 2)
    goods = t["produce"][item]
    f["raw"], f["made"] = (
        float(goods[:FIRST_MANUFACTURED].sum()),
        float(goods[FIRST_MANUFACTURED:].sum()),
    )
    f["choice"], f["cheaper"] = float(t["choice"][item] > 0), float(t["price"][item].sum() > 0)
    f["unit"], f["coin"] = float(t["cost_units"][item]), float(t["coins"][item])
    f["counted"] = float(t["points_per_amount"][item] != 0)
    return columns(f, left, LASTING_TERMS)


def choice_in(view: Any, chances: list[tuple[hp.Move, float]]) -> Choice:
    """Return the moves of a turn with the cheapest payment each, and the network's probabilities."""
    strategy, s = strategy_for(view), view._states[0]
    left = ((3 - int(s["age"])) * 6 + 6 - int(s["turn"])) / 18
    rated: dict[int, tuple[hp.Move, float]] = {}
    for move, value in zip(view.legal_moves(), strategy.rate(view), strict=True):
        rated.setdefault(strategy.key(view, move), (move, value))
    likely = dict.fromkeys(rated, 0.0)
    for move, chance in chances:
        likely[strategy.key(view, move)] += chance
    return np.array([facts_of(view, *one, left) for one in rated.values()]), np.array(
        [*likely.values()]
    )


def main(n_games: int) -> None:
    choices = []
    for leaders in (False, True):
        seats = [TABLES[k % len(TABLES)] for k in range(n_games // 2)]
        games = [hp.new("classic", leaders=leaders, seats=n, seed=k) for k, n in enumerate(seats)]
        choices += watch(games, choice_in)
    show(fit(choices), NAMES, LASTING_TERMS)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(int(sys.argv[1]))
