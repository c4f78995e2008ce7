"""What an expansion brings to classic itself: its part of the rules, and how that is read and
written.

It fills the slot `heptapolis.games.classic.slots.RULES` in the manifest of the expansion.
"""

from heptapolis.expansion import BaseRules, GameExpansion, GameRules, compose
from heptapolis.games.classic.codes import ClassicObstacle, Outcome, Phase
from heptapolis.games.classic.columns import COLUMNS
from heptapolis.games.classic.rules.state import FIELDS
from heptapolis.games.classic.rules.workspace import workspace_with
from heptapolis.games.classic.slots import RULES
from heptapolis.games.classic.verbs import VERB

CLASSIC, LEADERS = "classic", "leaders"


class ClassicExpansion(GameExpansion):
    """An expansion of classic below all that shows it; its cards are in its catalogue."""


BASE = BaseRules(
    game=CLASSIC,
    slot=RULES,
    fields=FIELDS,
    make_workspace=workspace_with,
    columns=COLUMNS,
    phases={int(one): one.slug for one in Phase},
    verbs=VERB,
    obstacles=ClassicObstacle,
    outcomes={int(one): one.slug for one in Outcome},
)


def classic_rules(names: frozenset[str] = frozenset()) -> GameRules:
    """Return the rules of classic with the expansions of these names."""
    return compose(BASE, names)
