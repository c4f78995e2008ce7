"""Keep the rules and cards with which each table was started.

Every catalogue is stored once, under its fingerprint. A release with other cards, or a club that
has changed its file, can still finish older games.
"""

from typing import Any

from heptapolis.lru import Lru
from heptapolis.server.errors import OtherCards, OtherRules
from heptapolis.server.store import Store, StoredTable
from heptapolis.server.table_options import TableOptions

MAX_CACHED_EDITIONS = 100


class Editions:
    """Provide the editions for the tables of one server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        # of other releases or changed house rules
        self._former: Lru[str, Any] = Lru(MAX_CACHED_EDITIONS)

    async def keep(self, options: TableOptions) -> str | None:
        """Store the cards of a new table and return their fingerprint."""
        if (edition := options.edition) is None:
            return None
        await self._store.keep_catalog(edition.fingerprint, edition.text)
        return str(edition.fingerprint)

    async def edition_of(self, stored: StoredTable) -> Any:
        """Return the edition of a table, or raise `UnplayableTable` if this server lacks it."""
        options = TableOptions.from_store(stored.options)
        played, here = options.variant, options.edition
        if stored.rules != played.rules_version:
            raise OtherRules(played.rules, stored.rules, played.rules_version)
        fingerprint = here.fingerprint if here else None
        if stored.catalog == fingerprint:
            return here
        if stored.catalog is None:
            raise OtherCards(None, fingerprint)
        former = self._former.get(stored.catalog)
        if former is None:
            text = await self._store.catalog(stored.catalog)
            try:
                former = played.engine.edition(text, options.chosen) if text else None
            except ValueError:  # from a newer release, or the cards do not fit the rules
                former = None
            if former is None:
                raise OtherCards(stored.catalog, fingerprint)
            self._former[stored.catalog] = former
        return former
