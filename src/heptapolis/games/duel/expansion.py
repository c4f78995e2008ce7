"""The slot of a Duel expansion: its part of the rules, and how that is read and written.

It fills the slot `heptapolis.games.duel.slots.RULES` in the manifest of the expansion.
"""

from heptapolis.expansion import BaseRules, GameExpansion, GameRules, compose
from heptapolis.games.duel.codes import DuelMoveKind, DuelObstacle, DuelOutcome, DuelPhase
from heptapolis.games.duel.columns import COLUMNS
from heptapolis.games.duel.rules.state import FIELDS
from heptapolis.games.duel.rules.workspace import workspace_with
from heptapolis.games.duel.slots import RULES

DUEL = "duel"


class DuelExpansion(GameExpansion):
    """An expansion of Duel without its presentation; its cards are in its catalogue."""


BASE = BaseRules(
    game=DUEL,
    slot=RULES,
    fields=FIELDS,
    make_workspace=workspace_with,
    columns=COLUMNS,
    phases={int(one): one.slug for one in DuelPhase},
    verbs={int(one): one.slug for one in DuelMoveKind},
    obstacles=DuelObstacle,
    outcomes={int(one): one.slug for one in DuelOutcome},
)


def duel_rules(names: frozenset[str] = frozenset()) -> GameRules:
    """Return the rules of Duel with the expansions of these names."""
    return compose(BASE, names)
