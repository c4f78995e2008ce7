"""What was denied in classic: a card that goes is missing to the city that gets the hand."""

from collections.abc import Iterable, Mapping
from typing import Any

from heptapolis.classic.view import ClassicState
from heptapolis.contract import Game
from heptapolis.events import War
from heptapolis.narration.denial import DenialFinder, Loss, takes_a_card
from heptapolis.record import Line


class ClassicDenialFinder(DenialFinder):
    """Looks at a turn when the hands have been passed."""

    fields = ("game", "players", "leaders", "age", "turn", "phase")

    def _losses(self, steps: Iterable[tuple[Game, Line | None]]) -> tuple[Game, list[Loss]]:
        losses: list[Loss] = []
        lines: list[Line] = []  # of the turn under way, that take a card
        game: Any = None
        for game, line in steps:
            if line is not None and takes_a_card(line):
                lines.append(line)
            if lines and (game.age, game.turn) != (lines[0].age, lines[0].turn):
                if game.age == lines[0].age and game.phase == "turn":
                    losses += (loss for line in lines if (loss := _loss(game, line)))
                lines = []
        return game, losses

    def _bare(self, city: Mapping[str, Any]) -> dict[str, Any]:
        rest = {key: value for key, value in city.items() if key != "markers"}
        return rest | {"stages": len(city.get("markers", ()))}

    def _stands(self, loss: Loss, game: Game, cities: list[dict[str, Any]]) -> bool:
        """One of that name stands in that city."""
        cards = game.edition.catalog.card
        name = cards[loss.card].same_structure_as or loss.card
        buildings = cities[loss.other]["buildings"]
        return name in {cards[id].same_structure_as or id for id in buildings}

    def _military(self, loss: Loss, game: Game) -> int:
        catalog = game.edition.catalog
        shields = catalog.card[loss.card].effect.shields
        wars = [event for event in game.events if isinstance(event, War)]
        return sum(
            points_at_border(war, loss.other, shields, catalog.constants)
            for war in wars
            if war.age >= loss.line.age
        )


def _loss(game: ClassicState, line: Line) -> Loss | None:
    """The hand has gone to the next city; the card would still have been in it."""
    other, card = _next(line.seat, line.age, game.players), line.move.card or ""
    move = game.way_to_build(other, card)
    if move is None:
        return None
    seat = game.players if line.move.free_city else line.seat
    coins = move.bank + move.left + move.right
    is_chain = _has_chain(game, other, card)
    printed = 0 if is_chain else game.edition.catalog.card[card].cost.coins
    return Loss(line, seat, other, card, coins + printed, is_chain)


def _next(seat: int, age: int, players: int) -> int:
    """Who gets a seat's hand: the left neighbour, in age II the right one (C2.1)."""
    return (seat + (-1 if age == 2 else 1)) % players


def _has_chain(game: ClassicState, seat: int, card: str) -> bool:
    cards = game.edition.catalog.card
    structures = {cards[id].same_structure_as or id for id in game.city(seat).buildings}
    return any((cards[id].same_structure_as or id) in structures for id in cards[card].chain_from)


def points_at_border(war: War, seat: int, more: int, constants: Any) -> int:
    """What more shields change at a border for a city."""
    if seat not in (war.seat, war.other):
        return 0
    own, theirs = war.shields, war.other_shields
    if seat == war.other:
        own, theirs = theirs, own

    def points(shields: int) -> int:
        if shields == theirs:
            return 0
        won: int = constants.victory_points[war.age - 1]
        return won if shields > theirs else constants.defeat_points

    return points(own + more) - points(own)
