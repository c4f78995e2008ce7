"""How a table is spoken of in one language; each variant adds what only its games have."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from rich.text import Text

from heptapolis.contract import State
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.move import Move
from heptapolis.record import ROMAN
from heptapolis.variants import variant


def signed(number: int) -> str:
    """A number with its sign, as on a token."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def with_price(text: Text, price: str) -> Text:
    """What is done, then what it costs if that is said at all."""
    return Text.assemble(text, " · ", (price, "dim")) if price else text


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

    def card(self, id: str) -> Text:
        """The name of a card or another thing; its id where it has none."""
        return Text(self._names.get(id, id))

    def cards(self, ids: Sequence[str]) -> Text:
        return Text(", ").join(self.card(id) for id in ids)

    def player(self, seat: int) -> str:
        """Who sits there; what a terminal would obey is left out of the name."""
        name = self.table.names[seat]
        if name == f"Player {seat + 1}":  # the engine's own word where nobody gave a name
            return self.t.gettext("Player %(n)d", n=seat + 1)
        return "".join(sign for sign in name if sign.isprintable())

    def title(self, seat: int) -> str:
        """A city in a heading."""
        return self.player(seat)

    def move(self, move: Move, seat: int) -> Text:
        """A move before it is made: what is done with which card, and what that costs."""
        return Text(str(move))

    def coins_or_free(self, coins: int) -> str:
        """ "4 coins", or the word for nothing."""
        return words.coins(coins, self.t) if coins else self.t.pgettext("price", "free")

    def victory_after_tie(self, names: str, points: str) -> str:
        """Who has won although others have as many points, and what decides then."""
        return self.t.gettext("Victory: %(names)s (%(points)s)", names=names, points=points)
