"""The explanations on the pages at a table of Duel."""

from collections.abc import Iterator, Mapping

from heptapolis.codes import Resource
from heptapolis.games.duel.cards.model import DuelCard, DuelWonder, ProgressToken
from heptapolis.games.duel.codes import GOODS, DuelSymbol
from heptapolis.games.duel.narration.wording import DuelWording
from heptapolis.games.duel.view import DuelView
from heptapolis.games.duel.vocabulary import SYMBOLS
from heptapolis.games.duel.web import art as duel_art
from heptapolis.games.duel.web import citations
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.names import name
from heptapolis.i18n.spans import Phrase, phrase
from heptapolis.i18n.vocabulary import mark
from heptapolis.move import Move
from heptapolis.variants import variant
from heptapolis.web import art
from heptapolis.web.assets import link_symbols
from heptapolis.web.sheets import (
    CardExplainer,
    PrintedThing,
    Sheet,
    SheetFact,
    SheetGroup,
    ThingSheet,
    capitalize,
)

SCIENCE = mark(
    "sheet",
    "A player who completes a pair of the same symbol takes a progress token from the board. A "
    "player with %(symbols)d different symbols wins the game at once.",
)


class DuelExplainer(CardExplainer):
    """Explains cards, wonders, tokens, the track."""

    view: DuelView
    wording: DuelWording
    RULES = citations.THINGS
    KINDS = frozenset({"card", "wonder", "token"})
    GOODS = GOODS
    NAMES: Mapping[str, tuple[str, str]] = {
        "coin": mark("sheet", "coins"),
        "shield": mark("sheet", "shields"),
        "points": mark("sheet", "points so far"),
        "chain": mark("symbol", "chain"),
        "marker": SYMBOLS["marker"],
        **{symbol.slug: SYMBOLS[symbol.slug] for symbol in DuelSymbol},
    }
    MEANINGS: Mapping[str, tuple[str, str]] = {
        "coin": mark(
            "sheet",
            "They pay for cards, wonders and purchases from the bank. At the end, every "
            "%(coins)d coins are worth a victory point.",
        ),
        "shield": mark(
            "sheet",
            "Each shield moves the conflict marker one space towards the opponent's capital. "
            "When it gets there, the game is won at once.",
        ),
        "points": mark(
            "sheet",
            "On a card: the points it brings. Beside a name: what the city would score if the game "
            "ended now; every %(coins)d coins already count as a point. The most points win.",
        ),
        "chain": mark(
            "sheet",
            "If your city has a card with the same sign, you build this card for free: no coins, "
            "no resources.",
        ),
        "marker": mark(
            "sheet",
            "Shields push it towards the opponent's capital. At the end, the zone it is in gives "
            "points to the player who is ahead; in the capital, the game is won at once.",
        ),
        **dict.fromkeys((symbol.slug for symbol in DuelSymbol), SCIENCE),
    }

    def kinds(self) -> Mapping[str, Sheet]:
        return {**super().kinds(), "zone": self._zone}

    def numbers(self) -> dict[str, int]:
        constants = self.catalog.constants
        return {"coins": constants.coins_per_point, "symbols": constants.symbols_to_win}

    def groups(self) -> list[SheetGroup]:
        t, catalog = self.t, self.catalog
        ages = [
            SheetGroup(
                self.wording.age(age),
                tuple((f"card:{one.id}", name(one, t)) for one in catalog.cards if one.age == age),
            )
            for age in (1, 2, 3)
        ]
        wonders = tuple((f"wonder:{one.id}", name(one, t)) for one in catalog.wonders)
        tokens = tuple((f"token:{one.id}", name(one, t)) for one in catalog.tokens)
        table = [
            *self.thing_links("resource", [good.slug for good in GOODS]),
            *self.thing_links("symbol", self.NAMES),
            *self.thing_links("zone", self._zones()),
            *self.thing_links("pile", ["discard"]),
            *self.thing_links("city", ["0", "1"]),
        ]
        return [
            *ages,
            SheetGroup(t.pgettext("score", "Wonders"), wonders),
            SheetGroup(capitalize(t.pgettext("board", "progress tokens")), tokens),
            *self.added_groups(),
            SheetGroup(t.gettext("On the table"), tuple(table)),
            *super().groups(),
        ]

    def own_things(self) -> Iterator[PrintedThing]:
        catalog, seats = self.catalog, tuple(variant("duel").seats)
        kinds = {"card": catalog.cards, "wonder": catalog.wonders, "token": catalog.tokens}
        for kind, records in kinds.items():
            yield from (PrintedThing(f"{kind}:{one.id}", one, seats) for one in records)

    # ── cards, wonders, tokens ───────────────────────────────────────────────────────────────────

    def own_thing(self, id: str) -> ThingSheet | None:
        try:
            thing = self.catalog.find(id)
        except KeyError:
            return None
        match thing:
            case DuelCard():
                return self._card(thing)
            case DuelWonder():
                return self._wonder(thing)
            case ProgressToken():
                return self._token(thing)
        return None

    def _card(self, card: DuelCard) -> ThingSheet:
        t, id = self.t, card.id
        kind = f"{self.kind_of(card)} · {self.wording.age(card.age)}"
        facts = [self.price_fact(card.cost), *self._prices(id), *self.chains(card)]
        facts += [*self.owner_facts(id), *self._where(id)]
        picture = link_symbols(art.card(self.catalog, id, t.language))
        return ThingSheet(
            f"card:{id}", name(card, t), kind, picture, (self.wording.effect(id),), tuple(facts)
        )

    def _wonder(self, wonder: DuelWonder) -> ThingSheet:
        t, id = self.t, wonder.id
        owner = next(self.holders(id), None)
        under = {} if owner is None else self.view.city(owner).built_wonders
        facts = [self.price_fact(wonder.cost), *(self._prices(id) if id not in under else ())]
        facts += self.owner_facts(id)
        if card := under.get(id):
            label = capitalize(t.pgettext("duel log", "under it"))
            facts.append(SheetFact(label, (self.link(card),)))
        kind = t.pgettext("symbol", "wonder")
        if id in under:
            kind = t.pgettext("sheet", "wonder, built")
        picture = duel_art.duel_wonder(self.catalog, id, t.language, built=id in under)
        return ThingSheet(
            f"wonder:{id}",
            name(wonder, t),
            capitalize(kind),
            link_symbols(picture),
            (self.wording.effect(id),),
            tuple(facts),
            "wide",
        )

    def _token(self, token: ProgressToken) -> ThingSheet:
        t, id = self.t, token.id
        facts = [*self.owner_facts(id), *self._where(id)]
        return ThingSheet(
            f"token:{id}",
            name(token, t),
            capitalize(t.pgettext("symbol", "progress token")),
            link_symbols(duel_art.token(self.catalog, id, t.language)),
            (self.wording.effect(id),),
            tuple(facts),
            "token",
        )

    def holders(self, id: str) -> Iterator[int]:
        for city in self.view.cities:
            if id in (*city.buildings, *city.wonders, *city.tokens):
                yield city.seat

    def _where(self, id: str) -> Iterator[SheetFact]:
        """Return where else it lies."""
        t, view, places = self.t, self.view, list[Phrase]()
        for place in view.places:
            if place.card == id and place.is_accessible:
                places.append(phrase(t.pgettext("sheet", "on the table, ready to be taken")))
            elif place.card == id:
                places.append(phrase(t.pgettext("sheet", "on the table, under other cards")))
        if id in view.discard:
            places.append(phrase(t.pgettext("sheet", "in the discard pile")))
        if id in view.tokens:
            places.append(
                phrase(t.pgettext("sheet", "on the board, for a player who completes a pair"))
            )
        under = t.pgettext("duel log", "under it")
        for city in view.cities:
            for wonder, card in city.built_wonders.items():
                if card == id:
                    places.append(phrase(self.wording.card(wonder), ": ", under))
        if places:
            yield self.fact(t.pgettext("sheet", "Where it is"), *places)

    def _prices(self, id: str) -> Iterator[SheetFact]:
        """Return its present price for the viewer and the opponent, as the engine computes it."""
        t, view, wording = self.t, self.view, self.wording
        if view.is_over or view.seat is None or id in view.city(view.seat).buildings:
            return
        me, rival = view.seat, 1 - view.seat
        label = t.pgettext("sheet", "For you now")
        if offers := view.uses(id) if id in view.accessible else []:

            def price(move: Move) -> Phrase:
                return wording.move_price(move, me)

            def deed(move: Move) -> str:
                return wording.card(move.wonder).plain if move.wonder else wording.deed(move.verb)

            yield SheetFact(label, self.use_lines(offers, deed, price))
        elif id in self.catalog.card or id in view.city(me).unbuilt or id in view.offer:
            yield self.fact(label, wording.price(me, id))
        if id in self.catalog.card or id in view.city(rival).unbuilt or id in view.offer:
            other = phrase(wording.player(rival), ": ", wording.price(rival, id))
            yield self.fact(t.pgettext("sheet", "For your opponent"), other)

    def prices(self, id: str) -> list[tuple[int, Phrase]] | None:
        view, catalog = self.view, self.catalog
        seats = [s for s in range(view.players) if id in catalog.card or id in view.city(s).unbuilt]
        if view.is_over or not view.age or not seats or self._is_gone(id):
            return None
        able = [seat for seat in seats if view.price(seat, id) <= view.city(seat).coins]
        return [(seat, self.wording.price(seat, id)) for seat in able]

    def _is_gone(self, id: str) -> bool:
        """Return whether it has been built, discarded or put under a wonder."""
        under = [card for city in self.view.cities for card in city.built_wonders.values()]
        is_built = id in self.catalog.card and list(self.holders(id))
        return bool(is_built) or id in (*self.view.discard, *under)

    # ── symbols ──────────────────────────────────────────────────────────────────────────────────

    def _symbol(self, id: str) -> ThingSheet | None:
        view = self.view
        if id not in self.NAMES:
            return None
        if id == "marker":
            return self.meaning(id, *self._track())
        numbers = list[int]()
        if id == "coin":
            numbers = [city.coins for city in view.cities]
        elif id == "points":
            numbers = [view.score(seat)["total"] for seat in range(view.players)]
        elif id not in ("shield", "chain"):
            numbers = [city.symbols.get(id, 0) for city in view.cities]
        have = self.t.pgettext("sheet", "Who has how many")
        facts = [self.by_seat(have, numbers)] if numbers else []
        return self.meaning(id, *facts)

    # ── the track ────────────────────────────────────────────────────────────────────────────────

    def _zones(self) -> list[str]:
        return [*(str(n) for n, _ in enumerate(self.catalog.military.zones, 1)), "capital"]

    def _zone(self, id: str) -> ThingSheet | None:
        t, military = self.t, self.catalog.military
        if id not in self._zones():
            return None
        if id == "capital":
            title, sign = capitalize(t.pgettext("symbol", "capital")), "capital"
            told = t.gettext(
                "The player who brings the conflict marker here wins the game at once."
            )
        else:
            zone = military.zones[int(id) - 1]
            spaces = f"{zone.from_}–{zone.to}"
            title, sign = t.gettext("Zone of the track: spaces %(spaces)s", spaces=spaces), "marker"
            told = t.gettext(
                "If the marker is here at the end, the player who is ahead gets %(points)s.",
                points=words.points(zone.points, t),
            )
            if zone.loot:
                told += " " + t.gettext(
                    "When it first gets here, the other city loses %(coins)s.",
                    coins=words.coins(zone.loot, t),
                )
        return ThingSheet(
            f"zone:{id}",
            title,
            capitalize(t.pgettext("board", "military")),
            self.sign(sign),
            (told,),
            tuple(self._track()),
            "sign",
        )

    def _track(self) -> Iterator[SheetFact]:
        if self.view.age:
            yield self.fact(self.t.pgettext("sheet", "Now"), self.wording.lead())

    # ── trade, the table ─────────────────────────────────────────────────────────────────────────

    def trade(self) -> str:
        return self.t.gettext(
            "Building needs resources, but never uses them up. What a city lacks, it buys from "
            "the bank: a unit costs %(coins)s, and one more for each unit that the opponent's "
            "brown and grey cards produce.",
            coins=words.coins(self.catalog.constants.trade_price, self.t),
        )

    def makers(self, resource: Resource, title: str) -> Iterator[SheetFact]:
        t, wording = self.t, self.wording
        makers, prices = list[Phrase](), list[Phrase]()
        for city in self.view.cities:
            player = wording.player(city.seat)
            if text := self.production_text(resource, city.production, city.choices):
                makers.append(phrase(player, ": ", text))
            coins = wording.coins(city.prices[resource.slug])
            price = t.phrases.gettext("%(coins)s a unit", coins=coins)
            prices.append(phrase(player, ": ", price))
        if makers:
            yield self.fact(title + t.pgettext("sheet", "Who produces it"), *makers)
        yield self.fact(title + t.pgettext("sheet", "Price per unit"), *prices)

    def pile(self) -> tuple[str, int, list[SheetFact]]:
        t, view = self.t, self.view
        told = t.gettext(
            "Discarded and destroyed cards lie here, open to both players. A discard gives "
            "coins, one more for each yellow card in the city."
        )
        facts = []
        if view.seat is not None and not view.is_over:
            brings = self.wording.sale(view.seat)
            facts.append(self.fact(t.pgettext("sheet", "A discard gives you"), brings))
        return told, len(view.discard), facts

    def _city(self, id: str) -> ThingSheet | None:
        t, view = self.t, self.view
        if id not in ("0", "1"):
            return None
        seat = int(id)
        told = (
            t.gettext("This is your city.")
            if seat == view.seat
            else t.gettext("A city wins by war, by science or, after the third age, by points.")
        )
        city = view.city(seat)
        facts = [
            self.fact(t.gettext("Coins"), str(city.coins)),
            self.fact(t.gettext("Points so far"), str(view.score(seat)["total"])),
        ]
        kind = t.pgettext("symbol", "city")
        return ThingSheet(
            f"city:{id}",
            self.wording.player(seat).plain,
            capitalize(kind),
            self.flag(seat),
            (told,),
            tuple(facts),
            "sign",
        )
