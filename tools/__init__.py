"""Tools of the project: releases, pages of docs, comparisons of commits. Run as ``python -m tools.NAME``."""
