"""The board of each variant: a line for every one that has its own, a plain one for the others."""

from collections.abc import Sequence
from copy import copy
from typing import Any

from heptapolis.contract import View
from heptapolis.i18n import translator
from heptapolis.narration.denial import Denial, by_deed
from heptapolis.variants import Parts, Ruleset
from heptapolis.web.board_parts import BoardPart, GameBoard, Turn
from heptapolis.web.news import news_of
from heptapolis.web.sheets import Address, Explainer, Shelf

BOARDS = Parts[BoardPart](
    "board",
    plain="heptapolis.web.plain.part:PART",
    classic="heptapolis.web.classic.part:PART",
    duel="heptapolis.web.duel.part:PART",
)
UNKNOWN = "city:A"  # the scene of a game that has none


def cover_of(rules: Ruleset) -> str:
    """The scene that stands for a game: a wonder and its side."""
    covers = BOARDS.of(rules.variant.rules).covers
    return covers.get("+".join(rules.expansions)) or covers.get("") or UNKNOWN


def board_of(view: View, language: str, after: int | None = None) -> GameBoard:
    """The table that a view shows, with a mark on what came after so many events; of the last turn
    if nothing is said."""
    return BOARDS.of(view.game).board(view, translator(language), news_of(view, after))


def log_of(view: View, language: str, denied: Sequence[Denial] = ()) -> list[Turn]:
    """What happened, the latest turn first; ``denied`` is marked where it happened."""
    return BOARDS.of(view.game).log(view, translator(language), by_deed(denied))


def explainer_of(
    view: View | Shelf, language: str, address: Address = "?thing={}".format
) -> Explainer:
    """Who explains the things of a table to the viewer, or those of an edition to anybody."""
    return BOARDS.of(view.game).explainer(view, translator(language), address)


def with_names(view: View, names: Sequence[str]) -> View:
    """A view with other names for those who decide; of characters also who they are, so that
    `Wording.figure` knows their emblems."""
    renamed: Any = copy(view)
    renamed.names = (*names, *view.names[len(names) :])
    renamed.figures = tuple(getattr(name, "figure", "") for name in names)
    named: View = renamed
    return named
