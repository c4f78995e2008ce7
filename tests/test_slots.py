"""Every part of a game or an expansion has the type that its slot requires."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, get_args, get_type_hints

import pytest

from heptapolis import slots, variants
from heptapolis.balance.sections import Sections
from heptapolis.bots.endings import Ending
from heptapolis.bots.guided import GuidedSearch
from heptapolis.bots.strategy import Strategy
from heptapolis.cards.source import CatalogSource
from heptapolis.contract import Engine, engine_of
from heptapolis.dataset.parts import CityPart
from heptapolis.encodings import Encoding
from heptapolis.events import Event
from heptapolis.games.classic import slots as classic_slots
from heptapolis.games.classic.expansion import ClassicExpansion
from heptapolis.games.classic.leaders.manifest import EXPANSION as LEADERS
from heptapolis.games.classic.manifest import VARIANT as CLASSIC
from heptapolis.games.classic.position import PositionPart
from heptapolis.games.classic.terminal.expansion import TerminalExpansion
from heptapolis.games.duel import slots as duel_slots
from heptapolis.games.duel.expansion import DuelExpansion
from heptapolis.games.duel.manifest import VARIANT as DUEL
from heptapolis.narration.denial import DenialFinder
from heptapolis.narration.expansion import Narration
from heptapolis.narration.steps import EventTeller, StepTeller
from heptapolis.narration.wording import Wording
from heptapolis.server.variant_parts import VariantPart
from heptapolis.simulation import QuickPlayers
from heptapolis.slots import Parts, Slot
from heptapolis.terminal.measuring import Benchmark
from heptapolis.terminal.options import Shorthand
from heptapolis.terminal.parts import TerminalPart
from heptapolis.terminal.simulate import Simulation
from heptapolis.train.recipes import Recipe
from heptapolis.variants import Expansion, Ruleset, Variant, ruleset
from heptapolis.vector import Stepper
from heptapolis.vector.cuda import CudaStepper
from heptapolis.warm_up import Compilation
from heptapolis.web.art.expansion import Drawings
from heptapolis.web.board_parts import BoardPart
from heptapolis.web.lessons import Lesson
from tests.toys import couriers, gifts, omens, tides

Check = Callable[[Any], None]


def check_object(wanted: type[Any]) -> Check:
    """Check an object: its class, or all members of a protocol."""

    def check(part: Any) -> None:
        if getattr(wanted, "_is_protocol", False):
            check_protocol(part, wanted)
        else:
            assert isinstance(part, wanted)

    return check


def check_class(wanted: type[Any]) -> Check:
    """Check a class: its base class, or all members of a protocol."""

    def check(part: Any) -> None:
        assert isinstance(part, type)
        if getattr(wanted, "_is_protocol", False):
            check_protocol(part, wanted, is_class=True)
        else:
            assert issubclass(part, wanted) and not inspect.isabstract(part)

    return check


def check_protocol(part: Any, wanted: type[Any], is_class: bool = False) -> None:
    """Check methods with their parameters, and attributes. A class may set attributes later."""
    asked = {name: one for base in wanted.__mro__[:-1] for name, one in vars(base).items()}
    methods = {
        name: one
        for name, one in asked.items()
        if inspect.isfunction(one) and (name == "__call__" or not name.startswith("_"))
    }
    for name, method in methods.items():
        found = inspect.signature(getattr(part, name)).parameters
        names = [one for one in inspect.signature(method).parameters if one != "self"]
        assert [one for one in found if one != "self"][: len(names)] == names, name
    if not is_class:
        attributes = {
            *(name for name, one in asked.items() if isinstance(one, property)),
            *wanted.__annotations__,
        }
        assert not [name for name in attributes if not hasattr(part, name)]
        assert methods or attributes


def check_items(wanted: type[Any]) -> Check:
    def check(part: Any) -> None:
        assert isinstance(part, list | tuple) and part
        assert all(isinstance(one, wanted) for one in part)

    return check


def check_type(declared: Any, wanted: Any) -> None:
    """Check a declared type: the wanted one, or a union with derived classes in its places."""
    if declared != wanted:
        assert isinstance(declared, UnionType)
        for own, other in zip(get_args(declared), get_args(wanted), strict=True):
            if own is not other:
                check_class(other)(own)


def check_function(parameters: int, result: Any) -> Check:
    """Check that a function takes a number of arguments and is declared to return a type."""

    def check(part: Any) -> None:
        signature = inspect.signature(part)
        signature.bind(*range(parameters))
        check_type(get_type_hints(part).get("return"), result)

    return check


def check_tellers(part: Any) -> None:
    assert isinstance(part, Mapping) and part
    for event, tell in part.items():
        assert issubclass(event, Event) and isinstance(tell, EventTeller)


CHECKS: dict[Slot[Any], Check] = {
    slots.CATALOG: check_object(CatalogSource),
    slots.STRATEGY: check_object(Strategy),
    slots.GUIDED_SEARCH: check_class(GuidedSearch),
    slots.ENDING: check_function(1, Ending | None),
    slots.QUICK_PLAYERS: check_object(QuickPlayers),
    slots.ENCODING: check_class(Encoding),
    slots.STEPPER: check_class(Stepper),
    slots.CUDA_STEPPER: check_class(CudaStepper),
    slots.TRAINING: check_object(Recipe),
    slots.DATASET: check_object(CityPart),
    slots.WORDING: check_class(Wording),
    slots.DESCRIPTIONS: check_function(2, Iterator[str]),
    slots.DENIALS: check_class(DenialFinder),
    slots.STEPS: check_class(StepTeller),
    slots.NARRATION: check_object(Narration),
    slots.EVENT_STEPS: check_tellers,
    slots.TERMINAL: check_object(TerminalPart),
    slots.TERMINAL_WORDING: check_class(Wording),
    slots.SHORTHANDS: check_items(Shorthand),
    slots.BENCHMARKS: check_items(Benchmark),
    slots.SIMULATION: check_class(Simulation),
    slots.BOARD: check_object(BoardPart),
    slots.DRAWINGS: check_object(Drawings),
    slots.SERVER: check_object(VariantPart),
    slots.LESSONS: check_items(Lesson),
    slots.GALLERY: check_function(1, Iterator[tuple[str, str]]),
    slots.BALANCE: check_class(Sections),
    slots.COMPILATION: check_object(Compilation),
    classic_slots.RULES: check_object(ClassicExpansion),
    classic_slots.POSITION: check_object(PositionPart),
    classic_slots.TERMINAL: check_object(TerminalExpansion),
    duel_slots.RULES: check_object(DuelExpansion),
}
OF_EXPANSIONS = {slots.NARRATION, slots.DRAWINGS}  # slots that games leave empty
OF_SOME_GAMES = {slots.ENDING: {"duel"}}  # slots filled by rulesets
TOYS = tuple(toy.EXPANSION for toy in (omens, couriers, gifts, tides))


def slots_of(module: ModuleType) -> dict[str, Slot[Any]]:
    return {name: one for name, one in vars(module).items() if isinstance(one, Slot)}


SHARED_SLOTS = slots_of(slots)
RULESETS = ("classic", "classic+leaders", "duel")


@pytest.fixture(autouse=True, scope="module")
def registered_toys() -> Iterator[None]:
    for toy in TOYS:
        variants.register_expansion(toy)
    yield
    for toy in TOYS:
        variants.unregister(toy.id)


def test_every_slot_has_a_type_to_check() -> None:
    declared = [slots_of(module).values() for module in (slots, classic_slots, duel_slots)]
    assert {*CHECKS} == {one for group in declared for one in group}


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize(
    "name", [name for name, one in SHARED_SLOTS.items() if one not in OF_EXPANSIONS]
)
def test_built_in_games_fill_every_slot(rules: str, name: str) -> None:
    slot = SHARED_SLOTS[name]
    if rules in OF_SOME_GAMES.get(slot, RULESETS):
        CHECKS[slot](ruleset(rules).part(slot))
    else:
        assert not ruleset(rules).has(slot)


@pytest.mark.parametrize("expansion", (LEADERS, *TOYS), ids=lambda one: one.id)
def test_every_part_of_an_expansion_is_of_its_type(expansion: Expansion) -> None:
    rules = ruleset(f"{expansion.game}+{expansion.id}")
    filled = [*expansion.parts.slots()]
    assert filled
    for slot in filled:
        CHECKS[slot](rules.part(slot))


@pytest.mark.parametrize("game", (CLASSIC, DUEL), ids=lambda one: one.id)
def test_every_part_of_a_game_is_of_its_type(game: Variant) -> None:
    for slot in game.parts.slots():
        CHECKS[slot](Ruleset(game).part(slot))


@pytest.mark.parametrize("game", ("classic", "duel", "pebbles"))
def test_the_module_that_a_game_names_is_its_engine(game: str, pebbles: Variant) -> None:
    check_protocol(engine_of(variants.variant(game)), Engine)


@pytest.mark.parametrize("expansion", (LEADERS, *TOYS), ids=lambda one: one.id)
def test_the_package_that_an_expansion_names_holds_its_manifest(expansion: Expansion) -> None:
    loaders: list[Any] = [*expansion.parts._fills.values(), *expansion.parts._extensions.values()]
    homes = {Path(inspect.getfile(load)).parent for load in loaders if load is not slots._same}
    assert homes == {expansion.folder}


@pytest.mark.parametrize(
    ("slot", "wrong"),
    [
        (slots.ENCODING, Wording),  # an unrelated class
        (slots.ENCODING, Encoding),  # an abstract class
        (slots.STEPPER, Wording),
        (slots.SHORTHANDS, (1,)),
        (slots.GALLERY, lambda: None),
        (slots.ENDING, lambda view: None),  # it declares no result
        (slots.QUICK_PLAYERS, object()),
        (slots.EVENT_STEPS, {int: print}),
        (duel_slots.RULES, ClassicExpansion),
    ],
)
def test_the_checks_can_fail(slot: Slot[Any], wrong: Any) -> None:
    parts = Parts()
    parts.fills(slot)(lambda: wrong)
    with pytest.raises((AssertionError, AttributeError, TypeError)):
        CHECKS[slot](parts.apply(slot, None))
