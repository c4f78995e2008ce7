"""How a table of classic is spoken of at a terminal: cities by the places of their wonders."""

from heptapolis.games.classic.narration.wording import ClassicWording
from heptapolis.i18n.names import name
from heptapolis.i18n.spans import Phrase, Span, phrase


class PlaceWording(ClassicWording):
    """Somebody is called "You" here, and no sentence fits behind both that and a name."""

    def city(self, seat: int) -> Phrase:
        """A city in a line of the log: its wonder's place."""
        if self.is_free_city(seat):
            return self.player(seat)
        return phrase(Span(name(self.wonder(seat), self.t), self.owner(seat)))

    def title(self, seat: int) -> Phrase:
        """A city in a heading: wonder, side and player."""
        player, board = self.player(seat), self.place(seat)
        return player + f" · {board}" if self.is_free_city(seat) else f"{board} · " + player
