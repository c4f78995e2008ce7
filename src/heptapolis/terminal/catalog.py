"""The catalogue of a game, or one thing of it."""

import json
from pathlib import Path
from typing import Any

from heptapolis.cards import CatalogError, export
from heptapolis.i18n import translator
from heptapolis.terminal import console
from heptapolis.terminal.fitting import print_untruncated
from heptapolis.terminal.lookup import find
from heptapolis.terminal.parts import terminal_part
from heptapolis.variants import Ruleset, ruleset


def show(
    game: str,
    *,
    house: Path | None = None,
    card: str | None = None,
    language: str = "en",
    as_json: bool = False,
) -> None:
    """Print a catalogue, or one thing of it."""
    rules = ruleset(game)
    catalog, part = catalog_of(rules, house), terminal_part(rules)
    t = translator(language)
    thing = find(card, catalog, t) if card else None
    if as_json:
        facts = export.thing_json(thing, catalog) if thing else export.to_json(catalog)
        print(json.dumps(facts, ensure_ascii=False, indent=1))
    elif thing:
        console().print(part.thing_sheet(thing, catalog, t))
    else:
        out = console()
        for table in part.catalog_tables(catalog, t):
            print_untruncated(out, table)


def catalog_of(rules: Ruleset, house: Path | None) -> Any:
    """Return the catalogue of a ruleset, with the cards in ``house`` laid over it."""
    edition = rules.variant.engine.edition(house or rules.variant.house, rules.read_options({}))
    if edition is None:
        raise CatalogError(f"{rules} has no catalogue")
    return edition.catalog
