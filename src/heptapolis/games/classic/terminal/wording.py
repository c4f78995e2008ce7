"""The words for a table of classic in a terminal: cities by the places of their wonders."""

from heptapolis.games.classic.narration.wording import ClassicWording
from heptapolis.i18n.names import name
from heptapolis.i18n.spans import Phrase, Span, phrase


class PlaceWording(ClassicWording):
    """Names cities by place: the player is called "You", and no sentence fits both that and
    a name."""

    def city(self, seat: int) -> Phrase:
        """Return the name of a city in a line of the log: its wonder's place."""
        if self.is_free_city(seat):
            return self.player(seat)
        return phrase(Span(name(self.wonder(seat), self.t), self.owner(seat)))

    def title(self, seat: int) -> Phrase:
        """Return a city in a heading: wonder, side and player."""
        player, board = self.player(seat), self.place(seat)
        return player + f" · {board}" if self.is_free_city(seat) else f"{board} · " + player
