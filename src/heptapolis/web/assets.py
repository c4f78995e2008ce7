"""The static files of the pages, under addresses that browsers cache permanently.

The address contains one hash over all files. A change to any file changes all addresses, so the
content of an address never changes, and modules that import each other by relative names always
belong to the same version. The generated symbol file is one of them.
"""

import gzip
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from markupsafe import Markup

from heptapolis.variants import all_backs, all_columns, folders, vocabularies
from heptapolis.vocabulary import Vocabulary
from heptapolis.web import art

FOLDER = Path(__file__).with_name("static")
ROOT = "/static"
SYMBOLS = "symbols.svg"
MAX_CACHED_SETS = 8  # of registered games; an installation has one
VOCABULARY = "vocabulary.css"
TINTS = {  # colours of the score sheet's columns, as in art.css
    "red": "var(--h-red)",
    "gold": "var(--h-gold)",
    "stone": "var(--h-stage)",
    "blue": "var(--h-blue)",
    "green": "var(--h-green)",
    "yellow": "var(--h-yellow)",
    "purple": "var(--h-purple)",
    "dark": "var(--h-defeat)",
    "laurel": "var(--h-laurel)",
    "sky": "var(--h-laurel)",
}


def assets() -> Mapping[str, bytes]:
    """Return every file by its name, as it was at the first call.

    The content behind a hash stays the same while a new release is being installed.
    """
    return _assets(_homes(), vocabularies())


def compressed_assets() -> Mapping[str, bytes]:
    """Return the files that are smaller when compressed (gzip), by name."""
    return _compressed_assets(_homes(), vocabularies())


@lru_cache(MAX_CACHED_SETS)
def _compressed_assets(
    homes: tuple[Path, ...], words: tuple[Vocabulary, ...]
) -> Mapping[str, bytes]:
    packed = {name: gzip.compress(file, mtime=0) for name, file in _assets(homes, words).items()}
    return {name: file for name, file in packed.items() if len(file) < len(assets()[name])}


def _homes() -> tuple[Path, ...]:
    return (FOLDER, *folders("web/static").values())


@lru_cache(MAX_CACHED_SETS)
def _assets(homes: tuple[Path, ...], words: tuple[Vocabulary, ...]) -> Mapping[str, bytes]:
    """Return the files of these folders; one of them follows from the vocabularies."""
    found = sorted(file for home in homes for file in home.iterdir() if file.is_file())
    files = {file.name: file.read_bytes() for file in found}
    return files | {SYMBOLS: art.symbol_file().encode(), VOCABULARY: vocabulary_styles().encode()}


def vocabulary_styles() -> str:
    """Return the colours that games declare for columns, bars of points and card backs."""
    fills = {column.id: TINTS.get(column.tint, column.tint) for column in all_columns()}
    rules = [
        f"  .col-{id} {{ --fill: {fill}; }}\n"
        for id, fill in fills.items()
        if fill[:1] in ("v", "#")
    ]
    backs = [f".h-back-{one.id} {{ --frame: {one.frame}; }}\n" for one in all_backs()]
    return f"@layer parts {{\n{''.join(rules)}}}\n{''.join(backs)}"


def game_styles() -> list[str]:
    """Return the names of the style sheets that games bring."""
    return [sheet.name for home in folders("web/static").values() for sheet in home.glob("*.css")]


def fingerprint() -> str:
    """Return the hash of all files."""
    return _fingerprint(_homes(), vocabularies())


@lru_cache(MAX_CACHED_SETS)
def _fingerprint(homes: tuple[Path, ...], words: tuple[Vocabulary, ...]) -> str:
    total = sha256()
    for name, content in _assets(homes, words).items():
        total.update(f"{name} {len(content)} ".encode() + content)
    return total.hexdigest()[:16]


def address(name: str) -> str:
    """Return the address of a file; raise KeyError for an unknown name, so that templates fail
    early."""
    if name not in assets():
        raise KeyError(f"no static file {name!r}: {', '.join(assets())}")
    return f"{ROOT}/{fingerprint()}/{name}"


def link_symbols(drawing: str) -> Markup:
    """Return a drawing as safe markup whose symbols refer to the cached symbol file.

    The art escapes all texts that it writes.
    """
    return _link_symbols(drawing, address(SYMBOLS))


@lru_cache(4096)
def _link_symbols(drawing: str, symbols: str) -> Markup:
    return Markup(drawing.replace('href="#', f'href="{symbols}#'))
