"""Templates filled in: one language, our art, and what a page is about."""

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from functools import cache, lru_cache
from types import SimpleNamespace
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from heptapolis.classic.view import ClassicView
from heptapolis.contract import View
from heptapolis.duel.view import DuelView
from heptapolis.i18n import LANGUAGES, translator
from heptapolis.narration.denial import Denial, by_deed
from heptapolis.narration.wording import signed
from heptapolis.web import art
from heptapolis.web.board_parts import Turn
from heptapolis.web.classic import board
from heptapolis.web.duel import board as duel_board


@cache
def environment(language: str) -> Environment:
    """Templates of a language. Everything is escaped; a name that one gets wrong is an error."""
    templates = Environment(
        loader=PackageLoader("heptapolis.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    t = translator(language)
    templates.globals |= {
        "lang": language, "languages": LANGUAGES, "art": _art(language), "turn_markup": turn_markup,
        "gettext": t.gettext, "ngettext": t.ngettext, "pgettext": t.pgettext,
    }  # fmt: skip
    return templates


def page(template: str, language: str, **values: Any) -> str:
    """A page or a part of one."""
    return environment(language).get_template(template).render(values)


@lru_cache(4096)
def turn_markup(turn: Turn) -> Markup:
    """A turn of the log: written once, shown many times. It is in a language already."""
    return Markup(page("turn.html", "en", turn=turn))


def board_of(view: View, language: str) -> board.ClassicBoard | duel_board.DuelBoard:
    """The board of either game."""
    t = translator(language)
    if isinstance(view, DuelView):
        return duel_board.board(view, t)
    assert isinstance(view, ClassicView)
    return board.board(view, t)


def still(
    shown: board.ClassicBoard | duel_board.DuelBoard,
) -> board.ClassicBoard | duel_board.DuelBoard:
    """A board to look at: nothing is asked, nobody is waited for."""
    asked = shown.question
    if isinstance(shown, board.ClassicBoard):
        hand = tuple(option.thing for option in asked.options) if asked else shown.hand
        return replace(shown, question=None, hand=hand, waiting=())
    spots = tuple(replace(spot, option=None) for spot in shown.spots)
    return replace(shown, question=None, spots=spots, waiting=())


def log_of(view: View, language: str, denied: Sequence[Denial] = ()) -> list[Turn]:
    """What happened, the latest turn first; ``denied`` is marked where it happened."""
    t = translator(language)
    if isinstance(view, DuelView):
        return duel_board.log(view, t, by_deed(denied))
    assert isinstance(view, ClassicView)
    return board.log(view, t, by_deed(denied))


def with_names(view: View, names: list[str]) -> View:
    """A view with other names for those who decide."""
    renamed = copy(view)
    renamed.names = (*names, *view.names[len(names) :])
    return renamed


@cache
def _art(language: str) -> SimpleNamespace:
    """Our drawings, ready to be put into a page."""
    return SimpleNamespace(
        symbol=lambda name, label="": Markup(art.symbol(name, language, label=label)),
        coins=lambda n: Markup(art.coins(n, language)),
        conflict=lambda n: Markup(
            art.symbol("victory", language, number=n)
            if n > 0
            else art.symbol("defeat", language, number=signed(n))
        ),
        card=lambda thing: Markup(art.card(thing.catalog, thing.id, language)),
        chip=lambda thing: Markup(art.chip(thing.catalog, thing.id, language)),
        token=lambda thing: Markup(art.token(thing.catalog, thing.id, language)),
        duel_wonder=lambda thing, built: Markup(
            art.duel_wonder(thing.catalog, thing.id, language, built=built)
        ),
        board=lambda city, affordable: Markup(
            art.board(
                city.catalog,
                city.board[:-2],
                city.board[-1],
                language,
                built=city.built,
                affordable=affordable,
            )
        ),
        scene=lambda city: Markup(
            art.scene(city.board[:-2], city.board[-1], done=city.built / len(city.stages))
        ),
        track=lambda board: Markup(
            art.track(
                board.catalog, language, marker=board.marker, me=board.me.seat, loot=board.loot
            )
        ),
        back=lambda kind: Markup(art.back(kind, language)),
        seven=lambda: Markup(art.seven()),
        sprite=lambda: Markup(art.sprite()),
        logo=lambda: Markup(art.logo()),
    )
