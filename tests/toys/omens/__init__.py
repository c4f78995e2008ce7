"""Omens: a small expansion of Duel that only tests have, in this folder and nowhere else.

It is what a package from outside would bring: the folder has its manifest, its cards, its rules,
and what it adds to the words and pages of Duel.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from heptapolis import slots
from heptapolis.cards.source import CatalogSource
from heptapolis.games.duel.slots import RULES
from heptapolis.variants import Expansion
from tests.toys.omens.options import OmensOptions
from tests.toys.omens.vocabulary import VOCABULARY

if TYPE_CHECKING:
    from heptapolis.games.duel.expansion import DuelExpansion
    from heptapolis.narration.expansion import Narration
    from heptapolis.web.art.expansion import Drawings
    from heptapolis.web.board_parts import BoardPart
    from heptapolis.web.lessons import Lesson

PARTS = slots.Parts()


@PARTS.extends(slots.CATALOG)
def _catalog(base: CatalogSource) -> CatalogSource:
    from tests.toys.omens.cards import PART

    return base.extended(PART)


@PARTS.fills(RULES)
def _rules() -> "DuelExpansion":
    from tests.toys.omens.game import OMENS_OF_DUEL

    return OMENS_OF_DUEL


@PARTS.fills(slots.NARRATION)
def _narration() -> "Narration":
    from tests.toys.omens.narration import NARRATION

    return NARRATION


@PARTS.fills(slots.DRAWINGS)
def _drawings() -> "Drawings":
    from tests.toys.omens.web import DRAWINGS

    return DRAWINGS


@PARTS.extends(slots.BOARD)
def _board(base: "BoardPart") -> "BoardPart":
    from tests.toys.omens.web import extend

    return extend(base)


@PARTS.extends(slots.LESSONS)
def _lessons(lessons: "Sequence[Lesson]") -> "Sequence[Lesson]":
    from tests.toys.omens.web.lessons import LESSON

    return (*lessons, LESSON)


EXPANSION = Expansion(
    id="omens",
    game="duel",
    titles={"en": "Omens", "uk": "Знамення", "hu": "Előjelek", "ru": "Знамения"},
    game_titles={
        "en": "Duel with omens",
        "uk": "Дуель зі знаменнями",
        "hu": "Párbaj előjelekkel",
        "ru": "Дуэль со знамениями",
    },
    about=("omens", "Who builds a wonder looks at the omens and keeps one."),
    book="omens",
    package="tests.toys.omens",
    vocabulary=VOCABULARY,
    parts=PARTS,
    options=OmensOptions,
)
