"""The explanations on the pages at a table of classic: cards, wonders and their stages."""

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from heptapolis.codes import Resource
from heptapolis.games.classic.cards.model import Card, Stage, Wonder
from heptapolis.games.classic.city import City
from heptapolis.games.classic.narration.decision import ClassicDecision
from heptapolis.games.classic.narration.wording import effect
from heptapolis.games.classic.web import art as classic_art
from heptapolis.games.classic.web import citations
from heptapolis.games.classic.web.signs import ClassicSigns
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.descriptions import explain
from heptapolis.i18n.names import full_name, name
from heptapolis.i18n.spans import Phrase, phrase
from heptapolis.move import Move
from heptapolis.refusal import Offer
from heptapolis.variants import variant
from heptapolis.web import art
from heptapolis.web.assets import link_symbols
from heptapolis.web.sheets import PrintedThing, Sheet, SheetFact, SheetGroup, ThingSheet

SIZES = tuple(variant("classic").seats)  # of tables


class ClassicExplainer(ClassicSigns):
    """Explains all things at a table of classic."""

    RULES = citations.THINGS
    KINDS = frozenset({"card", "wonder"})

    def kinds(self) -> Mapping[str, Sheet]:
        return {**super().kinds(), "stage": self._stage, "trade": self._trade}

    def groups(self) -> list[SheetGroup]:
        t, view = self.t, self.view
        boards = [city.board for city in view.cities]
        groups = [SheetGroup(self.wording.age(age), self._deck(age)) for age in (1, 2, 3)]
        groups.append(
            SheetGroup(t.pgettext("score", "Wonders"), self.thing_links("wonder", boards))
        )
        groups += self.added_groups()
        table = [
            *self.thing_links("resource", [resource.slug for resource in Resource]),
            *self.thing_links("symbol", self.NAMES),
            *self.thing_links("pile", ["discard"]),
            *self.thing_links("trade", ["left", "right"]),
            *self.thing_links("city", [str(seat) for seat in range(view.n_cities)]),
        ]
        return [*groups, SheetGroup(t.gettext("On the table"), tuple(table)), *super().groups()]

    def _deck(self, age: int) -> tuple[tuple[str, str], ...]:
        """Return the cards that can come in an age of this table."""
        cards = (card for card in filter(self._is_used, self.catalog.cards) if card.age == age)
        seats = self.view.players
        return tuple((f"card:{one.id}", name(one, self.t)) for one in cards if seats in _sizes(one))

    def _is_used(self, thing: Card | Wonder) -> bool:
        return self.has_leaders or not self.catalog.needs_leaders(thing)

    def own_things(self) -> Iterator[PrintedThing]:
        for card in filter(self._is_used, self.catalog.cards):
            yield PrintedThing(f"card:{card.id}", card, _sizes(card))
        for wonder in filter(self._is_used, self.catalog.wonders):
            for side in wonder.sides:
                yield PrintedThing(f"wonder:{wonder.id}:{side}", wonder, SIZES)

    # ── cards ────────────────────────────────────────────────────────────────────────────────────

    def own_thing(self, id: str) -> ThingSheet | None:
        if id in self.catalog.card:
            return self._card(self.catalog.card[id])
        wonder, _, side = id.partition(":")
        if wonder in self.catalog.wonder and side in ("A", "B"):
            return self._wonder(self.catalog.wonder[wonder], side)
        return None

    def _card(self, card: Card) -> ThingSheet:
        t = self.t
        kind = [self.kind_of(card), self.wording.age(card.age)]
        if card.players:
            kind.append(t.gettext("with %(n)d or more players", n=min(card.players)))
        facts = [self.price_fact(card.cost), *self.price_now(card.id), *self.chains(card)]
        facts += [*self.owner_facts(card.id), *self.other_places(card.id)]
        if card.players:
            copies = " ".join(f"{least}+" for least in sorted(card.players))
            facts.append(self.fact(t.pgettext("sheet", "Copies, by number of players"), copies))
        return ThingSheet(
            f"card:{card.id}",
            name(card, t),
            " · ".join(kind),
            link_symbols(art.card(self.catalog, card.id, t.language, players=True)),
            (effect(card, t),),
            tuple(facts),
        )

    def holders(self, id: str) -> Iterator[int]:
        for city in self.view.cities:
            if id in (*city.buildings, *city.leaders, *city.copied, city.board):
                yield city.seat

    def other_places(self, id: str) -> Iterator[SheetFact]:
        """Return where else the viewer knows it to be."""
        t, view, places = self.t, self.view, []
        if id in view.hand or id in getattr(view, "leader_hand", ()):
            places.append(phrase(t.pgettext("sheet", "in your hand")))
        for city in view.cities:
            if id in city.markers:
                under = t.gettext("Under the wonder")
                places.append(phrase(self.wording.player(city.seat), f": {under}"))
        if places:
            yield self.fact(t.pgettext("sheet", "Where it is"), *places)

    def price_now(self, id: str) -> Iterator[SheetFact]:
        """Return its present price for the viewer, as the engine computes it."""
        t, view = self.t, self.view
        if view.seat is None or view.is_over:
            return
        label = t.pgettext("sheet", "For you now")
        city, offers = view.city(view.seat), list[Offer]()
        if view.legal_moves() and id in (decision := ClassicDecision(view)).cards:
            city = decision.city
            offers = [one for one in view.uses(id) if one.plans or not one.move.free]
            if decision.is_free_city:
                label = t.pgettext("sheet", "For the Free City now")
        elif id in self.catalog.card and view.phase == "turn":
            offers = [view.offer_to_build(view.seat, id)]
        if offers:
            yield SheetFact(label, self._offer_lines(offers, city))

    def prices(self, id: str) -> list[tuple[int, Phrase]] | None:
        view, wording, prices = self.view, self.wording, list[tuple[int, Phrase]]()
        if view.is_over or (id in self.catalog.card and view.phase != "turn"):
            return None
        for seat in range(view.players):
            city = view.city(seat)
            if id in self.catalog.card:
                plans = view.offer_to_build(seat, id).plans
                prices += [(seat, wording.move_price(plan, city)) for plan in plans[:1]]
            else:
                return None
        return prices

    def _offer_lines(self, offers: Sequence[Offer], city: City) -> tuple[Markup, ...]:
        def deed(move: Move) -> str:
            return self.wording.deed(move, city)

        return self.use_lines(offers, deed, lambda plan: self.wording.move_price(plan, city))

    # ── wonders ──────────────────────────────────────────────────────────────────────────────────

    def _wonder(self, wonder: Wonder, side: str) -> ThingSheet:
        t, id = self.t, f"{wonder.id}:{side}"
        board, owner = wonder.sides[side], next(self.holders(id), None)
        built = len(board.stages) if owner is None else self.view.city(owner).stages
        told = explain(board.power, t) if board.power else []
        if wonder.resource is not None:
            made = words.units(wonder.resource, 1, t)
            told.insert(0, t.gettext("Produces %(units)s.", units=made))
        stages = [self._line(n, stage) for n, stage in enumerate(board.stages, 1)]
        facts = [self.fact(t.pgettext("sheet", "Stages"), *stages), *self._next_stage(id)]
        picture = classic_art.wonder_board(self.catalog, wonder.id, side, t.language, built=built)
        return ThingSheet(
            f"wonder:{id}",
            full_name(wonder, t),
            f"{name(wonder, t)} {side}",
            link_symbols(picture),
            tuple(told),
            (*facts, *self.owner_facts(id)),
            "wide",
        )

    def _line(self, number: int, stage: Stage) -> str:
        """Return a stage as "1. 2 stone → 3 victory points", in a line."""
        gain = " ".join(explain(stage.effect, self.t, sold=False))
        return f"{number}. {words.cost(stage.cost, self.t)} → {gain}"

    def _next_stage(self, id: str) -> Iterator[SheetFact]:
        """Return what the next stage of the viewer's own board would take."""
        view = self.view
        if view.seat is None or view.city(view.seat).board != id:
            return
        if offer := view.offer_to_stage():
            told = self._offer_lines([offer], view.city(view.seat))
            yield SheetFact(self.t.pgettext("sheet", "For you now"), told)

    def _stage(self, id: str) -> ThingSheet | None:
        """Return the stage of a board by its number: "giza:A:2"."""
        t = self.t
        wonder_id, side, number = [*id.split(":"), "", ""][:3]
        wonder = self.catalog.wonder.get(wonder_id)
        stages = wonder.sides[side].stages if wonder and side in wonder.sides else ()
        if not wonder or number not in map(str, range(1, len(stages) + 1)):
            return None
        n, board = int(number), f"{wonder_id}:{side}"
        stage = stages[n - 1]
        facts = [fact for seat in self.holders(board) for fact in self._progress(seat, n)]
        picture = art.scene(wonder_id, side, done=n / len(stages))
        does = " ".join(explain(stage.effect, t, sold=False))
        return ThingSheet(
            f"stage:{id}",
            t.gettext("Stage %(n)d", n=n),
            full_name(wonder, t),
            link_symbols(picture),
            (does,),
            (self.price_fact(stage.cost), *facts),
            "wide",
        )

    def _progress(self, seat: int, n: int) -> Iterator[SheetFact]:
        """Return the progress of a city with its stage."""
        t, city = self.t, self.view.city(seat)
        is_built = n <= city.stages
        state = t.pgettext("wonder stage", "built")
        if not is_built:
            state = t.pgettext("wonder stage", "not built yet")
        yield self.fact(self.wording.player(seat).plain, state)
        if is_built and (under := city.markers[n - 1]):
            yield self.fact(t.gettext("Under the wonder"), self.wording.card(under))
        if n == city.stages + 1:
            yield from self._next_stage(city.board)


def _sizes(card: Card) -> tuple[int, ...]:
    """Return the numbers of seats at which a card may come; two play with the deck of three
    (C1.2)."""
    return tuple(n for n in SIZES if card.is_guild or card.copies_for(max(3, n)))
