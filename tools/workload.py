"""The work that `compare.py` measures, with the checkout in PYTHONPATH.

It runs under old commits too, so it uses only names that existed for long: `hp.new`, `hp.bot` and
`heptapolis.simulation`. For each line of input with the name of a row, it prints the processor seconds of
the row's work.
"""

import inspect
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from random import Random
from typing import Any

import heptapolis as hp

SIMULATIONS = 500  # simulations per decision: one tree, so one thread
Work = Callable[[int], float]  # works with a seed and returns processor seconds


def processor_seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def new_game(variant: str, seed: int) -> Any:
    return hp.new(variant, seed=seed) if variant == "duel" else hp.new(variant, seats=3, seed=seed)


def random_games(games: int, variant: str, seats: int = 3, leaders: bool = False) -> Work:
    """Play complete random games on one thread."""
    simulate = simulator(variant)
    # older commits have a flag instead
    is_flag = "leaders" in inspect.signature(simulate).parameters
    chosen = {"leaders": leaders} if is_flag else {"expansions": {"leaders"} if leaders else ()}

    def work(seed: int) -> float:
        if variant == "duel":
            batches = simulate(games, seed=seed, threads=1)
        else:
            batches = simulate(games, seats, seed=seed, threads=1, **chosen)
        return processor_seconds(lambda: [None for _ in batches])

    return work


def simulator(variant: str) -> Any:
    """Return the simulator of a variant; older commits have it in another module."""
    name = "simulate_duel" if variant == "duel" else "simulate"
    for home in (f"games.{variant}.simulation", "simulation", f"simulation.{variant}"):
        with suppress(ModuleNotFoundError):
            module = import_module(f"heptapolis.{home}")
            if hasattr(module, name):
                return getattr(module, name)
    raise LookupError(f"nothing simulates {variant}")


def searches(decisions: int, variant: str) -> Work:
    """Search for decisions in positions of games between greedy players."""
    greedy, searcher = hp.bot("greedy"), hp.bot(f"mcts:{SIMULATIONS}")
    views: list[Any] = []
    seed = 0
    while len(views) < 4 * decisions:
        game, rng = new_game(variant, seed), Random(seed)
        while not game.is_over:
            seat = game.to_move[0]
            view = game.view(seat)
            if len({move.without_payment() for move in view.legal_moves()}) > 1:
                views.append(view)
            game.submit(seat, greedy.choose(view, rng))
        seed += 1
    Random(0).shuffle(views)  # every round has early and late positions

    def work(seed: int) -> float:
        first = seed * decisions % len(views)
        chosen_views = (views[first:] + views)[:decisions]
        return processor_seconds(
            lambda: [searcher.choose(view, Random(seed)) for view in chosen_views]
        )

    return work


def decisions_from_python(decisions: int, variant: str) -> Work:
    """Make a view and a submission for every decision of prepared random games."""
    player, rng = hp.bot("random"), Random(0)
    played: list[list[tuple[int, Any]]] = []
    while sum(map(len, played)) < decisions:
        game, moves = new_game(variant, len(played)), []
        while not game.is_over:
            seat = game.to_move[0]
            moves.append((seat, player.choose(game.view(seat), rng)))
            game.submit(*moves[-1])
        played.append(moves)

    def work(_: int) -> float:
        games = [(new_game(variant, n), moves) for n, moves in enumerate(played)]

        def play() -> None:
            for game, moves in games:
                for seat, move in moves:
                    game.view(seat)
                    game.submit(seat, move)

        return processor_seconds(play) * decisions / sum(map(len, played))

    return work


# The work of a row, its unit, and the number of units in about a fifth of a second.
ROWS: dict[str, tuple[Callable[[int], Work], str, int]] = {
    "random games, classic, 3 seats": (lambda n: random_games(n, "classic"), "games", 6000),
    "random games, classic, 7 seats": (lambda n: random_games(n, "classic", 7), "games", 2500),
    "random games, leaders, 3 seats": (
        lambda n: random_games(n, "classic", leaders=True),
        "games",
        4000,
    ),
    "random games, Duel": (lambda n: random_games(n, "duel"), "games", 14000),
    "search, classic": (lambda n: searches(n, "classic"), "decisions", 4),
    "search, Duel": (lambda n: searches(n, "duel"), "decisions", 20),
    "submit + view, classic": (lambda n: decisions_from_python(n, "classic"), "decisions", 4000),
    "submit + view, Duel": (lambda n: decisions_from_python(n, "duel"), "decisions", 6000),
}


def main(scale: float) -> None:
    print(hp.__file__, flush=True)
    works: dict[str, Work] = {}
    for line in sys.stdin:
        row, _, seed = line.rstrip("\n").rpartition(" ")
        if row not in works:
            make, _, size = ROWS[row]
            works[row] = make(max(1, round(size * scale)))
            works[row](0)  # compiles and fills the caches
        print(works[row](int(seed)), flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]))
