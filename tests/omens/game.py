"""The omens in Python: their names, what they bring to a record, a position and the log."""

from typing import Any

from heptapolis.games.duel.expansion import DuelExpansion
from tests.omens.codes import COLUMN, FIRST_OMEN, KIND, PHASE
from tests.omens.rules import RULES

IDS = ("comet", "crow", "dream", "eclipse", "owl", "tide")

POINTS = (2, 3, 4, 5, 6, 1)


def fill_tables(tables: Any) -> None:
    """Write what each omen is worth."""
    tables["omen_points"] = POINTS


OMENS = DuelExpansion(
    rules=RULES,
    phases={PHASE: "foresee"},
    answers={"foresee": "foresee"},
    verbs={KIND: "foresee"},
    columns={"omens": COLUMN},
    fill_tables=fill_tables,
    items={id: FIRST_OMEN + k for k, id in enumerate(IDS)},
)
