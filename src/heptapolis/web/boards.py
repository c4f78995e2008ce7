"""The boards of all games, and a plain board for games without one."""

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

UNKNOWN_COVER = "city:A"  # the scene of a game without one


def board_part(rules: Ruleset) -> BoardPart:
    """Return the board part of a ruleset."""
    return rules.part(BOARD, plain=_plain)


def _plain() -> BoardPart:
    from heptapolis.web.plain.part import PART

    return PART


def cover_of(rules: Ruleset) -> str:
    """Return the scene that represents a game: a wonder and its side."""
    added = (one.cover for one in rules.chosen_expansions)
    return next(filter(None, added), board_part(rules).cover) or UNKNOWN_COVER


def board_of(view: View, language: str, after: int | None = None) -> GameBoard:
    """Return the board of a view, with everything after event ``after`` marked as new; without
    ``after``, the last turn."""
    return board_part(ruleset_of(view)).board(view, translator(language), news_of(view, after))


def log_of(view: View, language: str, denied: Sequence[Denial] = ()) -> list[Turn]:
    """Return the log, the latest turn first, with each of the ``denied`` cards marked in its
    turn."""
    return board_part(ruleset_of(view)).log(view, translator(language), by_deed(denied))


def explainer_of(
    view: View | Shelf, language: str, address: Address = "?thing={}".format
) -> Explainer:
    """Return the explainer for the things of a view, or of an edition without a table."""
    return board_part(ruleset_of(view)).explainer(view, translator(language), address)


def with_names(view: View, names: Sequence[str]) -> View:
    """Return the view with other player names; `CharacterName` also carries the emblem for
    `Wording.figure`."""
    renamed: Any = copy(view)
    renamed.names = (*names, *view.names[len(names) :])
    renamed.figures = tuple(getattr(name, "figure", "") for name in names)
    named: View = renamed
    return named
