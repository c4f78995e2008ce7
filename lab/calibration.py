"""Calibrate networks: ``python -m lab.calibration`` writes calibration.md, and the curves shipped beside the weights.

The shipped networks play all seats of many games with their best moves. At every decision, the value of
the network is compared with the result of the seat. A curve with two parameters, from value to chance of
winning, is fitted for every number of seats. Table and plots show each half of the games with the curve of
the other half; the curve of all games is shipped.

``--rulesets`` limits this to some networks and leaves the page unchanged. Advice is measured too:
``--advised`` games, with advice for one decision in eight.
"""

import argparse
import itertools
from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from matplotlib.figure import Figure

import heptapolis as hp
from heptapolis import networks
from heptapolis.bots.prospects import effort, outlook
from heptapolis.kernel.guided import USED_BRANCHES, Questions, new_graph
from heptapolis.kernel.thinking import new_memory, think
from heptapolis.machine import machine
from heptapolis.networks.chances import MAX_CHANCE, Logistic, write_curves
from heptapolis.plotting import BLUE, FAINT, ORANGE, drawing, new_figure
from heptapolis.vector import VectorEnv

LAB = Path(__file__).parent
CLASSIC_SEATS = range(2, 8)
TABLES = (
    ("duel", 2),
    *itertools.product(("classic", "classic+leaders"), CLASSIC_SEATS),
)
SAMPLED_RULESETS = (("duel", 2), ("classic", 3), ("classic", 5), ("classic+leaders", 3))
SIDE_BY_SIDE = 64
BINS = 10
SEED = 22
ADVISED_SHARE = 1 / 8  # share of the decisions with advice


@dataclass(frozen=True)
class Predictions:
    """Expected values from -1 to 1, and the shares of the win, by decision."""

    expected: Any
    won: Any

    def __add__(self, other: "Predictions") -> "Predictions":
        pairs = (self.expected, other.expected), (self.won, other.won)
        return Predictions(*map(np.concatenate, pairs))


class Thinker:
    """A compiled network that evaluates many seats at once, like in searches; faster than NumPy."""

    def __init__(self, env: VectorEnv) -> None:
        rows, size = env.games * env.lanes, -(-env.encoding.size // 8) * 8
        self._weights = networks.shipped_network(env.encoding).search_weights
        self._memory = new_memory(rows, self._weights)
        self._graph = new_graph(rows + 1, 128 * rows)
        self._observations = np.zeros((rows, size), np.int8)
        self._numbers = np.arange(rows)

    def ask(self, observations: Any, mask: Any) -> tuple[Any, Any]:
        """Return the chosen actions and the expected values."""
        n = len(observations)
        self._graph.counts[USED_BRANCHES] = 1
        self._observations[:n, : observations.shape[1]] = observations
        questions = Questions(
            self._observations,
            self._observations.view(np.int64),
            mask,
            self._numbers,
            self._numbers + 1,
        )
        think(questions, n, self._weights, self._memory, self._graph, np.ones(3))
        nodes = self._graph.nodes[1 : n + 1]
        actions = []
        for first, count in zip(nodes["first"], nodes["n"], strict=True):
            branches = self._graph.branches[first : first + count]
            actions.append(branches["action"][branches["likely"].argmax()])
        return actions, nodes["value"].copy()


def play(ruleset: str, seats: int, games: int, seed: int) -> Predictions:
    """Play with networks at all seats; return the decisions of the first games that end in each lane."""
    env = VectorEnv(ruleset, SIDE_BY_SIDE, seed=seed, threads=1, seats=seats)
    thinker = Thinker(env)
    expected: list[float] = []
    won: list[float] = []
    open_decisions: defaultdict[tuple[int, int], list[float]] = defaultdict(list)
    done, each = np.zeros(SIDE_BY_SIDE, np.int64), -(-games // SIDE_BY_SIDE)
    while (done < each).any():
        rows = env.to_move.nonzero()
        actions = np.zeros_like(env.actions)
        actions[rows], values = thinker.ask(env.observations[rows], env.mask[rows])
        for game, seat, value in zip(rows[0], env.seat[rows], values, strict=True):
            open_decisions[int(game), int(seat)].append(float(value))
        env.step(actions)
        for game in env.done.nonzero()[0].tolist():
            done[game] += 1
            for seat in range(seats):
                values_of_seat = open_decisions.pop((game, seat), [])
                if done[game] <= each:  # so that lanes with short games do not count more
                    expected += values_of_seat
                    won += [(float(env.rewards[game, seat]) + 1) / 2] * len(values_of_seat)
    return Predictions(np.array(expected), np.array(won))


def play_with_advice(ruleset: str, seats: int, games: int) -> Predictions:
    """Play with networks at all seats; return the advised chances of their moves and the results."""
    base, *expansions = ruleset.split("+")
    options = {"seats": seats} if base == "classic" else {}
    player, chances, won = hp.bot("neural"), [], []
    for seed in range(games):
        rng, asked = Random(seed), []
        game: hp.Game = hp.new(base, seed=SEED + seed, **options, **dict.fromkeys(expansions, True))
        while not game.is_over:
            seat = game.to_move[0]
            view = game.view(seat)
            move = player.choose(view, rng)
            if rng.random() < ADVISED_SHARE:
                all_of_them = outlook(view, effort(), Random(0)).prospects()
                mine = move.without_payment()
                asked += [(seat, o.win) for o in all_of_them if o.move.without_payment() == mine]
            game.submit(seat, move)
        first = game.ranking()[0]
        chances += [win for _, win in asked]
        won += [1 / len(first) if seat in first else 0.0 for seat, _ in asked]
    return Predictions(np.array(chances), np.array(won))


# ── from expected values to chances ──────────────────────────────────────────────────────────────


def fit(found: Predictions) -> Logistic:
    """Return the maximum-likelihood curve (by Newton's method)."""
    steep = np.arctanh(np.clip(found.expected, -MAX_CHANCE, MAX_CHANCE))
    x = np.stack([steep, np.ones_like(steep)], 1)
    w = np.array([2.0, 0.0])
    for _ in range(30):
        p = 1 / (1 + np.exp(-x @ w))
        w = w + np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x, x.T @ (found.won - p))
    return Logistic(float(w[0]), float(w[1]))


def in_bins(chances: Any, won: Any) -> list[tuple[float, float, int]]:
    """Return mean chance, share of wins and count for each tenth of the chances."""
    number = np.minimum((chances * BINS).astype(int), BINS - 1)
    inside = [number == k for k in range(BINS)]
    return [
        (float(chances[i].mean()), float(won[i].mean()), int(i.sum())) for i in inside if i.any()
    ]


def gap(bins: list[tuple[float, float, int]]) -> float:
    """Return the mean distance between chances and shares of wins."""
    return sum(abs(chances - won) * n for chances, won, n in bins) / sum(n for *_, n in bins)


# ── the page ─────────────────────────────────────────────────────────────────────────────────────


@drawing
def plot(title: str, note: str, *lines: tuple[str, str, Any]) -> Figure:
    figure = new_figure(4.6, title, note)
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1], color=FAINT, linewidth=0.8, linestyle="--")
    for label, colour, bins in lines:
        chances, won, _ = zip(*bins, strict=True)
        axes.plot(chances, won, "o-", color=colour, label=label)
    axes.set(xlabel="predicted chance", ylabel="share of games won")
    axes.grid(True, axis="both")
    axes.legend(frameon=False)
    return figure


def name_of(ruleset: str, seats: int) -> str:
    return ruleset if ruleset == "duel" else f"{ruleset}, {seats} seats"


def row(bins: list[tuple[float, float, int]], chances: Any, won: Any) -> str:
    """Return the gap, and the share of wins at two chances."""
    parts = [won[(chances >= low) & (chances < low + 0.1)] for low in (0.2, 0.7)]
    return " | ".join([f"{gap(bins):.1%}", *(f"{p.mean():.0%}" if len(p) else "" for p in parts)])


class Page:
    """The results so far."""

    def __init__(self) -> None:
        self.rows: list[str] = []
        self.advice_rows: list[str] = []
        self.pictures: list[str] = []

    def draw(self, file: str, title: str, note: str, *lines: tuple[str, str, Any]) -> None:
        path = LAB / "images" / f"{file}.svg"
        path.write_text(plot(title, note, *lines).svg, encoding="utf-8")
        self.pictures += [f"![{title}](images/{path.name})", ""]

    def add_network(self, ruleset: str, seats: int, games: int) -> Logistic:
        """Play games and add the calibration of the network."""
        halves = [play(ruleset, seats, games // 2, SEED + half) for half in (0, 1)]
        chances = np.concatenate([fit(halves[1 - half])(halves[half].expected) for half in (0, 1)])
        every = halves[0] + halves[1]
        plain, fitted = in_bins((1 + every.expected) / 2, every.won), in_bins(chances, every.won)
        curve, name = fit(every), name_of(ruleset, seats)
        self.rows.append(
            f"| {name} | {games} | {len(chances):,} | {gap(plain):.1%} | {curve.steep:.2f} | {curve.lean:.2f} | {row(fitted, chances, every.won)} |"
        )
        print(self.rows[-1], flush=True)
        if (ruleset, seats) in SAMPLED_RULESETS:
            title = f"{name}: the curve errs by {gap(fitted):.1%} on average"
            note = f"{len(chances):,} decisions of {games} games; on the dashed line, chance and share of wins are equal."
            lines = ("(1 + v) / 2", ORANGE, plain), ("the fitted curve", BLUE, fitted)
            self.draw(f"calibration-{ruleset.replace('+', '-')}-{seats}", title, note, *lines)
        return curve

    def add_advice(self, ruleset: str, seats: int, games: int) -> None:
        """Play games and add the calibration of advice."""
        found = play_with_advice(ruleset, seats, games)
        bins, name = in_bins(found.expected, found.won), name_of(ruleset, seats)
        self.advice_rows.append(
            f"| {name} | {games} | {len(found.won):,} | {found.expected.mean():.1%} | {found.won.mean():.1%} | {row(bins, found.expected, found.won)} |"
        )
        print(self.advice_rows[-1], flush=True)
        title = f"Advice, {name}: it errs by {gap(bins):.1%} on average"
        note = f"{len(found.won):,} decisions of {games} games; on the dashed line, chance and share of wins are equal."
        file = f"calibration-advice-{ruleset.replace('+', '-')}-{seats}"
        self.draw(file, title, note, ("advice", BLUE, bins))

    def write(self) -> None:
        lines = [
            "# Calibration: do networks know their chances?",
            "",
            "Made by `lab/calibration.py`. The shipped [networks](../docs/training.md) play all seats and always choose their best move. At every decision the "
            "network's expectation v, from -1 to 1, is compared with the result for that seat. In Duel v estimates the result; in classic two fifths of it are the "
            "lead in points, so v is not a chance. The curve 1 / (1 + exp(−(a·artanh v + b))) turns it into one. a and b are fitted to all games and stored "
            "beside the weights in `chances.json`, with the fingerprint of the weights; `network.chance(value, seats)` applies them. The other columns are "
            "cross-validated: each half of the games is predicted by a curve fitted to the other half. The gap is the mean distance between predicted chance and "
            "share of wins over tenths. Decisions of one game are not independent.",
            "",
            "| table | games | decisions | gap of (1 + v) / 2 | a | b | gap of the curve | won at 20–30 % | won at 70–80 % |",
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
            *self.rows,
            "",
            "## Advice",
            "",
            "Hints, `advise` and reviews search with the network, and show the mean chance over the possible games searched. Networks play all seats again; for one "
            "decision in eight, the advised chance of the network's move is recorded. Nothing is fitted here. There are far fewer games than above, so a gap of "
            "some per cent can be random.",
            "",
            "| table | games | decisions | mean chance | mean wins | gap | won at 20–30 % | won at 70–80 % |",
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
            *self.advice_rows,
            "",
            *self.pictures,
            f"{datetime.now(UTC):%Y-%m-%d}, commit {machine()['commit']}.",
        ]
        (LAB / "calibration.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    rulesets = networks.shipped_rulesets()
    parser = argparse.ArgumentParser(description="Fit the curves that make chances.")
    parser.add_argument("--games", type=int, default=512, help="for each table (512)")
    parser.add_argument("--advised", type=int, default=128, help="games with advice (128)")
    parser.add_argument("--rulesets", nargs="+", default=rulesets, choices=rulesets)
    asked = parser.parse_args()
    page = Page()
    for ruleset in asked.rulesets:
        seats = [n for name, n in TABLES if name == ruleset]
        curves = {n: page.add_network(ruleset, n, asked.games) for n in seats}
        write_curves(networks.shipped_files()[ruleset], curves)
    networks.shipped_network.cache_clear()
    for ruleset, n in SAMPLED_RULESETS:
        if ruleset in asked.rulesets and asked.advised:
            page.add_advice(ruleset, n, asked.advised)
    if asked.rulesets == rulesets:
        page.write()


if __name__ == "__main__":
    main()
