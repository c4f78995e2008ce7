"""What symbols, trade and the table itself mean in classic."""

from collections.abc import Iterator, Mapping

from heptapolis.classic.view import ClassicView
from heptapolis.codes import FIRST_MANUFACTURED, Resource, ResourceClass, Side, Symbol
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.spans import Words, phrase
from heptapolis.i18n.vocabulary import mark
from heptapolis.narration.classic.question import passing
from heptapolis.narration.classic.wording import ClassicWording
from heptapolis.web.sheets import CardExplainer, SheetFact, ThingSheet, capital

SCIENCE = mark(
    "sheet",
    "Of each science symbol the number is multiplied by itself, and every set of three different "
    "symbols brings %(set)d more points.",
)


class ClassicSigns(CardExplainer):
    """Explains all that is no thing of the catalogue."""

    view: ClassicView
    wording: ClassicWording
    COLUMNS: Mapping[str, tuple[str, str]] = {
        "military": mark(
            "sheet", "The points of the conflict tokens; those of defeats are below zero."
        ),
        "treasury": mark("sheet", "The coins divided by %(coins)d, rounded down."),
        "wonder": mark("sheet", "The points of the stages of the wonder that are built."),
        "civilian": mark("sheet", "The points of the blue cards."),
        "science": mark(
            "sheet",
            "Each science symbol: its number multiplied by itself. "
            "Each set of three different symbols: %(set)d more.",
        ),
        "commercial": mark("sheet", "The points of the yellow cards."),
        "guilds": mark("sheet", "The points of the purple cards, the guilds."),
        "leaders": mark("sheet", "The points of the recruited leaders."),
        "total": mark(
            "sheet", "All columns added up. Most points win; between equals the coins decide."
        ),
    }
    NAMES: Mapping[str, tuple[str, str]] = {
        "coin": mark("sheet", "coins"),
        "shield": mark("sheet", "shields"),
        "points": mark("sheet", "points so far"),
        "choice": mark("sheet", "science symbol of choice"),
        "chain": mark("symbol", "chain"),
        "victory": mark("symbol", "victory token"),
        "defeat": mark("symbol", "defeat token"),
        "hand": mark("sheet", "leaders in hand"),
        "passing": mark("sheet", "where the cards go"),
        "compass": mark("science symbol", "compass"),
        "gear": mark("science symbol", "gear"),
        "tablet": mark("science symbol", "tablet"),
    }
    MEANINGS: Mapping[str, tuple[str, str]] = {
        "coin": mark(
            "sheet",
            "They pay for cards, stages and what is bought from neighbours. In the end they bring "
            "a victory point for every %(coins)d of them.",
        ),
        **dict.fromkeys((symbol.slug for symbol in Symbol), SCIENCE),
        "points": mark(
            "sheet", "What the city would score if the game ended now. Most points win."
        ),
        "choice": mark(
            "sheet",
            "It becomes the symbol that brings most when points are counted.",
        ),
        "chain": mark(
            "sheet",
            "A card is free for a city in which one of the cards stands that it names: "
            "neither coins nor resources are needed.",
        ),
        "hand": mark(
            "sheet",
            "Leaders that were kept in the draft. At the beginning of each age one of them is "
            "recruited, put under a stage or discarded; the others do not see which ones they are.",
        ),
    }

    def numbers(self) -> dict[str, int]:
        constants = self.catalog.constants
        return {"coins": constants.coins_per_point, "set": constants.science_set_points}

    # ── symbols ──────────────────────────────────────────────────────────────────────────────────

    def _symbol(self, id: str) -> ThingSheet | None:
        cities = self.view.cities
        if id not in self.NAMES or (id == "hand" and not self.view.leaders):
            return None
        if id == "passing":
            return self._passing()
        if id in ("shield", "victory", "defeat"):
            return self._war(id)
        sign, numbers = id, list[int]()
        match id:
            case "coin":
                numbers = [city.coins for city in cities]
            case "points":
                numbers = [self.view.score(seat)["total"] for seat in range(self.view.players)]
            case "hand":
                numbers = [city.n_leader_hand for city in cities]
            case "compass" | "gear" | "tablet" | "choice":
                sign = "any" if id == "choice" else id
                numbers = [city.symbols[id] for city in cities]
        have = self.t.pgettext("sheet", "Who has how many")
        facts = [self.by_seat(have, numbers)] if numbers else []
        return self.meaning(id, *facts, sign=sign)

    def _war(self, id: str) -> ThingSheet:
        """Shields, and the tokens that they bring."""
        t, constants, cities = self.t, self.catalog.constants, self.view.cities
        told = t.gettext(
            "At the end of each age every two neighbours compare their shields. The stronger city "
            "takes a victory token of the age (%(points)s), the weaker one a defeat token "
            "(%(minus)s); equals take nothing.",
            points=" · ".join(f"+{n}" for n in constants.victory_points),
            minus=f"−{-constants.defeat_points}",
        )
        label = t.pgettext("sheet", "Who has how many")
        numbers = {
            "shield": [city.shields for city in cities],
            "victory": [sum(city.victories) for city in cities],
            "defeat": [city.defeats for city in cities],
        }[id]
        return self.meaning(id, self.by_seat(label, numbers), told=told)

    def _passing(self) -> ThingSheet:
        t, view = self.t, self.view
        told = t.gettext(
            "After each turn everybody hands the cards on: to the left in ages I and III, "
            "to the right in age II. With two players hands are swapped."
        )
        if not view.age:
            told = t.gettext(
                "In the draft everybody keeps one leader and hands the others on to the right."
            )
        facts = []
        if view.seat is not None and not view.is_over:
            goes = view.passes_to(view.seat)
            if goes is not None:
                facts.append(SheetFact(t.pgettext("sheet", "Yours go to"), (self.player(goes),)))
            comes = [s for s in range(view.players) if view.passes_to(s) == view.seat]
            if comes:
                label = t.pgettext("sheet", "You get those of")
                facts.append(SheetFact(label, (self.player(comes[0]),)))
        way = "" if view.is_over else passing(view)
        sign = way if way in ("left", "right") else "both"
        return self.meaning("passing", *facts, told=told, sign=sign)

    # ── trade ────────────────────────────────────────────────────────────────────────────────────

    def trade(self) -> str:
        return self.t.gettext(
            "Constructions need resources, but never use them up: what a city makes, it has again "
            "for every construction. What it lacks it buys from its neighbours."
        )

    def makers(self, resource: Resource, title: str) -> Iterator[SheetFact]:
        t, view, wording = self.t, self.view, self.wording
        makers = [
            phrase(wording.player(city.seat), ": ", text)
            for city in view.cities
            if (text := self.made(resource, city.production, city.choices))
        ]
        if makers:
            yield self.fact(title + t.pgettext("sheet", "Who makes it"), *makers)
        if view.seat is None or view.is_over:
            return
        kind = ResourceClass.RAW if resource < FIRST_MANUFACTURED else ResourceClass.MANUFACTURED
        prices, sellers = view.city(view.seat).prices, list[Words]()
        for side, seat in zip(Side, view.neighbours(view.seat), strict=True):
            city = view.city(seat)
            if self.made(resource, city.sold, city.sold_choices):
                coins = wording.coins(prices[side.slug][kind.slug])
                price = t.phrases.gettext("%(coins)s a unit", coins=coins)
                sellers.append(phrase(wording.player(seat), ": ", price))
        label = title + t.pgettext("sheet", "Who sells it to you")
        yield self.fact(label, *(sellers or [t.pgettext("sheet", "nobody")]))

    def _trade(self, id: str) -> ThingSheet | None:
        """The way to a neighbour."""
        t, view = self.t, self.view
        if id not in ("left", "right"):
            return None
        me = view.seat or 0
        seat = view.neighbours(me)[id == "right"]
        prices, city = view.city(me).prices[id], view.city(seat)
        told = t.gettext(
            "What you lack you buy from a neighbour: what its board, its brown and its grey cards "
            "make. The coins go to the owner, who cannot refuse and loses nothing."
        )
        raw, manufactured = (self.wording.coins(prices[kind.slug]) for kind in ResourceClass)
        costs = (
            phrase(t.pgettext("trade", "raw materials"), ": ", raw),
            phrase(t.pgettext("trade", "manufactured goods"), ": ", manufactured),
        )
        sold = [words.units(Resource[slug.upper()], n, t) for slug, n in city.sold.items()]
        for choice in city.sold_choices:
            sold.append(words.words([Resource[slug.upper()] for slug in choice], t, " / "))
        facts = [
            self.fact(t.pgettext("sheet", "Price of a unit"), *costs),
            self.fact(t.pgettext("sheet", "For sale"), *(sold or [t.pgettext("sheet", "nothing")])),
        ]
        title = t.gettext("Trade with %(name)s", name=self.wording.player(seat).plain)
        side = capital(words.word(Side[id.upper()], t))
        return ThingSheet(f"trade:{id}", title, side, self.sign(id), (told,), tuple(facts), "sign")

    # ── the table ────────────────────────────────────────────────────────────────────────────────

    def pile(self) -> tuple[str, int, list[SheetFact]]:
        told = self.t.gettext(
            "Cards that were discarded for coins, and those left over after the last turn of an "
            "age, lie here face down. Only who builds from the pile looks through it."
        )
        return told, self.view.n_discard, []

    def _city(self, id: str) -> ThingSheet | None:
        t, view = self.t, self.view
        if id not in map(str, range(view.n_cities)):
            return None
        seat = int(id)
        city, facts = view.city(seat), []
        facts.append(self.fact(t.gettext("Coins"), str(city.coins)))
        facts.append(self.fact(t.gettext("Shields"), str(city.shields)))
        if self.wording.is_free_city(seat):
            told = t.gettext(
                "A third city, which both players play in turns: who has it in a turn chooses a "
                "card for it after the own one. It trades and fights like any other, but cannot "
                "win."
            )
            if view.controller is not None and not view.is_over:
                label = t.pgettext("sheet", "Who plays for it now")
                facts.append(SheetFact(label, (self.player(view.controller),)))
        else:
            told = self._nearness(seat)
            facts.append(self.fact(t.gettext("Points so far"), str(view.score(seat)["total"])))
        return ThingSheet(
            f"city:{id}", self.wording.player(seat).plain, self.wording.place(seat),
            self.flag(seat), (told,), tuple(facts), "sign",
        )  # fmt: skip

    def _nearness(self, seat: int) -> str:
        t, me = self.t, self.view.seat
        if seat == me:
            return t.gettext("This is your city.")
        if me is not None and seat in self.view.neighbours(me):
            return t.gettext(
                "A neighbour: you buy resources from each other, and compare shields after each "
                "age."
            )
        return t.gettext(
            "Every city trades and fights with the cities to its left and right, and with no other."
        )
