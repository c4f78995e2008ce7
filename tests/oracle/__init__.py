"""The rules again, slow and obvious, from the rules pages alone; only tests import this.

Rule numbers are those of the project's pages: C4.6 of the classic rules, L41 of the rulings on
Leaders, "Decisions" of the list that stands above those rulings.
"""

from .city import City
from .classic import ClassicOracle

__all__ = ["City", "ClassicOracle"]
