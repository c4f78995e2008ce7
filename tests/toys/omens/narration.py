"""The omens in words."""

from collections.abc import Sequence
from typing import Any

from heptapolis.games.duel.narration.expansion import DuelNarration
from heptapolis.games.duel.narration.wording import DuelWording
from heptapolis.games.duel.state import DuelState
from heptapolis.i18n import Translator
from heptapolis.i18n.spans import Phrase, phrase
from tests.toys.omens.cards import Omen
from tests.toys.omens.events import Foreseen


def describe(omen: Any, t: Translator) -> str:
    if not isinstance(omen, Omen):
        return ""
    n = -omen.points if omen.is_dark else omen.points
    return f"{n} points."


def tell(event: Any, wording: DuelWording) -> Phrase:
    assert isinstance(event, Foreseen)
    return phrase("omen kept: ", wording.card(event.omen)) if event.omen else phrase("omen kept")


def things_of(table: DuelState, seat: int) -> Sequence[str]:
    """The omens that a seat has kept, as far as they are known."""
    looks = zip(table._field("looker").tolist(), table._field("kept").tolist(), strict=True)
    return [table.edition.id[item] for looker, item in looks if looker == seat + 1 and item]


NARRATION = DuelNarration(
    questions={"foresee": ("omens", "Keep one of these omens")},
    deeds={"foresee": ("omens", "keep the omen")},
    sentences={Foreseen: tell},
    describe=describe,
    things_of=things_of,
    heading=("omens", "omens"),
)
