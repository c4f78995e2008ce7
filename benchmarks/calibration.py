"""Do networks know their chances? ``python benchmarks/calibration.py [GAMES]`` writes docs/calibration.md.

The shipped networks play all seats of many games, each its best move. At every decision the network
says what it expects; how the game ends for that seat is the truth. A curve of two numbers, from what
is expected to the chance to win, is fitted to the first half of the games; table and plots are of
the second half, which it has not seen.
"""

import sys
from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from heptapolis import networks
from heptapolis.machine import machine
from heptapolis.plotting import BLUE, FAINT, ORANGE, drawing, new_figure
from heptapolis.vector import VectorEnv

DOCS = Path(__file__).parents[1] / "docs"
TABLES = (("duel", 2), ("classic", 3), ("classic", 5), ("classic+leaders", 3))
SIDE_BY_SIDE = 64
BINS = 10
SEED = 22


@dataclass(frozen=True)
class Predictions:
    """What was expected, from -1 to 1, and what part of the win it became; by decisions."""

    expected: Any
    won: Any


def play(ruleset: str, seats: int, games: int, seed: int) -> Predictions:
    """Networks at all seats; the decisions of the first games that end at each place."""
    env = VectorEnv(ruleset, SIDE_BY_SIDE, seed=seed, threads=1, seats=seats)
    network = networks.shipped(env.encoding)
    expected: list[float] = []
    won: list[float] = []
    open_decisions: defaultdict[tuple[int, int], list[float]] = defaultdict(list)
    done = np.zeros(SIDE_BY_SIDE, np.int64)
    while (done < games // SIDE_BY_SIDE).any():
        rows = env.to_move.nonzero()
        logits, values = network.evaluate(env.observations[rows])
        actions = np.zeros_like(env.actions)
        actions[rows] = np.where(env.mask[rows], logits, -np.inf).argmax(1)
        for game, seat, value in zip(rows[0], env.seat[rows], values, strict=True):
            open_decisions[int(game), int(seat)].append(float(value))
        env.step(actions)
        for game in env.done.nonzero()[0].tolist():
            done[game] += 1
            for seat in range(seats):
                values_of_seat = open_decisions.pop((game, seat), [])
                if done[game] <= games // SIDE_BY_SIDE:  # no place with short games counts more
                    expected += values_of_seat
                    won += [(float(env.rewards[game, seat]) + 1) / 2] * len(values_of_seat)
    return Predictions(np.array(expected), np.array(won))


# ── from what is expected to a chance ────────────────────────────────────────────────────────────


def steepness_of(values: Any) -> Any:
    return np.arctanh(np.clip(values, -0.9999, 0.9999))


def fit(found: Predictions) -> tuple[float, float]:
    """The curve 1 / (1 + exp(-(a·artanh v + b))) that makes what happened most likely (Newton)."""
    x = np.stack([steepness_of(found.expected), np.ones_like(found.expected)], 1)
    w = np.array([2.0, 0.0])
    for _ in range(30):
        p = 1 / (1 + np.exp(-x @ w))
        w = w + np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x, x.T @ (found.won - p))
    return float(w[0]), float(w[1])


def chances(values: Any, curve: tuple[float, float]) -> Any:
    return 1 / (1 + np.exp(-(curve[0] * steepness_of(values) + curve[1])))


def in_bins(told: Any, won: Any) -> list[tuple[float, float, int]]:
    """For each tenth of what was told: its mean, how many were won, and how often it was told."""
    number = np.minimum((told * BINS).astype(int), BINS - 1)
    inside = [number == k for k in range(BINS)]
    return [(float(told[i].mean()), float(won[i].mean()), int(i.sum())) for i in inside if i.any()]


def gap(bins: list[tuple[float, float, int]]) -> float:
    """How far the parts won are from what was told, on the average."""
    return sum(abs(told - won) * n for told, won, n in bins) / sum(n for *_, n in bins)


# ── the page ─────────────────────────────────────────────────────────────────────────────────────


@drawing
def plot(title: str, note: str, plain: Any, fitted: Any) -> Figure:
    figure = new_figure(4.6, title, note)
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1], color=FAINT, linewidth=0.8, linestyle="--")
    for bins, colour, label in ((plain, ORANGE, "(1 + v) / 2"), (fitted, BLUE, "the fitted curve")):
        told, won, _ = zip(*bins, strict=True)
        axes.plot(told, won, "o-", color=colour, label=label)
    axes.set(xlabel="the chance that is told", ylabel="part of the games won")
    axes.grid(True, axis="both")
    axes.legend(frameon=False)
    return figure


def main(games: int) -> None:
    lines = [
        "# Do networks know their chances?", "",
        "Made by `benchmarks/calibration.py`. The shipped [networks](training.md) play all seats, each its best move; at every decision a network says what "
        "it expects, v from -1 to 1, and how the game ends for that seat is the truth. In Duel v is meant to be the result; in classic two fifths of it are the distance "
        "in points, so that it is no chance by itself. The curve 1 / (1 + exp(−(a·artanh v + b))) makes a chance of it: a and b are fitted to the first half of "
        "the games, and all else here is of the second half. The gap is the mean distance between the chance that is told and the part that is won, over "
        "tenths; what is told of decisions of one game is not independent.", "",
        "| table | games | decisions | gap of (1 + v) / 2 | a | b | gap of the curve | told 20–30 % | told 70–80 % |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]  # fmt: skip
    pictures = []
    for ruleset, seats in TABLES:
        first, second = (play(ruleset, seats, games // 2, SEED + half) for half in (0, 1))
        curve = fit(first)
        plain = in_bins((1 + second.expected) / 2, second.won)
        told = chances(second.expected, curve)
        fitted = in_bins(told, second.won)
        parts = [second.won[(told >= low) & (told < low + 0.1)].mean() for low in (0.2, 0.7)]
        name = ruleset if ruleset == "duel" else f"{ruleset}, {seats} seats"
        lines.append(
            f"| {name} | {games // 2} | {len(told):,} | {gap(plain):.1%} | {curve[0]:.2f} | {curve[1]:.2f} | {gap(fitted):.1%} "
            f"| {parts[0]:.0%} | {parts[1]:.0%} |"
        )
        file = DOCS / "images" / f"calibration-{ruleset.replace('+', '-')}-{seats}.svg"
        title = f"{name}: the curve errs by {gap(fitted):.1%} on the average"
        note = f"{len(told):,} decisions of {games // 2} games; on the dashed line as many are won as it says."
        file.write_text(plot(title, note, plain, fitted).svg, encoding="utf-8")
        pictures += [f"![{title}](images/{file.name})", ""]
        print(lines[-1], flush=True)
    facts = machine()
    lines += [
        "",
        *pictures,
        f"{datetime.now(UTC):%Y-%m-%d}, commit {facts['commit']}, {games} games a table.",
    ]
    (DOCS / "calibration.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4096)
