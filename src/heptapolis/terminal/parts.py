"""The terminal part of each variant."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import RenderableType

from heptapolis.events import Event
from heptapolis.i18n import Translator
from heptapolis.slots import TERMINAL
from heptapolis.terminal.session import Session
from heptapolis.variants import Ruleset

Screen = Callable[[Any, Translator, int], Iterator[RenderableType]]
TurnLog = Callable[[list[Event], Any, int | None, Sequence[Event]], RenderableType]


@dataclass(frozen=True)
class TerminalPart:
    """The sessions and screens of a variant at a terminal."""

    session: type[Session[Any, Any]]
    turn_log: TurnLog  # (events of a turn, wording, viewer, events already shown)
    catalog_tables: Callable[[Any, Translator], Iterator[RenderableType]]
    thing_sheet: Callable[[Any, Any, Translator], RenderableType]
    screen: Screen  # (view of a seat that has to decide, translator, columns)
    score_facts: Callable[[Any], dict[str, Any]] = lambda _game: {}  # in addition to the columns
    seat_facts: Callable[[Any, int], dict[str, Any]] = lambda _game, _seat: {}


def terminal_part(rules: Ruleset) -> TerminalPart:
    """Return the terminal part of a ruleset."""
    return rules.part(TERMINAL, plain=_plain)


def _plain() -> TerminalPart:
    from heptapolis.terminal.plain.part import PART

    return PART
