"""Define a bot with one class and one method, which tries every move in a sampled game."""

from random import Random

import heptapolis as hp


class Surveyor:
    """Chooses the move with the best position after it."""

    def choose(self, view: hp.ClassicView | hp.DuelView, rng: Random) -> hp.Move:
        # All chance comes from rng: the same number deals the same possible game for every move.
        number = rng.getrandbits(64)
        return max(view.legal_moves(), key=lambda move: worth(view, move, Random(number)))


def worth(view: hp.ClassicView | hp.DuelView, move: hp.Move, rng: Random) -> float:
    """Return the value of a move: the lead in points, and constructions, which count more early."""
    me, game = view.seat, view.sample(rng)  # a copy with hidden cards dealt anew
    assert me is not None  # a spectator is never asked
    before = game.age, game.turn, game.phase
    game.submit(me, move)
    # In classic a turn is carried out when all have chosen: choose at random for the others.
    while (game.age, game.turn, game.phase) == before:
        for seat in game.to_move:
            game.submit(seat, rng.choice(game.legal_moves(seat)))
    if game.outcome in ("military", "science"):  # an early victory in Duel
        return 100 if game.ranking()[0] == [me] else -100
    points = [score["total"] for score in game.scores()]
    lead = points.pop(me) - max(points)
    return lead + (3 - view.age) * built(game, me)


def built(game: hp.ClassicGame | hp.DuelGame, seat: int) -> int:
    """Count structures, and stages or wonders."""
    structures = len(game.city(seat).buildings)
    if isinstance(game, hp.ClassicGame):
        return structures + game.city(seat).stages
    return structures + len(game.city(seat).built_wonders)
