"""The manifest of Duel: everything that the layers need from it."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from heptapolis import slots
from heptapolis.games.duel.options import DuelOptions
from heptapolis.games.duel.vocabulary import VOCABULARY
from heptapolis.variants import Variant

if TYPE_CHECKING:
    from heptapolis.balance.sections import Sections
    from heptapolis.bots.endings import Ending
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
    from heptapolis.games.duel.cards import SOURCE

    return SOURCE


@PARTS.fills(slots.STRATEGY)
def _strategy() -> "Strategy":
    from heptapolis.games.duel.bots import STRATEGY

    return STRATEGY


@PARTS.fills(slots.GUIDED_SEARCH)
def _guided_search() -> "Callable[[Any, Encoding, Network, int], GuidedSearch]":
    from heptapolis.games.duel.guided_search import DuelSearch

    return DuelSearch


@PARTS.fills(slots.ENDING)
def _ending() -> "Callable[[Any], Ending | None]":
    from heptapolis.games.duel.endings import ending_of

    return ending_of


@PARTS.fills(slots.QUICK_PLAYERS)
def _quick_players() -> "QuickPlayers":
    from heptapolis.games.duel.simulation import QUICK_PLAYERS

    return QUICK_PLAYERS


@PARTS.fills(slots.ENCODING)
def _encoding() -> "Callable[[str, Any], Encoding]":
    from heptapolis.games.duel.encodings import DuelEncoding

    return DuelEncoding


@PARTS.fills(slots.STEPPER)
def _stepper() -> "Callable[..., Stepper]":
    from heptapolis.games.duel.vector import DuelStepper

    return DuelStepper


@PARTS.fills(slots.CUDA_STEPPER)
def _cuda_stepper() -> "Callable[..., CudaStepper]":
    from heptapolis.games.duel.cuda import CudaDuelStepper

    return CudaDuelStepper


@PARTS.fills(slots.TRAINING)
def _training() -> "Recipe":
    from heptapolis.games.duel.train import RECIPE

    return RECIPE


@PARTS.fills(slots.DATASET)
def _dataset() -> "CityPart":
    from heptapolis.games.duel.dataset import CITY

    return CITY


@PARTS.fills(slots.WORDING)
def _wording() -> "Callable[[Any, Translator], Wording]":
    from heptapolis.games.duel.narration.wording import DuelWording

    return DuelWording


@PARTS.fills(slots.DESCRIPTIONS)
def _descriptions() -> "Callable[[Any, Translator], Iterator[str]]":
    from heptapolis.games.duel.descriptions import sentences

    return sentences


@PARTS.fills(slots.DENIALS)
def _denials() -> "type[DenialFinder]":
    from heptapolis.games.duel.narration.denial import DuelDenialFinder

    return DuelDenialFinder


@PARTS.fills(slots.STEPS)
def _steps() -> "type[StepTeller]":
    from heptapolis.games.duel.narration.steps import DuelStepTeller

    return DuelStepTeller


@PARTS.fills(slots.EVENT_STEPS)
def _event_steps() -> "Tellers":
    from heptapolis.games.duel.narration.steps import TELLERS

    return TELLERS


@PARTS.fills(slots.TERMINAL)
def _terminal() -> "TerminalPart":
    from heptapolis.games.duel.terminal.part import PART

    return PART


@PARTS.fills(slots.TERMINAL_WORDING)
def _terminal_wording() -> "Callable[[Any, Translator], Wording]":
    from heptapolis.games.duel.narration.wording import DuelWording

    return DuelWording


@PARTS.fills(slots.SHORTHANDS)
def _shorthands() -> "tuple[Shorthand, ...]":
    from heptapolis.games.duel.terminal.options import SHORTHANDS

    return SHORTHANDS


@PARTS.fills(slots.BENCHMARKS)
def _benchmarks() -> "tuple[Benchmark, ...]":
    from heptapolis.games.duel.terminal.bench import BENCHMARKS

    return BENCHMARKS


@PARTS.fills(slots.SIMULATION)
def _simulation() -> "type[Simulation]":
    from heptapolis.games.duel.terminal.simulate import DuelSimulation

    return DuelSimulation


@PARTS.fills(slots.BOARD)
def _board() -> "BoardPart":
    from heptapolis.games.duel.web.part import PART

    return PART


@PARTS.fills(slots.SERVER)
def _server() -> "VariantPart":
    from heptapolis.games.duel.server import PART

    return PART


@PARTS.fills(slots.LESSONS)
def _lessons() -> "Sequence[Lesson]":
    from heptapolis.games.duel.web.lessons import LESSONS

    return LESSONS


@PARTS.fills(slots.GALLERY)
def _gallery() -> "GallerySections":
    from heptapolis.games.duel.web.art import sections

    return sections


@PARTS.fills(slots.BALANCE)
def _balance() -> "Callable[[Any, Any, Translator], Sections]":
    from heptapolis.games.duel.balance.sections import DuelSections

    return DuelSections


@PARTS.fills(slots.COMPILATION)
def _compilation() -> "Compilation":
    from heptapolis.games.duel.warm_up import COMPILATION

    return COMPILATION


VARIANT = Variant(
    id="duel",
    titles={"en": "Duel", "uk": "Дуель", "hu": "Párbaj", "ru": "Дуэль"},
    seats=range(2, 3),
    options=DuelOptions,
    vocabulary=VOCABULARY,
    home="heptapolis.games.duel.engine",
    rules_version=1,
    has_hands=False,
    parts=PARTS,
)
