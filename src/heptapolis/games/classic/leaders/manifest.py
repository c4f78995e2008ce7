"""The manifest of Leaders: everything that the layers need from it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from heptapolis import slots
from heptapolis.games.classic.leaders.vocabulary import VOCABULARY
from heptapolis.games.classic.slots import POSITION, RULES, TERMINAL
from heptapolis.messages import mark
from heptapolis.variants import Expansion

if TYPE_CHECKING:
    from heptapolis.bots.strategy import Strategy
    from heptapolis.cards.source import CatalogSource
    from heptapolis.games.classic.expansion import ClassicExpansion
    from heptapolis.games.classic.position import PositionPart
    from heptapolis.games.classic.terminal.expansion import TerminalExpansion
    from heptapolis.narration.expansion import Narration
    from heptapolis.narration.steps import Tellers
    from heptapolis.terminal.measuring import Benchmark
    from heptapolis.web.art.expansion import Drawings
    from heptapolis.web.board_parts import BoardPart
    from heptapolis.web.lessons import Lesson

# The parts of classic include the leaders.
PARTS = slots.Parts()
PARTS.keeps(
    slots.GUIDED_SEARCH,
    slots.QUICK_PLAYERS,
    slots.ENCODING,
    slots.STEPPER,
    slots.CUDA_STEPPER,
    slots.TRAINING,
    slots.DATASET,
    slots.SIMULATION,
    slots.BALANCE,
)


@PARTS.extends(slots.CATALOG)
def _catalog(base: "CatalogSource") -> "CatalogSource":
    from heptapolis.games.classic.leaders.cards import PART

    return base.extended(PART)


@PARTS.fills(RULES)
def _rules() -> "ClassicExpansion":
    from heptapolis.games.classic.leaders.game import LEADERS_OF_CLASSIC

    return LEADERS_OF_CLASSIC


@PARTS.fills(POSITION)
def _position() -> "PositionPart":
    from heptapolis.games.classic.leaders.position import PART

    return PART


@PARTS.extends(slots.STRATEGY)
def _strategy(_base: "Strategy") -> "Strategy":
    from heptapolis.games.classic.leaders.bots import STRATEGY

    return STRATEGY


@PARTS.fills(slots.NARRATION)
def _narration() -> "Narration":
    from heptapolis.games.classic.leaders.narration.part import NARRATION

    return NARRATION


@PARTS.fills(slots.DRAWINGS)
def _drawings() -> "Drawings":
    from heptapolis.games.classic.leaders.web.art import DRAWINGS

    return DRAWINGS


@PARTS.extends(slots.BOARD)
def _board(base: "BoardPart") -> "BoardPart":
    from heptapolis.games.classic.leaders.web.sheets import extend

    return extend(base)


@PARTS.extends(slots.EVENT_STEPS)
def _event_steps(tellers: "Tellers") -> "Tellers":
    from heptapolis.games.classic.leaders.narration.steps import TELLERS

    return {**tellers, **TELLERS}


@PARTS.fills(TERMINAL)
def _terminal() -> "TerminalExpansion":
    from heptapolis.games.classic.leaders.terminal.part import PART

    return PART


@PARTS.extends(slots.BENCHMARKS)
def _benchmarks(benchmarks: "tuple[Benchmark, ...]") -> "tuple[Benchmark, ...]":
    from heptapolis.games.classic.leaders.terminal.bench import BENCHMARKS

    return (*benchmarks, *BENCHMARKS)


@PARTS.extends(slots.LESSONS)
def _lessons(lessons: "Sequence[Lesson]") -> "Sequence[Lesson]":
    from heptapolis.games.classic.leaders.web.lessons import LESSON

    return (*lessons, LESSON)


EXPANSION = Expansion(
    id="leaders",
    game="classic",
    titles={"en": "Leaders", "uk": "Лідери", "hu": "Vezetők", "ru": "Лидеры"},
    game_titles={
        "en": "Classic with leaders",
        "uk": "Класична з лідерами",
        "hu": "Klasszikus vezetőkkel",
        "ru": "Классическая с лидерами",
    },
    package="heptapolis.games.classic.leaders",
    about=mark("about", "Great leaders join your city before each age."),
    book="leaders",
    cover="rome:A",
    vocabulary=VOCABULARY,
    parts=PARTS,
    has_flag=True,
)
