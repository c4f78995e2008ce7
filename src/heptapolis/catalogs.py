"""Catalogues by name: the built-in ones, and files of house rules laid over them.

``load("classic")``, ``load("leaders")`` and ``load("duel")`` are built in; the catalogue of a game
with several expansions has the name of the ruleset, "classic+cities+leaders". ``load(path)`` lays a
user's file over the catalogue named by its ``extends`` key. `heptapolis.cards.to_text` writes a
complete catalogue as text, which ``load`` accepts too.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from heptapolis.cards.house import take_header
from heptapolis.cards.model import Catalog
from heptapolis.cards.reader import CatalogError, Where, parse_file, read_file
from heptapolis.cards.source import CatalogSource, printed_catalog
from heptapolis.cards.storage import read_layers
from heptapolis.errors import InvalidText
from heptapolis.slots import CATALOG
from heptapolis.spelling import suggest
from heptapolis.variants import Ruleset, catalog_names, ruleset, variant

if TYPE_CHECKING:
    from heptapolis.games.classic.cards.model import ClassicCatalog
    from heptapolis.games.duel.cards.model import DuelCatalog

C = TypeVar("C", bound=Catalog)


@overload
def load(source: Literal["classic", "leaders"], over: None = None) -> "ClassicCatalog": ...
@overload
def load(source: Literal["duel"], over: None = None) -> "DuelCatalog": ...
@overload
def load(source: str | Path, over: str | None = None) -> Catalog: ...
def load(source: str | Path, over: str | None = None) -> Catalog:
    """Return a built-in catalogue by name, a user's by path, or a complete one by its text or path.

    ``over`` lays the user's file over another catalogue than its ``extends`` key says: a classic
    house rule works in a game with leaders too.
    """
    if not isinstance(source, str | Path):
        raise CatalogError(f"a catalogue is a name, a path or a text, got {source!r}")
    ours = _find(str(source))
    if ours is not None:
        return _printed_catalog(ours)
    if _is_text(source):
        return _parse_stored(str(source))
    path = Path(source)
    if path.suffix == ".json":
        return _parse_stored(read_file(path))
    if not path.suffix and not path.exists():
        names = catalog_names()
        hint = suggest(str(source), names)
        raise CatalogError(f"no catalogue {str(source)!r}: {', '.join(names)} or a TOML file{hint}")
    return _overlay(path, over)


def load_as(model: type[C], source: str | Path, over: str | None, game: str) -> C:
    """Return the catalogue of a source; raise CatalogError if it is not one of the game."""
    catalog = load(source, over)
    if not isinstance(catalog, model):
        told = "this" if _is_text(source) else source
        raise CatalogError(f"{told} is a catalogue of {catalog.game}, not of {game}")
    return catalog


def source_named(name: str) -> CatalogSource:
    """Return the source of a built-in catalogue; raise CatalogError if there is none of this
    name."""
    found = _find(name)
    if found is None:
        names = catalog_names()
        raise CatalogError(f"no catalogue {name!r}: {', '.join(names)}{suggest(name, names)}")
    return found


def source_for(game: str, expansions: Iterable[str] = ()) -> CatalogSource:
    """Return the source of the catalogue of a game with some expansions."""
    return Ruleset(variant(game), tuple(sorted(expansions))).part(CATALOG)


def _find(name: str) -> CatalogSource | None:
    """Return the source of a built-in catalogue, or None."""
    try:
        rules = ruleset(name)
    except InvalidText:
        return None
    return rules.part(CATALOG) if rules.variant.house is None and rules.has(CATALOG) else None


def _printed_catalog(source: CatalogSource) -> Catalog:
    catalog: Catalog = printed_catalog(source)
    return catalog


def _is_text(source: str | Path) -> bool:
    return isinstance(source, str) and source.startswith("{")


def _parse_stored(text: str) -> Catalog:
    """Return a complete catalogue from the text of `to_text`."""
    layers = read_layers(text)
    name = layers.raw.get("game")
    source = _find(name) if isinstance(name, str) else None
    if source is None or source.name != name:
        raise layers.where("game").error(f"one of {', '.join(catalog_names())}")
    catalog: Catalog = source.checked(layers)
    return catalog


def _overlay(path: Path, over: str | None) -> Catalog:
    raw: dict[str, Any] = parse_file(path)
    extends = take_header(raw, path, catalog_names()).extends
    if "game" in raw:
        raise Where(str(path), ("game",)).error("is ours to say; use extends")
    source = source_named(over or extends)
    if source.model is not source_named(extends).model:
        where = Where(str(path), ("extends",))
        raise where.error(f"{extends!r} does not go with a game of {over}")
    catalog: Catalog = source.read((raw, str(path)))
    return catalog
