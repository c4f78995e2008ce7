"""The words for a table of Duel: players by their names, prices as the seat would pay now."""

from heptapolis.games.duel.cards.model import DuelCatalog
from heptapolis.games.duel.state import DuelState
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.spans import Phrase, Tone, phrase
from heptapolis.move import Move
from heptapolis.narration.card_wording import CardWording
from heptapolis.narration.wording import with_price


class DuelWording(CardWording):
    """Names and prices at a table of Duel."""

    table: DuelState
    catalog: DuelCatalog

    def moment(self, age: int, turn: int) -> str:
        """Return a turn's heading; the draft of the wonders comes before the ages."""
        t = self.t
        if not age:
            return t.gettext("Wonder draft")
        if not turn:
            return t.gettext("Before age %(age)s", age="I" * age)
        return super().moment(age, turn)

    def cost(self, id: str) -> str:
        """Return the printed price of a card or wonder."""
        return words.cost(self.thing(id).cost, self.t)

    def price(self, seat: int, id: str) -> Phrase:
        """Return what a card or wonder would cost a seat now; "– (9 coins)" if it has too few."""
        t, coins = self.t, self.table.price(seat, id)
        if id in self.catalog.card and self.table.has_chain(seat, id):
            return phrase(t.pgettext("price", "chain")).in_tone(Tone.GOOD)
        if coins > self.table.city(seat).coins:
            return phrase("– (", self.coins(coins), ")").in_tone(Tone.FAINT)
        return self.coins_or_free(coins).in_tone(Tone.GOOD)

    def sale(self, seat: int) -> Phrase:
        """Return what a discard brings a seat."""
        return "+" + self.coins(self.table.sale_coins(seat))

    def deed(self, verb: str) -> str:
        """Return the deed: "build", "take a progress token"."""
        return self.deed_of(verb)

    def move(self, move: Move, seat: int) -> Phrase:
        """Return the move: "build: Loom · 2 coins"; the table is in the state before the move."""
        deed = self.deed(move.verb)
        if move.starter is not None:
            return phrase(deed, ": ", self.player(move.starter))
        text = phrase(deed, ": ", self.card(move.wonder or move.card or ""))
        if move.verb == "wonder":
            under = self.t.pgettext("duel log", "under it")
            text = phrase(text, f" ({under}: ", self.card(move.card or ""), ")")
        return with_price(text, self.move_price(move, seat))

    def move_price(self, move: Move, seat: int) -> Phrase:
        """Return what a move costs or brings; empty if no coins are involved."""
        if move.verb in ("build", "wonder"):
            return self.price(seat, move.wonder or move.card or "")
        return self.sale(seat) if move.verb == "discard" else Phrase()

    def supremacy(self, outcome: str) -> Phrase:
        """Return six symbols (D29), or the marker at a capital (D33)."""
        t = self.t
        if outcome == "science":
            n = self.catalog.constants.symbols_to_win
            return phrase(
                t.ngettext(
                    "%(n)d science symbol: an immediate victory.",
                    "%(n)d different science symbols: an immediate victory.",
                    n,
                )
            )
        if outcome == "military":
            return phrase(t.gettext("The conflict marker has reached the enemy capital."))
        return Phrase()

    def tie_value(self, n: int) -> Phrase:
        return phrase(self.t.gettext("%(n)d for blue cards", n=n))

    def tie_break_text(self, score: str) -> Phrase:
        """Return that the points of blue cards break a tie (D47)."""
        told = self.t.gettext("Equal points; the blue cards decide: %(score)s.", score=score)
        return phrase(told)

    def full_tie(self) -> Phrase:
        return phrase(self.t.gettext("Equal points, and equal points from blue cards."))

    def victory_after_tie(self, names: Phrase, points: str) -> Phrase:
        """Return that the points of blue cards break a tie (D47)."""
        return self.t.phrases.gettext(
            "Victory: %(names)s (%(points)s; the blue cards decide)", names=names, points=points
        )

    def name_and_effect(self, id: str) -> Phrase:
        """Return the name of a thing, then its effect."""
        return phrase(self.card(id).in_tone(Tone.STRONG), " · ", self.effect(id))

    def lead(self) -> Phrase:
        """Return which seat is ahead, its points, and its distance from the capital."""
        t, ahead = self.t, self.table.ahead
        if ahead is None:
            return phrase(t.gettext("the marker is in the middle"))
        return t.phrases.gettext(
            "%(name)s ahead by %(n)d (%(points)s), %(left)d more to the capital",
            name=self.player(ahead),
            n=abs(self.table.marker),
            points=words.points(self.table.score(ahead)["military"], t),
            left=self.table.spaces_to_capital,
        )
