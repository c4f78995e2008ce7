"""A page with everything the art can draw: ``python -m heptapolis.web.art.gallery``."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from heptapolis.i18n import LANGUAGES
from heptapolis.web import art
from heptapolis.web.art.cards import back_kinds
from heptapolis.web.art.markup import row
from heptapolis.web.art.symbols import names

CSS = Path(__file__).parents[1] / "static" / "art.css"
STYLE_SHEET = """
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
    """Return the gallery in one language as a standalone page."""
    sections = "".join(f"<h2>{title}</h2>{body}" for title, body in _sections(language))
    return (
        f'<!doctype html><html lang="{language}"{_theme(theme)}><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        "<title>Heptapolis gallery</title>"
        f"<style>{CSS.read_text(encoding='utf-8')}{STYLE_SHEET}</style>"
        f"<body>{art.sprite()}{art.logo()}{sections}</body></html>"
    )


def _theme(theme: str | None) -> str:
    return f' data-theme="{theme}"' if theme else ""


def _sections(language: str) -> Iterator[tuple[str, str]]:
    all_symbols = " ".join(art.symbol(name, language) for name in names())
    yield (
        "Symbols",
        "".join(f'<div style="font-size:{size}px">{all_symbols}</div>' for size in (14, 22, 48)),
    )
    yield "Backs", row(art.back(kind, language) for kind in back_kinds())
    for sections in art.galleries():
        yield from sections(language)


if __name__ == "__main__":
    main()
