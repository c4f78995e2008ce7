"""The omens in words."""

from collections.abc import Iterator, Sequence

from heptapolis.games.duel.narration.wording import DuelWording
from heptapolis.games.duel.state import DuelState
from heptapolis.i18n import Translator
from heptapolis.i18n.spans import Phrase, phrase
from heptapolis.narration.expansion import Narration
from heptapolis.vocabulary import Message
from tests.toys.omens.cards import Omen
from tests.toys.omens.events import Foreseen


def describe(omen: Omen, t: Translator) -> str:
    n = -omen.points if omen.is_dark else omen.points
    return f"{n} points at the end."


def tell(event: Foreseen, wording: DuelWording) -> Phrase:
    return phrase("omen kept: ", wording.card(event.omen)) if event.omen else phrase("omen kept")


def shelves(table: DuelState, seat: int) -> Iterator[tuple[Message, Sequence[str]]]:
    """The omens that a seat has kept, as far as they are known."""
    looks = zip(table._field("looker").tolist(), table._field("kept").tolist(), strict=True)
    kept = [table.edition.id[item] for looker, item in looks if looker == seat + 1 and item]
    yield ("omens", "omens"), kept


NARRATION = Narration(
    sentences={Foreseen: tell},
    things={Omen: describe},
    effects={"coins_per_omen": lambda n, t: f"Take {n} coins for each omen that you have kept."},
    shelves=shelves,
)
