"""Many games at once, as arrays and data frames: ``hp.simulate(games=10_000)``."""

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

from heptapolis.arena.match import BotLike, named_bots, ready_bot
from heptapolis.arena.play import places
from heptapolis.dataset.parts import city_part
from heptapolis.dataset.selfplay import BATCH_GAMES, SelfPlay, self_play
from heptapolis.extras import require_package
from heptapolis.kernel_game import positive_int
from heptapolis.report_page import table
from heptapolis.slots import QUICK_PLAYERS
from heptapolis.variants import DEFAULT


@dataclass(frozen=True)
class SimulatedGames:
    """The results of many games: arrays indexed by game, then by seat.

    ``sheets[game, seat, column]`` are the score sheets, ``places`` 1 for the best, ``wonders`` the
    boards or wonders of each city, ``outcomes[game]`` the ending; ``seeds[game]`` is the seed for
    `heptapolis.new`.
    """

    game: str
    bots: tuple[str, ...]  # by seat
    columns: tuple[str, ...]
    seeds: Any
    sheets: Any
    places: Any
    outcomes: Any
    wonders: Any

    def __len__(self) -> int:
        return len(self.seeds)

    @property
    def points(self) -> Any:
        """The totals (game, seat)."""
        return self.sheets[:, :, self.columns.index("total")]

    @property
    def wins(self) -> Any:
        """1 for a victory, equal parts for a shared one, else 0 (game, seat)."""
        first = self.places == 1
        return first / first.sum(axis=1, keepdims=True)

    def to_dict(self) -> dict[str, Any]:
        """Return columns with one row per game and seat, as data frames take them."""
        games, seats = self.places.shape
        columns = {column: self.sheets[:, :, k] for k, column in enumerate(self.columns)}
        total = columns.pop("total")
        return {
            "game": np.repeat(np.arange(games), seats),
            "seed": np.repeat(self.seeds, seats),
            "seat": np.tile(np.arange(seats), games),
            "bot": np.tile(np.array(self.bots), games),
            "wonders": self.wonders.ravel(),
            "outcome": np.repeat(self.outcomes, seats),
            "place": self.places.ravel(),
            "won": self.wins.ravel(),
            "points": total.ravel(),
            **{f"points_{column}": values.ravel() for column, values in columns.items()},
        }

    def to_pandas(self) -> Any:
        """Return `to_dict` as a data frame of pandas."""
        require_package("pandas", "to_pandas()")
        import pandas

        return pandas.DataFrame(self.to_dict())

    def to_polars(self) -> Any:
        """Return `to_dict` as a data frame of polars."""
        require_package("polars", "to_polars()")
        import polars

        return polars.DataFrame(self.to_dict())

    def _summary(self) -> tuple[str, list[str], list[list[str]]]:
        """Return a title, headings, and a line per seat."""
        found, counts = np.unique(self.outcomes, return_counts=True)
        ways = ", ".join(f"{way} {n / len(self):.1%}" for way, n in zip(found, counts, strict=True))
        live = [k for k, name in enumerate(self.columns) if self.sheets[:, :, k].any()]
        heads = ["seat", "bot", "wins", "place", *(self.columns[k] for k in live)]
        wins, where = self.wins.mean(axis=0), self.places.mean(axis=0)
        means = self.sheets.mean(axis=0)
        lines = [
            [
                str(k),
                bot,
                f"{wins[k]:.1%}",
                f"{where[k]:.2f}",
                *(f"{means[k, c]:.1f}" for c in live),
            ]
            for k, bot in enumerate(self.bots)
        ]
        return f"{len(self):,} games of {self.game}: {ways}", heads, lines

    def __repr__(self) -> str:
        title, heads, rows = self._summary()
        cells = [heads, *rows]
        widths = [max(len(row[k]) for row in cells) for k in range(len(heads))]
        lines = [
            "  ".join(text.rjust(n) for text, n in zip(row, widths, strict=True)) for row in cells
        ]
        return "\n".join([title, *lines])

    def _repr_html_(self) -> str:
        title, heads, lines = self._summary()
        return f"<b>{escape(title)}</b>{table(heads, lines)}"


def simulate(
    game: str = DEFAULT,
    *,
    games: int = 1000,
    bots: BotLike | Sequence[BotLike] = "greedy",
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
    **options: Any,
) -> SimulatedGames:
    """Play games between bots, and return all results as arrays.

    ``bots`` is one for all seats, or one for each: names, objects with ``choose(view, rng)``, or
    classes that make one. "random" and "greedy" run in the kernel: thousands of games a second, on
    as many ``threads`` as there are cores. All other bots are called in this process, game by game;
    a failing bot raises ValueError. ``options`` are those of `heptapolis.new`. The same seed gives
    the same games on any number of threads. ``progress`` is called with the number of games done.
    """
    games = positive_int(games, "games")
    threads = (os.cpu_count() or 1) if threads is None else positive_int(threads, "threads")
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        bots = [bots]
    named = named_bots(bots, is_one_name=True)
    names = [name for name, _ in named]
    plan = self_play(game, options, names, seed, is_drawn=False)
    guests = {name: ready_bot(name, bot, plan.format) for name, bot in named if bot != name}
    plan = self_play(game, options, names, seed, is_drawn=False, guests=guests)
    if plan.is_quick:
        parts = []
        for part in _play_in_kernel(plan, games, threads):
            parts.append(part)
            if progress:
                progress(sum(len(one[0]) for one in parts))
    else:
        parts = list(_play_in_process(plan, games, progress))
    sheets, where, outcomes, wonders = (
        np.concatenate(column) for column in zip(*parts, strict=True)
    )
    columns = plan.format.ruleset.variant.columns
    seeds = plan.seeds(range(games))
    return SimulatedGames(game, plan.bots, columns, seeds, sheets, where, outcomes, wonders)


Part = tuple[Any, Any, Any, Any]  # sheets, places, outcomes, wonders of some games


def _play_in_kernel(plan: SelfPlay, games: int, threads: int) -> Iterator[Part]:
    """Yield the kernel's games, in order."""
    quick = plan.format.ruleset.part(QUICK_PLAYERS)

    def play(start: int) -> Part:
        batch = plan.batch(range(start, min(start + BATCH_GAMES, games)), is_traced=False)
        outcomes, wonders = quick.endings(batch, plan.options, plan.format.ruleset.variant.catalog)
        return batch.sheets.astype(np.int16), batch.places.astype(np.int8), outcomes, wonders

    running: deque[Future[Part]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        for start in range(0, games, BATCH_GAMES):
            running.append(pool.submit(play, start))
            if len(running) > 2 * threads:
                yield running.popleft().result()
        while running:
            yield running.popleft().result()


def _play_in_process(
    plan: SelfPlay, games: int, progress: Callable[[int], object] | None
) -> Iterator[Part]:
    """Yield games of bots that are called in this process."""
    part = city_part(plan.format.ruleset)
    for done, one in enumerate(plan.play(range(games)), 1):
        game = one.game
        sheet = [[score[column] for column in game.columns] for score in game.scores()]
        wonders = [" ".join(part.things(game, seat)["wonders"]) for seat in range(game.players)]
        yield (
            np.array([sheet], np.int16),
            np.array([places(game)], np.int8),
            np.array([game.outcome or ""]),
            np.array([wonders]),
        )
        if progress:
            progress(done)
