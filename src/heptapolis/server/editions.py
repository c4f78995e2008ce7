"""What tables are played with: the rules and cards that each was begun with, whatever came since.

The cards of every table are kept, each catalogue once, under its fingerprint. So a release with
other cards, or a club that has changed its file, still finishes the games of before.
"""

from typing import Any

from heptapolis.server.errors import OtherCards, OtherRules
from heptapolis.server.store import Store, StoredTable
from heptapolis.server.table_options import TableOptions


class Editions:
    """The editions of one server's tables."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._former: dict[str, Any] = {}  # of other releases, or of house rules that have changed

    async def keep(self, options: TableOptions) -> str | None:
        """Keep what a new table is played with; gives the fingerprint of its cards."""
        if (edition := options.edition) is None:
            return None
        await self._store.keep_catalog(edition.fingerprint, edition.text)
        return str(edition.fingerprint)

    async def of(self, stored: StoredTable) -> Any:
        """What a table is played with; `Unplayable` if this server does not have that."""
        options = TableOptions.from_store(stored.options)
        played, here = options.variant, options.edition
        if stored.rules != played.rules_version:
            raise OtherRules(played.rules, stored.rules, played.rules_version)
        fingerprint = here.fingerprint if here else None
        if stored.catalog == fingerprint:
            return here
        if stored.catalog is not None and stored.catalog not in self._former:
            text = await self._store.catalog(stored.catalog)
            try:
                edition = played.engine.edition(text, options.chosen) if text else None
            except ValueError:  # of a newer release, or no cards for these rules
                edition = None
            if edition is not None:
                self._former[stored.catalog] = edition
        if stored.catalog not in self._former:
            raise OtherCards(stored.catalog, fingerprint)
        return self._former[stored.catalog]
