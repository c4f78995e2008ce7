"""The ids of the columns of a score sheet."""

from heptapolis.games.classic import vocabulary

COLUMNS: tuple[str, ...] = tuple(column.id for column in vocabulary.COLUMNS)
