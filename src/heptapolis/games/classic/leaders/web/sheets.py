"""The explanations of leaders on the pages at a table."""

from collections.abc import Iterator
from dataclasses import replace

from heptapolis.games.classic.leaders.cards.model import Leader
from heptapolis.games.classic.narration.wording import effect
from heptapolis.games.classic.web.sheets import ClassicExplainer
from heptapolis.i18n.names import name
from heptapolis.i18n.spans import Phrase
from heptapolis.web import art
from heptapolis.web.assets import link_symbols
from heptapolis.web.board_parts import BoardPart
from heptapolis.web.sheets import SheetFact, ThingSheet


class LeadersExplainer(ClassicExplainer):
    """Explains the leaders too."""

    def own_thing(self, id: str) -> ThingSheet | None:
        if self.has_leaders and id in self.catalog.leader:
            return self._leader(self.catalog.leader[id])
        return super().own_thing(id)

    def _leader(self, leader: Leader) -> ThingSheet:
        t, id = self.t, leader.id
        cost = self.fact(t.gettext("Cost"), self.wording.coins_or_free(leader.cost))
        facts = [cost, *self.price_now(id), *self.owner_facts(id), *self.other_places(id)]
        return ThingSheet(
            f"leader:{id}",
            name(leader, t),
            t.pgettext("sheet", "leader"),
            link_symbols(art.card(self.catalog, id, t.language)),
            (effect(leader, t),),
            tuple(facts),
        )

    def price_now(self, id: str) -> Iterator[SheetFact]:
        view = self.view
        facts = [*super().price_now(id)]
        yield from facts
        if facts or view.seat is None:
            return
        if id in (*view.leader_hand, *view.leader_pack):
            price = self.wording.leader_price(view.city(view.seat), id)
            yield self.fact(self.t.pgettext("sheet", "For you now"), price)

    def prices(self, id: str) -> list[tuple[int, Phrase]] | None:
        if id not in self.catalog.leader:
            return super().prices(id)
        if self.view.is_over or list(self.holders(id)):
            return None
        cities = [self.view.city(seat) for seat in range(self.view.players)]
        return [
            (city.seat, self.wording.leader_price(city, id))
            for city in cities
            if self.view.next_leader_price(city.seat, id) <= city.coins
        ]


def extend(base: BoardPart) -> BoardPart:
    """Return the pages' part of a game with Leaders."""
    explainer = type("LeadersExplainer", (LeadersExplainer, base.explainer), {})
    return replace(base, explainer=explainer)
