"""What a page explains of a thing: its picture, what it does, what it costs the viewer, who has it.

A sheet is made of a view and of nothing else, so it cannot tell what the viewer may not know. In
its place there may be a `Shelf`: then the sheet tells what is printed, and nothing of a table.
Things are named "KIND:ID": "card:altar", "stage:giza:A:2", "symbol:coin", "column:science".
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
from heptapolis.web.assets import linked
from heptapolis.web.spans import html

MOST_PLANS = 3  # ways to pay that are told
KINDS = {  # of cards
    Color.BROWN: mark("card", "raw material"),
    Color.GREY: mark("card", "manufactured good"),
    Color.BLUE: mark("card", "civilian structure"),
    Color.YELLOW: mark("card", "commercial structure"),
    Color.RED: mark("card", "military structure"),
    Color.GREEN: mark("card", "scientific structure"),
    Color.PURPLE: mark("card", "guild"),
}


@dataclass(frozen=True)
class SheetFact:
    """Something to know of a thing, in lines."""

    label: str
    lines: tuple[Markup, ...]


@dataclass(frozen=True)
class ThingSheet:
    """All that is told of a thing."""

    thing: str
    name: str
    kind: str  # what it is, in a line
    picture: Markup
    words: tuple[str, ...]  # what it does or means
    facts: tuple[SheetFact, ...] = ()
    look: str = "card"  # card, wide, token or sign: how large its picture is
    rule: str = ""  # the number of the rule behind it


@dataclass(frozen=True)
class SheetGroup:
    """Things of one kind, by their names."""

    heading: str
    things: tuple[tuple[str, str], ...]


Sheet = Callable[[str], ThingSheet | None]
Address = Callable[[str], str]  # where the sheet of a thing is


@dataclass(frozen=True, eq=False)
class Shelf:
    """The things of an edition without a table, where a view would be: nobody has any of them."""

    game: str  # whose rules they are of
    edition: Any
    seat: None = None
    cities: tuple[Any, ...] = ()
    hand: tuple[str, ...] = ()
    places: tuple[Any, ...] = ()
    discard: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    is_over: bool = False


@dataclass(frozen=True)
class PrintedThing:
    """A thing of a catalogue: what its sheet is called, its record, and the numbers of seats at
    which it may come into a game."""

    thing: str
    record: Any
    seats: tuple[int, ...]


class Explainer:
    """Explains the things of a table to a viewer; as it stands here, those of any game."""

    COLUMNS: Mapping[str, tuple[str, str]] = {}  # what brings points in each column
    RULES: Mapping[str, str] = {}  # the number of a rule, by "KIND:ID" or by the kind alone

    def __init__(self, view: Any, t: Translator, address: Address = "?thing={}".format) -> None:
        """``address`` says where the sheets are that this one speaks of."""
        self.view, self.t, self.address = view, t, address
        self.wording: Wording = wording_of(view, t)

    def sheet(self, thing: str) -> ThingSheet | None:
        """The sheet of a thing; None if there is no such thing at this table."""
        kind, _, id = thing.partition(":")
        explain = self.kinds().get(kind)
        found = explain(id) if explain else None
        rule = self.RULES.get(thing) or self.RULES.get(kind, "")
        return replace(found, rule=rule) if found else None

    def kinds(self) -> Mapping[str, Sheet]:
        """Who explains things of which kind."""
        return {"column": self._column}

    def groups(self) -> list[SheetGroup]:
        """All that can be explained here."""
        t = self.t
        columns = map(ruleset_of(self.view).column, self.view.live_columns)
        titles = [(f"column:{one.id}", words.column(one, t)) for one in columns]
        return [SheetGroup(t.gettext("Points"), tuple(titles))]

    def numbers(self) -> dict[str, int]:
        """What meanings leave open."""
        return {}

    def _column(self, id: str) -> ThingSheet | None:
        t = self.t
        if id not in self.view.live_columns:
            return None
        told = self.COLUMNS.get(id, mark("sheet", "What the players have in this column so far."))
        column = ruleset_of(self.view).column(id)
        points = [self.view.score(seat)[id] for seat in range(self.view.players)]
        kind = t.pgettext("sheet", "column of the score sheet")
        return ThingSheet(
            f"column:{id}", words.column(column, t), kind, self.sign(column.sign or "points"),
            (t.pgettext(*told, **self.numbers()),),
            (self.by_seat(t.pgettext("sheet", "Points now"), points),), "sign",
        )  # fmt: skip

    # ── what sheets are made of ──────────────────────────────────────────────────────────────────

    def sign(self, name: str) -> Markup:
        """A symbol as the picture of a sheet."""
        return linked(art.symbol(name, self.t.language, label=""))

    def flag(self, seat: int) -> Markup:
        """The emblem of a seat as the picture of a sheet."""
        owner = self.wording.owner(seat)
        sign = linked(art.emblem(owner.sign))
        return Markup('<span class="seat-{}">{}</span>').format(owner.banner, sign)

    def player(self, seat: int) -> Markup:
        return html(self.wording.player(seat))

    def by_seat(self, label: str, numbers: Iterable[int]) -> SheetFact:
        """A number of every seat."""
        lines = (
            Markup("{} <b>{}</b>").format(self.player(seat), signed_cell(number))
            for seat, number in enumerate(numbers)
        )
        return SheetFact(label, tuple(lines))

    def fact(self, label: str, *lines: Words) -> SheetFact:
        return SheetFact(label, tuple(html(phrase(line)) for line in lines))


class CardExplainer(Explainer, ABC):
    """Explains what lies at a table with cards of a catalogue."""

    wording: CardWording
    GOODS: Sequence[Resource] = tuple(Resource)
    NAMES: Mapping[str, tuple[str, str]] = {}  # of symbols
    MEANINGS: Mapping[str, tuple[str, str]] = {}  # of those that mean the same at every moment

    @property
    def catalog(self) -> Any:
        return self.wording.catalog

    def kinds(self) -> Mapping[str, Sheet]:
        things = {kind.id: self._thing for kind in all_kinds()}
        own: dict[str, Sheet] = {"symbol": self._symbol, "resource": self._resource}
        return {**super().kinds(), **things, **own, "pile": self._pile, "city": self._city}

    # ── cards and what takes their place ─────────────────────────────────────────────────────────

    @abstractmethod
    def _thing(self, id: str) -> ThingSheet | None:
        """A card, or what else a catalogue holds, by its id."""

    @abstractmethod
    def printed_things(self) -> Iterator[PrintedThing]:
        """All that the catalogue has, in its order."""

    @abstractmethod
    def prices(self, id: str) -> list[tuple[int, Phrase]] | None:
        """What a thing would cost every seat that can pay for it now, were it in its hand; None if
        nobody could have it at this moment. The engine says it, of what the viewer knows."""

    @abstractmethod
    def holders(self, id: str) -> Iterator[int]:
        """Cities in which a thing stands, as the viewer knows."""

    @abstractmethod
    def trade(self) -> str:
        """What resources are for, and where they are bought."""

    @abstractmethod
    def makers(self, resource: Resource, title: str) -> Iterator[SheetFact]:
        """Who makes a resource, who sells it; labels begin with the title."""

    @abstractmethod
    def _symbol(self, id: str) -> ThingSheet | None: ...

    @abstractmethod
    def pile(self) -> tuple[str, int, list[SheetFact]]:
        """What is told of the discard pile, its size, and what more there is to know of it."""

    @abstractmethod
    def _city(self, id: str) -> ThingSheet | None: ...

    def kind_of(self, card: Any) -> str:
        """ "Civilian structure (blue)" """
        kind = self.t.pgettext(*KINDS[card.color])
        return f"{capital(kind)} ({words.word(card.color, self.t)})"

    def chains(self, card: Any) -> Iterator[SheetFact]:
        """Both ways, with a mark on what stands already."""
        after = [other.id for other in self.catalog.cards if card.id in other.chain_from]
        labels = self.t.gettext("Free with"), self.t.gettext("Makes free")
        for label, ids in zip(labels, (card.chain_from, after), strict=True):
            if ids:
                yield SheetFact(label, tuple(map(self.link, ids)))

    def link(self, id: str) -> Markup:
        """A card that has a sheet of its own, and the emblems of whoever has it."""
        card = self.catalog.find(id)
        text = Markup('<a href="{}" data-sheet="{}" class="c-{}">{}</a>').format(
            self.address(f"card:{id}"), f"card:{id}", card.color.slug, name(card, self.t)
        )
        return Markup(" ").join([text, *map(self.player, self.holders(id))])

    def printed(self, cost: Cost) -> SheetFact:
        """A price in symbols and in words."""
        signs = linked(f'<span class="h-price">{units(cost)}</span>')
        text = Markup("{} {}").format(signs, words.cost(cost, self.t))
        return SheetFact(self.t.gettext("Cost"), (text,))

    def owned(self, id: str) -> Iterator[SheetFact]:
        if lines := tuple(map(self.player, self.holders(id))):
            yield SheetFact(self.t.pgettext("sheet", "Who has it"), lines)

    def who_can(self, id: str) -> Iterator[SheetFact]:
        """Who can build a thing now, and at what price."""
        if (prices := self.prices(id)) is not None:
            lines = [phrase(self.wording.player(seat), ": ", price) for seat, price in prices]
            lines = lines or [phrase(self.t.pgettext("sheet", "nobody"))]
            yield self.fact(self.t.pgettext("sheet", "Who can build it now"), *lines)

    def offered(
        self, offers: Sequence[Offer], deed: Callable[[Any], str], price: Callable[[Any], Phrase]
    ) -> tuple[Markup, ...]:
        """What each use would cost now, or why it cannot be."""
        lines = []
        for offer in offers:
            if offer.refusal:
                why = self.wording.why_not(offer.refusal)
                told = Markup('<span class="is-bad">{}</span>').format(why)
            else:
                plans = list(dict.fromkeys(html(price(plan)) for plan in offer.plans))
                told = Markup(" · ").join(plans[:MOST_PLANS])
                told += Markup(" …") if len(plans) > MOST_PLANS else Markup()
            label = deed(offer.move)
            if label:
                what = Markup('<span class="deed-word">{}{}</span>').format(label, ":" * bool(told))
                told = Markup(" ").join(part for part in (what, told) if part)
            lines.append(told)
        return tuple(lines)

    def meaning(self, id: str, *facts: SheetFact, told: str = "", sign: str = "") -> ThingSheet:
        """The sheet of a symbol."""
        t = self.t
        title, kind = capital(t.pgettext(*self.NAMES[id])), t.pgettext("sheet", "symbol")
        text = told or t.pgettext(*self.MEANINGS[id], **self.numbers())
        return ThingSheet(
            f"symbol:{id}", title, kind, self.sign(sign or id), (text,), tuple(facts), "sign"
        )

    def _resource(self, id: str) -> ThingSheet | None:
        """A resource, or several of which one is made: "wood-clay"."""
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
            f"resource:{id}", title, kind, linked(signs), (self.trade(),), tuple(facts), "sign"
        )

    def _pile(self, id: str) -> ThingSheet | None:
        if id != "discard":
            return None
        t, (told, n, facts) = self.t, self.pile()
        number = t.ngettext("%(n)d card in the discard pile", "%(n)d cards in the discard pile", n)
        if seen := tuple(map(self.link, self.view.discard)):
            facts.append(SheetFact(t.pgettext("sheet", "Cards you see in it"), seen))
        return ThingSheet(
            "pile:discard", capital(t.pgettext("board", "discard pile")), number,
            self.sign("discard"), (told,), tuple(facts), "sign",
        )  # fmt: skip

    def word(self, resource: Resource) -> str:
        return capital(words.word(resource, self.t))

    def made(self, resource: Resource, units: Mapping[str, int], choices: list[list[str]]) -> str:
        """ "2 wood, wood / clay": what a city makes of a resource; nothing if it makes none."""
        t, slug = self.t, resource.slug
        told = [words.units(resource, units[slug], t)] if units.get(slug) else []
        either = [[Resource[one.upper()] for one in choice] for choice in choices if slug in choice]
        return ", ".join(told + [words.words(choice, t, " / ") for choice in either])

    def here(self, kind: str, ids: Iterable[str]) -> tuple[tuple[str, str], ...]:
        """Things that can be explained, with their names."""
        found = ((f"{kind}:{id}", self.sheet(f"{kind}:{id}")) for id in ids)
        return tuple((thing, sheet.name) for thing, sheet in found if sheet)


def capital(text: str) -> str:
    """The same as a heading begins."""
    return text[:1].upper() + text[1:]
