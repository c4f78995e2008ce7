"""The four languages. English is the source; the others are gettext catalogues beside this file.

Data and engine speak slugs and numbers; words are made here and in the faces, from messages that
`Translator` looks up. ``make messages`` collects them into the .po files.
"""

from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from heptapolis.i18n.spans import Phrase, fill
from heptapolis.spelling import nearest

LANGUAGES = {"en": "English", "uk": "Українська", "hu": "Magyar", "ru": "Русский"}
CATALOGUES = Path(__file__).parent / "locale"


class UnknownLanguage(ValueError):
    """A language we do not speak."""


class Translator:
    """Messages of one language. Names are those of gettext, so that extraction finds them."""

    def __init__(self, language: str = "en") -> None:
        if language not in LANGUAGES:
            there_are = f"{', '.join(LANGUAGES)}{nearest(language, LANGUAGES)}"
            raise UnknownLanguage(f"no language {language!r}: {there_are}")
        self.language = language
        self._messages = _messages(language)
        self.phrases = Phrases(self._messages)

    def gettext(self, message: str, /, **values: object) -> str:
        return self._messages.gettext(message) % values

    def ngettext(self, one: str, many: str, n: int, /, **values: object) -> str:
        return self._messages.ngettext(one, many, n) % {"n": n, **values}

    def pgettext(self, context: str, message: str, /, **values: object) -> str:
        return self._messages.pgettext(context, message) % values


class Phrases:
    """The same messages for values that are phrases: what those mean stays with them, wherever a
    language puts them."""

    def __init__(self, messages: NullTranslations) -> None:
        self._messages = messages

    def gettext(self, message: str, /, **values: object) -> Phrase:
        return fill(self._messages.gettext(message), values)

    def pgettext(self, context: str, message: str, /, **values: object) -> Phrase:
        return fill(self._messages.pgettext(context, message), values)


@cache
def translator(language: str = "en") -> Translator:
    """The one translator of a language."""
    return Translator(language)


@cache
def _messages(language: str) -> NullTranslations:
    """Compile the .po file in memory: no build step, no stale binary beside the source."""
    if language == "en":
        return NullTranslations()
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with (CATALOGUES / f"{language}.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)
