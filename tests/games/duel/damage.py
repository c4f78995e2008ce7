"""Common parts of the tests with hostile data."""

from random import Random

import heptapolis as hp
from heptapolis.games.duel.catalog import load_duel

CATALOG = load_duel()
MOST_MOVES = 200  # more than a game has: it plays 60 cards
EMPTY_SLOTS = ["-"] * 20
ALTAR = ["altar", *EMPTY_SLOTS[1:]]  # the last card of age I
FOUR = ["sphinx", "piraeus", "colossus", "mausoleum"]
OTHER_WONDERS = ["pyramids", "appian_way", "great_library", "hanging_gardens"]


def play_on(game: hp.DuelGame, rng: Random) -> hp.DuelGame:
    for _ in range(MOST_MOVES):
        if game.is_over:
            return game
        moves = game.legal_moves(game.to_move[0])
        assert moves, f"nothing to do in phase {game.phase}"
        assert game.view(game.to_move[0]).legal_moves() == moves
        game.submit(game.to_move[0], rng.choice(moves))
    raise AssertionError("the game does not end")


def slots(**cards: str) -> list[str]:
    """Return a card structure that is empty except for some slots: ``slots(s14="altar")``."""
    return [cards.get(f"s{slot}", "-") for slot in range(20)]


def played_duel(seed: int, moves: int) -> hp.DuelGame:
    """Return a game after some moves, with a preference for wonders and green cards."""
    rng = Random(seed)
    wonders = (None, "first_game", [FOUR, OTHER_WONDERS])[seed % 3]
    game = hp.new("duel", seed=seed, wonders=wonders, neutral_start=("last", "choose")[seed % 2])
    for _ in range(moves):
        if game.is_over:
            break
        legal = game.legal_moves(game.to_move[0])
        liked = [move for move in legal if move.verb == "wonder"]
        game.submit(game.to_move[0], rng.choice(liked if liked and rng.random() < 0.7 else legal))
    return game
