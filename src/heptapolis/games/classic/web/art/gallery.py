"""The gallery of classic and its leaders."""

from collections.abc import Iterator

from heptapolis.games.classic.catalog import load_classic
from heptapolis.games.classic.web.art.wonder_boards import wonder_board
from heptapolis.web import art
from heptapolis.web.art.markup import row

SAMPLES = (
    "altar",
    "palace",
    "east_trading_post",
    "caravansery",
    "arsenal",
    "loom",
    "mine",
    "university",
    "shipowners_guild",
    "plato",
)


def sections(language: str) -> Iterator[tuple[str, str]]:
    """Return headings with their drawings."""
    catalog = load_classic("leaders")
    for title, size in (("Large", "large"), ("Small", "small"), ("Tiny", "tiny")):
        yield title, row((art.card(catalog, id, language) for id in SAMPLES), size)
    chips = "".join(art.chip(catalog, id, language) for id in SAMPLES)
    yield "Chips", f'<div class="column">{chips}</div>'
    yield "Cards", row(art.card(catalog, c.id, language, players=True) for c in catalog.cards)
    yield "Leaders", row(art.card(catalog, leader.id, language) for leader in catalog.leaders)
    boards = (
        wonder_board(catalog, wonder.id, side, language, built=k % 3, affordable=k % 2 == 0)
        for k, wonder in enumerate(catalog.wonders)
        for side in wonder.sides
    )
    yield "Wonders", f'<div class="wide">{"".join(boards)}</div>'
