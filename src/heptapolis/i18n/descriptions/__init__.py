"""Card descriptions, generated from the effects in every language.

A sentence is one message wherever grammar could change a part of it (genders, cases, plurals). Only
numbers, and lists after a colon, are filled in; the words of a list are in the nominative.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from heptapolis.cards.model import Effect
from heptapolis.i18n import Translator
from heptapolis.i18n.descriptions.shared import shared_sentences
from heptapolis.slots import DESCRIPTIONS, NARRATION
from heptapolis.variants import expansion_parts, variant

if TYPE_CHECKING:
    from heptapolis.narration.expansion import Narration


def explain(effect: Effect, t: Translator, *, sold: bool | None = None) -> list[str]:
    """Return a sentence for each part of an effect. ``sold``: whether neighbours may buy its
    production."""
    sentences = list(shared_sentences(effect, t))
    if sold is False and (effect.produce or effect.produce_choice):
        sentences.append(t.gettext("Neighbours cannot buy it."))
    sentences += variant(effect.game).part(DESCRIPTIONS)(effect, t)
    return [*sentences, *_added_sentences(effect, t)]


def describe(thing: Any, t: Translator, *, sold: bool | None = None) -> list[str]:
    """Return the sentences about a thing: those of its effect, or those that its expansion has for
    a kind of things without one."""
    if hasattr(thing, "effect"):
        return explain(thing.effect, t, sold=sold)
    tellers = (one.things.get(type(thing)) for one in _narrations(thing.game))
    return [teller(thing, t) for teller in tellers if teller]


def _added_sentences(effect: Effect, t: Translator) -> Iterator[str]:
    """Return what the keys do that expansions have added to effects."""
    if effect.added:
        for one in _narrations(effect.game):
            yield from (
                one.effects[key](effect.added[key], t) for key in one.effects if key in effect.added
            )


def _narrations(game: str) -> "list[Narration]":
    return expansion_parts(game, variant(game).expansions, NARRATION)
