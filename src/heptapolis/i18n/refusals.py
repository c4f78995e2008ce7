"""Refusals of moves in every language; `refusal` builds the sentences."""

from heptapolis.codes import Resource
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.refusal import Refusal


class TranslatedSpeech:
    """The vocabulary of a language for refusal sentences."""

    def __init__(self, t: Translator) -> None:
        self.pgettext, self.ngettext, self._t = t.pgettext, t.ngettext, t

    def units(self, resource: str, n: int) -> str:
        return words.units(Resource[resource.upper()], n, self._t)

    def resource(self, resource: str) -> str:
        return words.word(Resource[resource.upper()], self._t)


def sentence(refusal: Refusal, t: Translator) -> str:
    """Return a refusal as a sentence: "You need 2 more coins"."""
    text = refusal.tell(TranslatedSpeech(t))
    return text[:1].upper() + text[1:]  # a sentence may start with the name of a resource
