"""Slots: the parts that the layers need from a game.

A game declares one object, its manifest, whose `Parts` fill the slots; an expansion brings an
object of the same kind. A part is given by a function that imports it, so a manifest costs nothing
until a layer asks: ``rules.part(slots.BOARD)``.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from heptapolis.balance.sections import Sections
    from heptapolis.bots.endings import Ending
    from heptapolis.bots.guided import GuidedSearch
    from heptapolis.bots.strategy import Strategy
    from heptapolis.cards.source import CatalogSource
    from heptapolis.contract import View
    from heptapolis.dataset.parts import CityPart
    from heptapolis.edition import Edition
    from heptapolis.encodings import Encoding
    from heptapolis.i18n import Translator
    from heptapolis.narration.denial import DenialFinder
    from heptapolis.narration.expansion import Narration
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
    from heptapolis.web.art.expansion import Drawings
    from heptapolis.web.board_parts import BoardPart
    from heptapolis.web.lessons import Lesson

P = TypeVar("P")


class Slot(Generic[P]):
    """A part that a layer needs from a game; ``P`` is its type.

    ``is_exact`` means that the game's own part cannot serve an expansion that does not mention the
    slot: a bot must know all moves, while a page may leave something out.
    """

    def __init__(self, name: str, *, is_exact: bool = False) -> None:
        self.name, self.is_exact = name, is_exact

    def __repr__(self) -> str:
        return f"<Slot {self.name}>"


class Parts:
    """The slots that a game or an expansion fills."""

    def __init__(self) -> None:
        self._fills: dict[Slot[Any], Callable[[], Any]] = {}
        self._extensions: dict[Slot[Any], Callable[[Any], Any]] = {}

    def fills(self, slot: Slot[P]) -> Callable[[Callable[[], P]], Callable[[], P]]:
        """Decorate the function that provides the part; in an expansion it replaces the game's."""

        def remember(load: Callable[[], P]) -> Callable[[], P]:
            self._fills[slot] = load
            return load

        return remember

    def extends(self, slot: Slot[P]) -> Callable[[Callable[[P], P]], Callable[[P], P]]:
        """Decorate the function of an expansion that derives its part from the game's."""

        def remember(extend: Callable[[P], P]) -> Callable[[P], P]:
            self._extensions[slot] = extend
            return extend

        return remember

    def keeps(self, *slots: Slot[Any]) -> None:
        """Declare that the game's own parts serve an expansion unchanged."""
        for slot in slots:
            self._extensions[slot] = _same

    def slots(self) -> Iterator[Slot[Any]]:
        """Return all slots that are filled or extended here."""
        yield from dict.fromkeys([*self._fills, *self._extensions])

    def apply(self, slot: Slot[P], part: P | None) -> P | None:
        """Return the part after this object is applied; None is no part."""
        if slot in self._fills:
            filled: P = self._fills[slot]()
            return filled
        if part is None or slot not in self._extensions:
            return part
        extended: P = self._extensions[slot](part)
        return extended

    def has(self, slot: Slot[Any]) -> bool:
        """Return whether this object fills a slot."""
        return slot in self._fills

    def is_silent(self, slot: Slot[Any]) -> bool:
        """Return whether this object does not mention a slot."""
        return slot not in self._fills and slot not in self._extensions


def _same(part: P) -> P:
    return part


@cache
def load(slot: Slot[P], game: Parts, *expansions: Parts) -> P | None:
    """Return the part of a game with some expansions in a slot; None if there is none."""
    if _is_left_out(slot, expansions):
        return None
    part = game.apply(slot, None)
    for parts in expansions:
        part = parts.apply(slot, part)
    return part


def is_filled(slot: Slot[Any], game: Parts, *expansions: Parts) -> bool:
    """Return whether a game with some expansions has a part in a slot, without loading it."""
    if _is_left_out(slot, expansions):
        return False
    return game.has(slot) or any(parts.has(slot) for parts in expansions)


def _is_left_out(slot: Slot[Any], expansions: Sequence[Parts]) -> bool:
    """Return whether an expansion does not mention a slot whose part has to know all of them."""
    return slot.is_exact and any(parts.is_silent(slot) for parts in expansions)


# Cards
CATALOG: "Slot[CatalogSource]" = Slot("catalogue")
# Players
STRATEGY: "Slot[Strategy]" = Slot("strategy", is_exact=True)
GUIDED_SEARCH: "Slot[Callable[[View, Encoding, Network, int], GuidedSearch]]" = Slot(
    "guided search", is_exact=True
)
ENDING: "Slot[Callable[[View], Ending | None]]" = Slot("endings", is_exact=True)
QUICK_PLAYERS: "Slot[QuickPlayers]" = Slot("quick players", is_exact=True)
# Learning
ENCODING: "Slot[Callable[[str, Edition[Any]], Encoding]]" = Slot("encoding", is_exact=True)
STEPPER: "Slot[Callable[..., Stepper]]" = Slot("vector environment", is_exact=True)
CUDA_STEPPER: "Slot[Callable[..., CudaStepper]]" = Slot(
    "vector environment for a GPU", is_exact=True
)
TRAINING: "Slot[Recipe]" = Slot("training recipe", is_exact=True)
DATASET: "Slot[CityPart]" = Slot("dataset", is_exact=True)
# Words
WORDING: "Slot[Callable[[Any, Translator], Wording]]" = Slot("wording")
DESCRIPTIONS: "Slot[Callable[[Any, Translator], Iterator[str]]]" = Slot(
    "descriptions"
)  # of effects
DENIALS: "Slot[type[DenialFinder]]" = Slot("denials")
STEPS: "Slot[type[StepTeller]]" = Slot("steps")
NARRATION: "Slot[Narration]" = Slot("narration of an expansion")
EVENT_STEPS: "Slot[Tellers]" = Slot("steps of events")  # an expansion adds those of its own events
# The terminal
TERMINAL: "Slot[TerminalPart]" = Slot("terminal part")
TERMINAL_WORDING: "Slot[Callable[[Any, Translator], Wording]]" = Slot("wording of the terminal")
SHORTHANDS: "Slot[tuple[Shorthand, ...]]" = Slot("short options")
BENCHMARKS: "Slot[tuple[Benchmark, ...]]" = Slot("benchmarks")
SIMULATION: "Slot[type[Simulation]]" = Slot("simulation", is_exact=True)
# The web
BOARD: "Slot[BoardPart]" = Slot("board")
DRAWINGS: "Slot[Drawings]" = Slot("drawings of an expansion")
SERVER: "Slot[VariantPart]" = Slot("server part")
LESSONS: "Slot[Sequence[Lesson]]" = Slot("lessons")
GALLERY: "Slot[GallerySections]" = Slot("gallery")
# Reports and compilation
BALANCE: "Slot[Callable[[Any, Any, Translator], Sections]]" = Slot("report", is_exact=True)
COMPILATION: "Slot[Compilation]" = Slot("compilation")
