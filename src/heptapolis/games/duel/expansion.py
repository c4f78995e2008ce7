"""What an expansion brings to Duel itself: its part of the rules, and how that is read and written.

It fills the slot `heptapolis.games.duel.slots.RULES` in the manifest of the expansion.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from heptapolis.codes import DuelMoveKind
from heptapolis.events import Row
from heptapolis.games.duel.codes import DuelPhase
from heptapolis.games.duel.events import EventReader
from heptapolis.games.duel.rules.state import FIELDS
from heptapolis.games.duel.rules.workspace import COLUMNS, workspace_with
from heptapolis.games.duel.slots import RULES
from heptapolis.kernel.hooks import Record, RulesPart, extended_fields
from heptapolis.variants import variant

if TYPE_CHECKING:
    from heptapolis.games.duel.position import DuelPositionReader
    from heptapolis.games.duel.state import DuelState

DUEL = "duel"


def _show_all(row: Row, seat: int | None) -> Row:
    return row


@dataclass(frozen=True, eq=False)
class DuelExpansion:
    """An expansion of Duel below all that shows it; its cards are in its catalogue."""

    rules: RulesPart
    phases: Mapping[int, str] = field(default_factory=dict)  # ids by number
    answers: Mapping[str, str] = field(default_factory=dict)  # the verb that answers, by phase
    verbs: Mapping[int, str] = field(default_factory=dict)  # by kind of move
    columns: Mapping[str, int] = field(default_factory=dict)  # places in the sheet, by id
    events: Mapping[int, EventReader] = field(default_factory=dict)
    hide: Callable[[Row, int | None], Row] = _show_all  # what a seat may not know of a row
    # Its part of a position, under its id: as written by a state, and read into one.
    write_position: "Callable[[DuelState], dict[str, Any]] | None" = None
    read_position: "Callable[[DuelPositionReader, Mapping[str, Any], Any], None] | None" = None


@dataclass(frozen=True, eq=False)
class DuelRules:
    """The records and words of Duel with some expansions."""

    expansions: Mapping[str, DuelExpansion]  # by id, in alphabetical order
    state: Record
    workspace: Record
    phases: Mapping[int, str]
    answers: Mapping[str, str]
    verbs: Mapping[int, str]
    columns: Mapping[str, int]
    events: Mapping[int, EventReader]

    @property
    def kinds(self) -> Mapping[str, int]:
        """The kinds of moves by their verbs."""
        return {verb: kind for kind, verb in self.verbs.items()}


ANSWERS = {
    "draft": "draft", "turn": "build", "token": "token", "library": "token",
    "destroy": "destroy", "revive": "revive", "start": "start",
}  # fmt: skip


@cache
def duel_rules(names: frozenset[str] = frozenset()) -> DuelRules:
    """Return the rules of Duel with the expansions of these names."""
    offered = variant(DUEL).expansions if names else {}
    loaded = {name: offered[name].parts.apply(RULES, None) for name in sorted(names)}
    expansions: dict[str, DuelExpansion] = {name: one for name, one in loaded.items() if one}
    brought = [*expansions.values()]
    columns = {name: k for one in brought for name, k in one.columns.items()}
    return DuelRules(
        expansions=expansions,
        state=extended_fields(FIELDS, [one.rules for one in brought]).dtype,
        workspace=workspace_with(max([COLUMNS, *(k + 1 for k in columns.values())])),
        phases=_joined({int(one): one.slug for one in DuelPhase}, [one.phases for one in brought]),
        answers=_joined(ANSWERS, [one.answers for one in brought]),
        verbs=_joined({int(one): one.slug for one in DuelMoveKind}, [one.verbs for one in brought]),
        columns=columns,
        events=_joined({}, [one.events for one in brought]),
    )


def _joined(own: Mapping[Any, Any], added: list[Mapping[Any, Any]]) -> dict[Any, Any]:
    """Join what Duel and its expansions number; nothing may be taken twice."""
    joined = dict(own)
    for one in added:
        if taken := joined.keys() & one.keys():
            raise TypeError(f"two expansions of Duel take {', '.join(map(str, sorted(taken)))}")
        joined |= one
    return joined
