"""The common part of all catalogues: frozen records in the rulebook's words.

Field names are the keys of the data files and of the JSON export. Everything that follows from
other fields (copies, chain targets, the cover graph) is a property, so it cannot contradict them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from heptapolis.codes import Code, Resource, Whose


@dataclass(frozen=True, kw_only=True)
class Cost:
    """Coins to the bank and units of resources."""

    coins: int = 0
    resources: Mapping[Resource, int] = field(default_factory=dict)

    @property
    def is_free(self) -> bool:
        return not self.coins and not self.resources


FREE = Cost()


@dataclass(frozen=True, kw_only=True)
class Count:
    """``amount`` for every ``per`` counted things in the cities of ``whose``.

    The class of a game says what it counts: ``what: tuple[Counted | OwnCounted, ...]``.
    """

    amount: int
    what: tuple[Code, ...]
    per: int = 1
    whose: tuple[Whose, ...]


@dataclass(frozen=True, kw_only=True)
class Effect:
    """The effect keys of all games. Several keys in one effect all apply.

    ``added`` holds the keys that expansions bring; data files and JSON write them beside the
    others.
    """

    game: ClassVar[str]  # the variant whose effect it is

    produce: tuple[Resource, ...] = ()
    produce_choice: tuple[Resource, ...] = ()
    coins: int = 0
    coins_per: Count | None = None
    shields: int = 0
    points: int = 0
    points_per: Count | None = None
    added: Mapping[str, Any] = field(default_factory=dict)

    def as_stored(self, entry: dict[str, Any]) -> dict[str, Any]:
        """Return the fields to store, given those with unusual values."""
        own = {key: value for key, value in entry.items() if key != "added"}
        added: dict[str, Any] = entry.get("added", {})
        return own | added


@dataclass(frozen=True, kw_only=True)
class CatalogThing:
    """Anything with an id and a name: a card, a wonder, a token.

    ``kind`` is the section of the data file that lists such things; with ``game`` it is the
    context in which their names are translated, "GAME token". ``words`` are fields that people
    read and the rules do not see: a card that is given another name is the same card.
    """

    game: ClassVar[str]  # the id of the variant
    kind: ClassVar[str]
    words: ClassVar[tuple[str, ...]] = ("name",)
    translated: ClassVar[tuple[str, ...]] = ("name",)  # words that translators work on

    id: str
    name: str


@dataclass(frozen=True, kw_only=True)
class Catalog:
    """All that one game is played with; the catalogue of each game says of what.

    ``origin`` names the file that brought each thing. ``added`` holds what the expansions bring, by
    section: things by their ids, or a single record.
    """

    game: str  # the name of the catalogue: of the game, or of its expansion
    origin: Mapping[str, str] = field(default_factory=dict)
    added: Mapping[str, Any] = field(default_factory=dict)
    source: Any = field(repr=False, compare=False)  # the `CatalogSource` of this catalogue

    @cached_property
    def expansions(self) -> frozenset[str]:
        """Return the ids of the expansions that it covers."""
        return frozenset(part.id for part in self.source.parts)

    def section(self, name: str) -> Any:
        """Return a section by the key of the data files."""
        return self.added[name] if name in self.added else getattr(self, name)

    def things(self) -> Iterator[Any]:
        """Yield everything that has an id, in catalogue order."""
        for kind in self.source.kinds:
            yield from self.section(kind.section).values()

    def find(self, id: str) -> Any:
        """Return the thing with this id; raise KeyError if there is none."""
        return self._by_id[id]

    def implied_facts(self, thing: Any) -> Mapping[str, Any]:
        """Return facts that the rules derive beside the thing's own fields; they are part of the
        fingerprint."""
        return {}

    @cached_property
    def _by_id(self) -> dict[str, Any]:
        return {thing.id: thing for thing in self.things()}
