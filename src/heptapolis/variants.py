"""The games there are: each variant one object, and one registry of them all.

A variant is written by its id, with expansions "classic+leaders"; an expansion alone ("leaders")
is short for the variant it belongs to. Whatever a layer has to say about a variant it attaches to
the variant's id, in `Parts`; nobody above a variant's own modules asks which game it is.

Everything here is light: what plays a variant (its `Engine`) is loaded when it is first needed.
"""

import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib import import_module, metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from heptapolis.cards import CatalogError, house_header
from heptapolis.errors import InvalidText
from heptapolis.move import Move
from heptapolis.options import declared, read
from heptapolis.spelling import nearest

if TYPE_CHECKING:
    from heptapolis import contract
    from heptapolis.position import Position
    from heptapolis.record import Record

GROUP = "heptapolis.variants"  # of entry points that bring further variants
_ID = re.compile(r"[a-z][a-z0-9_]*")


class Engine(Protocol):
    """What the module that plays a variant has to offer. ``catalog`` is whatever the variant plays
    with instead of its own cards: a path, a catalogue, an edition or its text; None is its own."""

    Game: type[Any]  # of its games
    View: type[Any]  # of what a seat knows

    def new(
        self, options: Any, *, seed: int | None, names: Sequence[str] | None, catalog: Any
    ) -> "contract.Game": ...

    def from_position(
        self, position: "Position", *, names: Sequence[str] | None, catalog: Any
    ) -> "contract.Game": ...

    def scorable(self, position: "Position", *, catalog: Any) -> "contract.Game":
        """A game of a position that may leave out what does not count: it can be looked at and
        scored, not played."""

    def start(self, record: "Record", *, catalog: Any) -> "contract.Game":
        """The game that a record begins with."""

    def edition(self, catalog: Any, options: Any) -> Any:
        """What a game with these options is played with: it has ``is_ours``, ``fingerprint`` and
        ``text``. None if the variant has no cards that anybody could change."""


@dataclass(frozen=True, eq=False)
class Variant:
    """A game of the family: what every layer may ask about it."""

    id: str
    titles: Mapping[str, str]  # by language; "en" is always there
    seats: range
    options: type[Any]  # a frozen dataclass, see `heptapolis.options`
    columns: tuple[str, ...]  # of a score sheet
    home: str  # the module that is its `Engine`
    expansions: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # id: titles with it
    has_hands: bool = True  # seats hold cards that the others may not see
    parse_move: Callable[[str], Any] = Move.parse
    rules_version: int = 1  # raised by every change that lets the same moves mean another game
    rules: str = ""  # a house variant is played by the rules, and shown by the parts, of this one
    house: Path | None = None  # the file of a house variant
    defaults: Mapping[str, Any] = field(default_factory=dict)  # of options that a house changes

    def __post_init__(self) -> None:
        if not self.rules:
            object.__setattr__(self, "rules", self.id)

    @cached_property
    def engine(self) -> Engine:
        """What plays it; loaded on first use."""
        engine: Engine = import_module(self.home)
        return engine

    @cached_property
    def catalog(self) -> Any:
        """What is played with instead of the cards of the rules: the edition of a house, read once
        (an edit of its file counts when it is registered again); else None."""
        if self.house is None:
            return None
        return self.engine.edition(self.house, self.read_options({}))

    def read_options(self, values: Mapping[str, Any]) -> Any:
        """The options that some values mean, checked one by one."""
        known = [one.name for one in declared(self.options)]
        for name in values:
            if name not in known:
                listed = ", ".join(sorted([*known, *COMMON]))
                meant = nearest(name, [*known, *COMMON])
                raise TypeError(f"{self.id} has no option {name!r}; it has {listed}{meant}")
        return read(self.options, {**self.defaults, **values})

    def seats_of(self, options: Any) -> int:
        """How many seats a game with these options has."""
        return int(getattr(options, "seats", self.seats[0]))


COMMON = ("seed", "names", "catalog")  # what `new` takes for every variant


@dataclass(frozen=True)
class Ruleset:
    """A variant with the expansions it is played with: what "classic+leaders" means."""

    variant: Variant
    expansions: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "+".join([self.variant.id, *self.expansions])

    @property
    def options(self) -> dict[str, Any]:
        """What its expansions mean as options: each is a flag of its own name."""
        return dict.fromkeys(self.expansions, True)

    def title(self, language: str = "en") -> str:
        """What people call it; English where the language is not spoken."""
        named = [self.variant.expansions[name] for name in self.expansions]
        return " + ".join(t.get(language) or t["en"] for t in named or [self.variant.titles])

    def read_options(self, values: Mapping[str, Any]) -> Any:
        """The options that some values mean beside its expansions."""
        for name in self.expansions:
            if values.get(name, True) is not True:
                raise ValueError(f"{name}: {self} is played with it, got {values[name]!r}")
        return self.variant.read_options({**values, **self.options})


# ── the registry ─────────────────────────────────────────────────────────────────────────────────

_REGISTRY: dict[str, Variant] = {}
_FOUND: list[bool] = []  # whether installed packages have been asked


def register(variant: Variant) -> Variant:
    """Make a variant known to every program. The id of another one is refused."""
    if not _ID.fullmatch(variant.id):
        raise ValueError(f"{variant.id!r} is not an id: use lower-case letters, digits and _")
    known = registered()  # ours first, whoever registers first
    taken = {*known, *(name for one in known.values() for name in one.expansions)}
    if variant.id in taken:
        raise ValueError(f"the variant {variant.id!r} exists already")
    _REGISTRY[variant.id] = variant
    return variant


def unregister(id: str) -> None:
    """Forget a variant; a program that has served its house rules no longer does."""
    _REGISTRY.pop(id, None)


def registered() -> dict[str, Variant]:
    """All variants by id, ours first; those of installed packages are looked for once."""
    if not _FOUND:
        _FOUND.append(True)
        _register_ours()
        for point in metadata.entry_points(group=GROUP):
            _register_from(point)
    return dict(_REGISTRY)


def _register_from(point: metadata.EntryPoint) -> None:
    """A variant of an installed package; one that fails is told of, and everybody else plays on."""
    try:
        brought = point.load()
        if not isinstance(brought, Variant):
            raise TypeError(f"{point.value} is not a Variant")
        register(brought)
    except Exception as error:
        warnings.warn(f"variant {point.name}: {type(error).__name__}: {error}", stacklevel=2)


def _register_ours() -> None:
    for home in ("heptapolis.classic.variant", "heptapolis.duel.variant"):
        register(import_module(home).VARIANT)


def variant(id: object) -> Variant:
    """The variant of an id; its expansions have no place in it."""
    known = registered()
    if not isinstance(id, str) or id not in known:
        raise InvalidText(f"no game {id!r}: {', '.join(known)}{nearest(id, known)}")
    return known[id]


def ruleset(text: object) -> Ruleset:
    """The ruleset that is written as "duel", "classic+leaders", or "leaders" for short."""
    known = registered()
    first, *rest = text.split("+") if isinstance(text, str) else [""]
    if first not in known and not rest:
        for one in known.values():
            if first in one.expansions and not one.house:
                return Ruleset(one, (first,))
    if first not in known:
        there_are = [str(one) for one in rulesets()]
        short = [name for one in known.values() for name in one.expansions]
        hint = nearest(text, [*there_are, *short])
        raise InvalidText(f"no game {text!r}: {', '.join(there_are)}{hint}")
    for name in rest:
        if name not in known[first].expansions or rest.count(name) > 1:
            has = ", ".join(known[first].expansions) or "none"
            meant = nearest(name, known[first].expansions)
            raise InvalidText(f"{text!r}: {first} has no expansion {name!r}; it has {has}{meant}")
    return Ruleset(known[first], tuple(name for name in known[first].expansions if name in rest))


def rulesets() -> list[Ruleset]:
    """Everything that can be chosen: every variant alone, and with each of its expansions."""
    return [
        Ruleset(one, names)
        for one in registered().values()
        for names in ((), *((name,) for name in one.expansions))
    ]


# ── house rules ──────────────────────────────────────────────────────────────────────────────────


def register_house(path: str | Path) -> Variant:
    """A club's house rules as a variant of their own, beside the one that the file extends.

    Its id and title may stand in the file; else the file's name serves for both.
    """
    file = Path(path)
    header = house_header(file)
    base = ruleset(header.extends)
    stem = re.sub(r"[^a-z0-9_]+", "_", file.stem.lower()).strip("_")
    id = header.id or (stem if _ID.fullmatch(stem) else f"house_{stem}")
    titles = dict(header.titles) or {"en": file.stem.replace("_", " ").replace("-", " ").title()}
    house = replace(
        base.variant, id=id, titles=titles, rules=base.variant.rules, house=file.resolve(),
        defaults=base.options, expansions={},
    )  # fmt: skip
    _ = house.catalog  # complains of mistakes at once
    try:
        return register(house)
    except ValueError as error:
        raise CatalogError(f"{file}: id: {error}") from None


def house_of(fingerprint: str, rules: str) -> Variant | None:
    """The registered house variant whose cards have this fingerprint."""
    for one in registered().values():
        if one.house and one.rules == rules and one.catalog.fingerprint == fingerprint:
            return one
    return None


# ── what a layer has for each variant ────────────────────────────────────────────────────────────

P = TypeVar("P")


class Parts(Generic[P]):
    """What one layer has for each variant, under the id of its rules; loaded on first use.

    Homes are written "package.module:name". A variant without a part gets the plain one, if the
    layer has one; else `of` says which variants have a part.
    """

    def __init__(self, what: str, plain: str | None = None, **homes: str) -> None:
        self._what, self._plain, self._homes = what, plain, homes
        self._attached: dict[str, P] = {}

    def attach(self, rules: str, part: P) -> None:
        """Give a variant of another package its part."""
        self._attached[rules] = part

    def __contains__(self, rules: object) -> bool:
        return rules in self._attached or rules in self._homes

    def of(self, rules: str) -> P:
        """The part of a variant by the id of its rules, which is what views and games tell."""
        if rules in self._attached:
            return self._attached[rules]
        home = self._homes.get(rules) or self._plain
        if home is None:
            raise LookupError(f"no {self._what} for {rules}; there is one for {self._known()}")
        part: P = _load(home)
        return part

    def ids(self) -> list[str]:
        """The variants that have a part of their own."""
        return list(dict.fromkeys([*self._homes, *self._attached]))

    def _known(self) -> str:
        return " and ".join(self.ids()) or "none"


@cache
def _load(home: str) -> Any:
    module, _, name = home.partition(":")
    return getattr(import_module(module), name)
