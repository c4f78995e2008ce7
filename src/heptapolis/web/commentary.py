"""The commentary beside the board: cards that were denied."""

from collections.abc import Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from markupsafe import Markup

from heptapolis.contract import Game, View
from heptapolis.i18n import translator
from heptapolis.narration import denials, wording_of
from heptapolis.narration.denial import (
    Denial,
    deed,
    who_could,
)
from heptapolis.web.spans import html

MAX_DENIALS = 8
_DENIAL_CACHE: WeakKeyDictionary[Game, tuple[Denial, ...]] = WeakKeyDictionary()  # by game


@dataclass(frozen=True)
class DenialLine:
    """A card that one player denied another, in words."""

    when: str
    who: Markup
    deed: str
    card: Markup
    could: Markup


def denials_of(game: Game | None) -> tuple[Denial, ...]:
    """Return the denials of a finished game; they are computed once and cached with the game."""
    if game is None or not game.is_over:
        return ()
    if game not in _DENIAL_CACHE:
        _DENIAL_CACHE[game] = denials(game.record(), catalog=game.edition)
    return _DENIAL_CACHE[game]


def worst_denials(view: View, found_denials: Sequence[Denial], language: str) -> list[DenialLine]:
    """Return the denials that mattered most."""
    wording = wording_of(view, translator(language))
    return [
        DenialLine(
            wording.moment(one.age, one.turn), html(wording.player(one.seat)), deed(one, wording),
            html(wording.card(one.card)), html(who_could(one, wording)),
        )
        for one in found_denials[:MAX_DENIALS]
    ]  # fmt: skip
