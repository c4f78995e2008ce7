"""The manifest of classic: everything that the layers need from it."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from heptapolis import slots
from heptapolis.games.classic.leaders.manifest import EXPANSION as LEADERS
from heptapolis.games.classic.options import ClassicOptions
from heptapolis.games.classic.vocabulary import VOCABULARY
from heptapolis.variants import Variant

if TYPE_CHECKING:
    from heptapolis.balance.sections import Sections
    from heptapolis.bots.guided import GuidedSearch
    from heptapolis.bots.strategy import Strategy
    from heptapolis.cards.source import CatalogSource
    from heptapolis.dataset.parts import CityPart
    from heptapolis.encodings import Encoding
    from heptapolis.i18n import Translator
    from heptapolis.narration.denial import DenialFinder
    from heptapolis.narration.steps import StepTeller, Tellers
    from heptapolis.narration.wording import Wording
    from heptapolis.networks import Network
    from heptapolis.server.variant_parts import VariantPart
    from heptapolis.simulation import QuickPlayers
    from heptapolis.terminal.measuring import Benchmark
    from heptapolis.terminal.options import Shorthand
    from heptapolis.terminal.parts import TerminalPart
    from heptapolis.terminal.simulate import Simulation
    from heptapolis.train.recipes import Recipe
    from heptapolis.vector import Stepper
    from heptapolis.vector.cuda import CudaStepper
    from heptapolis.warm_up import Compilation
    from heptapolis.web.art import Sections as GallerySections
    from heptapolis.web.board_parts import BoardPart
    from heptapolis.web.lessons import Lesson

PARTS = slots.Parts()


@PARTS.fills(slots.CATALOG)
def _catalog() -> "CatalogSource":
    from heptapolis.games.classic.cards import SOURCE

    return SOURCE


@PARTS.fills(slots.STRATEGY)
def _strategy() -> "Strategy":
    from heptapolis.games.classic.bots import STRATEGY

    return STRATEGY


@PARTS.fills(slots.GUIDED_SEARCH)
def _guided_search() -> "Callable[[Any, Encoding, Network, int], GuidedSearch]":
    from heptapolis.games.classic.guided_search import ClassicSearch

    return ClassicSearch


@PARTS.fills(slots.QUICK_PLAYERS)
def _quick_players() -> "QuickPlayers":
    from heptapolis.games.classic.simulation import QUICK_PLAYERS

    return QUICK_PLAYERS


@PARTS.fills(slots.ENCODING)
def _encoding() -> "Callable[[str, Any], Encoding]":
    from heptapolis.games.classic.encodings import ClassicEncoding

    return ClassicEncoding


@PARTS.fills(slots.STEPPER)
def _stepper() -> "Callable[..., Stepper]":
    from heptapolis.games.classic.vector import ClassicStepper

    return ClassicStepper


@PARTS.fills(slots.CUDA_STEPPER)
def _cuda_stepper() -> "Callable[..., CudaStepper]":
    from heptapolis.games.classic.cuda import CudaClassicStepper

    return CudaClassicStepper


@PARTS.fills(slots.TRAINING)
def _training() -> "Recipe":
    from heptapolis.games.classic.train import RECIPE

    return RECIPE


@PARTS.fills(slots.DATASET)
def _dataset() -> "CityPart":
    from heptapolis.games.classic.dataset import CITY

    return CITY


@PARTS.fills(slots.WORDING)
def _wording() -> "Callable[[Any, Translator], Wording]":
    from heptapolis.games.classic.narration.wording import ClassicWording

    return ClassicWording


@PARTS.fills(slots.DESCRIPTIONS)
def _descriptions() -> "Callable[[Any, Translator], Iterator[str]]":
    from heptapolis.games.classic.descriptions import sentences

    return sentences


@PARTS.fills(slots.DENIALS)
def _denials() -> "type[DenialFinder]":
    from heptapolis.games.classic.narration.denial import ClassicDenialFinder

    return ClassicDenialFinder


@PARTS.fills(slots.STEPS)
def _steps() -> "type[StepTeller]":
    from heptapolis.games.classic.narration.steps import ClassicStepTeller

    return ClassicStepTeller


@PARTS.fills(slots.EVENT_STEPS)
def _event_steps() -> "Tellers":
    from heptapolis.games.classic.narration.steps import TELLERS

    return TELLERS


@PARTS.fills(slots.TERMINAL)
def _terminal() -> "TerminalPart":
    from heptapolis.games.classic.terminal.part import PART

    return PART


@PARTS.fills(slots.TERMINAL_WORDING)
def _terminal_wording() -> "Callable[[Any, Translator], Wording]":
    from heptapolis.games.classic.terminal.wording import PlaceWording

    return PlaceWording


@PARTS.fills(slots.SHORTHANDS)
def _shorthands() -> "tuple[Shorthand, ...]":
    from heptapolis.games.classic.terminal.options import SHORTHANDS

    return SHORTHANDS


@PARTS.fills(slots.BENCHMARKS)
def _benchmarks() -> "tuple[Benchmark, ...]":
    from heptapolis.games.classic.terminal.bench import BENCHMARKS

    return BENCHMARKS


@PARTS.fills(slots.SIMULATION)
def _simulation() -> "type[Simulation]":
    from heptapolis.games.classic.terminal.simulate import ClassicSimulation

    return ClassicSimulation


@PARTS.fills(slots.BOARD)
def _board() -> "BoardPart":
    from heptapolis.games.classic.web.part import PART

    return PART


@PARTS.fills(slots.SERVER)
def _server() -> "VariantPart":
    from heptapolis.games.classic.server import PART

    return PART


@PARTS.fills(slots.LESSONS)
def _lessons() -> "Sequence[Lesson]":
    from heptapolis.games.classic.web.lessons import LESSONS

    return LESSONS


@PARTS.fills(slots.GALLERY)
def _gallery() -> "GallerySections":
    from heptapolis.games.classic.web.art import sections

    return sections


@PARTS.fills(slots.BALANCE)
def _balance() -> "Callable[[Any, Any, Translator], Sections]":
    from heptapolis.games.classic.balance.sections import ClassicSections

    return ClassicSections


@PARTS.fills(slots.COMPILATION)
def _compilation() -> "Compilation":
    from heptapolis.games.classic.warm_up import COMPILATION

    return COMPILATION


VARIANT = Variant(
    id="classic",
    titles={"en": "Classic", "uk": "Класична гра", "hu": "Klasszikus", "ru": "Классическая игра"},
    seats=range(2, 8),
    options=ClassicOptions,
    vocabulary=VOCABULARY,
    home="heptapolis.games.classic.engine",
    rules_version=1,
    expansions={LEADERS.id: LEADERS},
    parts=PARTS,
)
