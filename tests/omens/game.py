"""The omens in Python: their names, what they bring to a record, a position and the log."""

from heptapolis.games.duel.expansion import DuelExpansion
from tests.omens.codes import COLUMN, FIRST_OMEN, KIND, PHASE
from tests.omens.rules import RULES

IDS = ("comet", "crow", "dream", "eclipse", "owl", "tide")

OMENS = DuelExpansion(
    rules=RULES,
    phases={PHASE: "foresee"},
    answers={"foresee": "foresee"},
    verbs={KIND: "foresee"},
    columns={"omens": COLUMN},
    items={id: FIRST_OMEN + k for k, id in enumerate(IDS)},
)
