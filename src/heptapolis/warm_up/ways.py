"""Calls into the kernel that every variant needs."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random

from heptapolis.bots import bot
from heptapolis.bots.advice import reasons
from heptapolis.contract import Game
from heptapolis.errors import IllegalMove
from heptapolis.game import from_position, replay, score
from heptapolis.simulation.playouts import playouts


def ask_bots(game: Game) -> Iterator[None]:
    """Call a network with a search, and quick players, which advice uses too."""
    view = game.view(game.to_move[0])
    bot("neural-search:2").choose(view, Random(0))
    yield
    playouts(view, 1, Random(0))
    yield


def search(game: Game) -> Iterator[None]:
    """Call the search without a network, greedy players, and reasons, which use them."""
    view = game.view(game.to_move[0])
    bot("mcts:2").choose(view, Random(0))
    yield
    reasons(view, view.legal_moves()[0])
    play_out(game, "greedy")
    yield


def play_out(game: Game, name: str = "random") -> None:
    """Play a game to its end."""
    player, rng = bot(name), Random(0)
    with suppress(IllegalMove):
        game.submit(game.to_move[0], "build palace")  # the reasons call the kernel too
    while not game.is_over:
        seat = game.to_move[0]
        game.submit(seat, player.choose(game.view(seat), rng))


def look_at(game: Game) -> None:
    """Call scores, views, records and positions."""
    game.scores()
    score(game.position())
    for seat in (0, None):
        game.view(seat).position()
    replay(game.record())
    from_position(game.position())
