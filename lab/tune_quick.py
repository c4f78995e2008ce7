"""Fit the quick players of Duel (`games/duel/players/quick.py`): ``python -m lab.tune_quick GAMES``.

The network plays games against itself, one move in ten at random so that positions differ. Its uses of cards in
each turn, apart from the card given up for a wonder or a sale, are modelled as choices by a weighted sum of simple
facts and noise (multinomial logit). The maximum-likelihood weights are printed: a constant, and a factor of the
share of cards left. Set OMP_NUM_THREADS=1 on a busy machine.
"""

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.optimize import minimize

import heptapolis as hp
from heptapolis import networks
from heptapolis.codes import Color
from heptapolis.encodings import encoding_of
from heptapolis.games.duel.codes import FIRST_WONDER, GOODS, SLOTS
from heptapolis.games.duel.players.greedy import GOODS_COLUMN
from heptapolis.games.duel.players.quick import SAFE_SPACES, SAFE_SYMBOLS
from heptapolis.games.duel.rules.city import count
from heptapolis.kernel import entry

AT_RANDOM = 0.1  # share of the moves
NAMES = (
    "point",
    "coin",
    "shield",
    "siege",
    "new symbol",
    "pair",
    "race",
    "raw",
    "made",
    "choice",
    "fixed price",
    "per point",
    "again",
    "destroy",
    "robbed coin",
    "revival",
    "tokens",
    "chain",
    "yellow",
    "printed coin",
    "sale",
    "wonders",
)
LASTING_TERMS = (
    "point",
    "shield",
    "new symbol",
    "raw",
    "made",
    "choice",
    "fixed price",
    "sale",
    "wonders",
)

Choice = tuple[Any, Any]  # a row of facts for each use, and the network's probability of it


@entry
def counted_points(states: Any, tables: Any, seat: Any, item: Any) -> Any:
    """Return the value of an item that gives points for counted things."""
    s, t = states[0], tables[0]
    what, whose = np.int64(t.points_per_what[item]), np.int64(t.points_per_whose[item])
    return t.points_per_amount[item] * count(s, seat, what, whose, np.int64(t.points_per_per[item]))


def facts_of(view: Any, item: int, left: float) -> Any:
    """Return the facts of building an item, or with 0 those of a sale."""
    s, t, seat = view._states[0], view.edition.tables[0], view.seat
    f = dict.fromkeys(NAMES, 0.0)
    if item == 0:
        f["sale"] = 1.0
        return columns(f, left)
    symbols, symbol = s["symbols"][seat], int(t["science"][item])
    shields = int(t["shields"][item])
    ahead = int(-s["marker"] if seat else s["marker"])
    units = sum(int(t["produce"][item][GOODS_COLUMN[k]]) for k in range(len(GOODS)))
    f["made" if t["color"][item] == Color.GREY else "raw"] = units
    for name, field in (
        ("point", "points"),
        ("coin", "coins"),
        ("shield", "shields"),
        ("again", "extra_turn"),
        ("robbed coin", "opponent_lose_coins"),
        ("printed coin", "cost_coins"),
    ):
        f[name] = float(t[field][item])
    for name, field in (
        ("choice", "choice"),
        ("destroy", "destroy"),
        ("revival", "build_from_discard"),
        ("tokens", "draw_tokens"),
    ):
        f[name] = float(t[field][item] > 0)
    f["fixed price"] = float(t["fixed_price"][item].sum() > 0)
    f["siege"] = shields * max(0, ahead + shields - SAFE_SPACES)
    if symbol:
        f["new symbol"], f["pair"] = float(symbols[symbol] == 0), float(symbols[symbol] == 1)
        f["race"] = f["new symbol"] * max(0, int((symbols[1:] > 0).sum()) - SAFE_SYMBOLS)
    if t["points_per_amount"][item]:
        f["per point"] = float(
            counted_points(view._states, view.edition.tables, np.int64(seat), np.int64(item))
        )
    if item < FIRST_WONDER:
        f["chain"] = sum(int(word).bit_count() for word in t["frees"][item])
        f["yellow"] = float(t["color"][item] == Color.YELLOW)
    else:
        f["wonders"] = 1.0
    return columns(f, left)


def columns(f: dict[str, float], left: float, lasting: tuple[str, ...] = LASTING_TERMS) -> Any:
    return np.array([*f.values(), *(f[name] * left for name in lasting)])


def choice_in(view: Any, chances: list[tuple[hp.Move, float]]) -> Choice:
    """Return the uses of a turn, and the network's probability of each."""
    item, s = view.edition.item, view._states[0]
    left = ((3 - int(s["age"])) * SLOTS + int(s["left"]).bit_count()) / (3 * SLOTS)
    uses: dict[int, float] = {}
    for move, chance in chances:
        card = move.wonder or (move.card if move.verb == "build" else None)
        use = item[card] if card else 0
        uses[use] = uses.get(use, 0.0) + chance
    return np.array([facts_of(view, use, left) for use in uses]), np.array([*uses.values()])


def watch(games: list[Any], choice_in: Callable[[Any, Any], Choice]) -> list[Choice]:
    """Return the turns of some games of a ruleset's network against itself."""
    code, rng = encoding_of(games[0].view(0)), np.random.default_rng(0)
    network, choices = networks.shipped_network(code), []
    while playing := [game for game in games if not game.is_over]:
        views = [game.view(game.to_move[0]) for game in playing]
        seen = [code.observe(view) for view in views]
        logits, _ = network.evaluate(np.stack([observation.flat for observation, _ in seen]))
        for game, view, (_, mask), row in zip(playing, views, seen, logits, strict=True):
            legal = mask.nonzero()[0]
            chances = np.exp(row[legal].astype(float) - row[legal].max())
            chances /= chances.sum()
            moves = [code.move(view, int(action)) for action in legal]
            if view.phase == "turn":
                choices.append(choice_in(view, list(zip(moves, chances.tolist(), strict=True))))
            even = np.full(len(moves), 1 / len(moves))
            by = even if rng.random() < AT_RANDOM else chances
            game.submit(game.to_move[0], moves[int(rng.choice(len(moves), p=by))])
    return choices


def fit(choices: list[Choice]) -> Any:
    """Return the weights of maximum likelihood, slightly regularised."""
    facts, chances = (np.concatenate(part) for part in zip(*choices, strict=True))
    turns = np.repeat(np.arange(len(choices)), [len(own) for _, own in choices])
    starts = np.flatnonzero(np.r_[True, turns[1:] != turns[:-1]])

    def loss(weights: Any) -> tuple[float, Any]:
        values = facts @ weights
        values -= np.maximum.reduceat(values, starts)[turns]
        sums = np.add.reduceat(np.exp(values), starts)[turns]
        missed = -(chances * (values - np.log(sums))).sum() / len(choices)
        slope = facts.T @ (np.exp(values) / sums - chances) / len(choices)
        return missed + 1e-4 * weights @ weights, slope + 2e-4 * weights

    best = minimize(loss, np.zeros(facts.shape[1]), jac=True, method="L-BFGS-B")
    print(f"{len(choices)} turns, {best.fun:.3f} nats a turn")
    return best.x


def main(n_games: int) -> None:
    show(
        fit(watch([hp.new("duel", seed=seed) for seed in range(n_games)], choice_in)),
        NAMES,
        LASTING_TERMS,
    )


def show(weights: Any, names: tuple[str, ...], lasting_names: tuple[str, ...]) -> None:
    """Print each weight: the constant, and the factor of the share left."""
    lasting = dict(zip(lasting_names, weights[len(names) :], strict=True))
    for name, weight in zip(names, weights, strict=False):
        print(f"{name:14}{weight:7.2f}{lasting.get(name, 0.0):7.2f}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(int(sys.argv[1]))
