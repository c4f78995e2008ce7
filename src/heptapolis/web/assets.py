"""The static files of our pages, under addresses that browsers keep for good.

One hash over all files is a folder in their address: whatever changes, all of them move, so what
is at an address never does, and modules that import each other by relative names are always of
one kind. The symbols, drawn by code, are one file among the others.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path

from markupsafe import Markup

from heptapolis.variants import all_backs, all_columns, folders
from heptapolis.web import art

FOLDER = Path(__file__).with_name("static")
ROOT = "/static"
SYMBOLS = "symbols.svg"
VOCABULARY = "vocabulary.css"
TINTS = {  # of columns of a score sheet, as art.css has them
    "red": "var(--h-red)", "gold": "var(--h-gold)", "stone": "var(--h-stage)",
    "blue": "var(--h-blue)", "green": "var(--h-green)", "yellow": "var(--h-yellow)",
    "purple": "var(--h-purple)", "dark": "var(--h-defeat)", "laurel": "var(--h-laurel)",
    "sky": "var(--h-laurel)",
}  # fmt: skip


@cache
def assets() -> Mapping[str, bytes]:
    """Every file by its name, as it is when it is first asked for: what stands under a hash stays
    that, also while a new release is being installed."""
    homes = [FOLDER, *folders("web/static").values()]
    found = sorted(file for home in homes for file in home.iterdir() if file.is_file())
    files = {file.name: file.read_bytes() for file in found}
    return files | {SYMBOLS: art.symbol_file().encode(), VOCABULARY: vocabulary_styles().encode()}


def vocabulary_styles() -> str:
    """The colours that games declare: of columns, in bars of points, and of card backs."""
    fills = {column.id: TINTS.get(column.tint, column.tint) for column in all_columns()}
    rules = [
        f"  .col-{id} {{ --fill: {fill}; }}\n"
        for id, fill in fills.items()
        if fill[:1] in ("v", "#")
    ]
    backs = [f".h-back-{one.id} {{ --frame: {one.frame}; }}\n" for one in all_backs()]
    return f"@layer parts {{\n{''.join(rules)}}}\n{''.join(backs)}"


@cache
def game_styles() -> list[str]:
    """The style sheets that games bring."""
    return [sheet.name for home in folders("web/static").values() for sheet in home.glob("*.css")]


@cache
def fingerprint() -> str:
    """The hash of all files."""
    total = sha256()
    for name, content in assets().items():
        total.update(f"{name} {len(content)} ".encode() + content)
    return total.hexdigest()[:16]


def address(name: str) -> str:
    """Where a page finds a file; KeyError if there is none, so that a template cannot be wrong."""
    if name not in assets():
        raise KeyError(f"no static file {name!r}: {', '.join(assets())}")
    return f"{ROOT}/{fingerprint()}/{name}"


def linked(drawing: str) -> Markup:
    """A drawing that a page takes as it is: our art escapes what it writes. Its symbols are in the
    file that the browser keeps, not in every page."""
    return _linked(drawing, address(SYMBOLS))


@lru_cache(4096)
def _linked(drawing: str, symbols: str) -> Markup:
    return Markup(drawing.replace('href="#', f'href="{symbols}#'))
