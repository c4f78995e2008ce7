"""What a card does, in words: generated from its effect, in every language.

Sentences are whole messages wherever grammar could bend a part (genders, cases, plurals); only
numbers and lists after a colon are put in, and the words of a list stand in the nominative.
"""

from heptapolis.cards.model import Effect
from heptapolis.i18n import Translator
from heptapolis.i18n.descriptions.shared import shared_sentences
from heptapolis.slots import DESCRIPTIONS
from heptapolis.variants import variant


def explain(effect: Effect, t: Translator, *, sold: bool | None = None) -> list[str]:
    """What an effect does, a sentence for each part. ``sold``: may neighbours buy what it makes?"""
    sentences = list(shared_sentences(effect, t))
    if sold is False and (effect.produce or effect.produce_choice):
        sentences.append(t.gettext("Neighbours cannot buy it."))
    return [*sentences, *variant(effect.game).part(DESCRIPTIONS)(effect, t)]
