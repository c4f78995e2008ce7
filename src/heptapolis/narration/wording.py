"""How a table is spoken of in one language; each variant adds what only its games have."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from heptapolis.contract import State
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.refusals import sentence
from heptapolis.i18n.spans import CoinCount, Phrase, PlayerName, Span, Tone, Words, listed, phrase
from heptapolis.move import Move
from heptapolis.record import ROMAN
from heptapolis.refusal import Refusal
from heptapolis.variants import variant


def signed(number: int) -> str:
    """A number with its sign, as on a token."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def with_price(text: Phrase, price: Phrase) -> Phrase:
    """What is done, then what it costs if that is said at all."""
    return phrase(text, " · ", price.in_tone(Tone.FAINT)) if price else text


def coins_moved(n: int, rest: Words = "") -> Phrase:
    """Coins that come or go: "+3", "−2 → Ann"."""
    return phrase(Span(signed(n), CoinCount(n)), rest)


class Wording:
    """What every table is spoken of with; as it stands here, that of a variant that brings no
    words but the names of its things."""

    def __init__(self, table: State, t: Translator) -> None:
        self.table, self.t = table, t

    @cached_property
    def _names(self) -> Mapping[str, str]:
        """What the engine of a variant without a catalogue calls its things."""
        names_of = getattr(variant(self.table.game).engine, "names", None)
        return names_of(self.t.language) if names_of else {}

    def age(self, age: int) -> str:
        """What an age is called."""
        if not age:
            return self.t.pgettext("age", "Draft")
        return self.t.gettext("Age %(age)s", age=ROMAN[age])

    def moment(self, age: int, turn: int) -> str:
        """A turn's heading."""
        if not age:
            return self.age(age)
        return self.t.gettext("Age %(age)s, turn %(turn)d", age=ROMAN[age], turn=turn)

    def card(self, id: str) -> Phrase:
        """The name of a card or another thing; its id where it has none."""
        return phrase(self._names.get(id, id))

    def cards(self, ids: Sequence[str]) -> Phrase:
        return listed(self.card(id) for id in ids)

    def owner(self, seat: int) -> PlayerName:
        """Whose city it is, whatever they are called."""
        return PlayerName(seat, figure=self.figure(seat))

    def figure(self, seat: int) -> str:
        """The character that plays there, as far as the table was told (`web.boards`)."""
        figures: Sequence[str] = getattr(self.table, "figures", ())
        return figures[seat] if seat < len(figures) else ""

    def player(self, seat: int) -> Phrase:
        """Who sits there; what a terminal would obey is left out of the name."""
        name = self.table.names[seat]
        if name == f"Player {seat + 1}":  # the engine's own word where nobody gave a name
            name = self.t.gettext("Player %(n)d", n=seat + 1)
        printable = "".join(sign for sign in name if sign.isprintable())
        return phrase(Span(printable, self.owner(seat)))

    def waiting(self, me: int | None) -> str:
        """Whom the table waits for, in the eyes of a seat or of a spectator; nothing if nobody."""
        t, seats = self.t, [seat for seat in self.table.to_move if seat != me]
        others = self.table.players - (me is not None)
        if not seats:
            return ""
        if len(seats) > 1 and len(seats) == others:
            if me is None:
                return t.gettext("Waiting for all players")
            return t.gettext("Waiting for the other players")
        names = [self.player(seat).plain for seat in seats]
        return t.gettext("Waiting for %(names)s", names=words.enumerated(names, t))

    def title(self, seat: int) -> Phrase:
        """A city in a heading."""
        return self.player(seat)

    def move(self, move: Move, seat: int) -> Phrase:
        """A move before it is made: what is done with which card, and what that costs."""
        return phrase(str(move))

    def coins(self, n: int) -> Phrase:
        return phrase(Span(words.coins(n, self.t), CoinCount(n)))

    def coins_or_free(self, n: int) -> Phrase:
        """ "4 coins", or the word for nothing."""
        return self.coins(n) if n else phrase(self.t.pgettext("price", "free"))

    def why_not(self, refusal: Refusal) -> str:
        """Why something cannot be done."""
        return sentence(refusal, self.t)

    def supremacy(self, outcome: str) -> Phrase:
        """How a game was won before the points counted; nothing of an outcome without words."""
        return Phrase()

    def tie_value(self, n: int) -> Phrase:
        """So much of what decides between equal totals."""
        return phrase(str(n))

    def tie_broken(self, score: str) -> Phrase:
        """What decided between equal totals, the winner's first."""
        return phrase(
            self.t.gettext("Equal points; the tie-break decides: %(score)s.", score=score)
        )

    def full_tie(self) -> Phrase:
        """Why a victory is shared."""
        return phrase(self.t.gettext("Equal points."))

    def victory_after_tie(self, names: Phrase, points: str) -> Phrase:
        """Who has won although others have as many points, and what decides then."""
        return self.t.phrases.gettext("Victory: %(names)s (%(points)s)", names=names, points=points)
