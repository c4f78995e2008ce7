"""The four languages: English is the source, the others are gettext catalogues beside this file.

Data and engine use slugs and numbers. Texts are made here and in the interfaces, from messages that
`Translator` looks up. ``make messages`` collects the messages into the .po files.
"""

from collections.abc import Callable, Mapping
from functools import cache
from gettext import NullTranslations
from pathlib import Path

from heptapolis.i18n.hungarian import with_articles
from heptapolis.i18n.po import PoTranslations
from heptapolis.i18n.spans import Phrase, fill
from heptapolis.spelling import suggest

LANGUAGES = {"en": "English", "uk": "Українська", "hu": "Magyar", "ru": "Русский"}
CATALOGUES = Path(__file__).parent / "locale"


VALUE_FITTERS: dict[str, Callable[[str, Mapping[str, object]], str]] = {"hu": with_articles}
"""Functions that adapt the messages of a language to the values filled in."""


def _without_fitting(message: str, _values: Mapping[str, object]) -> str:
    return message


class UnknownLanguage(ValueError):
    """Raised for a language without a catalogue."""


class Translator:
    """The messages of one language. Its methods are named as in gettext, for the extraction."""

    def __init__(self, language: str = "en") -> None:
        if language not in LANGUAGES:
            there_are = f"{', '.join(LANGUAGES)}{suggest(language, LANGUAGES)}"
            raise UnknownLanguage(f"no language {language!r}: {there_are}")
        self.language = language
        self.messages = _messages(language)
        self.fit = VALUE_FITTERS.get(language, _without_fitting)
        self.phrases = Phrases(self)

    def gettext(self, message: str, /, **values: object) -> str:
        return self.fit(self.messages.gettext(message), values) % values

    def ngettext(self, one: str, many: str, n: int, /, **values: object) -> str:
        values = {"n": n, **values}
        return self.fit(self.messages.ngettext(one, many, n), values) % values

    def pgettext(self, context: str, message: str, /, **values: object) -> str:
        return self.fit(self.messages.pgettext(context, message), values) % values


class Phrases:
    """The same messages with phrases as values; each value keeps its meaning at any position."""

    def __init__(self, translator: Translator) -> None:
        self.messages, self.fit = translator.messages, translator.fit

    def gettext(self, message: str, /, **values: object) -> Phrase:
        return fill(self.fit(self.messages.gettext(message), values), values)

    def ngettext(self, one: str, many: str, n: int, /, **values: object) -> Phrase:
        values = {"n": n, **values}
        return fill(self.fit(self.messages.ngettext(one, many, n), values), values)

    def pgettext(self, context: str, message: str, /, **values: object) -> Phrase:
        return fill(self.fit(self.messages.pgettext(context, message), values), values)


@cache
def translator(language: str = "en") -> Translator:
    """Return the shared translator of a language."""
    return Translator(language)


@cache
def _messages(language: str) -> NullTranslations:
    return NullTranslations() if language == "en" else PoTranslations(CATALOGUES / f"{language}.po")
