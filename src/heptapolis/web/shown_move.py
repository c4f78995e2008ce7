"""A move on a page: the card, its use and its price."""

from dataclasses import dataclass

from heptapolis.move import Move
from heptapolis.web.board_parts import GameBoard, MovePlan, Thing


@dataclass(frozen=True)
class ShownMove:
    """A move that a board offers or offered."""

    plan: MovePlan
    verb: str  # as in `CardUse`; empty where no card is chosen
    deed: str  # "build", "pass"
    price: str
    card: Thing | None = None  # the chosen card or its equivalent
    wonder: Thing | None = None  # things built with the card

    @property
    def things(self) -> tuple[Thing, ...]:
        """Return everything the move is about, what is gained first."""
        return tuple(thing for thing in (self.wonder, self.card) if thing)


def shown_move(board: GameBoard, move: Move) -> ShownMove:
    """Find a legal move among the options of the board."""
    assert board.question is not None, "nothing is asked"
    for option in board.question.options:
        for use in option.uses:
            for plan in use.plans:
                if plan.move == str(move):
                    wonder = next((one for one in use.things if one.id != option.thing.id), None)
                    return ShownMove(plan, use.verb, use.label, plan.price, option.thing, wonder)
    plan = next(plan for plan in board.question.others if plan.move == str(move))
    return ShownMove(plan, "", plan.price, "")
