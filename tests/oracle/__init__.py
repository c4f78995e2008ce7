"""The rules again, slow and obvious, from the rules pages alone; only tests import this.

Rule numbers (C4.6 and so on) are those of the project's page of the classic rules.
"""

from .city import City
from .classic import ClassicOracle

__all__ = ["City", "ClassicOracle"]
