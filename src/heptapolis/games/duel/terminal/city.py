"""The two cities of a Duel as panels."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from heptapolis.codes import Color, Resource
from heptapolis.games.duel.city import DuelCity
from heptapolis.games.duel.codes import GOODS, DuelSymbol
from heptapolis.games.duel.narration.wording import DuelWording
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.spans import join_list, phrase
from heptapolis.terminal.panels import (
    FAINT_STYLE,
    OWN_STYLE,
    Fact,
    SideBySide,
    added_lines,
    added_names,
    fact_grid,
    inline_facts,
    tag,
)
from heptapolis.terminal.spans import styled

COLORS = [color for color in Color if color is not Color.WHITE]
SIDE_BY_SIDE_COLUMNS = 76  # columns of the screen from which the two cities stand side by side


def cities(wording: DuelWording, me: int, width: int) -> RenderableType:
    """Return both cities: the own one on the left, or below on a narrow screen."""
    own, other = (_panel(wording.table.city(seat), wording, me) for seat in (me, 1 - me))
    return SideBySide(own, other) if width >= SIDE_BY_SIDE_COLUMNS else Group(other, own)


def full_panel(city: DuelCity, wording: DuelWording, me: int) -> Panel:
    """Return a city in full, with the effects of its wonders and tokens."""
    facts = [*_economy(city, wording), *_text_lines(city, wording), *_cards(city, wording)]
    body = Group(_purse(city, wording), fact_grid(facts))
    return _frame(body, city, wording, me)


def _panel(city: DuelCity, wording: DuelWording, me: int) -> Panel:
    facts = [
        *_economy(city, wording),
        *_wonders(city, wording, me),
        *_tokens(city, wording),
        *_cards(city, wording),
    ]
    return _frame(Group(_purse(city, wording), *inline_facts(facts)), city, wording, me)


def _frame(body: Group, city: DuelCity, wording: DuelWording, me: int) -> Panel:
    is_mine = city.seat == me
    heading = styled(wording.title(city.seat), OWN_STYLE if is_mine else "bold default")
    style = OWN_STYLE if is_mine else FAINT_STYLE
    return Panel(body, title=heading, title_align="left", border_style=style)


# ── facts ────────────────────────────────────────────────────────────────────────────────────────


def _purse(city: DuelCity, wording: DuelWording) -> Text:
    """Return "7 coins · 12 points so far"."""
    t, points = wording.t, wording.table.score(city.seat)["total"]
    so_far = t.ngettext("%(n)d point so far", "%(n)d points so far", points)
    return Text(f"{words.coins(city.coins, t)} · {so_far}")


def _economy(city: DuelCity, wording: DuelWording) -> Iterator[Fact]:
    """Return production, prices of goods, and science."""
    t = wording.t
    if wording.table.age:
        yield tag(t.pgettext("city", "produces")), phrase(_goods(city, wording))
        yield tag(t.pgettext("city", "buys at")), phrase(_prices(city, wording))
    if city.symbols:
        yield tag(t.pgettext("city", "science")), phrase(_science(city, wording))


def _goods(city: DuelCity, wording: DuelWording) -> str:
    t = wording.t
    units = [words.units(Resource[good.upper()], n, t) for good, n in city.production.items()]
    choices = [
        words.words((Resource[good.upper()] for good in choice), t, "/") for choice in city.choices
    ]
    return ", ".join(units + choices) or "–"


def _prices(city: DuelCity, wording: DuelWording) -> str:
    """Return "2 coins each", or the price of every resource."""
    t, prices = wording.t, city.prices
    if len(set(prices.values())) == 1:
        n = next(iter(prices.values()))
        return t.ngettext("%(n)d coin a unit", "%(n)d coins a unit", n)
    return ", ".join(f"{wording.word(good)} {prices[good.slug]}" for good in GOODS)


def _science(city: DuelCity, wording: DuelWording) -> str:
    """Return "wheel, quill ×2 (2 of 6)"."""
    symbols = [
        wording.word(symbol) + (f" ×{n}" if n > 1 else "")
        for symbol in DuelSymbol
        if (n := city.symbols.get(symbol.slug, 0))
    ]
    t, to_win = wording.t, wording.catalog.constants.symbols_to_win
    so_far = t.gettext("%(n)d of %(wanted)d", n=len(symbols), wanted=to_win)
    return f"{', '.join(symbols)} ({so_far})"


def _wonders(city: DuelCity, wording: DuelWording, me: int) -> Iterator[Fact]:
    """Return the built wonders, then a line for each of the others with its cost.

    In a turn the wonders that the seat can build have a table of their own.
    """
    built = [phrase("■ ", wording.card(id)) for id in city.built_wonders]
    if built:
        yield tag(""), join_list(built)
    if city.seat == me and wording.table.phase == "turn":
        return
    for id in city.wonders:
        if id not in city.built_wonders:
            yield tag(""), phrase("□ ", wording.card(id), f": {wording.cost(id)}")


def _tokens(city: DuelCity, wording: DuelWording) -> Iterator[Fact]:
    if city.tokens:
        yield tag(wording.t.pgettext("city", "tokens")), wording.cards(city.tokens)
    yield from added_names(city.seat, wording)


def _text_lines(city: DuelCity, wording: DuelWording) -> Iterator[Fact]:
    """Return wonders and tokens with their effects."""
    t, built = wording.t, city.built_wonders
    label = t.pgettext("city", "wonders")
    for id in sorted(city.wonders, key=lambda id: id not in built):
        mark = "■" if id in built else "□"
        cost = "" if id in built else f" ({wording.cost(id)})"
        yield (
            tag(label),
            phrase(f"{mark} ", wording.card(id), cost, ": ", wording.effect(id)),
        )
        label = ""
    label = t.pgettext("city", "tokens")
    for id in city.tokens:
        yield tag(label), phrase(wording.card(id), ": ", wording.effect(id))
        label = ""
    yield from added_lines(city.seat, wording)


def _cards(city: DuelCity, wording: DuelWording) -> Iterator[Fact]:
    """Return the buildings by colour."""
    for color in COLORS:
        cards = [id for id in city.buildings if wording.catalog.card[id].color is color]
        if cards:
            yield wording.color(color), wording.cards(cards)
