"""Card descriptions, generated from the effects in every language.

A sentence is one message wherever grammar could change a part of it (genders, cases, plurals). Only
numbers, and lists after a colon, are filled in; the words of a list are in the nominative.
"""

from heptapolis.cards.model import Effect
from heptapolis.i18n import Translator
from heptapolis.i18n.descriptions.shared import shared_sentences
from heptapolis.slots import DESCRIPTIONS
from heptapolis.variants import variant


def explain(effect: Effect, t: Translator, *, sold: bool | None = None) -> list[str]:
    """Return a sentence for each part of an effect. ``sold``: whether neighbours may buy its
    production."""
    sentences = list(shared_sentences(effect, t))
    if sold is False and (effect.produce or effect.produce_choice):
        sentences.append(t.gettext("Neighbours cannot buy it."))
    return [*sentences, *variant(effect.game).part(DESCRIPTIONS)(effect, t)]
