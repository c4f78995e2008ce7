"""Heptapolis: the 7 Wonders family as software.

>>> import heptapolis as hp
>>> hp.catalog("classic").find("palace").effect.points
8
"""

# The function takes its package's place as an attribute: `hp.catalog("duel")` loads a catalogue,
# `from heptapolis.catalog import ...` still reaches the package.
from heptapolis.catalog import Catalog, CatalogError
from heptapolis.catalog import load as catalog

__all__ = ["Catalog", "CatalogError", "__version__", "catalog"]

__version__ = "0.1.0"
