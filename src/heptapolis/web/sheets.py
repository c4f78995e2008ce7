"""Explanations of things: the picture, the effect, the price for the viewer, and the owners.

A sheet is built from a view alone, so it cannot reveal hidden information. With a `Shelf` in place
of the view it explains only what is printed. Things are named "KIND:ID": "card:altar",
"stage:giza:A:2", "symbol:coin", "column:science".
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from heptapolis.cards.model import Cost
from heptapolis.codes import FIRST_MANUFACTURED, Color, Resource
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.names import name
from heptapolis.i18n.spans import Phrase, Words, phrase
from heptapolis.i18n.vocabulary import mark
from heptapolis.narration import wording_of
from heptapolis.narration.card_wording import CardWording
from heptapolis.narration.score import signed_cell
from heptapolis.narration.wording import Wording
from heptapolis.refusal import Offer
from heptapolis.variants import all_kinds, ruleset_of
from heptapolis.web import art
from heptapolis.web.art.effects import units
from heptapolis.web.assets import link_symbols
from heptapolis.web.spans import html

MAX_PLANS = 3
KINDS = {  # kinds of cards
    Color.BROWN: mark("card", "raw material"),
    Color.GREY: mark("card", "manufactured good"),
    Color.BLUE: mark("card", "civilian structure"),
    Color.YELLOW: mark("card", "commercial structure"),
    Color.RED: mark("card", "military structure"),
    Color.GREEN: mark("card", "scientific structure"),
    Color.PURPLE: mark("card", "guild"),
}

PLAIN_COLUMN = mark("sheet", "What the players have in this column so far.")


@dataclass(frozen=True)
class SheetFact:
    """A fact about a thing, in lines."""

    label: str
    lines: tuple[Markup, ...]


@dataclass(frozen=True)
class ThingSheet:
    """The explanation of a thing."""

    thing: str
    name: str
    kind: str  # its kind, in a line
    picture: Markup
    words: tuple[str, ...]  # its effect or meaning
    facts: tuple[SheetFact, ...] = ()
    look: str = "card"  # the size of its picture: card, wide, token or sign
    rule: str = ""  # the number of the rule behind it


@dataclass(frozen=True)
class SheetGroup:
    """Things of one kind, by their names."""

    heading: str
    things: tuple[tuple[str, str], ...]


Sheet = Callable[[str], ThingSheet | None]
Address = Callable[[str], str]  # returns the address of a thing's sheet


@dataclass(frozen=True, eq=False)
class Shelf:
    """The things of an edition without a table, in place of a view: no seat owns any of them."""

    game: str  # the ruleset
    edition: Any
    seat: None = None
    cities: tuple[Any, ...] = ()
    hand: tuple[str, ...] = ()
    places: tuple[Any, ...] = ()
    discard: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    is_over: bool = False

    @property
    def expansions(self) -> frozenset[str]:
        expansions: frozenset[str] = self.edition.expansions
        return expansions


@dataclass(frozen=True)
class PrintedThing:
    """A thing of a catalogue: its sheet's id, its record, and the numbers of seats it is used
    with."""

    thing: str
    record: Any
    seats: tuple[int, ...]


class Explainer:
    """Explains the things of a table to a viewer. The base class covers what all games share."""

    RULES: Mapping[str, str] = {}  # rule numbers by "KIND:ID" or by kind

    def __init__(self, view: Any, t: Translator, address: Address = "?thing={}".format) -> None:
        """Take a view; ``address`` returns the addresses of the sheets that this one links to."""
        self.view, self.t, self.address = view, t, address
        self.wording: Wording = wording_of(view, t)

    def sheet(self, thing: str) -> ThingSheet | None:
        """Return the sheet of a thing, or None if the table has no such thing."""
        kind, _, id = thing.partition(":")
        explain = self.kinds().get(kind)
        found = explain(id) if explain else None
        rule = self.RULES.get(thing) or self.RULES.get(kind, "")
        return replace(found, rule=rule) if found else None

    def kinds(self) -> Mapping[str, Sheet]:
        """Return the function that explains each kind of thing."""
        return {"column": self._column}

    def groups(self) -> list[SheetGroup]:
        """Return everything that can be explained here."""
        t = self.t
        columns = map(ruleset_of(self.view).column, self.view.live_columns)
        titles = [(f"column:{one.id}", words.column(one, t)) for one in columns]
        return [SheetGroup(t.gettext("Points"), tuple(titles))]

    def numbers(self) -> dict[str, int]:
        """Return the values to fill into meanings."""
        return {}

    def _column(self, id: str) -> ThingSheet | None:
        t = self.t
        if id not in self.view.live_columns:
            return None
        column = ruleset_of(self.view).column(id)
        told = column.about or PLAIN_COLUMN
        points = [self.view.score(seat)[id] for seat in range(self.view.players)]
        kind = t.pgettext("sheet", "column of the score sheet")
        return ThingSheet(
            f"column:{id}",
            words.column(column, t),
            kind,
            self.sign(column.sign or "points"),
            (t.pgettext(*told, **self.numbers()),),
            (self.by_seat(t.pgettext("sheet", "Points now"), points),),
            "sign",
        )

    # ── parts of sheets ──────────────────────────────────────────────────────────────────────────

    def sign(self, name: str) -> Markup:
        """Return a symbol as the picture of a sheet."""
        return link_symbols(art.symbol(name, self.t.language, label=""))

    def flag(self, seat: int) -> Markup:
        """Return the emblem of a seat as the picture of a sheet."""
        owner = self.wording.owner(seat)
        sign = link_symbols(art.emblem(owner.sign))
        return Markup('<span class="seat-{}">{}</span>').format(owner.banner, sign)

    def player(self, seat: int) -> Markup:
        return html(self.wording.player(seat))

    def by_seat(self, label: str, numbers: Iterable[int]) -> SheetFact:
        """Return a fact with a number for every seat."""
        lines = (
            Markup("{} <b>{}</b>").format(self.player(seat), signed_cell(number))
            for seat, number in enumerate(numbers)
        )
        return SheetFact(label, tuple(lines))

    def fact(self, label: str, *lines: Words) -> SheetFact:
        return SheetFact(label, tuple(html(phrase(line)) for line in lines))


class CardExplainer(Explainer, ABC):
    """Explains the things at a table with the cards of a catalogue."""

    wording: CardWording
    KINDS: frozenset[str] = frozenset()  # kinds of things that the game itself explains
    GOODS: Sequence[Resource] = tuple(Resource)
    NAMES: Mapping[str, tuple[str, str]] = {}  # meanings of symbols
    MEANINGS: Mapping[str, tuple[str, str]] = {}  # meanings that do not depend on the position

    @property
    def catalog(self) -> Any:
        return self.wording.catalog

    def kinds(self) -> Mapping[str, Sheet]:
        things = {kind.id: self._thing for kind in all_kinds()}
        own: dict[str, Sheet] = {"symbol": self._symbol, "resource": self._resource}
        return {**super().kinds(), **things, **own, "pile": self._pile, "city": self._city}

    # ── cards and other things ───────────────────────────────────────────────────────────────────

    def _thing(self, id: str) -> ThingSheet | None:
        return self.own_thing(id) or self._added_thing(id)

    @abstractmethod
    def own_thing(self, id: str) -> ThingSheet | None:
        """Return the sheet of a card, or of another thing of the game's own kinds, by its id."""

    @abstractmethod
    def own_things(self) -> Iterator[PrintedThing]:
        """Yield every thing of the game's own kinds, in the order of the catalogue."""

    def printed_things(self) -> Iterator[PrintedThing]:
        """Yield everything in the catalogue, in its order."""
        yield from self.own_things()
        seats = tuple(ruleset_of(self.view).variant.seats)
        for kind in self._added_kinds:
            for thing in self.catalog.section(kind).values():
                yield PrintedThing(f"{kind}:{thing.id}", thing, seats)

    # ── things of expansions ─────────────────────────────────────────────────────────────────────

    @property
    def _added_kinds(self) -> list[str]:
        kinds = (kind.id for kind in ruleset_of(self.view).kinds)
        return [id for id in kinds if id not in self.KINDS and id in self.catalog.added]

    def added_groups(self) -> list[SheetGroup]:
        """Return the things that expansions bring, by kind."""
        return [
            SheetGroup(
                words.kind_title(kind, self.t),
                tuple(
                    (f"{kind}:{thing.id}", name(thing, self.t))
                    for thing in self.catalog.section(kind).values()
                ),
            )
            for kind in self._added_kinds
        ]

    def _added_thing(self, id: str) -> ThingSheet | None:
        """Return the sheet of a thing of an expansion: its picture, what it does, who has it."""
        t = self.t
        try:
            thing = self.catalog.find(id)
        except KeyError:
            return None
        if thing.kind not in self._added_kinds:
            return None
        price = words.price_text(thing, t)
        cost = [self.fact(t.gettext("Cost"), price)] if price else []
        picture = link_symbols(art.picture_of(self.catalog, id, t.language))
        return ThingSheet(
            f"{thing.kind}:{id}",
            name(thing, t),
            words.kind_title(thing.kind, t),
            picture,
            (self.wording.effect(id),),
            (*cost, *self._added_owners(id)),
        )

    def _added_owners(self, id: str) -> Iterator[SheetFact]:
        seats = range(len(self.view.cities))
        owners = [s for s in seats if any(id in ids for _, ids in self.wording.shelves(s))]
        if owners:
            label = self.t.pgettext("sheet", "Who has it")
            yield SheetFact(label, tuple(map(self.player, owners)))

    @abstractmethod
    def prices(self, id: str) -> list[tuple[int, Phrase]] | None:
        """Return the current price of a thing for every seat that could pay for it, or None if no
        seat can have it now.

        The engine computes them from what the viewer knows.
        """

    @abstractmethod
    def holders(self, id: str) -> Iterator[int]:
        """Yield the cities that contain a thing, as far as the viewer knows."""

    @abstractmethod
    def trade(self) -> str:
        """Return what resources are for, and where they can be bought."""

    @abstractmethod
    def makers(self, resource: Resource, title: str) -> Iterator[SheetFact]:
        """Yield the producers and sellers of a resource; labels begin with the title."""

    @abstractmethod
    def _symbol(self, id: str) -> ThingSheet | None: ...

    @abstractmethod
    def pile(self) -> tuple[str, int, list[SheetFact]]:
        """Return the text about the discard pile, its size, and further facts."""

    @abstractmethod
    def _city(self, id: str) -> ThingSheet | None: ...

    def kind_of(self, card: Any) -> str:
        """Return "Civilian structure (blue)"."""
        kind = self.t.pgettext(*KINDS[card.color])
        return f"{capitalize(kind)} ({words.word(card.color, self.t)})"

    def chains(self, card: Any) -> Iterator[SheetFact]:
        """Yield the chains in both directions, marking what is already built."""
        after = [other.id for other in self.catalog.cards if card.id in other.chain_from]
        labels = self.t.gettext("Free with"), self.t.gettext("Makes free")
        for label, ids in zip(labels, (card.chain_from, after), strict=True):
            if ids:
                yield SheetFact(label, tuple(map(self.link, ids)))

    def link(self, id: str) -> Markup:
        """Link a card to its sheet, with the emblems of its owners."""
        card = self.catalog.find(id)
        text = Markup('<a href="{}" data-sheet="{}" class="c-{}">{}</a>').format(
            self.address(f"card:{id}"), f"card:{id}", card.color.slug, name(card, self.t)
        )
        return Markup(" ").join([text, *map(self.player, self.holders(id))])

    def price_fact(self, cost: Cost) -> SheetFact:
        """Return a price in symbols and in words."""
        signs = link_symbols(f'<span class="h-price">{units(cost)}</span>')
        text = Markup("{} {}").format(signs, words.cost(cost, self.t))
        return SheetFact(self.t.gettext("Cost"), (text,))

    def owner_facts(self, id: str) -> Iterator[SheetFact]:
        if lines := tuple(map(self.player, self.holders(id))):
            yield SheetFact(self.t.pgettext("sheet", "Who has it"), lines)

    def buyer_facts(self, id: str) -> Iterator[SheetFact]:
        """Yield the seats that can build a thing now, with their prices."""
        if (prices := self.prices(id)) is not None:
            lines = [phrase(self.wording.player(seat), ": ", price) for seat, price in prices]
            lines = lines or [phrase(self.t.pgettext("sheet", "nobody"))]
            yield self.fact(self.t.pgettext("sheet", "Who can build it now"), *lines)

    def use_lines(
        self, offers: Sequence[Offer], deed: Callable[[Any], str], price: Callable[[Any], Phrase]
    ) -> tuple[Markup, ...]:
        """Return the current price of each use, or its refusal."""
        lines = []
        for offer in offers:
            if offer.refusal:
                why = self.wording.why_not(offer.refusal)
                told = Markup('<span class="is-bad">{}</span>').format(why)
            else:
                plans = list(dict.fromkeys(html(price(plan)) for plan in offer.plans))
                told = Markup(" · ").join(plans[:MAX_PLANS])
                told += Markup(" …") if len(plans) > MAX_PLANS else Markup()
            label = deed(offer.move)
            if label:
                what = Markup('<span class="deed-word">{}{}</span>').format(label, ":" * bool(told))
                told = Markup(" ").join(part for part in (what, told) if part)
            lines.append(told)
        return tuple(lines)

    def meaning(self, id: str, *facts: SheetFact, told: str = "", sign: str = "") -> ThingSheet:
        """Return the sheet of a symbol."""
        t = self.t
        title, kind = capitalize(t.pgettext(*self.NAMES[id])), t.pgettext("sheet", "symbol")
        text = told or t.pgettext(*self.MEANINGS[id], **self.numbers())
        return ThingSheet(
            f"symbol:{id}", title, kind, self.sign(sign or id), (text,), tuple(facts), "sign"
        )

    def _resource(self, id: str) -> ThingSheet | None:
        """Return the sheet of a resource, or of a choice between several: "wood-clay"."""
        t, known = self.t, {resource.slug: resource for resource in self.GOODS}
        resources = [known[slug] for slug in id.split("-") if slug in known]
        if len(resources) != len(id.split("-")):
            return None
        is_raw = all(resource < FIRST_MANUFACTURED for resource in resources)
        kind = t.pgettext(*KINDS[Color.BROWN if is_raw else Color.GREY])
        signs = "".join(art.symbol(one.slug, t.language, label="") for one in resources)
        facts = [
            fact
            for one in resources
            for fact in self.makers(one, f"{self.word(one)}: " if len(resources) > 1 else "")
        ]
        title = " / ".join(map(self.word, resources))
        return ThingSheet(
            f"resource:{id}",
            title,
            kind,
            link_symbols(signs),
            (self.trade(),),
            tuple(facts),
            "sign",
        )

    def _pile(self, id: str) -> ThingSheet | None:
        if id != "discard":
            return None
        t, (told, n, facts) = self.t, self.pile()
        number = t.ngettext("%(n)d card in the discard pile", "%(n)d cards in the discard pile", n)
        if seen := tuple(map(self.link, self.view.discard)):
            facts.append(SheetFact(t.pgettext("sheet", "Cards you see in it"), seen))
        return ThingSheet(
            "pile:discard",
            capitalize(t.pgettext("board", "discard pile")),
            number,
            self.sign("discard"),
            (told,),
            tuple(facts),
            "sign",
        )

    def word(self, resource: Resource) -> str:
        return capitalize(words.word(resource, self.t))

    def production_text(
        self, resource: Resource, units: Mapping[str, int], choices: list[list[str]]
    ) -> str:
        """Return "2 wood, wood / clay": the production of a city; "" if there is none."""
        t, slug = self.t, resource.slug
        told = [words.units(resource, units[slug], t)] if units.get(slug) else []
        either = [[Resource[one.upper()] for one in choice] for choice in choices if slug in choice]
        return ", ".join(told + [words.words(choice, t, " / ") for choice in either])

    def thing_links(self, kind: str, ids: Iterable[str]) -> tuple[tuple[str, str], ...]:
        """Return the things that can be explained, with their names."""
        found = ((f"{kind}:{id}", self.sheet(f"{kind}:{id}")) for id in ids)
        return tuple((thing, sheet.name) for thing, sheet in found if sheet)


def capitalize(text: str) -> str:
    """Capitalize the first letter, as in a heading."""
    return text[:1].upper() + text[1:]
