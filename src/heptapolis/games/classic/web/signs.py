"""The meaning of symbols, trade and the table itself in classic."""

from collections.abc import Iterator, Mapping

from heptapolis.codes import FIRST_MANUFACTURED, Resource, Side
from heptapolis.games.classic.codes import ResourceClass, Symbol
from heptapolis.games.classic.narration.question import pass_direction
from heptapolis.games.classic.narration.wording import ClassicWording
from heptapolis.games.classic.view import ClassicView
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.spans import Words, phrase
from heptapolis.i18n.vocabulary import mark
from heptapolis.web.sheets import CardExplainer, SheetFact, ThingSheet, capitalize

SCIENCE = mark(
    "sheet",
    "Each kind of science symbol scores the square of how many you have, and each set of three "
    "different symbols scores %(set)d more points.",
)


class ClassicSigns(CardExplainer):
    """Explains everything that is not a thing of the catalogue."""

    view: ClassicView
    wording: ClassicWording
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
            "They pay for cards, stages and purchases from neighbours. At the end, every "
            "%(coins)d coins are worth a victory point.",
        ),
        **dict.fromkeys((symbol.slug for symbol in Symbol), SCIENCE),
        "points": mark(
            "sheet",
            "On a card: the points it brings. Beside a name: what the city would score if the game "
            "ended now; every %(coins)d coins already count as a point. The most points win.",
        ),
        "choice": mark(
            "sheet",
            "When points are counted, it becomes the symbol that scores the most.",
        ),
        "chain": mark(
            "sheet",
            "If your city has one of the cards that a card names, you build it for free: no "
            "coins, no resources.",
        ),
        "hand": mark(
            "sheet",
            "The leaders kept in the draft. At the beginning of each age, one of them is "
            "recruited, put under a stage or discarded. The other players do not see them.",
        ),
    }

    @property
    def has_leaders(self) -> bool:
        """Return whether leaders take part, or the printed things are shown without a table."""
        return bool(getattr(self.view, "leaders", True))

    def numbers(self) -> dict[str, int]:
        constants = self.catalog.constants
        return {"coins": constants.coins_per_point, "set": constants.science_set_points}

    # ── symbols ──────────────────────────────────────────────────────────────────────────────────

    def _symbol(self, id: str) -> ThingSheet | None:
        cities = self.view.cities
        if id not in self.NAMES or (id == "hand" and not self.has_leaders):
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
        """Explain shields, and the tokens that they bring."""
        t, constants, cities = self.t, self.catalog.constants, self.view.cities
        told = t.gettext(
            "At the end of each age, neighbours compare their shields. The stronger city takes a "
            "victory token of that age (%(points)s), the weaker one a defeat token (%(minus)s). "
            "In a tie, neither takes a token.",
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
            "After each turn, everyone passes their hand on: to the left in ages I and III, to "
            "the right in age II. With two players, hands are swapped."
        )
        if not view.age:
            told = t.gettext(
                "In the draft, everyone keeps one leader and passes the others to the right."
            )
        facts = []
        if view.seat is not None and not view.is_over:
            goes = view.passes_to(view.seat)
            if goes is not None:
                facts.append(
                    SheetFact(t.pgettext("sheet", "Your cards go to"), (self.player(goes),))
                )
            comes = [s for s in range(view.players) if view.passes_to(s) == view.seat]
            if comes:
                label = t.pgettext("sheet", "You get cards from")
                facts.append(SheetFact(label, (self.player(comes[0]),)))
        way = "" if view.is_over else pass_direction(view)
        sign = way if way in ("left", "right") else "both"
        return self.meaning("passing", *facts, told=told, sign=sign)

    # ── trade ────────────────────────────────────────────────────────────────────────────────────

    def trade(self) -> str:
        return self.t.gettext(
            "Building needs resources, but never uses them up: what a city produces, it has "
            "again the next time. What it lacks, it buys from its neighbours."
        )

    def makers(self, resource: Resource, title: str) -> Iterator[SheetFact]:
        t, view, wording = self.t, self.view, self.wording
        makers = [
            phrase(wording.player(city.seat), ": ", text)
            for city in view.cities
            if (text := self.production_text(resource, city.production, city.choices))
        ]
        if makers:
            yield self.fact(title + t.pgettext("sheet", "Who produces it"), *makers)
        if view.seat is None or view.is_over:
            return
        kind = ResourceClass.RAW if resource < FIRST_MANUFACTURED else ResourceClass.MANUFACTURED
        prices, sellers = view.city(view.seat).prices, list[Words]()
        for side, seat in zip(Side, view.neighbours(view.seat), strict=True):
            city = view.city(seat)
            if self.production_text(resource, city.sold, city.sold_choices):
                coins = wording.coins(prices[side.slug][kind.slug])
                price = t.phrases.gettext("%(coins)s a unit", coins=coins)
                sellers.append(phrase(wording.player(seat), ": ", price))
        label = title + t.pgettext("sheet", "Who sells it to you")
        yield self.fact(label, *(sellers or [t.pgettext("sheet", "nobody")]))

    def _trade(self, id: str) -> ThingSheet | None:
        """Explain the trade with a neighbour."""
        t, view = self.t, self.view
        if id not in ("left", "right"):
            return None
        me = view.seat or 0
        seat = view.neighbours(me)[id == "right"]
        prices, city = view.city(me).prices[id], view.city(seat)
        told = t.gettext(
            "From a neighbour you can buy what its board and its brown and grey cards produce. "
            "The coins go to the neighbour, who cannot refuse and loses nothing."
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
            self.fact(t.pgettext("sheet", "Price per unit"), *costs),
            self.fact(t.pgettext("sheet", "For sale"), *(sold or [t.pgettext("sheet", "nothing")])),
        ]
        title = t.gettext("Trade with %(name)s", name=self.wording.player(seat).plain)
        side = capitalize(words.word(Side[id.upper()], t))
        return ThingSheet(f"trade:{id}", title, side, self.sign(id), (told,), tuple(facts), "sign")

    # ── the table ────────────────────────────────────────────────────────────────────────────────

    def pile(self) -> tuple[str, int, list[SheetFact]]:
        told = self.t.gettext(
            "Cards discarded for coins, and those left over after the last turn of an age, lie "
            "here face down. Only a player who builds from the pile looks through it."
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
                "A third city that both players take turns to play: the player who has it this "
                "turn chooses a card for it after their own. It trades and fights like any other "
                "city, but cannot win."
            )
            if view.controller is not None and not view.is_over:
                label = t.pgettext("sheet", "Who plays for it now")
                facts.append(SheetFact(label, (self.player(view.controller),)))
        else:
            told = self._distance_text(seat)
            facts.append(self.fact(t.gettext("Points so far"), str(view.score(seat)["total"])))
        return ThingSheet(
            f"city:{id}",
            self.wording.player(seat).plain,
            self.wording.place(seat),
            self.flag(seat),
            (told,),
            tuple(facts),
            "sign",
        )

    def _distance_text(self, seat: int) -> str:
        t, me = self.t, self.view.seat
        if seat == me:
            return t.gettext("This is your city.")
        if me is not None and seat in self.view.neighbours(me):
            return t.gettext(
                "A neighbour: you can buy resources from each other, and you compare shields "
                "after each age."
            )
        return t.gettext("Every city trades and fights only with the cities to its left and right.")
