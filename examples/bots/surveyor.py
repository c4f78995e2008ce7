"""A bot of one class and one method: it tries every move in a game that may be the real one."""

from random import Random

import heptapolis as hp


class Surveyor:
    """Looks at the table after each of its moves and takes the one that leaves it best."""

    def choose(self, view: hp.ClassicView | hp.DuelView, rng: Random) -> hp.Move:
        # All chance comes from rng: the same number deals the same possible game for every move.
        number = rng.getrandbits(64)
        return max(view.legal_moves(), key=lambda move: worth(view, move, Random(number)))


def worth(view: hp.ClassicView | hp.DuelView, move: hp.Move, rng: Random) -> float:
    """What a move leads to: the lead in points and, the earlier the more, what has been built."""
    me, game = view.seat, view.sample(rng)  # hidden cards are dealt anew, this game is ours alone
    assert me is not None  # a spectator is never asked
    before = game.age, game.turn, game.phase
    game.submit(me, move)
    # In classic a turn is carried out when all have chosen: the others do so at random.
    while (game.age, game.turn, game.phase) == before:
        for seat in game.to_move:
            game.submit(seat, rng.choice(game.legal_moves(seat)))
    if game.outcome in ("military", "science"):  # Duel has been decided at once
        return 100 if game.ranking()[0] == [me] else -100
    points = [score["total"] for score in game.scores()]
    lead = points.pop(me) - max(points)
    return lead + (3 - view.age) * built(game, me)


def built(game: hp.ClassicGame | hp.DuelGame, seat: int) -> int:
    """Structures, and stages or wonders."""
    structures = len(game.city(seat).buildings)
    if isinstance(game, hp.ClassicGame):
        return structures + game.city(seat).stages
    return structures + len(game.city(seat).built_wonders)
