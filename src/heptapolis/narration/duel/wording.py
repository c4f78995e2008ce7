"""How a table of Duel is spoken of: players by their names, prices as the seat would pay now."""

from rich.text import Text

from heptapolis.cards import DuelCatalog
from heptapolis.codes import Color
from heptapolis.duel.view import DuelState
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.narration.wording import Wording


class DuelWording(Wording):
    """Names and prices at a table of Duel."""

    table: DuelState
    catalog: DuelCatalog

    def __init__(self, table: DuelState, t: Translator) -> None:
        super().__init__(table, t)

    def moment(self, age: int, turn: int) -> str:
        """A turn's heading; the draft of the wonders comes before the ages."""
        t = self.t
        if not age:
            return t.gettext("Draft of the wonders")
        if not turn:
            return t.gettext("Before age %(age)s", age="I" * age)
        return super().moment(age, turn)

    def cost(self, id: str) -> str:
        """The printed price of a card or wonder."""
        return words.cost(self.thing(id).cost, self.t)

    def price(self, seat: int, id: str) -> Text:
        """What a card or wonder would cost a seat now; "– (9 coins)" if it has too few."""
        t, coins = self.t, self.table.price(seat, id)
        if id in self.catalog.card and self.table.has_chain(seat, id):
            return Text(t.pgettext("price", "chain"), style="green")
        if coins > self.table.city(seat).coins:
            return Text(f"– ({words.coins(coins, t)})", style="dim")
        return Text(self.coins_or_free(coins), style="green")

    def sale(self, seat: int) -> str:
        """What a discard brings a seat: two coins, and one for each own yellow card (D40)."""
        constants, yellow = self.catalog.constants, self.table.city(seat).colors[Color.YELLOW.slug]
        coins = constants.discard_coins + constants.discard_coins_per_yellow * yellow
        return f"+{words.coins(coins, self.t)}"

    def named(self, id: str) -> Text:
        """The name of a thing in bold, then what it does."""
        name = self.card(id)
        name.stylize("bold")
        return Text.assemble(name, " · ", self.effect(id))

    def lead(self) -> str:
        """Who is ahead, what that is worth, and how far it still is."""
        t, marker = self.t, self.table.marker
        if not marker:
            return t.gettext("the marker stands in the middle")
        ahead = 0 if marker > 0 else 1
        return t.gettext(
            "ahead: %(name)s by %(n)d (%(points)s), %(left)d more to the capital",
            name=self.player(ahead),
            n=abs(marker),
            points=words.points(self.table.score(ahead)["military"], t),
            left=self.catalog.military.capital - abs(marker),
        )
