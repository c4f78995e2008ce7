"""Games between bots, by number: the number determines the seed and the line-up."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

import numpy as np

from heptapolis.arena.play import NO_GUESTS, play_on, seat_bots
from heptapolis.arena.schedule import Format
from heptapolis.bots import Bot
from heptapolis.contract import Game, engine_of
from heptapolis.kernel.batch import PlayedBatch
from heptapolis.kernel.chance import generator
from heptapolis.kernel.seeds import game_seed
from heptapolis.kernel_game import checked_seed
from heptapolis.simulation import PLAYERS
from heptapolis.slots import QUICK_PLAYERS
from heptapolis.variants import ruleset

# `medium` is greedy
QUICK_BOTS = {name: number for number, name in enumerate(PLAYERS)} | {"medium": 1}
BATCH_GAMES = 250  # games that the kernel plays in one call


class FinishedGame(NamedTuple):
    """A finished game: number, line-up, result and moves."""

    number: int
    seed: int
    line_up: tuple[str, ...]
    game: Game
    record: str
    lines: list[str]  # lines of the record, one per decision


@dataclass(frozen=True)
class SelfPlay:
    """The settings of the games: ``bots`` sit in this order or, if ``is_drawn``, in a drawn order
    for each game; all of them as often as they fit."""

    format: Format
    options: Any
    bots: tuple[str, ...]
    seed: int = 0
    is_drawn: bool = False
    guests: Mapping[str, Bot] = field(default_factory=lambda: NO_GUESTS)

    @property
    def is_quick(self) -> bool:
        """Whether the kernel can play these bots itself."""
        known = all(bot in QUICK_BOTS and bot not in self.guests for bot in self.bots)
        return known and self.format.ruleset.has(QUICK_PLAYERS)

    def seeds(self, numbers: Sequence[int]) -> Any:
        """Return the seeds of some games for `heptapolis.new`."""
        root = generator(self.seed)[0]
        return np.array([game_seed(root, 0, number) for number in numbers], np.uint64)

    def line_up(self, seed: int) -> tuple[str, ...]:
        """Return the bots by seat in the game of a seed."""
        if not self.is_drawn:
            return self.bots
        rng, bots = Random(seed), list(self.bots)
        rng.shuffle(bots)
        order = [bots[k % len(bots)] for k in range(self.format.seats)]
        rng.shuffle(order)
        return tuple(order)

    def batch(self, numbers: Sequence[int], is_traced: bool) -> PlayedBatch:
        """Play some games in the kernel."""
        seeds = self.seeds(numbers)
        names = [self.line_up(seed) for seed in seeds.tolist()]
        players = np.array([[QUICK_BOTS[name] for name in one] for one in names], np.int64)
        variant = self.format.ruleset.variant
        kernel = self.format.ruleset.part(QUICK_PLAYERS)
        return kernel.self_play(self.options, variant.catalog, seeds, players, is_traced)

    def play(self, numbers: Sequence[int]) -> Iterator[FinishedGame]:
        """Yield some games, one after the other."""
        if not self.is_quick:
            yield from map(self._ask_bots, numbers)
            return
        variant = self.format.ruleset.variant
        for start in range(0, len(numbers), BATCH_GAMES):
            some = numbers[start : start + BATCH_GAMES]
            batch = self.batch(some, is_traced=True)
            for k, (number, seed) in enumerate(zip(some, self.seeds(some).tolist(), strict=True)):
                names = self.line_up(seed)
                game, lines = self.format.ruleset.part(QUICK_PLAYERS).game(
                    batch, k, self.options, variant.catalog, seed, names
                )
                record = "\n".join([str(game.record()).rstrip("\n"), *lines, ""])
                yield FinishedGame(number, seed, names, game, record, lines)

    def new_game(self, seed: int, names: Sequence[str]) -> Game:
        variant = self.format.ruleset.variant
        return engine_of(variant).new(self.options, seed=seed, names=names, catalog=variant.catalog)

    def _ask_bots(self, number: int) -> FinishedGame:
        (seed,) = self.seeds([number]).tolist()
        names = self.line_up(seed)
        game = self.new_game(seed, names)
        players = seat_bots(names, game.view(0), self.guests)
        chances = [Random(f"{seed} {seat}") for seat in range(game.players)]
        for seat, fault in play_on(game, players, chances, names).faults.items():
            raise ValueError(f"game {number}, seat {seat}: {fault}")
        record = game.record()
        lines = [str(line) for line in record.lines]
        return FinishedGame(number, seed, names, game, str(record), lines)


def self_play(
    text: str,
    options: Mapping[str, Any],
    bots: Sequence[str],
    seed: int,
    *,
    is_drawn: bool,
    guests: Mapping[str, Bot] = NO_GUESTS,
) -> SelfPlay:
    """Parse the settings of a command; raise ValueError if they are wrong."""
    rules = ruleset(text)
    values = rules.read_options(options)
    seats = rules.variant.seats_of(values)
    if not bots:
        raise ValueError("bots: at least one, got none")
    if is_drawn and len(bots) > seats:
        raise ValueError(f"bots: at most {seats}, one a seat, got {len(bots)}")
    if not is_drawn and len(bots) == 1:
        bots = [bots[0]] * seats
    if not is_drawn and len(bots) != seats:
        raise ValueError(f"bots: one, or {seats}, one a seat, got {len(bots)}")
    game_format = Format(text, seats, rules)
    return SelfPlay(game_format, values, tuple(bots), checked_seed(seed), is_drawn, guests)
