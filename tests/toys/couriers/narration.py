"""The couriers in words."""

from collections.abc import Iterator, Sequence

from heptapolis.games.classic.narration.wording import ClassicWording
from heptapolis.games.classic.state import ClassicState
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.spans import Phrase, phrase
from heptapolis.narration.expansion import Narration
from heptapolis.vocabulary import Message
from tests.toys.couriers.cards import Courier
from tests.toys.couriers.events import Sent, Stayed


def describe(courier: Courier, t: Translator) -> str:
    color, cities = words.word(courier.color, t), words.words(courier.visits, t)
    return f"A point for each card of this colour ({color}) in the cities visited: {cities}."


def tell_sent(event: Sent, wording: ClassicWording) -> Phrase:
    if event.courier is None:
        return phrase("sends a courier")
    return phrase("sends a courier: ", wording.card(event.courier))


def shelves(table: ClassicState, seat: int) -> Iterator[tuple[Message, Sequence[str]]]:
    """The couriers that a seat has sent and those that it holds, as far as they are known."""
    if seat < table.players:  # the Free City has none
        ids = table.edition.id
        sent = [item for item in table._field("sent")[:, seat].tolist() if item]
        held = [item for item in table._field("couriers")[seat].tolist() if item not in (0, *sent)]
        yield ("couriers", "couriers sent"), [ids[item] for item in sent]
        yield ("couriers", "couriers in hand"), [ids[item] for item in held]


NARRATION = Narration(
    sentences={Sent: tell_sent, Stayed: lambda event, wording: phrase("sends no courier")},
    things={Courier: describe},
    shelves=shelves,
)
