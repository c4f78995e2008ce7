"""A report as a folder: a page, every plot as SVG and PNG, and all numbers as JSON."""

import json
import os
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from heptapolis import __version__
from heptapolis.balance.sections import Section
from heptapolis.i18n import Translator
from heptapolis.report_page import figure, page, table
from heptapolis.slots import BALANCE
from heptapolis.variants import Ruleset

PAGE_FILE, NUMBERS_FILE = "report.html", "report.json"


def prepare(folder: Path) -> None:
    """Create a folder and check that it is writable, before any game is played."""
    if folder.exists() and not folder.is_dir():
        raise OSError(f"{folder}: not a folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OSError(f"{folder}: {error.strerror}") from None
    if not os.access(folder, os.W_OK):
        raise OSError(f"{folder}: cannot be written to")


def write(rules: Ruleset, balance: Any, edition: Any, folder: Path, t: Translator) -> None:
    """Write the report into a folder; other files there stay."""
    report, game = rules.part(BALANCE)(balance, edition, t), rules.variant.rules
    sections, numbers = list(report), {"heptapolis": __version__, "game": game} | balance.facts()
    title = t.gettext("Balance: %(game)s", game=report.game)
    text = page(title, t.language, _body(report.facts, sections, t))
    files = {
        PAGE_FILE: text.encode(),
        NUMBERS_FILE: (json.dumps(numbers, indent=1) + "\n").encode(),
    }
    for section in sections:
        files[f"{section.name}.svg"] = section.drawing.svg.encode()
        files[f"{section.name}.png"] = section.drawing.png
    for file, content in files.items():
        try:
            (folder / file).write_bytes(content)
        except OSError as error:
            raise OSError(f"{folder / file}: {error.strerror}") from None


def _body(facts: str, sections: Sequence[Section], t: Translator) -> Iterator[str]:
    yield f'<p class="facts">{escape(facts)}</p>'
    yield "<ul>"
    for section in sections:
        yield f'<li><a href="#{section.name}">{escape(section.frame.title)}</a></li>'
    yield "</ul>"
    for section in sections:
        yield f'<h2 id="{section.name}">{escape(section.heading)}</h2>'
        label = f"{section.frame.title} {section.frame.note}"
        yield figure(section.drawing.inline(section.name), label, has_caption=False)
        yield table(section.heads, section.lines)
    yield "<footer>"
    yield from (f"<p>{escape(note)}</p>" for note in _notes(t))
    yield "</footer>"


def _notes(t: Translator) -> Iterator[str]:
    """Yield the explanations of the numbers."""
    yield t.gettext(
        "Wins: the winners of a shared victory split it. Intervals hold in 95 of 100 cases "
        "(Wilson's for shares, Fisher's for correlations); every observation is one game."
    )
    yield t.gettext(
        "“Clearly” takes all rows of a plot together: at most 5 in 100 such plots would show a "
        "difference where there is none."
    )
    yield t.gettext(
        "These are results of bots, not of people: greedy bots look one move ahead, random bots "
        "do not look ahead."
    )
