"""Load catalogues of classic without those of other games."""

from pathlib import Path

from heptapolis.catalogs import load_as
from heptapolis.games.classic.cards.model import ClassicCatalog


def load_classic(source: str | Path = "classic", over: str | None = None) -> ClassicCatalog:
    """Return a catalogue of classic and its expansions; see `heptapolis.catalogs.load`."""
    return load_as(ClassicCatalog, source, over, "classic")
