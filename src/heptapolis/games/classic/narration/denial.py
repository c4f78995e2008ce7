"""What was denied in classic: the city that gets the hand misses a card that was taken."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from heptapolis.contract import Game
from heptapolis.games.classic.events import War
from heptapolis.games.classic.state import ClassicState
from heptapolis.narration.denial import DenialFinder, Loss, takes_a_card
from heptapolis.record import Line

VICTORY, DEFEAT = "victories", "defeats"


@dataclass(frozen=True)
class TokenChange:
    """A conflict token more, or less, of a city after the war of an age."""

    city: int
    age: int
    token: str
    change: int


@dataclass(frozen=True)
class ClassicLoss(Loss):
    """A card whose shields would have changed wars."""

    tokens: tuple[TokenChange, ...] = ()


class ClassicDenialFinder(DenialFinder):
    """Looks at a turn when the hands have been passed, and at the wars after it."""

    fields = ("game", "players", "leaders", "age", "turn", "phase")

    def _losses(self, steps: Iterable[tuple[Game, Line | None]]) -> tuple[Game, list[Loss]]:
        losses: list[ClassicLoss] = []
        lines: list[tuple[Line, int | None]] = []  # line, receiver of the hand
        receivers: list[int | None] = []
        age, game = 0, None
        for game, line in steps:
            assert isinstance(game, ClassicState)
            if line is not None and takes_a_card(line):
                lines.append((line, receivers[line.seat]))
            if lines and (game.age, game.turn) != (lines[0][0].age, lines[0][0].turn):
                if game.age == lines[0][0].age and game.phase == "turn":
                    losses += filter(None, (_loss(game, *one) for one in lines))
                lines = []
            if age and (game.age > age or game.is_over):
                wars = [one for one in game.events if isinstance(one, War) and one.age == age]
                losses = [_after_wars(game, wars, loss) for loss in losses]
            age, receivers = game.age, [game.passes_to(seat) for seat in range(game.players)]
        assert game is not None
        return game, list(losses)

    def _public_city(self, city: Mapping[str, Any]) -> dict[str, Any]:
        rest = {key: value for key, value in city.items() if key != "markers"}
        return rest | {"stages": len(city.get("markers", ()))}

    def _is_built_anyway(self, loss: Loss, game: Any) -> bool:
        """Return whether a card of that name stands in that city."""
        stands: bool = game.stands(loss.other, loss.card)
        return stands

    def _change_wars(self, loss: Loss, game: Game, position: dict[str, Any]) -> None:
        """Change the tokens of all cities as the denied shields would have."""
        assert isinstance(loss, ClassicLoss)
        for one in loss.tokens:
            city = position["cities"][one.city]
            if one.token == VICTORY:
                city[VICTORY][one.age - 1] += one.change
            else:
                city[DEFEAT] += one.change


def _loss(game: ClassicState, line: Line, other: int | None) -> ClassicLoss | None:
    """Return the loss of the next city in the order of the hand, which misses the card."""
    card = line.move.card or ""
    move = None if other is None else game.way_to_build(other, card)
    if other is None or move is None:
        return None
    seat = game.players if line.move.free_city else line.seat
    return ClassicLoss(line, seat, other, card, move.price, game.has_chain(other, card))


def _after_wars(game: ClassicState, wars: Sequence[War], loss: ClassicLoss) -> ClassicLoss:
    """Compare the wars just fought with the same wars with the card's shields."""
    changes = tuple(_changes(game, wars, loss))
    return replace(loss, tokens=loss.tokens + changes) if changes else loss


def _changes(game: ClassicState, wars: Sequence[War], loss: ClassicLoss) -> Iterator[TokenChange]:
    shields = game.edition.catalog.card[loss.card].effect.shields
    for war in wars if shields else ():
        if loss.other not in (war.seat, war.other):
            continue
        rival = war.other if war.seat == loss.other else war.seat
        for more, change in ((0, -1), (shields, 1)):
            winner, bearer = game.settle_border(loss.other, rival, more)
            if winner is not None and bearer is not None:
                yield TokenChange(winner, war.age, VICTORY, change)
                yield TokenChange(bearer, war.age, DEFEAT, change)
