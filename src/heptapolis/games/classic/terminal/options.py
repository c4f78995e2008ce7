"""Command line shorthands of classic."""

from collections.abc import Callable
from typing import Any

from heptapolis.terminal.options import Shorthand


def _own_board(wonder: str, draw: Callable[[], Any]) -> dict[str, Any]:
    """Return drawn boards with the chosen one for the player, swapped if another seat drew it."""
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
        boards[1:] = boards[:0:-1]  # Rome is useless for the Free City (L75)
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
