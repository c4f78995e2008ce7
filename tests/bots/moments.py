"""Views at several decisions of a game."""

from collections.abc import Iterator
from random import Random
from typing import Any

import heptapolis as hp


def moments(
    options: dict[str, Any], seed: int, every: int, players: str = "greedy"
) -> Iterator[Any]:
    """Yield the view of the seat to move at every ``every``-th decision. Random players reach more
    unusual positions than good ones."""
    game, player, rng = hp.new(**options, seed=seed), hp.bot(players), Random(seed)
    n = 0
    while not game.is_over:
        seat = game.to_move[0]
        if n % every == 0:
            yield game.view(seat)
        game.submit(seat, player.choose(game.view(seat), rng))
        n += 1
