"""The wording of a table in one language; each variant adds its own texts."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from heptapolis.contract import State
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.refusals import sentence
from heptapolis.i18n.spans import (
    CoinCount,
    Phrase,
    PlayerName,
    Span,
    Tone,
    Words,
    join_list,
    phrase,
)
from heptapolis.move import Move
from heptapolis.record import ROMAN
from heptapolis.refusal import Refusal
from heptapolis.variants import variant


def format_signed(number: int) -> str:
    """Format a number with its sign, as on a token."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def with_price(text: Phrase, price: Phrase) -> Phrase:
    """Append a price to a text, if there is one."""
    return phrase(text, " · ", price.in_tone(Tone.FAINT)) if price else text


def coins_moved(n: int, rest: Words = "") -> Phrase:
    """Return coins gained or paid: "+3", "−2 → Ann"."""
    return phrase(Span(format_signed(n), CoinCount(n)), rest)


class Wording:
    """The wording of any table. The base class serves variants that bring only the names of
    their things."""

    def __init__(self, table: State, t: Translator) -> None:
        self.table, self.t = table, t

    @cached_property
    def _names(self) -> Mapping[str, str]:
        """Return the engine's names of things in a variant without a catalogue."""
        names_of = getattr(variant(self.table.game).engine, "names", None)
        return names_of(self.t.language) if names_of else {}

    def age(self, age: int) -> str:
        """Return the name of an age."""
        if not age:
            return self.t.pgettext("age", "Draft")
        return self.t.gettext("Age %(age)s", age=ROMAN[age])

    def moment(self, age: int, turn: int) -> str:
        """Return the heading of a turn."""
        if not age:
            return self.age(age)
        return self.t.gettext("Age %(age)s, turn %(turn)d", age=ROMAN[age], turn=turn)

    def card(self, id: str) -> Phrase:
        """Return the name of a card or another thing, or its id without a name."""
        return phrase(self._names.get(id, id))

    def cards(self, ids: Sequence[str]) -> Phrase:
        return join_list(self.card(id) for id in ids)

    def owner(self, seat: int) -> PlayerName:
        """Return the owner of a city, without a name."""
        return PlayerName(seat, figure=self.figure(seat))

    def figure(self, seat: int) -> str:
        """Return the character that plays at a seat, if the table knows it (`web.boards`)."""
        figures: Sequence[str] = getattr(self.table, "figures", ())
        return figures[seat] if seat < len(figures) else ""

    def player(self, seat: int) -> Phrase:
        """Return the player at a seat; control characters are removed from the name."""
        name = self.table.names[seat]
        if name == f"Player {seat + 1}":  # the engine's own word for a seat without a name
            name = self.t.gettext("Player %(n)d", n=seat + 1)
        printable = "".join(sign for sign in name if sign.isprintable())
        return phrase(Span(printable, self.owner(seat)))

    def waiting_text(self, me: int | None) -> str:
        """Return the players the table waits for, as a seat or a spectator sees them; "" if
        there are none."""
        t, seats = self.t, [seat for seat in self.table.to_move if seat != me]
        others = self.table.players - (me is not None)
        if not seats:
            return ""
        if len(seats) > 1 and len(seats) == others:
            if me is None:
                return t.gettext("Waiting for all players")
            return t.gettext("Waiting for the other players")
        names = [self.player(seat).plain for seat in seats]
        return t.gettext("Waiting for %(names)s", names=words.name_list(names, t))

    def title(self, seat: int) -> Phrase:
        """Return the name of a city for a heading."""
        return self.player(seat)

    def move(self, move: Move, seat: int) -> Phrase:
        """Describe a move before it is made: the card, its use and its price."""
        return phrase(str(move))

    def coins(self, n: int) -> Phrase:
        return phrase(Span(words.coins(n, self.t), CoinCount(n)))

    def coins_or_free(self, n: int) -> Phrase:
        """Return "4 coins", or the word for a price of nothing."""
        return self.coins(n) if n else phrase(self.t.pgettext("price", "free"))

    def why_not(self, refusal: Refusal) -> str:
        """Return the text of a refusal."""
        return sentence(refusal, self.t)

    def supremacy(self, outcome: str) -> Phrase:
        """Describe a victory that ended the game before scoring; "" for an unknown outcome."""
        return Phrase()

    def tie_value(self, n: int) -> Phrase:
        """Return a number of the things that break ties."""
        return phrase(str(n))

    def tie_break_text(self, score: str) -> Phrase:
        """Describe what decided between equal totals, the winner's value first."""
        return phrase(
            self.t.gettext("Equal points; the tie-break decides: %(score)s.", score=score)
        )

    def full_tie(self) -> Phrase:
        """Describe why a victory is shared."""
        return phrase(self.t.gettext("Equal points."))

    def victory_after_tie(self, names: Phrase, points: str) -> Phrase:
        """Describe a victory with equal points, with the deciding value."""
        return self.t.phrases.gettext("Victory: %(names)s (%(points)s)", names=names, points=points)
