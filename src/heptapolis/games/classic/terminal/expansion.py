"""What an expansion shows in the terminal at a table of classic."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from rich.console import RenderableType

from heptapolis.games.classic.city import City
from heptapolis.games.classic.narration.decision import ClassicDecision
from heptapolis.games.classic.narration.wording import ClassicWording
from heptapolis.games.classic.slots import TERMINAL
from heptapolis.terminal.panels import Fact
from heptapolis.variants import expansion_parts, ruleset_of

Facts = Callable[[City, ClassicWording], Iterator[Fact]]
ChoiceTable = Callable[[ClassicDecision, str, ClassicWording, int], RenderableType]


@dataclass(frozen=True)
class TerminalExpansion:
    """Facts about cities in panels, and the tables of decisions."""

    names: Facts  # what a city has, in a line
    lines: Facts  # ... with its effects
    own_hand: Facts  # what the viewer holds, beside a decision
    full_hand: Facts  # what a city holds, in its sheet
    tables: Mapping[str, ChoiceTable] = field(default_factory=dict)  # of things, by phase
    # What a bare number does, by phase.
    hints: Mapping[str, Callable[[ClassicDecision, ClassicWording], str]] = field(
        default_factory=dict
    )


def terminal_parts(wording: ClassicWording) -> list[TerminalExpansion]:
    """Return the terminal's parts of the expansions of a table."""
    return expansion_parts(wording.table.game, ruleset_of(wording.table).expansions, TERMINAL)
