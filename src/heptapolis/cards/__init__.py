"""What the cards are: every card, board, leader, token and layout as checked data.

``load("classic")``, ``load("leaders")`` and ``load("duel")`` are ours; ``load(path)`` lays a file
of the user's over one of them, which its ``extends`` key names.
"""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from heptapolis.cards.check import check_classic, check_duel
from heptapolis.cards.export import to_json
from heptapolis.cards.model import Catalog, ClassicCatalog, DuelCatalog
from heptapolis.cards.reader import (
    CatalogError,
    Layers,
    Where,
    nearest,
    parse_file,
)

__all__ = [
    "GAMES",
    "Catalog",
    "CatalogError",
    "ClassicCatalog",
    "DuelCatalog",
    "fingerprint",
    "load",
    "load_classic",
    "load_duel",
    "to_json",
]

DATA = Path(__file__).parent / "data"
GAMES = {"classic": ["base"], "leaders": ["base", "leaders"], "duel": ["duel"]}


def load(source: str | Path, over: str | None = None) -> Catalog:
    """One of our catalogues by name, or the user's own by path.

    ``over`` lays the user's file over another game than its ``extends`` says: a classic house
    rule serves a game with leaders too.
    """
    if str(source) in GAMES:
        return _ours(str(source))
    path = Path(source)
    if not path.suffix and not path.exists():
        hint = nearest(str(source), list(GAMES))
        raise CatalogError(f"no catalogue {str(source)!r}: {', '.join(GAMES)} or a TOML file{hint}")
    return _overlay(path, over)


def load_classic(source: str | Path = "classic", over: str | None = None) -> ClassicCatalog:
    """`load`, for callers that need a catalogue of the classic family."""
    catalog = load(source, over)
    if not isinstance(catalog, ClassicCatalog):
        raise CatalogError(f"{source} is a catalogue of {catalog.game}, not of classic")
    return catalog


def load_duel(source: str | Path = "duel") -> DuelCatalog:
    """`load`, for callers that need a catalogue of Duel."""
    catalog = load(source)
    if not isinstance(catalog, DuelCatalog):
        raise CatalogError(f"{source} is a catalogue of {catalog.game}, not of duel")
    return catalog


def fingerprint(catalog: Catalog) -> str:
    """A hash of the whole content; the record of a game on another catalogue carries it."""
    text = json.dumps(to_json(catalog), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def _ours(game: str) -> Catalog:
    return _checked(_layers(game), game)


def _layers(game: str) -> Layers:
    layers = Layers.empty()
    for name in GAMES[game]:
        path = DATA / f"{name}.toml"
        layers.lay(parse_file(path), path.name, name)
    return layers


def _overlay(path: Path, over: str | None) -> Catalog:
    raw = parse_file(path)
    where = Where(str(path), ("extends",))
    extends: Any = raw.pop("extends", None)
    if extends not in GAMES:
        raise where.error(f"name the catalogue this file is laid over: {', '.join(GAMES)}")
    if "game" in raw:
        raise Where(str(path), ("game",)).error("is ours to say; use extends")
    if over is not None and (extends == "duel") != (over == "duel"):
        raise where.error(f"{extends!r} does not go with a game of {over}")
    game = over or extends
    layers = _layers(game)
    layers.lay(raw, str(path), "house")
    return _checked(layers, game)


def _checked(layers: Layers, game: str) -> Catalog:
    if game == "duel":
        duel = layers.read(DuelCatalog)
        check_duel(duel, layers)
        return duel
    classic = layers.read(ClassicCatalog)
    check_classic(classic, layers)
    return classic
