"""The sources of a catalogue: the files of a game, and those of each expansion.

A game declares a `CatalogSource` in the slot `heptapolis.slots.CATALOG` of its manifest. An
expansion extends it with a `CatalogPart` of its own:

    @PARTS.extends(slots.CATALOG)
    def _catalog(base: CatalogSource) -> CatalogSource:
        from omens.cards import PART

        return base.extended(PART)

What a part brings then belongs to every catalogue of the game with this expansion, and to no
other: the game's own catalogue and its fingerprint stay as they are. A ruleset with several
expansions has a catalogue of all their parts, in alphabetical order, with a fingerprint of its own.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from heptapolis.cards.export import Json, added_json, record_json
from heptapolis.cards.model import Catalog, CatalogThing
from heptapolis.cards.reader import Layers, Where, parse_file

Check = Callable[[Any, Layers], None]  # raises CatalogError for what cannot be played
Fill = Callable[[Any, Any, Mapping[str, int]], None]  # takes the row, the catalogue, items by id


def _do_nothing(*_: Any) -> None:
    """Do nothing: the default of `Check` and `Fill`."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Kind:
    """A kind of things: the section of the data files that lists them, ``[omen.eclipse]``.

    `items` are their numbers in the tables of the kernel. An expansion takes numbers that neither
    the game nor another expansion uses; beyond those of the game the tables grow.
    """

    record: type[CatalogThing]  # a frozen dataclass; its ``kind`` is the name of the section
    items: range
    plural: str  # the name of the list in the JSON export
    room: int | None = None  # things at most, where one has several items
    ids: Callable[[Mapping[str, Any]], Iterable[str]] = list  # of its items, in order
    export: Callable[[Any, Any], Json] = record_json  # takes the thing and the catalogue

    @property
    def section(self) -> str:
        return self.record.kind

    @property
    def capacity(self) -> int:
        """The maximum number of things of the kind."""
        return len(self.items) if self.room is None else self.room


@dataclass(frozen=True, kw_only=True, eq=False)
class CatalogPart:
    """What an expansion adds to the catalogue of its game.

    Its `files` are laid over those of the game: sections of the game that they name get further
    entries (cards, wonders) or other values (constants). They say ``game = "omens"``, the id of
    the expansion, by which their names are translated. Sections of its own are things of `kinds`,
    found in ``catalog.added["omen"]``, and single `records`, ``catalog.added["omen_constants"]``.
    Effects of any card may have the keys of `effects`, ``card.effect.added["coins_per_omen"]``.
    """

    id: str  # of the expansion
    files: tuple[Path, ...]
    kinds: tuple[Kind, ...] = ()
    records: Mapping[str, type[Any]] = field(default_factory=dict)  # frozen dataclasses, by section
    effects: Mapping[str, Any] = field(default_factory=dict)  # types, by key: int, a dataclass ...
    check: Check = _do_nothing
    columns: tuple[Any, ...] = ()  # of the tables, as `numpy.dtype` takes them
    # Writes what it brings into the row of the tables. Columns of the game are filled already for
    # what it adds to sections of the game, not for things of its own.
    fill: Fill = _do_nothing
    # Returns the JSON export of the game with what it brings; without it, sections of its own are
    # added.
    reshape: Callable[[Any, Json], Json] | None = None

    def export(self, catalog: Catalog, json: Json) -> Json:
        """Return the JSON export of a catalogue, with what this part brings."""
        if self.reshape is not None:
            return self.reshape(catalog, json)
        return json | added_json(catalog, self)


@dataclass(frozen=True, kw_only=True, eq=False)
class CatalogSource:
    """The sources of a catalogue of a game with some expansions."""

    id: str  # of the game
    model: type[Catalog]  # a frozen dataclass; its fields are the sections of the files
    files: tuple[Path, ...]
    own_kinds: tuple[Kind, ...]  # of the game, in the order of the catalogue
    check: Check
    export: Callable[[Any], Json]  # of what the game has
    parts: tuple[CatalogPart, ...] = ()  # of the expansions

    @cached_property
    def name(self) -> str:
        """The name of the catalogue: that of the game or of its expansion; with several, all of
        them."""
        ids = [part.id for part in self.parts]
        return ids[0] if len(ids) == 1 else "+".join([self.id, *ids])

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """All kinds of things."""
        return (*self.own_kinds, *(kind for part in self.parts for kind in part.kinds))

    @property
    def records(self) -> dict[str, type[Any]]:
        """The sections of expansions that are a single record."""
        return {name: kind for part in self.parts for name, kind in part.records.items()}

    @cached_property
    def layout(self) -> tuple[tuple[Any, ...], int]:
        """The properties that determine the record of the tables: the columns of expansions, and
        the number of items, item 0 included."""
        columns = tuple(column for part in self.parts for column in part.columns)
        return columns, max(kind.items.stop for kind in self.kinds)

    def extended(self, part: CatalogPart) -> "CatalogSource":
        """Return this source with what an expansion adds; raise ValueError if the two clash."""
        self._check_sections(part)
        for kind in part.kinds:
            self._check_items(kind, part)
        for other in self.parts:
            for name in {*_names(part.columns)} & {*_names(other.columns)}:
                raise ValueError(f"{part.id}: {other.id} has a column {name!r} already")
            for key in {*part.effects} & {*other.effects}:
                raise ValueError(f"{part.id}: {other.id} has an effect {key!r} already")
        return replace(self, parts=(*self.parts, part))

    def read(self, house: tuple[Mapping[str, Any], str] | None = None) -> Any:
        """Return the catalogue. ``house`` is the content of a user's file, and its path."""
        layers = self._layers()
        if house is not None:
            layers.lay(*house, "house")
            layers.house = house[1]
        return self.checked(layers)

    def checked(self, layers: Layers) -> Any:
        """Return the checked catalogue of what was read; raise CatalogError if it cannot be
        played."""
        layers.effects = {key: kind for part in self.parts for key, kind in part.effects.items()}
        kinds = {kind.section: kind.record for part in self.parts for kind in part.kinds}
        catalog = layers.read(self.model, kinds, self.records, source=self)
        self.check(catalog, layers)
        for part in self.parts:
            part.check(catalog, layers)
        return catalog

    def _check_sections(self, part: CatalogPart) -> None:
        taken = {one.name for one in fields(self.model)} | {*self.records}
        taken |= {kind.section for kind in self.kinds}
        for section in (*(kind.section for kind in part.kinds), *part.records):
            if section in taken:
                raise ValueError(f"{part.id}: {self.name} has a section {section!r} already")

    def _check_items(self, new: Kind, part: CatalogPart) -> None:
        for kind in self.kinds:
            if max(new.items.start, kind.items.start) < min(new.items.stop, kind.items.stop):
                taken = f"{kind.items.start} to {kind.items.stop - 1} belong to {kind.section!r}"
                raise ValueError(f"{part.id}: items of {new.section!r}: {taken}")

    def _layers(self) -> Layers:
        layers = Layers()
        for path in self.files:
            layers.lay(parse_file(path), path.name, path.stem)
        for part in self.parts:
            for path in part.files:
                raw = parse_file(path)
                self._refuse_twins(raw, path, layers)
                layers.lay(raw, path.name, part.id)
        layers.raw["game"] = self.name
        return layers

    def _refuse_twins(self, raw: Mapping[str, Any], path: Path, layers: Layers) -> None:
        """Raise CatalogError if an expansion names a thing of another one."""
        others = {part.id for part in self.parts}
        for kind in self.kinds:
            for id in raw.get(kind.section, ()):
                if layers.origin.get(id) in others:
                    where = Where(path.name, (kind.section, id))
                    raise where.error(f"is a thing of {layers.origin[id]} already")


def _names(columns: Iterable[Any]) -> list[str]:
    return [column[0] for column in columns]


@cache
def printed_catalog(source: CatalogSource) -> Any:
    """Return the built-in catalogue of a source."""
    return source.read()
