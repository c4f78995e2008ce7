"""A move as a page shows it: the card, what is done with it and what that costs."""

from dataclasses import dataclass

from heptapolis.move import Move
from heptapolis.web.board_parts import GameBoard, MovePlan, Thing


@dataclass(frozen=True)
class ShownMove:
    """A move that a board offers, or offered then."""

    plan: MovePlan
    verb: str  # as a use of a card has it; nothing where no card is chosen
    deed: str  # "build", "pass"
    price: str
    card: Thing | None = None  # that is chosen, or what takes its place
    wonder: Thing | None = None  # that is built with it

    @property
    def things(self) -> tuple[Thing, ...]:
        """All that it is about, what is gained first."""
        return tuple(thing for thing in (self.wonder, self.card) if thing)


def shown_move(board: GameBoard, move: Move) -> ShownMove:
    """A legal move, found among all that the board asks for."""
    assert board.question is not None, "nothing is asked"
    for option in board.question.options:
        for use in option.uses:
            for plan in use.plans:
                if plan.move == str(move):
                    wonder = next((one for one in use.things if one.id != option.thing.id), None)
                    return ShownMove(plan, use.verb, use.label, plan.price, option.thing, wonder)
    plan = next(plan for plan in board.question.others if plan.move == str(move))
    return ShownMove(plan, "", plan.price, "")
