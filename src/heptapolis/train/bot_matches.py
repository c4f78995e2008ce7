"""Matches against bots: a network in one seat, the bot in all others.

All games of a match run side by side, so that the network evaluates many positions in one batch.
"""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray

from heptapolis.bots import Bot, bot
from heptapolis.contract import Game
from heptapolis.encodings import Encoding, encoding
from heptapolis.game import new
from heptapolis.networks import Floats
from heptapolis.train.matches import MatchResult
from heptapolis.train.model import PolicyValue, precision
from heptapolis.variants import ruleset

GAMES_AT_ONCE = 120  # games; complete rounds of every number of seats
FIRST_DEAL = 1_000_000


class Evaluator(Protocol):
    """Evaluates actions, as `heptapolis.networks.Network` does."""

    def evaluate(self, observations: NDArray[np.int8]) -> tuple[Floats, Floats]: ...


class DeviceEvaluator:
    """A PyTorch network as an evaluator, playing as the ordinary character."""

    def __init__(self, network: PolicyValue, device: torch.device) -> None:
        self._network, self._device = network, device

    def evaluate(self, observations: NDArray[np.int8]) -> tuple[Floats, Floats]:
        rows = torch.from_numpy(observations).to(self._device)
        characters = torch.zeros(len(rows), dtype=torch.int64, device=self._device)
        with torch.no_grad(), precision(self._device):
            logits, values = self._network(rows, characters)
        return logits.cpu().numpy(), values.cpu().numpy()


class UniformEvaluator:
    """An evaluator that gives all actions the same value."""

    def __init__(self, actions: int) -> None:
        self._actions = actions

    def evaluate(self, observations: NDArray[np.int8]) -> tuple[Floats, Floats]:
        n = len(observations)
        return np.zeros((n, self._actions), np.float32), np.zeros(n, np.float32)


def compile_matches(rules: str, rivals: Sequence[str], seats: int | None) -> None:
    """Compile the code of matches by playing a short one."""
    for rival in rivals:
        match(UniformEvaluator(encoding(rules).n_actions), rules, rival, 1, seats)


@dataclass
class _Seating:
    """A game of a match with the network's seat."""

    game: Game
    hero: int
    rng: Random


def match(
    network: Evaluator,
    rules: str,
    rival: str,
    games: int,
    seats: int | None = None,
    seconds: float | None = None,
) -> MatchResult:
    """Play a number of games, or as many rounds as fit into a time limit."""
    start, variant = monotonic(), ruleset(rules).variant
    places = seats or variant.seats[0]
    wins: list[float] = []
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for first in range(0, games, GAMES_AT_ONCE):
            if wins and seconds is not None and monotonic() - start > seconds:
                break
            numbers = range(first, min(games, first + GAMES_AT_ONCE))
            table = [
                _make_seating(rules, number, places, len(variant.seats) > 1) for number in numbers
            ]
            _play(table, network, encoding(rules), _single_threaded_bot(rival), threads)
            wins += [_win(one) for one in table]
    return MatchResult(rival, places, len(wins), float(np.mean(wins)), monotonic() - start)


def _make_seating(rules: str, number: int, seats: int, chosen: bool) -> _Seating:
    """Set up a game; every deal is played from every seat."""
    options = {"seats": seats} if chosen else {}
    game = new(rules, seed=FIRST_DEAL + number // seats, **options)
    return _Seating(game, number % seats, Random(number))


def _single_threaded_bot(rival: str) -> Bot:
    """Return a bot that uses one thread, since many bots run at once."""
    player = bot(rival)
    if hasattr(player, "threads"):
        player.threads = 1
    return player


def _play(
    seatings: list[_Seating],
    network: Evaluator,
    coding: Encoding,
    rival: Bot,
    threads: ThreadPoolExecutor,
) -> None:
    """Play all games to their end. Bots and the network decide on the same state."""
    while going := [one for one in seatings if not one.game.is_over]:
        bots = [(one, seat) for one in going for seat in one.game.to_move if seat != one.hero]
        moves = threads.map(lambda at: rival.choose(at[0].game.view(at[1]), at[0].rng), bots)
        ours = [one for one in going if one.hero in one.game.to_move]
        own_moves = list(_choose(ours, network, coding))
        for (one, seat), move in zip(bots, list(moves), strict=True):
            one.game.submit(seat, move)
        for one, own_move in zip(ours, own_moves, strict=True):
            one.game.submit(one.hero, own_move)


def _choose(ours: list[_Seating], network: Evaluator, coding: Encoding) -> Iterator[Any]:
    """Return the network's best moves."""
    if not ours:
        return
    views = [one.game.view(one.hero) for one in ours]
    seen = [coding.observe(view) for view in views]
    logits, _ = network.evaluate(np.stack([observation.flat for observation, _ in seen]))
    masks = np.stack([mask for _, mask in seen])
    for view, action in zip(views, np.where(masks, logits, -np.inf).argmax(1), strict=True):
        yield coding.move(view, int(action))


def _win(seating: _Seating) -> float:
    first = seating.game.ranking()[0]
    return 1 / len(first) if seating.hero in first else 0.0
