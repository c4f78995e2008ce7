"""The commentary beside the board: cards that were denied."""

from collections.abc import Sequence
from dataclasses import dataclass
from weakref import ref

from markupsafe import Markup

from heptapolis.contract import Game, View
from heptapolis.i18n import translator
from heptapolis.lru import Lru
from heptapolis.narration import denials, wording_of
from heptapolis.narration.denial import (
    Denial,
    deed,
    who_could,
)
from heptapolis.web.spans import html

MAX_DENIALS = 8
MAX_CACHED_GAMES = 1000
_denials: Lru[ref[Game], tuple[Denial, ...]] = Lru(MAX_CACHED_GAMES)  # by game, which it releases


@dataclass(frozen=True)
class DenialLine:
    """A card that one player denied another, in words."""

    when: str
    who: Markup
    deed: str
    card: Markup
    could: Markup


def denials_of(game: Game | None) -> tuple[Denial, ...]:
    """Return the denials of a finished game from a cache of the most recently used ones."""
    if game is None or not game.is_over:
        return ()
    return _denials.get_or_make(ref(game), lambda: denials(game.record(), catalog=game.edition))


def worst_denials(view: View, found_denials: Sequence[Denial], language: str) -> list[DenialLine]:
    """Return the denials that mattered most."""
    wording = wording_of(view, translator(language))
    return [
        DenialLine(
            wording.moment(one.age, one.turn),
            html(wording.player(one.seat)),
            deed(one, wording),
            html(wording.card(one.card)),
            html(who_could(one, wording)),
        )
        for one in found_denials[:MAX_DENIALS]
    ]
