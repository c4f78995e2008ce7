"""Load catalogues of Duel without those of other games."""

from pathlib import Path

from heptapolis.catalogs import load_as
from heptapolis.games.duel.cards.model import DuelCatalog


def load_duel(source: str | Path = "duel", over: str | None = None) -> DuelCatalog:
    """Return a catalogue of Duel and its expansions; see `heptapolis.catalogs.load`."""
    return load_as(DuelCatalog, source, over, "duel")
