"""Matches against bots: a network in one seat, the bot in all others.

All games of a match go on side by side, so that the network decides for many at once.
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

AT_ONCE = 120  # games; whole rounds of every number of seats
FIRST_DEAL = 1_000_000


class Evaluator(Protocol):
    """What says how good actions look; `heptapolis.networks.Network` is one."""

    def evaluate(self, observations: NDArray[np.int8]) -> tuple[Floats, Floats]: ...


class OnDevice:
    """A network of PyTorch as an evaluator, playing as the ordinary character."""

    def __init__(self, network: PolicyValue, device: torch.device) -> None:
        self._network, self._device = network, device

    def evaluate(self, observations: NDArray[np.int8]) -> tuple[Floats, Floats]:
        rows = torch.from_numpy(observations).to(self._device)
        characters = torch.zeros(len(rows), dtype=torch.int64, device=self._device)
        with torch.no_grad(), precision(self._device):
            logits, values = self._network(rows, characters)
        return logits.cpu().numpy(), values.cpu().numpy()


class Indifferent:
    """To whom all actions look the same."""

    def __init__(self, actions: int) -> None:
        self._actions = actions

    def evaluate(self, observations: NDArray[np.int8]) -> tuple[Floats, Floats]:
        n = len(observations)
        return np.zeros((n, self._actions), np.float32), np.zeros(n, np.float32)


def warm(rules: str, rivals: Sequence[str], seats: int | None) -> None:
    """Compile what matches need, by a short one."""
    for rival in rivals:
        match(Indifferent(encoding(rules).n_actions), rules, rival, 1, seats)


@dataclass
class _Seating:
    """A game of a match, and where the network sits."""

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
    """Play so many games, or as many rounds of them as there is time for."""
    start, variant = monotonic(), ruleset(rules).variant
    places = seats or variant.seats[0]
    wins: list[float] = []
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for first in range(0, games, AT_ONCE):
            if wins and seconds is not None and monotonic() - start > seconds:
                break
            numbers = range(first, min(games, first + AT_ONCE))
            table = [_seat(rules, number, places, len(variant.seats) > 1) for number in numbers]
            _play(table, network, encoding(rules), _thrifty(rival), threads)
            wins += [_win(one) for one in table]
    return MatchResult(rival, places, len(wins), float(np.mean(wins)), monotonic() - start)


def _seat(rules: str, number: int, seats: int, chosen: bool) -> _Seating:
    """Every deal is played from every seat."""
    options = {"seats": seats} if chosen else {}
    game = new(rules, seed=FIRST_DEAL + number // seats, **options)
    return _Seating(game, number % seats, Random(number))


def _thrifty(rival: str) -> Bot:
    """A bot that thinks in one thread, since many think at once."""
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
    """To the end of all games. Bots and the network choose from the same moment."""
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
    """The network's best moves."""
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
