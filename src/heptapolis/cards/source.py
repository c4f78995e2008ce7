"""What a catalogue is read from: the files of a game, and what each expansion adds to them.

A game declares a `CatalogSource` in the slot `heptapolis.slots.CATALOG` of its manifest. An
expansion extends it with a `CatalogPart` of its own:

    @PARTS.extends(slots.CATALOG)
    def _catalog(base: CatalogSource) -> CatalogSource:
        from omens.cards import PART

        return base.extended(PART)

What a part brings then belongs to every catalogue of the game with this expansion, and to no
other: the game's own catalogue and its fingerprint stay as they are.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from heptapolis.cards.export import Json, added_json, record_json
from heptapolis.cards.model import Catalog, Thing
from heptapolis.cards.reader import Layers, Where, parse_file

Check = Callable[[Any, Layers], None]


def _pass(*_: Any) -> None:
    """Check or fill nothing."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Kind:
    """A kind of things: the section of the data files that lists them, ``[omen.eclipse]``.

    `items` are their numbers in the tables of the kernel. An expansion takes numbers that neither
    the game nor another expansion uses; beyond those of the game the tables grow.
    """

    record: type[Thing]  # a frozen dataclass; its ``kind`` is the name of the section
    items: range
    plural: str  # the name of the list in the JSON export
    room: int | None = None  # things at most, where one has several items
    ids: Callable[[Mapping[str, Any]], Iterable[str]] = list  # of its items, in order
    export: Callable[[Any, Any], Json] = record_json  # takes the catalogue too

    @property
    def section(self) -> str:
        return self.record.kind

    @property
    def capacity(self) -> int:
        """How many things of the kind there can be."""
        return len(self.items) if self.room is None else self.room


@dataclass(frozen=True, kw_only=True, eq=False)
class CatalogPart:
    """What an expansion adds to the catalogue of its game.

    Its `files` are laid over those of the game: sections of the game that they name get further
    entries (cards, wonders) or other values (constants). They say ``game = "omens"``, the id of
    the expansion, by which their names are translated. Sections of its own are things of `kinds`,
    found in ``catalog.added["omen"]``, and single `records`, ``catalog.added["omen_constants"]``.
    """

    id: str  # of the expansion
    files: tuple[Path, ...]
    kinds: tuple[Kind, ...] = ()
    records: Mapping[str, type[Any]] = field(default_factory=dict)  # frozen dataclasses, by section
    check: Check = (
        _pass  # raises CatalogError for what cannot be played; takes catalogue and layers
    )
    columns: tuple[Any, ...] = ()  # of the tables, as `numpy.dtype` takes them
    # Writes what it brings into the row of the tables; takes the row, the catalogue and the items
    # by id. What it adds to sections of the game is written already.
    fill: Callable[[Any, Any, Mapping[str, int]], None] = _pass
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
    """What the catalogue of a game, played with some expansions, is read from."""

    id: str  # of the game
    model: type[Catalog]  # a frozen dataclass; its fields are the sections of the files
    files: tuple[Path, ...]
    own_kinds: tuple[Kind, ...]  # of the game, in the order of the catalogue
    check: Check
    export: Callable[[Any], Json]  # of what the game has
    parts: tuple[CatalogPart, ...] = ()  # of the expansions

    @property
    def name(self) -> str:
        """The name of the catalogue: that of the game or of its expansion; of several, all."""
        ids = [part.id for part in self.parts]
        return ids[0] if len(ids) == 1 else "+".join([self.id, *ids])

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """All kinds of things."""
        return (*self.own_kinds, *(kind for part in self.parts for kind in part.kinds))

    @property
    def n_items(self) -> int:
        """How many items the tables have, item 0 among them."""
        return max(kind.items.stop for kind in self.kinds)

    def extended(self, part: CatalogPart) -> "CatalogSource":
        """Return this source with what an expansion adds; ValueError if the two clash."""
        for new in part.kinds:
            for kind in self.kinds:
                if new.section == kind.section:
                    raise ValueError(
                        f"{part.id}: {self.name} has a section {new.section!r} already"
                    )
                if {*new.items} & {*kind.items}:
                    taken = f"{kind.items.start} to {kind.items.stop - 1} are a {kind.section}'s"
                    raise ValueError(f"{part.id}: items of {new.section!r}: {taken}")
        return replace(self, parts=(*self.parts, part))

    def read(self, house: tuple[Mapping[str, Any], str] | None = None) -> Any:
        """Return the catalogue. ``house`` is the content of a user's file, and its path."""
        layers = self._layers()
        if house is not None:
            layers.lay(*house, "house")
        return self.checked(layers)

    def checked(self, layers: Layers) -> Any:
        """Return the catalogue of what was read; raise CatalogError if it cannot be played."""
        kinds = {kind.section: kind.record for part in self.parts for kind in part.kinds}
        records = {name: kind for part in self.parts for name, kind in part.records.items()}
        catalog = layers.read(self.model, kinds, records, source=self)
        self.check(catalog, layers)
        for part in self.parts:
            part.check(catalog, layers)
        return catalog

    def _layers(self) -> Layers:
        layers = Layers.empty()
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


@cache
def printed(source: CatalogSource) -> Any:
    """Return our own catalogue of a source."""
    return source.read()
