"""Everything the art can draw on one page, to look at: ``python -m heptapolis.web.art.gallery``."""

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from heptapolis.cards import DuelCatalog, load_classic, load_duel
from heptapolis.i18n import LANGUAGES
from heptapolis.web import art
from heptapolis.web.art.cards import BACKS
from heptapolis.web.art.symbols import names

CSS = Path(__file__).parents[1] / "static" / "art.css"
LOOK = """
body { margin: 0; padding: 1rem; background: var(--h-page); color: var(--h-ink) }
h2 { font: 600 1.3rem var(--h-serif); margin: 1.5rem 0 .5rem }
.row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: flex-start }
.small { --card: 5.5rem } .tiny { --card: 3.6rem } .large { --card: 15rem }
.wide { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)) }
.column { display: grid; gap: .2rem; width: 13rem }
.area { position: relative; max-width: 40rem; margin-bottom: 1rem }
.area > * { position: absolute; --card: 100% }
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--lang", choices=LANGUAGES, default="en")
    parser.add_argument("--theme", choices=["light", "dark"])
    arguments = parser.parse_args()
    arguments.out.write_text(page(arguments.lang, arguments.theme), encoding="utf-8")


def page(language: str, theme: str | None = None) -> str:
    """The gallery in one language as a page that stands alone."""
    sections = "".join(f"<h2>{title}</h2>{body}" for title, body in _sections(language))
    return (
        f'<!doctype html><html lang="{language}"{_theme(theme)}><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>Heptapolis gallery</title><style>{CSS.read_text(encoding='utf-8')}{LOOK}</style>"
        f"<body>{art.sprite()}{art.logo()}{sections}</body></html>"
    )


def _theme(theme: str | None) -> str:
    return f' data-theme="{theme}"' if theme else ""


def _row(items: Iterable[str], extra: str = "") -> str:
    return f'<div class="row {extra}">{"".join(items)}</div>'


def _sections(language: str) -> Iterator[tuple[str, str]]:
    classic, duel = load_classic("leaders"), load_duel()
    all_symbols = " ".join(art.symbol(name, language) for name in names())
    yield (
        "Symbols",
        "".join(f'<div style="font-size:{size}px">{all_symbols}</div>' for size in (14, 22, 48)),
    )
    picked = ["altar", "palace", "east_trading_post", "caravansery", "arsenal", "loom", "mine"]
    picked += ["university", "shipowners_guild", "plato"]
    for title, size in (("Large", "large"), ("Small", "small"), ("Tiny", "tiny")):
        yield title, _row((art.card(classic, id, language) for id in picked), size)
    yield "Backs", _row(art.back(kind, language) for kind in BACKS)
    yield (
        "Chips",
        f'<div class="column">{"".join(art.chip(classic, i, language) for i in picked)}</div>',
    )
    yield (
        "Cards",
        _row(art.card(classic, card.id, language, players=True) for card in classic.cards),
    )
    yield "Leaders", _row(art.card(classic, leader.id, language) for leader in classic.leaders)
    boards = (
        art.board(classic, wonder.id, side, language, built=k % 3, affordable=k % 2 == 0)
        for k, wonder in enumerate(classic.wonders)
        for side in wonder.sides
    )
    yield "Wonders", f'<div class="wide">{"".join(boards)}</div>'
    wonders = (art.duel_wonder(duel, w.id, language, built=w.id == "sphinx") for w in duel.wonders)
    yield "Duel wonders", _row(wonders)
    yield "Progress tokens", _row(art.token(duel, token.id, language) for token in duel.tokens)
    yield "Track", art.track(duel, language, marker=4) + art.track(duel, language, marker=-9, me=1)
    yield "Duel cards", _row(art.card(duel, card.id, language) for card in duel.cards)
    for age in (1, 2, 3):
        yield f"Layout {age}", _layout(duel, age, language)


def _layout(duel: DuelCatalog, age: int, language: str) -> str:
    area = art.layout(duel, age)
    deck = [card.id for card in duel.cards if card.age == age]
    cards = ""
    for place, id in zip(area.places, deck, strict=False):
        face = art.card(duel, id, language) if place.face_up else art.back(str(age), language)
        where = f"left:{place.left}%;top:{place.top}%;width:{place.width}%;z-index:{place.z}"
        cards += f'<div style="{where}">{face}</div>'
    return f'<div class="area" style="aspect-ratio:{area.aspect}">{cards}</div>'


if __name__ == "__main__":
    main()
