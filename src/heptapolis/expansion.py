"""Expansions of the kernel's games, and the composition of rules.

A game derives its own class from `GameExpansion`, and declares a slot that the manifests of its
expansions fill with one.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from heptapolis.codes import Code, Obstacle
from heptapolis.errors import InvalidText
from heptapolis.events import EventReader, Row
from heptapolis.kernel import hooks
from heptapolis.kernel.hooks import RulesPart, extended_fields
from heptapolis.kernel.visibility import Fields
from heptapolis.position import field_error
from heptapolis.record import Record
from heptapolis.slots import Slot, load
from heptapolis.variants import own_options, variant
from heptapolis.vocabulary import Vocabulary


def _show_all(row: Row, _seat: int | None) -> Row:
    return row


@dataclass(frozen=True, eq=False)
class GameExpansion:
    """The rules of an expansion, without its cards and user interface."""

    rules: RulesPart | None = None  # None: its rules are part of the game's own
    phases: Mapping[int, str] = field(default_factory=dict)  # ids by number
    verbs: Mapping[int, str] = field(default_factory=dict)  # by kind of move
    outcomes: Mapping[int, str] = field(default_factory=dict)  # ids by number
    obstacles: Iterable[Code] = ()  # reasons against moves that others do not know
    columns: Mapping[str, int] = field(default_factory=dict)  # places in the sheet, by id
    events: Mapping[int, EventReader] = field(default_factory=dict)
    # Writes its options into a state before the deal.
    set_options: Callable[[Any, Any], None] | None = None
    # Returns its options that differ from the defaults, of a state or view: the record names them.
    write_options: Callable[[Any], dict[str, Any]] | None = None
    # hides from a seat what it may not know of a row
    hide: Callable[[Row, int | None], Row] = _show_all
    # Its part of a position, under its id: written by a state or view, and read into a state.
    write_position: Callable[[Any], dict[str, Any]] | None = None
    # Takes the reader, its part and a generator: None where nothing hidden is to be dealt.
    read_position: Callable[[Any, Mapping[str, Any], Any], None] | None = None


@dataclass(frozen=True, eq=False)
class BaseRules:
    """The records and words of a game without expansions."""

    game: str
    slot: Slot[Any]  # that its expansions fill with a `GameExpansion`
    fields: Fields  # of the state
    make_workspace: Callable[[int], hooks.Record]  # for score sheets of so many columns
    columns: Sequence[str]  # of a score sheet; the total is the last
    phases: Mapping[int, str]
    verbs: Mapping[int, str]
    outcomes: Mapping[int, str]
    obstacles: Iterable[Code]  # beside those of all games


@dataclass(frozen=True, eq=False)
class GameRules:
    """The records and words of a game with some expansions."""

    expansions: Mapping[str, GameExpansion]  # by id, in alphabetical order
    state: hooks.Record
    workspace: hooks.Record
    columns: Mapping[str, int]  # places in the sheet by id, in the order in which they are shown
    phases: Mapping[int, str]
    verbs: Mapping[int, str]  # by kind of move
    outcomes: Mapping[int, str]
    obstacles: Mapping[int, Code]  # all reasons against moves, by number
    kinds: Mapping[str, int]  # of moves by verb: the first one where a verb has several
    events: Mapping[int, EventReader]  # of expansions

    @property
    def has_added_rules(self) -> bool:
        """Whether an expansion adds fields and functions to the rules of the game."""
        return any(one.rules for one in self.expansions.values())

    @property
    def outcome_names(self) -> tuple[str, ...]:
        """The ids of the kinds of ends by number; "" for a number without one."""
        return tuple(self.outcomes.get(n, "") for n in range(max(self.outcomes) + 1))

    def hide(self, row: Row, seat: int | None) -> Row:
        """Return a row of the log without what expansions hide from a seat."""
        for one in self.expansions.values():
            row = one.hide(row, seat)
        return row

    def set_options(self, states: Any, options: Any) -> None:
        """Write the options of expansions into a state before the deal."""
        for one in self.expansions.values():
            if one.set_options:
                one.set_options(states, options)

    def write_options(self, table: Any) -> dict[str, Any]:
        """Return the options of expansions that differ from the defaults."""
        written = [
            one.write_options(table) for one in self.expansions.values() if one.write_options
        ]
        return {name: value for options in written for name, value in options.items()}

    def write_position(self, table: Any) -> dict[str, Any]:
        """Return the parts of expansions in a position, each under its id."""
        written = {id: one.write_position for id, one in self.expansions.items()}
        return {id: write(table) for id, write in written.items() if write}

    def read_position(self, reader: Any, rng: Any) -> None:
        """Read the parts of expansions; ``rng`` deals what they leave open, None deals nothing."""
        for id, one in self.expansions.items():
            if one.rules is None:  # the game reads it
                continue
            told = reader.data.get(id, {})
            if not isinstance(told, Mapping):
                raise field_error(id, "an object")
            if one.read_position:
                one.read_position(reader, told, rng)


def compose(base: BaseRules, names: Iterable[str]) -> GameRules:
    """Return the rules of a game with the expansions of these names. Expansions without rules of
    their own are left out."""
    offered = variant(base.game).expansions if names else {}
    loaded = ((name, load(base.slot, offered[name].parts)) for name in sorted(names))
    brought = tuple((name, one) for name, one in loaded if one is not None)
    for name, one in brought:
        _check_vocabulary(name, one, offered[name].vocabulary)
    return _compose_rules(base, brought)


def _check_vocabulary(name: str, rules: GameExpansion, words: Vocabulary) -> None:
    """Raise TypeError for a name that the rules of an expansion use and its vocabulary lacks."""
    declared: dict[str, tuple[Iterable[str], set[str]]] = {
        "phase": (rules.phases.values(), {one.id for one in words.phases}),
        "verb": (rules.verbs.values(), {one.word for one in words.verbs}),
        "column": (rules.columns, {one.id for one in words.columns}),
        "outcome": (rules.outcomes.values(), {one.id for one in words.outcomes}),
        "obstacle": ((one.slug for one in rules.obstacles), {one.slug for one in words.obstacles}),
    }
    for what, (used, known) in declared.items():
        for id in used:
            if id not in known:
                raise TypeError(f"{name}: its vocabulary has no {what} {id!r}")


@cache
def _compose_rules(base: BaseRules, expansions: tuple[tuple[str, GameExpansion], ...]) -> GameRules:
    """Return the rules of a game with some expansions, from a cache."""
    brought = [one for _, one in expansions]
    parts = [one.rules for one in brought if one.rules]
    *own, total = base.columns
    added = _merge(base, {}, [one.columns for one in brought])
    places = {name: k for k, name in enumerate(base.columns)}
    columns = {name: places[name] for name in own} | added | {total: places[total]}
    own_obstacles = _by_number([*Obstacle, *base.obstacles])
    verbs = _merge(base, base.verbs, [one.verbs for one in brought])
    return GameRules(
        expansions=dict(expansions),
        state=extended_fields(base.fields, parts).dtype,
        workspace=base.make_workspace(max(columns.values()) + 1),
        columns=columns,
        phases=_merge(base, base.phases, [one.phases for one in brought]),
        verbs=verbs,
        outcomes=_merge(base, base.outcomes, [one.outcomes for one in brought]),
        obstacles=_merge(base, own_obstacles, [_by_number(one.obstacles) for one in brought]),
        kinds={verb: kind for kind, verb in reversed(verbs.items())},
        events=_merge(base, {}, [one.events for one in brought]),
    )


def _by_number(codes: Iterable[Code]) -> dict[int, Code]:
    return {int(code): code for code in codes}


def _merge(
    base: BaseRules, own: Mapping[Any, Any], added: Sequence[Mapping[Any, Any]]
) -> dict[Any, Any]:
    """Merge the names or numbers of a game and its expansions; raise TypeError for duplicates."""
    joined = dict(own)
    for one in added:
        if taken := joined.keys() & one.keys():
            listed = ", ".join(map(str, sorted(taken)))
            raise TypeError(f"two expansions of {base.game} take {listed}")
        joined |= one
    return joined


def option_names(game: str, expansions: Iterable[str]) -> set[str]:
    """Return the names of the options that expansions add to those of a game."""
    offered = variant(game).expansions if expansions else {}
    return {option for name in expansions for option in own_options(offered[name])}


def read_expansions(game: str, names: Any) -> frozenset[str]:
    """Return the expansions that a record or position names."""
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise InvalidText(f"expansions: a list of names, got {names!r}")
    if names:
        variant(game).check_expansions(names)
    return frozenset(names)


def check_options(record: Record, game: Any) -> None:
    """Raise InvalidText if a record's position has other options of expansions than its header."""
    added = option_names(game.game, game.expansions)
    told = {name: value for name, value in record.options.items() if name in added}
    if told != game.edition.rules.write_options(game):
        raise InvalidText(f"header: {', '.join(sorted(added))}: not those of the position")
