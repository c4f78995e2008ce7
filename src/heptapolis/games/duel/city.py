"""A city of Duel, as it lies open in front of a seat."""

from typing import TYPE_CHECKING

from heptapolis.codes import Color
from heptapolis.games.duel.codes import (
    DUEL_WONDERS,
    FIRST_TOKEN,
    FIRST_WONDER,
    GOODS,
    TOKENS,
    DuelSymbol,
)
from heptapolis.kernel_game import KernelCity

if TYPE_CHECKING:
    from heptapolis.games.duel.state import DuelState


class DuelCity(KernelCity):
    """One city. Everything in it is open."""

    _table: "DuelState"

    @property
    def buildings(self) -> list[str]:
        """Return the ids of its cards, in catalogue order."""
        return self._table._cards(self._row("built"))

    @property
    def wonders(self) -> list[str]:
        """Return its wonders, built or still available."""
        bits = int(self._row("raised")) | int(self._row("unbuilt"))
        return self._table._items(bits, FIRST_WONDER, DUEL_WONDERS)

    @property
    def unbuilt(self) -> list[str]:
        """Return its wonders that can still be built."""
        return self._table._items(int(self._row("unbuilt")), FIRST_WONDER, DUEL_WONDERS)

    @property
    def built_wonders(self) -> dict[str, str | None]:
        """Return the built wonders, each with the card under it, which a written position
        may omit."""
        built = self._table._items(int(self._row("raised")), FIRST_WONDER, DUEL_WONDERS)
        edition, under = self._table.edition, self._table._field("under")
        return {id: edition.id.get(int(under[edition.item[id] - FIRST_WONDER])) for id in built}

    @property
    def tokens(self) -> list[str]:
        """Return its progress tokens."""
        return self._table._items(int(self._row("tokens")), FIRST_TOKEN, TOKENS)

    @property
    def production(self) -> dict[str, int]:
        """Return the units it produces at every construction, choices aside."""
        row = self._row("produce").tolist()
        return {good.slug: row[k] for k, good in enumerate(GOODS) if row[k]}

    @property
    def choices(self) -> list[list[str]]:
        """Return its producers of choice, each with the resources it can make one of."""
        catalog = self._table.edition.catalog
        effects = [catalog.find(id).effect for id in [*self.buildings, *self.built_wonders]]
        return [
            [r.slug for r in effect.produce_choice] for effect in effects if effect.produce_choice
        ]

    @property
    def prices(self) -> dict[str, int]:
        """Return what a unit of each resource costs it now (D11)."""
        return {good.slug: int(self._row("price")[k]) for k, good in enumerate(GOODS)}

    @property
    def symbols(self) -> dict[str, int]:
        """Return its science symbols with their number."""
        row = self._row("symbols").tolist()
        return {symbol.slug: row[symbol] for symbol in DuelSymbol if row[symbol]}

    @property
    def colors(self) -> dict[str, int]:
        """Return the number of its cards of each colour."""
        row = self._row("colors").tolist()
        return {color.slug: row[color] for color in Color if color < len(row)}
