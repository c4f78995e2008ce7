"""Possible games for what a seat knows, played to the end: for bots that evaluate moves.

>>> import random
>>> import heptapolis as hp
>>> view = hp.new(seats=3, seed=1).view(0)
>>> one = hp.playout(view, random.Random(1))
>>> len(one.points), sorted(one.places)
(3, [1, 2, 3])
>>> many = hp.playouts(view, 200, random.Random(1), move="build lumber_yard")
>>> many.points.shape
(200, 3)
"""

from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from heptapolis.contract import View
from heptapolis.kernel_game import KernelView, positive_int
from heptapolis.move import Move
from heptapolis.simulation import player_number
from heptapolis.slots import QUICK_PLAYERS
from heptapolis.variants import part_of, variant

SEED_BITS = 64


@dataclass(frozen=True, slots=True)
class Playout:
    """The result of one possible game, seat by seat; tied seats share a place."""

    points: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def wins(self) -> tuple[float, ...]:
        """1 for a victory, equal parts for a shared one, else 0."""
        winners = self.places.count(1)
        return tuple(1 / winners if place == 1 else 0.0 for place in self.places)


@dataclass(frozen=True, slots=True)
class Playouts:
    """The results of possible games as arrays of (game, seat)."""

    points: Any
    places: Any

    @property
    def wins(self) -> Any:
        """1 for a victory, equal parts for a shared one, else 0."""
        first = self.places == 1
        return first / first.sum(axis=1, keepdims=True)

    def __len__(self) -> int:
        return len(self.points)

    def __repr__(self) -> str:
        points = np.round(self.points.mean(axis=0), 1).tolist()
        wins = np.round(self.wins.mean(axis=0), 3).tolist()
        return f"<{len(self)} playouts: points {points}, wins {wins}>"


def playout(
    view: View, rng: Random, *, move: Move | str | None = None, players: str = "greedy"
) -> Playout:
    """Deal a possible game for what the view's seat knows and play it to the end.

    ``move`` is the seat's first move; then all seats play quickly: ``players`` "greedy" evaluate
    much like the bot of that name, more roughly and with a little noise, "random" play at random.
    """
    sheets, places = _play(view, 1, rng, move, players)
    return Playout(tuple(sheets[0, :, -1].tolist()), tuple(places[0].tolist()))


def playouts(
    view: View, n: int, rng: Random, *, move: Move | str | None = None, players: str = "greedy"
) -> Playouts:
    """Play ``n`` possible games, each with its own deal, in one call."""
    sheets, places = _play(view, positive_int(n, "playouts"), rng, move, players)
    return Playouts(sheets[:, :, -1].copy(), places)


def _play(
    view: View, n: int, rng: Random, move: Move | str | None, players: str
) -> tuple[Any, Any]:
    if not isinstance(view, KernelView):
        if isinstance(view, View):
            raise ValueError(f"no quick players for {view.game}: use view.sample(rng) and bots")
        raise ValueError(f"playout: a view such as game.view(0) is needed, got {view!r}")
    if not isinstance(rng, Random):
        raise ValueError(f"playout: a random.Random is needed, got {rng!r}")
    meant = variant(view.game).parse_move(move) if isinstance(move, str) else move
    seed, player = rng.getrandbits(SEED_BITS), player_number(players)
    return part_of(view, QUICK_PLAYERS).playouts(view, n, player, seed, meant)
