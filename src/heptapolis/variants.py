"""Games and their expansions: one object each, in one registry.

A variant is written as its id, with expansions as "game+one+two", in alphabetical order; an
expansion alone is short for its game with it. A layer finds what it needs from a game in a slot
(`heptapolis.slots`) of a ruleset: a game with some expansions.

This module is light: the engine of a variant (`heptapolis.contract.Engine`) is imported when it is
first needed.
"""

import re
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, make_dataclass, replace
from functools import cache, cached_property, lru_cache
from importlib import import_module, metadata
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path
from typing import Any

from heptapolis.cards import CatalogError, house_header
from heptapolis.deprecated import accept_former_fields, warn
from heptapolis.errors import InvalidText
from heptapolis.options import Option, declared, read
from heptapolis.slots import CATALOG, P, Parts, Slot, is_filled, load
from heptapolis.spelling import suggest
from heptapolis.vocabulary import (
    BY_POINTS,
    SHARED,
    CardBack,
    Clauses,
    Column,
    CountedThing,
    Message,
    Outcome,
    Phase,
    SymbolHelp,
    ThingKind,
    Verb,
    Vocabulary,
)

# The built-in games; no other shared module names one.
MANIFESTS = ("heptapolis.games.classic.manifest", "heptapolis.games.duel.manifest")
DEFAULT = "classic"  # the default game
GROUP = "heptapolis.variants"  # of entry points for further variants and expansions
_ID = re.compile(r"[a-z][a-z0-9_]*")


def parse_any_move(text: str) -> Any:
    """Return the `heptapolis.Move` of a text. It knows the verbs of all registered games, so its
    module is imported late."""
    return import_module("heptapolis.move").Move.parse(text)


@dataclass(frozen=True, eq=False)
class Expansion:
    """An expansion of a game, with everything that the layers need.

    Its `parts` fill slots that the game leaves open, or extend the game's own parts.
    """

    id: str
    game: str  # the id of its variant
    titles: Mapping[str, str]  # by language; "en" is required
    game_titles: Mapping[str, str]  # titles of the game with this expansion alone
    package: str  # with its modules and files; a name, since a manifest imports none of them
    needs: frozenset[str] = frozenset()  # other expansions that it requires
    excludes: frozenset[str] = frozenset()  # other expansions that it cannot be combined with
    about: Message | None = None  # a sentence for those who choose a game
    book: str = ""  # the id of its rulebook, in `web/rules`
    cover: str = ""  # the scene that represents the game with it: a wonder and its side
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    parts: Parts = field(default_factory=Parts)
    # A frozen dataclass of the options that it adds to those of its game, or None.
    options: type[Any] | None = None
    # It has an option of its own name, in records too: true for expansions older than the option
    # `expansions`.
    has_flag: bool = False

    @cached_property
    def folder(self) -> Path:
        """The folder of its package, with its files (`web/templates` ...)."""
        return _folder(self.package)


def _with_current_fields(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of a `Variant` that may have been written for the version before."""
    if "columns" in fields:
        warn("Variant(columns=…)", "use vocabulary=Vocabulary(columns=…)", level=4)
        columns = tuple(map(Column, fields.pop("columns")))
        fields["vocabulary"] = Vocabulary(columns)
    expansions = fields.get("expansions", {})
    if any(not isinstance(one, Expansion) for one in expansions.values()):
        warn("Variant(expansions={id: titles})", "use {id: Expansion(…)}", level=4)
        package = fields["home"].rpartition(".")[0]
        fields["expansions"] = {
            id: Expansion(id, fields["id"], titles, titles, package, has_flag=True)
            for id, titles in expansions.items()
        }
    return fields


@accept_former_fields(_with_current_fields)
@dataclass(frozen=True, eq=False)
class Variant:
    """A game of the family, with everything that the layers need."""

    id: str
    titles: Mapping[str, str]  # by language; "en" is required
    seats: range
    options: type[Any]  # a frozen dataclass, see `heptapolis.options`
    vocabulary: Vocabulary
    home: str  # the name of the module that is its engine; importing it imports the kernel
    expansions: Mapping[str, Expansion] = field(default_factory=dict)  # by id
    has_hands: bool = True  # seats hold cards that others may not see
    parse_move: Callable[[str], Any] = field(default=parse_any_move)
    rules_version: int = 1  # raised by every change after which the same moves lead to another game
    parts: Parts = field(default_factory=Parts)
    rules: str = ""  # the rules of a house variant
    house: Path | None = None  # the file of a house variant
    always: tuple[Expansion, ...] = ()  # expansions that are part of a house variant
    # option values that a house variant changes
    defaults: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.rules:
            object.__setattr__(self, "rules", self.id)

    @property
    def columns(self) -> tuple[str, ...]:
        """The ids of the columns of its score sheet."""
        return tuple(column.id for column in self.vocabulary.columns)

    @cached_property
    def folder(self) -> Path:
        """The folder of its package, with its files (`web/templates` ...)."""
        return _folder(self.home.rpartition(".")[0])

    @cached_property
    def engine(self) -> Any:
        """The engine (`heptapolis.contract.Engine`), imported on first use."""
        return import_module(self.home)

    @cached_property
    def catalog(self) -> Any:
        """The edition of a house variant, read once (registering it again reads the file again);
        else None."""
        if self.house is None:
            return None
        return self.engine.edition(self.house, self.read_options({}))

    def part(self, slot: Slot[P], plain: Callable[[], P] | None = None) -> P:
        """Return the part in a slot, without further expansions; see `Ruleset.part`."""
        return Ruleset(self).part(slot, plain)

    def has(self, slot: Slot[Any]) -> bool:
        """Return whether there is a part in a slot."""
        return Ruleset(self).has(slot)

    def read_options(self, values: Mapping[str, Any]) -> Any:
        """Return the options for some values, checked one by one. ``expansions`` are names."""
        own = {name: value for name, value in values.items() if name != EXPANSIONS}
        names = self._named_expansions(values)
        if names:
            self.check_expansions(names)
        model = self.options_model(names)
        self._check_names(own, model, names)
        flags = {name for name in names if self.expansions[name].has_flag}
        own |= {name: True for name in flags if not own.get(name)}  # another value is checked
        options = read(model, {**self.defaults, **own})
        bare = {name for name in names if not self.expansions[name].has_flag}
        bare |= {one.id for one in self.always if not one.has_flag}
        return replace(options, expansions=frozenset(bare)) if bare else options

    def options_model(self, expansions: Iterable[str] = ()) -> type[Any]:
        """Return the model of the options of a game with these expansions."""
        chosen = {name: self.expansions[name] for name in expansions}
        brought = chosen | {one.id: one for one in self.always}
        return _options_model(self, tuple(brought[name] for name in sorted(brought)))

    def options_for(self, values: Mapping[str, Any]) -> type[Any]:
        """Return the model of the options of a game with the expansions that some values name."""
        return self.options_model(self._named_expansions(values) & {*self.expansions})

    def _named_expansions(self, values: Mapping[str, Any]) -> set[str]:
        offered = self.expansions.values()
        flags = {one.id for one in offered if one.has_flag and values.get(one.id)}
        return _names(values.get(EXPANSIONS, ()), self) | flags

    def _check_names(self, names: Iterable[str], model: type[Any], expansions: set[str]) -> None:
        """Raise TypeError for a name that is no option of the model."""
        known = [one.name for one in declared(model)]
        for name in names:
            if name in known:
                continue
            rules = Ruleset(self, tuple(sorted(expansions)))
            for other in self.expansions.values():
                if name in own_options(other):
                    raise TypeError(f"{rules} has no option {name!r}; it belongs to {other.id}")
            listed = [*known, *([EXPANSIONS] if self.expansions else []), *COMMON_OPTIONS]
            there_are = f"{', '.join(sorted(listed))}{suggest(name, listed)}"
            raise TypeError(f"{rules} has no option {name!r}; it has {there_are}")

    def expansions_of(self, options: Any) -> frozenset[str]:
        """Return the expansions of some options, or of a game."""
        offered = [*self.expansions.values(), *self.always]
        flags = {one.id for one in offered if one.has_flag and getattr(options, one.id, False)}
        return frozenset(flags | getattr(options, EXPANSIONS, frozenset()))

    def check_expansions(self, names: Iterable[str]) -> None:
        """Raise InvalidText unless the expansions can be played together."""
        chosen = set(names)
        unknown = sorted(chosen - {*self.expansions})
        if unknown:
            has = ", ".join(self.expansions) or "none"
            meant = suggest(unknown[0], self.expansions)
            raise InvalidText(f"{self.id} has no expansion {unknown[0]!r}; it has {has}{meant}")
        if not _is_allowed(self, chosen):
            allowed = ", ".join(str(one) for one in combinations_of(self))
            raise InvalidText(f"{self.id} is not played with {_join_names(chosen)}: {allowed}")

    def seats_of(self, options: Any) -> int:
        """Return the number of seats in a game with these options."""
        return int(getattr(options, "seats", self.seats[0]))


COMMON_OPTIONS = ("seed", "names", "catalog")  # options of `new` for every variant
EXPANSIONS = "expansions"  # ... and for variants with expansions


def own_options(expansion: Expansion) -> dict[str, Option]:
    """Return the options that an expansion adds, by name."""
    return {one.name: one for one in declared(expansion.options)} if expansion.options else {}


@lru_cache(maxsize=200)
def _options_model(variant: Variant, expansions: tuple[Expansion, ...]) -> type[Any]:
    """Return the model of a variant's options together with those of expansions."""
    taken = {one.name for one in declared(variant.options)} | {EXPANSIONS, *COMMON_OPTIONS}
    for expansion in expansions:
        for name in own_options(expansion):
            if name in taken:
                raise TypeError(f"{expansion.id}: {variant.id} has an option {name!r} already")
            taken.add(name)
    models = [one.options for one in expansions if one.options]
    if not models:
        return variant.options
    ids = [one.id for one in expansions if one.id in variant.expansions]

    def reduce(self: Any) -> tuple[Any, ...]:
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        return _restore_options, (variant.id, ids, values)

    bases = (*reversed(models), variant.options)  # fields come in the reverse order of bases
    name, own = variant.options.__name__, {"__reduce__": reduce}
    return make_dataclass(name, [], bases=bases, namespace=own, frozen=True, kw_only=True)


def _restore_options(id: str, expansions: list[str], values: dict[str, Any]) -> Any:
    """Return the options of a game with expansions from a pickle."""
    return variant(id).options_model(expansions)(**values)


def _folder(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise LookupError(f"no package {package!r}")
    return Path(spec.origin).parent


def _names(value: Any, variant: Variant) -> set[str]:
    """Return the names of expansions; raise ValueError for anything but a collection of names."""
    names = value if isinstance(value, Iterable) and not isinstance(value, str) else None
    listed = [] if names is None else [*names]
    if names is None or not all(isinstance(name, str) for name in listed):
        known = ", ".join(variant.expansions) or "none"
        raise ValueError(f"expansions: a list of names, of {known}; got {value!r}")
    return {*listed}


def _join_names(names: Iterable[str]) -> str:
    return " and ".join(sorted(names)) or "no expansion"


def _is_allowed(variant: Variant, names: set[str]) -> bool:
    chosen = [variant.expansions[name] for name in names]
    return all(one.needs <= names and not one.excludes & names for one in chosen)


def combinations_of(variant: Variant) -> "list[Ruleset]":
    """Return every allowed set of expansions, small ones first."""
    ids = sorted(variant.expansions)
    return [
        Ruleset(variant, names)
        for size in range(len(ids) + 1)
        for names in combinations(ids, size)
        if _is_allowed(variant, {*names})
    ]


@dataclass(frozen=True)
class Ruleset:
    """A variant with a set of expansions: the meaning of "game+one+two"."""

    variant: Variant
    expansions: tuple[str, ...] = ()  # in alphabetical order

    def __str__(self) -> str:
        return "+".join([self.variant.id, *self.expansions])

    @property
    def chosen_expansions(self) -> list[Expansion]:
        """Its expansions, without those that are part of a house variant."""
        return [self.variant.expansions[name] for name in self.expansions]

    @property
    def options(self) -> dict[str, Any]:
        """The options that select its expansions."""
        chosen = self.chosen_expansions
        bare = [one.id for one in chosen if not one.has_flag]
        flags: dict[str, Any] = {one.id: True for one in chosen if one.has_flag}
        return flags | ({EXPANSIONS: frozenset(bare)} if bare else {})

    def title(self, language: str = "en") -> str:
        """Return its title; in English if there is none in the language."""
        chosen = self.chosen_expansions
        if len(chosen) == 1:
            return _title_in(language, chosen[0].game_titles)
        added = ", ".join(_title_in(language, one.titles) for one in chosen)
        return ": ".join(filter(None, [_title_in(language, self.variant.titles), added]))

    @property
    def vocabularies(self) -> tuple[Vocabulary, ...]:
        """The vocabularies of the game and of its expansions."""
        return (self.variant.vocabulary, *(one.vocabulary for one in self._active_expansions))

    @property
    def sheet(self) -> tuple[Column, ...]:
        """The columns of its score sheet; those of its expansions precede the total."""
        (*own, total), *added = (words.columns for words in self.vocabularies)
        others = (column for columns in added for column in columns)
        return (*own, *(column for column in others if column not in own), total)

    @property
    def columns(self) -> tuple[str, ...]:
        """The ids of the columns of its score sheet."""
        return tuple(column.id for column in self.sheet)

    def column(self, id: str) -> Column:
        """Return a column of its score sheet; for an unknown id, a column without a title."""
        return next((column for column in self.sheet if column.id == id), Column(id))

    @property
    def reasons(self) -> Mapping[str, Clauses]:
        """The reasons of advice in words, by key."""
        return {key: one for words in self.vocabularies for key, one in words.reasons.items()}

    @property
    def prelude(self) -> str:
        """How its records write the phase before the first age; "" if they write its number."""
        return next((words.prelude for words in self.vocabularies if words.prelude), "")

    @property
    def kinds(self) -> tuple[ThingKind, ...]:
        """The kinds of things it is played with."""
        return tuple(kind for words in self.vocabularies for kind in words.kinds)

    @property
    def _active_expansions(self) -> list[Expansion]:
        always = [one for one in self.variant.always if one.id not in self.expansions]
        return [*always, *self.chosen_expansions]

    @property
    def base_form(self) -> str:
        """The ruleset as text, without house rules: a house variant has that of its game."""
        return "+".join([self.variant.rules, *sorted(one.id for one in self._active_expansions)])

    @property
    def options_model(self) -> type[Any]:
        """The model of its options: those of the game and of its expansions."""
        return self.variant.options_model(self.expansions)

    def with_options(self, options: Any) -> "Ruleset":
        """Return the ruleset with the expansions of some options."""
        names = self.variant.expansions_of(options) & {*self.variant.expansions}
        return Ruleset(self.variant, tuple(sorted(names)))

    def part(self, slot: Slot[P], plain: Callable[[], P] | None = None) -> P:
        """Return the part in a slot. ``plain`` makes the part of a game that has none; without it,
        raise LookupError with the games that have one."""
        part: P | None = load(
            slot, self.variant.parts, *(one.parts for one in self._active_expansions)
        )
        if part is not None:
            return part
        if plain is None:
            known = " and ".join(str(one) for one in rulesets() if one.has(slot)) or "none"
            raise LookupError(f"no {slot.name} for {self}; there is one for {known}")
        return plain()

    def has(self, slot: Slot[Any]) -> bool:
        """Return whether there is a part in a slot."""
        return is_filled(slot, self.variant.parts, *(one.parts for one in self._active_expansions))

    def read_options(self, values: Mapping[str, Any]) -> Any:
        """Return the options for some values together with its expansions."""
        for name in self.expansions:
            if values.get(name, True) is not True:
                raise ValueError(f"{name}: {self} is played with it, got {values[name]!r}")
        names = _names(values.get(EXPANSIONS, ()), self.variant) | {*self.expansions}
        return self.variant.read_options({**values, **self.options, **_expansion_option(names)})


def _expansion_option(names: set[str]) -> dict[str, Any]:
    return {EXPANSIONS: names} if names else {}


def _title_in(language: str, titles: Mapping[str, str]) -> str:
    return titles.get(language) or titles["en"]


# ── the registry ─────────────────────────────────────────────────────────────────────────────────

_REGISTRY: dict[str, Variant] = {}
_IS_FILLED: list[bool] = []  # whether installed packages have been registered


def register(variant: Variant) -> Variant:
    """Register a variant; raise ValueError if its id is taken."""
    _check_id(variant.id)
    for expansion in variant.expansions.values():
        _check_needs(expansion, variant)
    _REGISTRY[variant.id] = variant
    _clear_caches()
    return variant


def register_expansion(expansion: Expansion) -> Expansion:
    """Register an expansion of a game; raise ValueError if its id is taken, or if it needs an
    expansion that the game does not have."""
    _check_id(expansion.id)
    game = variant(expansion.game)
    _check_needs(expansion, game)
    _REGISTRY[game.id] = replace(game, expansions={**game.expansions, expansion.id: expansion})
    _clear_caches()
    return expansion


def _check_id(id: str) -> None:
    if not _ID.fullmatch(id):
        raise ValueError(f"{id!r} is not an id: use lower-case letters, digits and _")
    known = registered_variants()  # built-in variants are registered first
    if id in {*known, *(name for one in known.values() for name in one.expansions)}:
        raise ValueError(f"the variant {id!r} exists already")


def _check_needs(expansion: Expansion, game: Variant) -> None:
    for name in sorted(expansion.needs - {*game.expansions}):
        known = ", ".join(game.expansions) or "none"
        hint = suggest(name, game.expansions)
        raise ValueError(
            f"{expansion.id} needs the expansion {name!r}; {game.id} has {known}{hint}"
        )


def _clear_caches() -> None:
    """Forget what follows from the registered variants and expansions."""
    vocabularies.cache_clear()
    phases_of.cache_clear()
    folders.cache_clear()


def unregister(id: str) -> None:
    """Remove a variant or an expansion from the registry."""
    _REGISTRY.pop(id, None)
    for game in list(_REGISTRY.values()):
        if id in game.expansions:
            others = {name: one for name, one in game.expansions.items() if name != id}
            _REGISTRY[game.id] = replace(game, expansions=others)
    _clear_caches()


def registered_variants() -> dict[str, Variant]:
    """Return all variants by id, built-in ones first; installed packages are searched once."""
    if not _IS_FILLED:
        _IS_FILLED.append(True)
        for manifest in MANIFESTS:
            register(import_module(manifest).VARIANT)
        _register_installed()
    return dict(_REGISTRY)


def _register_installed() -> None:
    """Register the variants and expansions of entry points, an expansion after its game and those
    that it needs; a failure is a warning only."""
    waiting = [*metadata.entry_points(group=GROUP)]
    while waiting:
        errors = [_register_from(point) for point in waiting]
        failed = [(point, error) for point, error in zip(waiting, errors, strict=True) if error]
        if len(failed) == len(waiting):
            for point, error in failed:
                name = type(error).__name__
                warnings.warn(f"variant {point.name}: {name}: {error}", stacklevel=3)
            return
        waiting = [point for point, _ in failed]


def _register_from(point: metadata.EntryPoint) -> Exception | None:
    """Register the variant or expansion of an entry point; return the error if it fails."""
    try:
        brought = point.load()
        if isinstance(brought, Expansion):
            register_expansion(brought)
        elif isinstance(brought, Variant):
            register(brought)
        else:
            raise TypeError(f"{point.value} is not a Variant or an Expansion")
    except Exception as error:
        return error
    return None


def variant(id: object) -> Variant:
    """Return the variant of an id; an id with expansions is an error."""
    known = registered_variants()
    if not isinstance(id, str) or id not in known:
        raise InvalidText(f"no game {id!r}: {', '.join(known)}{suggest(id, known)}")
    return known[id]


def ruleset(text: object) -> Ruleset:
    """Return the ruleset of a text: a game's id, with "+" and its expansions, or an expansion alone
    for short."""
    known = registered_variants()
    first, *rest = text.split("+") if isinstance(text, str) else [""]
    if first not in known and not rest:
        for one in known.values():
            if first in one.expansions and not one.house:
                return _allowed_ruleset(text, one, [first])
    if first not in known:
        there_are = [str(one) for one in rulesets()]
        hint = suggest(text, [*there_are, *short_names()])
        raise InvalidText(f"no game {text!r}: {', '.join(there_are)}{hint}")
    return _allowed_ruleset(text, known[first], rest)


def _allowed_ruleset(text: object, game: Variant, names: Sequence[str]) -> Ruleset:
    """Return a game with some expansions; raise InvalidText if they cannot be played together."""
    try:
        if len({*names}) < len(names):
            raise InvalidText("an expansion is named twice")
        game.check_expansions(names)
    except InvalidText as error:
        raise InvalidText(f"{text!r}: {error}") from None
    return Ruleset(game, tuple(sorted(names)))


def short_names() -> list[str]:
    """Return the expansions that can be played alone: each is short for its game with it."""
    return [
        rules.expansions[0]
        for rules in rulesets()
        if len(rules.expansions) == 1 and not rules.variant.house
    ]


def ruleset_of(table: Any) -> Ruleset:
    """Return the ruleset of a game or view."""
    game = variant(table.game)
    return Ruleset(game, tuple(sorted(game.expansions_of(table))))


def ruleset_of_record(record: Any) -> Ruleset:
    """Return the ruleset of a `Record`."""
    game = variant(record.game)
    named = game._named_expansions(record.options)  # noqa: SLF001 - of this module
    names = named & {*game.expansions}
    return Ruleset(game, tuple(sorted(names)))


def part_of(table: Any, slot: Slot[P], plain: Callable[[], P] | None = None) -> P:
    """Return the part in a slot for the ruleset of a game or view; see `Ruleset.part`."""
    return ruleset_of(table).part(slot, plain)


def expansion_parts(game: str, names: Iterable[str], slot: Slot[P]) -> list[P]:
    """Return what the expansions of these names bring in a slot that the game leaves to them, in
    alphabetical order."""
    offered = variant(game).expansions if names else {}
    loaded = (offered[name].parts.apply(slot, None) for name in sorted(names))
    return [part for part in loaded if part is not None]


def rulesets() -> list[Ruleset]:
    """Return all rulesets: every variant alone, and with each allowed combination of its
    expansions."""
    return [rules for one in registered_variants().values() for rules in combinations_of(one)]


def catalog_names() -> list[str]:
    """Return the names of the built-in catalogues: those of games, and of expansions with cards."""
    names = []
    for one in registered_variants().values():
        if not one.house and one.has(CATALOG):
            expansions = one.expansions.values()
            names += [one.id, *(x.id for x in expansions if not x.parts.is_silent(CATALOG))]
    return names


@cache
def vocabularies() -> tuple[Vocabulary, ...]:
    """Return the vocabularies of all games, built-in ones first, each followed by those of its
    expansions."""
    found = dict[Vocabulary, None]()  # a house variant has the vocabulary of its game
    for one in registered_variants().values():
        found |= dict.fromkeys(
            [one.vocabulary, *(each.vocabulary for each in one.expansions.values())]
        )
    return tuple(found)


@cache
def _verbs(of: tuple[Vocabulary, ...]) -> Mapping[str, tuple[Verb, ...]]:
    found = dict[str, list[Verb]]()
    for words in of:
        for verb in words.verbs:
            found.setdefault(verb.word, []).append(verb)
    return {word: tuple(dict.fromkeys(verbs)) for word, verbs in found.items()}


@cache
def _verbs_to(places: tuple[str, ...], of: tuple[Vocabulary, ...]) -> frozenset[str]:
    return frozenset(verb.word for words in of for verb in words.verbs if verb.place in places)


def verbs_to(*places: str) -> frozenset[str]:
    """Return the verbs of all games that put a card in one of some places."""
    return _verbs_to(places, vocabularies())


def all_verbs() -> Mapping[str, tuple[Verb, ...]]:
    """Return the verbs of all games by word; games may have different verbs with the same word."""
    return _verbs(vocabularies())


@cache
def phases_of(game: str) -> Mapping[str, Phase]:
    """Return the kinds of decisions of a game and its expansions, by id."""
    one = variant(game)
    expansions = (*one.always, *one.expansions.values())
    words = (one.vocabulary, *(each.vocabulary for each in expansions))
    return {phase.id: phase for own in words for phase in own.phases}


def all_kinds() -> tuple[ThingKind, ...]:
    """Return the kinds of things of all games."""
    return tuple(dict.fromkeys(kind for words in vocabularies() for kind in words.kinds))


def all_backs() -> tuple[CardBack, ...]:
    """Return the card backs that games add to those of ages and guilds."""
    return tuple(dict.fromkeys(one for words in vocabularies() for one in words.backs))


def all_counted() -> Mapping[str, CountedThing]:
    """Return what effects of games count, beside colours and coins, by id."""
    return {one.id: one for words in vocabularies() for one in words.counted}


def all_outcomes() -> Mapping[str, Outcome]:
    """Return the kinds of ends of all games, by id."""
    own = (one for words in vocabularies() for one in words.outcomes)
    return {one.id: one for one in (BY_POINTS, SHARED, *own)}


def all_symbols() -> Mapping[str, Message]:
    """Return the names of the symbols of all games, by id."""
    return {id: name for words in vocabularies() for id, name in words.symbols.items()}


def all_reasons() -> Mapping[str, Clauses]:
    """Return the reasons of advice of all games, by key."""
    return {key: one for words in vocabularies() for key, one in words.reasons.items()}


def all_symbol_help() -> tuple[SymbolHelp, ...]:
    """Return the meanings of symbols that games explain to new players. Symbols with the same
    meaning share a line."""
    found = dict[Message, dict[str, None]]()
    for words in vocabularies():
        for one in words.symbol_help:
            found.setdefault(one.meaning, {}).update(dict.fromkeys(one.symbols))
    return tuple(SymbolHelp(tuple(symbols), meaning) for meaning, symbols in found.items())


def all_columns() -> tuple[Column, ...]:
    """Return the columns of all score sheets."""
    return tuple(dict.fromkeys(column for words in vocabularies() for column in words.columns))


def column_of(id: str) -> Column:
    """Return the first column of this id, for callers that do not know the game; for an unknown id,
    a column without a title."""
    return next((column for column in all_columns() if column.id == id), Column(id))


@cache
def folders(inner: str) -> Mapping[str, Path]:
    """Return the folders of this name in games and their expansions, by id."""
    homes: dict[str, Path] = {}
    for one in registered_variants().values():
        if not one.house:
            homes |= {one.id: one.folder}
            homes |= {name: expansion.folder for name, expansion in one.expansions.items()}
    return {id: home / inner for id, home in homes.items() if (home / inner).is_dir()}


# ── house rules ──────────────────────────────────────────────────────────────────────────────────


def register_house(path: str | Path) -> Variant:
    """Register a file of house rules as a variant, beside the one that it extends.

    Its id and title may be in the file; by default the file's name serves for both.
    """
    file = Path(path)
    header = house_header(file, catalog_names())
    base = ruleset(header.extends)
    stem = re.sub(r"[^a-z0-9_]+", "_", file.stem.lower()).strip("_")
    id = header.id or (stem if _ID.fullmatch(stem) else f"house_{stem}")
    titles = dict(header.titles) or {"en": file.stem.replace("_", " ").replace("-", " ").title()}
    house = replace(
        base.variant,
        id=id,
        titles=titles,
        rules=base.variant.rules,
        house=file.resolve(),
        defaults=_flags(base),
        expansions={},
        always=tuple(base.variant.expansions[name] for name in base.expansions),
    )
    _ = house.catalog  # reports mistakes immediately
    try:
        return register(house)
    except ValueError as error:
        raise CatalogError(f"{file}: id: {error}") from None


def _flags(rules: Ruleset) -> dict[str, Any]:
    return {name: value for name, value in rules.options.items() if name != EXPANSIONS}


def house_of(fingerprint: str, rules: str) -> Variant | None:
    """Return the registered house variant with this fingerprint of cards."""
    for one in registered_variants().values():
        if one.house and one.rules == rules and one.catalog.fingerprint == fingerprint:
            return one
    return None
