"""A second implementation of the rules, slow and simple, written from the rules pages; for tests only.

Rule numbers are those of the project's pages: C4.6 of the classic rules, L41 of the rulings on
Leaders, "Decisions" of the list above those rulings.
"""

from .city import City
from .classic import ClassicOracle

__all__ = ["City", "ClassicOracle"]
