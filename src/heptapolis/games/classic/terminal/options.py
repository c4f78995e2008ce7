"""What a person can say of classic in short on the command line."""

from collections.abc import Callable
from typing import Any

from heptapolis.terminal.options import Shorthand


def _own_board(wonder: str, draw: Callable[[], Any]) -> dict[str, Any]:
    """Drawn boards, but the one asked for to the person; whoever drew it gets the person's."""
    game = draw()
    boards = [city.board for city in game.cities]
    place, _, side = wonder.partition(":")
    own_board = f"{place.lower()}:{side.upper() or boards[0][-1]}"
    for seat, board in enumerate(boards):
        if board.partition(":")[0] == place.lower():
            boards[seat] = boards[0]
    boards[0] = own_board
    catalog = game.edition.catalog
    if game.players == 2 and catalog.needs_leaders(catalog.wonder[boards[-1].partition(":")[0]]):
        boards[1:] = boards[:0:-1]  # the Free City has no use for Rome (L75)
    return {"wonders": boards}


SHORTHANDS = (
    Shorthand(
        "wonder",
        "Your board: giza:A, or just giza.",
        _own_board,
        type=str,
        letter="w",
        metavar="BOARD",
        is_personal=True,
    ),
)
