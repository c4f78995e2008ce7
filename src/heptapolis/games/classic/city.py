"""A city of classic, as it lies open in front of a seat."""

from typing import TYPE_CHECKING, Any

from heptapolis.codes import Color, Resource, Side
from heptapolis.games.classic.codes import FIRST_BOARD, ResourceClass
from heptapolis.kernel_game import KernelCity

if TYPE_CHECKING:
    from heptapolis.games.classic.state import ClassicState

# Looking up a member of an enumeration, or its slug, costs a microsecond.
_RESOURCES = [resource.slug for resource in Resource]
_COLORS = [(int(color), color.slug) for color in Color]
_CLASSES = [(int(kind), kind.slug) for kind in ResourceClass]
_SIDES = [(int(side), side.slug) for side in Side]


class City(KernelCity):
    """The open part of one city."""

    _table: "ClassicState"

    @property
    def board(self) -> str:
        """Return wonder and side: "giza:A"."""
        return self._table.edition.id[int(self._row("board"))]

    @property
    def buildings(self) -> list[str]:
        """Return the ids of its cards in the order in which they came."""
        return self._table._cards(self._row("city")[: self._row("n_city")])

    @property
    def stages(self) -> int:
        """Return the number of wonder stages built."""
        return int(self._row("stages"))

    @property
    def n_stages(self) -> int:
        """Return the number of wonder stages of the board."""
        board = int(self._row("board")) - FIRST_BOARD
        return int(self._table.edition.tables["n_stages"][0][board])

    @property
    def markers(self) -> list[str | None]:
        """Return the cards under its stages; None where the viewer does not know the card."""
        id = self._table.edition.id
        return [id.get(card) for card in self._row("marker")[: self.stages].tolist()]

    @property
    def leaders(self) -> list[str]:
        """Return the leaders in play, in the order in which they came."""
        return self._table._cards(self._row("recruited")[: self._row("n_recruited")])

    @property
    def copied(self) -> list[str]:
        """Return the neighbours' leaders that Courtesans Guild copies."""
        return self._table._cards(self._row("courted")[: self._row("n_courted")])

    @property
    def n_leader_hand(self) -> int:
        """Return the number of leaders kept and not played yet."""
        return int(self._row("n_leader_hand"))

    @property
    def shields(self) -> int:
        return int(self._row("shields"))

    @property
    def victories(self) -> list[int]:
        """Return the victory tokens won in each age."""
        return [int(n) for n in self._row("victories")]

    @property
    def defeats(self) -> int:
        return int(self._row("defeats"))

    @property
    def conflict_tokens(self) -> list[tuple[int, int]]:
        """Return its conflict tokens, points and number: victories by age, then defeats."""
        constants = self._table.edition.catalog.constants
        tokens = [*zip(constants.victory_points, self.victories, strict=True)]
        tokens.append((constants.defeat_points, self.defeats))
        return [(points, n) for points, n in tokens if n]

    @property
    def symbols(self) -> dict[str, int]:
        """Return its science symbols: compass, gear, tablet, and those of choice."""
        names = ("choice", "compass", "gear", "tablet")
        return dict(zip(names, self._row("symbols").tolist(), strict=True))

    @property
    def colors(self) -> dict[str, int]:
        """Return the number of its cards of each colour."""
        row = self._row("colors").tolist()
        return {slug: row[color] for color, slug in _COLORS}

    @property
    def production(self) -> dict[str, int]:
        """Return the units it produces for itself at every construction, choices aside."""
        return _units(self._row("produce"))

    @property
    def choices(self) -> list[list[str]]:
        """Return its producers of choice, each with the resources it can make one of."""
        return _masks(self._row("choice")[: self._row("n_choice")])

    @property
    def sold(self) -> dict[str, int]:
        """Return the units that neighbours may buy, choices aside."""
        return _units(self._row("sold"))

    @property
    def sold_choices(self) -> list[list[str]]:
        """Return the producers of choice that neighbours may buy from."""
        return _masks(self._row("sold_choice")[: self._row("n_sold_choice")])

    @property
    def prices(self) -> dict[str, dict[str, int]]:
        """Return the price of a bought unit, by neighbour and class of resource (C4.4)."""
        rows = self._row("price").tolist()
        return {side: {kind: rows[s][k] for k, kind in _CLASSES} for s, side in _SIDES}

    @property
    def has_chosen(self) -> bool:
        """Return whether it has made its choice in a simultaneous decision."""
        return bool(self._row("move")[0])


def _units(row: Any) -> dict[str, int]:
    return {slug: n for slug, n in zip(_RESOURCES, row.tolist(), strict=True) if n}


def _masks(masks: Any) -> list[list[str]]:
    return [[slug for r, slug in enumerate(_RESOURCES) if mask >> r & 1] for mask in masks.tolist()]
