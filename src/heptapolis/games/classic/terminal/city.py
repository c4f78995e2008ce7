"""Cities as panels."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.codes import Color, Resource
from heptapolis.games.classic.city import City
from heptapolis.games.classic.codes import Symbol
from heptapolis.games.classic.narration.wording import ClassicWording
from heptapolis.games.classic.terminal.expansion import terminal_parts
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.descriptions import explain
from heptapolis.i18n.spans import Phrase, join_list, phrase
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
Units = Counter[Resource]
Choices = list[tuple[Resource, ...]]


def own_panel(city: City, wording: ClassicWording) -> Panel:
    """Return the city that a decision is for: its contents, and the next stage.

    Leaders are drafted for the whole game: there every stage matters.
    """
    parts = terminal_parts(wording)
    stages = _all_stages if wording.table.phase == "draft" else _wonder
    facts = [
        *_production(city, wording),
        *_power(city, wording),
        *stages(city, wording),
        *_holdings(city, wording),
        *(fact for part in parts for fact in part.lines(city, wording)),
        *(fact for part in parts for fact in part.own_hand(city, wording)),
        *added_lines(city.seat, wording),
    ]
    return _panel(city, wording, facts, OWN_STYLE)


def full_panel(city: City, wording: ClassicWording) -> Panel:
    """Return a city in full, with every stage of its wonder."""
    parts = terminal_parts(wording)
    facts = [
        *_goods(city, wording),
        *_power(city, wording),
        *_all_stages(city, wording),
        *_holdings(city, wording),
        *(fact for part in parts for fact in part.lines(city, wording)),
        *(fact for part in parts for fact in part.full_hand(city, wording)),
        *added_lines(city.seat, wording),
    ]
    return _panel(city, wording, facts, FAINT_STYLE)


def neighbour_panels(left: City, right: City, wording: ClassicWording) -> SideBySide:
    """Return the two neighbours, the left one on the left."""
    return SideBySide(
        _narrow_panel(left, wording, "◀ " + wording.title(left.seat), "left"),
        _narrow_panel(right, wording, wording.title(right.seat) + " ▶", "right"),
    )


def distant_cities(cities: Iterable[City], wording: ClassicWording) -> RenderableType:
    """Return cities further away: their contents in a line, cards by colour and leaders in
    another."""
    grid = Grid.grid(padding=(0, 2))
    for city in cities:
        grid.add_row(styled(wording.title(city.seat), "bold"), _purse(city, wording))
        colors = [
            wording.color(color) + f" {n}" for color in COLORS if (n := city.colors[color.slug])
        ]
        parts = [join_list(colors)] if colors else []
        things = (*_names(city, wording), *added_names(city.seat, wording))
        parts += [phrase(label, ": ", value) for label, value in things]
        grid.add_row("", styled(phrase(" · ").join(parts or ["–"])))
    return Panel(grid, border_style=FAINT_STYLE)


# ── panels ───────────────────────────────────────────────────────────────────────────────────────


def _panel(city: City, wording: ClassicWording, facts: Iterable[Fact], style: str) -> Panel:
    so_far = wording.t.ngettext(
        "%(n)d point so far", "%(n)d points so far", wording.table.score(city.seat)["total"]
    )
    purse = Text.assemble(_purse(city, wording), "" if _is_free(city, wording) else f" · {so_far}")
    title = styled(wording.title(city.seat), "bold")
    return Panel(
        Group(purse, fact_grid(facts)), title=title, title_align="left", border_style=style
    )


def _narrow_panel(
    city: City, wording: ClassicWording, title: Phrase, side: Literal["left", "right"]
) -> Panel:
    """Return a panel of half a screen: labels run in with their text."""
    facts = [
        *_goods(city, wording),
        *_holdings(city, wording),
        *_names(city, wording),
        *added_names(city.seat, wording),
    ]
    body = Group(_purse(city, wording), *inline_facts(facts))
    heading = styled(title, "bold default")
    return Panel(body, title=heading, title_align=side, border_style=FAINT_STYLE)


def _names(city: City, wording: ClassicWording) -> Iterator[Fact]:
    """Return what a city has of expansions, in lines."""
    return (fact for part in terminal_parts(wording) for fact in part.names(city, wording))


def _is_free(city: City, wording: ClassicWording) -> bool:
    return wording.is_free_city(city.seat)


# ── facts ────────────────────────────────────────────────────────────────────────────────────────


def _purse(city: City, wording: ClassicWording) -> Text:
    """Return "3 coins · 2 shields · ■□□"."""
    t = wording.t
    shields = t.ngettext("%(n)d shield", "%(n)d shields", city.shields)
    parts = [words.coins(city.coins, t), shields, _stage_marks(city)]
    return Text(" · ".join(parts))


def _stage_marks(city: City) -> str:
    return "■" * city.stages + "□" * (city.n_stages - city.stages)


def _production(city: City, wording: ClassicWording) -> Iterator[Fact]:
    """Return the units that the city can use itself."""
    units, choices = _goods_of(city.production, city.choices)
    label = wording.t.pgettext("city", "produces")
    yield tag(label), phrase(_list_goods(units, choices, wording.t))


def _goods(city: City, wording: ClassicWording) -> Iterator[Fact]:
    """Return the units that neighbours can buy here, and those that the city keeps (C4.3)."""
    t = wording.t
    sold, sold_choices = _goods_of(city.sold, city.sold_choices)
    yield tag(t.pgettext("city", "sells")), phrase(_list_goods(sold, sold_choices, t))
    units, choices = _goods_of(city.production, city.choices)
    own_units = units - sold
    own_choices = list((Counter(choices) - Counter(sold_choices)).elements())
    if own_units or own_choices:
        yield tag(t.pgettext("city", "keeps")), phrase(_list_goods(own_units, own_choices, t))


def _goods_of(units: Mapping[str, int], choices: list[list[str]]) -> tuple[Units, Choices]:
    counted = Counter({Resource[slug.upper()]: n for slug, n in units.items()})
    return counted, [tuple(Resource[slug.upper()] for slug in choice) for choice in choices]


def _list_goods(units: Units, choices: Choices, t: Translator) -> str:
    listed = [words.units(resource, n, t) for resource, n in sorted(units.items())]
    return ", ".join(listed + [words.words(choice, t, " / ") for choice in choices]) or "–"


def _power(city: City, wording: ClassicWording) -> Iterator[Fact]:
    """Return the powers of a board before any stage of it stands."""
    if power := wording.board(city.seat).power:
        label = tag(wording.t.pgettext("city", "power"))
        yield label, phrase(" ".join(explain(power, wording.t)))


def _wonder(city: City, wording: ClassicWording) -> Iterator[Fact]:
    """Return the next stage."""
    t = wording.t
    label = tag(t.pgettext("city", "wonder"))
    if city.stages == city.n_stages:
        yield label, phrase(t.gettext("All stages are built."))
    else:
        yield label, phrase(_stage(city, city.stages, wording))


def _all_stages(city: City, wording: ClassicWording) -> Iterator[Fact]:
    for number in range(city.n_stages):
        mark = "■" if number < city.stages else "□"
        label = wording.t.pgettext("city", "wonder") if number == 0 else ""
        yield tag(label), phrase(f"{mark} {_stage(city, number, wording)}")


def _stage(city: City, number: int, wording: ClassicWording) -> str:
    stage = wording.board(city.seat).stages[number]
    return wording.t.gettext(
        "Stage %(n)d (%(cost)s): %(effect)s",
        n=number + 1,
        cost=words.cost(stage.cost, wording.t),
        effect=" ".join(explain(stage.effect, wording.t, sold=False)),
    )


def _holdings(city: City, wording: ClassicWording) -> Iterator[Fact]:
    """Return science, conflict tokens, and the buildings by colour."""
    t = wording.t
    science = [f"{wording.word(s)} {n}" for s in Symbol if (n := city.symbols[s.slug])]
    if wild := city.symbols["choice"]:
        science.append(t.pgettext("science symbol", "of your choice") + f" {wild}")
    if science:
        yield tag(t.pgettext("city", "science")), phrase(", ".join(science))
    if tokens := wording.conflict_tokens(city):
        yield tag(t.pgettext("city", "conflicts")), phrase(" ".join(tokens))
    for color in COLORS:
        cards = [id for id in city.buildings if wording.catalog.card[id].color is color]
        if cards:
            yield wording.color(color), wording.cards(cards)
