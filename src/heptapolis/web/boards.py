"""The boards of all games, and a plain one for a game that has none."""

from collections.abc import Sequence
from copy import copy
from typing import Any

from heptapolis.contract import View
from heptapolis.i18n import translator
from heptapolis.narration.denial import Denial, by_deed
from heptapolis.slots import BOARD
from heptapolis.variants import Ruleset, ruleset_of
from heptapolis.web.board_parts import BoardPart, GameBoard, Turn
from heptapolis.web.news import news_of
from heptapolis.web.sheets import Address, Explainer, Shelf

UNKNOWN = "city:A"  # the scene of a game that has none


def board_part(rules: Ruleset) -> BoardPart:
    """How the pages show the games of a ruleset."""
    return rules.part(BOARD, plain=_plain)


def _plain() -> BoardPart:
    from heptapolis.web.plain.part import PART

    return PART


def cover_of(rules: Ruleset) -> str:
    """The scene that stands for a game: a wonder and its side."""
    covers = board_part(rules).covers
    return covers.get("+".join(rules.expansions)) or covers.get("") or UNKNOWN


def board_of(view: View, language: str, after: int | None = None) -> GameBoard:
    """The table that a view shows, with a mark on what came after so many events; of the last turn
    if nothing is said."""
    return board_part(ruleset_of(view)).board(view, translator(language), news_of(view, after))


def log_of(view: View, language: str, denied: Sequence[Denial] = ()) -> list[Turn]:
    """What happened, the latest turn first; ``denied`` is marked where it happened."""
    return board_part(ruleset_of(view)).log(view, translator(language), by_deed(denied))


def explainer_of(
    view: View | Shelf, language: str, address: Address = "?thing={}".format
) -> Explainer:
    """Who explains the things of a table to the viewer, or those of an edition to anybody."""
    return board_part(ruleset_of(view)).explainer(view, translator(language), address)


def with_names(view: View, names: Sequence[str]) -> View:
    """A view with other names for those who decide; of characters also who they are, so that
    `Wording.figure` knows their emblems."""
    renamed: Any = copy(view)
    renamed.names = (*names, *view.names[len(names) :])
    renamed.figures = tuple(getattr(name, "figure", "") for name in names)
    named: View = renamed
    return named
