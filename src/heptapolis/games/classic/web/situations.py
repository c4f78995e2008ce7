"""Situations of classic that a lesson explains; each returns the moves that it is about."""

from collections.abc import Callable, Sequence

from heptapolis.games.classic.events import War
from heptapolis.games.classic.view import ClassicView
from heptapolis.move import Move

Situation = Callable[[ClassicView], Sequence[Move]]
POOR_COINS = 2  # coins that buy little
LAST_TURN, LAST_AGE = 6, 3


def moves_at(age: int, turn: int) -> Situation:
    """Return any move in a turn of an age."""
    return lambda view: view.legal_moves() if (view.age, view.turn) == (age, turn) else []


def moves_from(age: int, turn: int) -> Situation:
    """Return any move from a turn on."""
    return lambda view: (
        view.legal_moves() if view.phase == "turn" and (view.age, view.turn) >= (age, turn) else []
    )


def phase_moves(phase: str, age: int, turn: int | None = None) -> Situation:
    def moves(view: ClassicView) -> list[Move]:
        is_then = view.phase == phase and view.age == age and turn in (None, view.turn)
        return view.legal_moves() if is_then else []

    return moves


def builds(*colors: str) -> Situation:
    """Return the moves that build cards of these colours in the own city."""

    def moves(view: ClassicView) -> list[Move]:
        card = view.edition.catalog.card
        return [move for move in own_builds(view) if card[move.card or ""].color.slug in colors]

    return moves


def own_builds(view: ClassicView) -> list[Move]:
    return [move for move in view.legal_moves() if move.verb == "build" and not move.free_city]


def verb_moves(verb: str) -> Situation:
    return lambda view: [move for move in view.legal_moves() if move.verb == verb]


def first_resource(view: ClassicView) -> Sequence[Move]:
    return builds("brown", "grey")(view) if (view.age, view.turn) == (1, 1) else []


def trade(view: ClassicView) -> Sequence[Move]:
    """Return the builds that use a neighbour's goods."""
    return [move for move in own_builds(view) if move.left or move.right]


def chain(view: ClassicView) -> Sequence[Move]:
    me = view.seat or 0
    return [move for move in own_builds(view) if view.has_chain(me, move.card or "")]


def chain_sources(view: ClassicView, move: Move) -> list[str]:
    """Return the buildings that make a card free."""
    built = view.city(view.seat or 0).buildings
    card = view.edition.catalog.card[move.card or ""]
    return [f"card:{id}" for id in built if id in card.chain_from]


def threat(view: ClassicView) -> Sequence[Move]:
    """Return the moves with shields if a neighbour has at least as many shields."""
    me = view.seat or 0
    most = max(view.city(seat).shields for seat in view.neighbours(me))
    return builds("red")(view) if most >= view.city(me).shields else []


def poverty(view: ClassicView) -> Sequence[Move]:
    return view.legal_moves() if view.city(view.seat or 0).coins <= POOR_COINS else []


def after_war(view: ClassicView) -> Sequence[Move]:
    has_war = any(isinstance(event, War) for event in view.events)
    return view.legal_moves() if has_war and view.age == 2 else []


def free_city_trade(view: ClassicView) -> Sequence[Move]:
    left, right = view.neighbours(view.seat or 0)
    free_city = view.players
    return [
        move
        for move in trade(view)
        if (left == free_city and move.left) or (right == free_city and move.right)
    ]


def free_city_moves(view: ClassicView) -> Sequence[Move]:
    return [move for move in view.legal_moves() if move.free_city]


def free_city_arms(view: ClassicView) -> Sequence[Move]:
    """Return the moves for the Free City if one of its cards is red."""
    moves, card = free_city_moves(view), view.edition.catalog.card
    return moves if any(card[move.card or ""].color.slug == "red" for move in moves) else []


def opponent_control(view: ClassicView) -> Sequence[Move]:
    """Return the moves while the opponent is in control."""
    is_theirs = view.controller == 1 - (view.seat or 0) and view.turn < LAST_TURN
    return view.legal_moves() if is_theirs else []
