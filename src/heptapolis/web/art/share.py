"""The preview picture of a shared link, as a page for a screenshot.

`make share-picture` runs ``python -m heptapolis.web.art.share PAGE``.
"""

import argparse
from pathlib import Path

from heptapolis.web import art
from heptapolis.web.art.gallery import CSS

WIDTH, HEIGHT = 1200, 630  # size that link previews expect
STYLE_SHEET = f"""
html {{ color-scheme: light }}
body {{ margin: 0; width: {WIDTH}px; height: {HEIGHT}px; overflow: hidden }}
body {{ display: grid; grid-template-rows: 450px 1fr; background: var(--h-page) }}
.h-logo {{ place-self: center; height: 120px; width: auto; color: var(--h-ink) }}
"""


def page() -> str:
    """Return the panorama above the logo; without words, so that it serves every language."""
    css = CSS.read_text(encoding="utf-8")
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Heptapolis</title>'
        f"<style>{css}{STYLE_SHEET}</style><body>{art.panorama()}{art.logo()}</body></html>"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.parse_args().out.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
