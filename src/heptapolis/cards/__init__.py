"""What the cards are: every card, board, leader, token and layout as checked data.

``load("classic")``, ``load("leaders")`` and ``load("duel")`` are ours; ``load(path)`` lays a file
of the user's over one of them, which its ``extends`` key names. `to_text` writes a whole catalogue,
and ``load`` reads that too.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeVar, overload

from heptapolis.cards.check import check_classic, check_duel
from heptapolis.cards.export import to_json
from heptapolis.cards.model import Catalog, ClassicCatalog, DuelCatalog
from heptapolis.cards.reader import CatalogError, Layers, Where, parse_file, read_file
from heptapolis.cards.storage import fingerprint, read_layers, to_text
from heptapolis.spelling import nearest

__all__ = [
    "CATALOGS",
    "Catalog",
    "CatalogError",
    "ClassicCatalog",
    "DuelCatalog",
    "HouseHeader",
    "fingerprint",
    "house_header",
    "load",
    "load_classic",
    "load_duel",
    "to_json",
    "to_text",
]

C = TypeVar("C", bound=Catalog)
GAMES = Path(__file__).parents[1] / "games"


@dataclass(frozen=True)
class Printed:
    """A catalogue of ours: the files it is made of, its model, and what is checked in the end."""

    files: tuple[str, ...]
    model: type[Any]
    check: Callable[[Any, Layers], None]


CATALOGS = {
    "classic": Printed(("classic/cards/base.toml",), ClassicCatalog, check_classic),
    "leaders": Printed(
        ("classic/cards/base.toml", "classic/leaders/leaders.toml"), ClassicCatalog, check_classic
    ),
    "duel": Printed(("duel/cards/duel.toml",), DuelCatalog, check_duel),
}


@overload
def load(source: Literal["classic", "leaders"], over: None = None) -> ClassicCatalog: ...
@overload
def load(source: Literal["duel"], over: None = None) -> DuelCatalog: ...
@overload
def load(source: str | Path, over: str | None = None) -> Catalog: ...
def load(source: str | Path, over: str | None = None) -> Catalog:
    """One of our catalogues by name, the user's own by path, or a whole one by its text or path.

    ``over`` lays the user's file over another game than its ``extends`` says: a classic house
    rule serves a game with leaders too.
    """
    if not isinstance(source, str | Path):
        raise CatalogError(f"a catalogue is a name, a path or a text, got {source!r}")
    if str(source) in CATALOGS:
        return _ours(str(source))
    if _is_text(source):
        return _stored(str(source))
    path = Path(source)
    if path.suffix == ".json":
        return _stored(read_file(path))
    if not path.suffix and not path.exists():
        hint = nearest(str(source), CATALOGS)
        raise CatalogError(
            f"no catalogue {str(source)!r}: {', '.join(CATALOGS)} or a TOML file{hint}"
        )
    return _overlay(path, over)


def load_classic(source: str | Path = "classic", over: str | None = None) -> ClassicCatalog:
    """`load`, for callers that need a catalogue of the classic family."""
    return _load_as(ClassicCatalog, source, over, "classic")


def load_duel(source: str | Path = "duel") -> DuelCatalog:
    """`load`, for callers that need a catalogue of Duel."""
    return _load_as(DuelCatalog, source, None, "duel")


def _load_as(model: type[C], source: str | Path, over: str | None, game: str) -> C:
    catalog = load(source, over)
    if not isinstance(catalog, model):
        told = "this" if _is_text(source) else source
        raise CatalogError(f"{told} is a catalogue of {catalog.game}, not of {game}")
    return catalog


def _is_text(source: str | Path) -> bool:
    return isinstance(source, str) and source.startswith("{")


def _stored(text: str) -> Catalog:
    """A whole catalogue, as `to_text` writes it."""
    layers = read_layers(text)
    game = layers.raw.get("game")
    if not isinstance(game, str) or game not in CATALOGS:
        raise layers.where("game").error(f"one of {', '.join(CATALOGS)}")
    return _checked(layers, game)


@cache
def _ours(game: str) -> Catalog:
    return _checked(_layers(game), game)


def _layers(game: str) -> Layers:
    layers = Layers.empty()
    for name in CATALOGS[game].files:
        path = GAMES / name
        layers.lay(parse_file(path), path.name, path.stem)
    return layers


@dataclass(frozen=True)
class HouseHeader:
    """What a file of house rules says about itself: what it is laid over, and what it is called."""

    extends: str
    id: str | None  # for programs
    titles: Mapping[str, str]  # for people, by language; none if the file has no title


def house_header(path: Path) -> HouseHeader:
    """The header of a file of house rules."""
    return _take_header(parse_file(path), path)


def _take_header(raw: dict[str, Any], path: Path) -> HouseHeader:
    extends, id, title = (raw.pop(key, None) for key in ("extends", "id", "title"))
    if not isinstance(extends, str) or extends not in CATALOGS:
        where = Where(str(path), ("extends",))
        ours = f"{', '.join(CATALOGS)}{nearest(extends, CATALOGS)}"
        raise where.error(f"name the catalogue this file is laid over: {ours}")
    if id is not None and not (isinstance(id, str) and re.fullmatch(r"[a-z][a-z0-9_]*", id)):
        raise Where(str(path), ("id",)).error("use lower-case letters, digits and _")
    titles = {"en": title} if isinstance(title, str) else {} if title is None else title
    if not isinstance(titles, dict) or not all(isinstance(t, str) and t for t in titles.values()):
        raise Where(str(path), ("title",)).error('a text, or texts by language: { en = "…" }')
    if titles and "en" not in titles:
        raise Where(str(path), ("title",)).error("has no English text (en)")
    return HouseHeader(extends, id, titles)


def _overlay(path: Path, over: str | None) -> Catalog:
    raw = parse_file(path)
    where = Where(str(path), ("extends",))
    extends = _take_header(raw, path).extends
    if "game" in raw:
        raise Where(str(path), ("game",)).error("is ours to say; use extends")
    if over is not None and CATALOGS[extends].model is not CATALOGS[over].model:
        raise where.error(f"{extends!r} does not go with a game of {over}")
    game = over or extends
    layers = _layers(game)
    layers.lay(raw, str(path), "house")
    return _checked(layers, game)


def _checked(layers: Layers, game: str) -> Catalog:
    printed = CATALOGS[game]
    catalog: Catalog = layers.read(printed.model)
    printed.check(catalog, layers)
    return catalog
