"""Read messages from .po files for gettext.

This needs no build step and no compiled file beside the source, and Babel stays a dependency of
translators only.
"""

import re
from collections.abc import Iterator
from gettext import GNUTranslations, c2py
from pathlib import Path

_LINE = re.compile(r'(?:(msg\w+)(?:\[(\d)\])? )?"(.*)"')
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}
_CONTEXT = "\x04"  # gettext's separator between a context and its message

PoEntry = dict[str, str]  # by keyword; plural translations also by number


class PoTranslations(GNUTranslations):
    """The messages of one language."""

    def __init__(self, path: Path) -> None:
        self._catalog: dict[str | tuple[str, int], str] = {}
        super().__init__()
        with path.open(encoding="utf-8") as file:
            for entry in _entries(file):
                self._take(entry)

    def _take(self, entry: PoEntry) -> None:
        message, translation = entry["msgid"], entry.get("msgstr0", "")
        if not message:
            rule = translation.partition("plural=")[2].partition(";")[0]
            self.plural = c2py(rule)
            return
        if "msgctxt" in entry:
            message = entry["msgctxt"] + _CONTEXT + message
        if "msgid_plural" not in entry:
            if translation:
                self._catalog[message] = translation
            return
        for key, form in entry.items():
            if key.startswith("msgstr") and form:
                self._catalog[message, int(key[-1])] = form


def _entries(lines: Iterator[str]) -> Iterator[PoEntry]:
    """Yield the entries, which are separated by blank lines."""
    entry: PoEntry = {}
    key = ""
    for line in lines:
        if found := _LINE.match(line):
            word, n, text = found.groups()
            if word:
                key = f"msgstr{n or 0}" if word == "msgstr" else word
            entry[key] = entry.get(key, "") + _ESCAPE.sub(_unescape, text)
        elif entry and not line.strip():
            yield entry
            entry = {}
    if entry:
        yield entry


def _unescape(found: re.Match[str]) -> str:
    return _ESCAPED.get(found[1], found[1])
