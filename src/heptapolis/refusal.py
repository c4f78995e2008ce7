"""Reasons why a move is refused, with the numbers that belong to them.

The kernel finds the reason, `IllegalMove` and views carry it, and `Refusal.tell` says it: the
English sentences are here or in the vocabulary of a game, and a `Speech` translates them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from heptapolis.codes import Code, Obstacle
from heptapolis.messages import mark, mark_plural
from heptapolis.spelling import similar_words
from heptapolis.variants import all_verbs, vocabularies
from heptapolis.vocabulary import Message

Units = tuple[tuple[str, int], ...]  # resources, each with a number of units
MAX_LISTED_LACKS = 3  # alternatives of missing units that are listed one by one

SENTENCES: Mapping[Code, Message] = {  # of all games; games declare more
    Obstacle.GAME_OVER: mark("why not", "The game is over"),
    Obstacle.NO_SUCH_SEAT: mark("why not", "There is no such seat"),
    Obstacle.NOT_YOUR_TURN: mark("why not", "It is not your turn"),
    Obstacle.NOT_NOW: mark("why not", "You have something else to decide first"),
    Obstacle.NOTHING_CHOSEN: mark("why not", "Nothing to take back"),
    Obstacle.UNKNOWN: mark("why not", "Nothing in this game is called “%(card)s”"),
    Obstacle.NOT_IN_HAND: mark("why not", "Not in your hand"),
    Obstacle.NOT_IN_PILE: mark("why not", "Not in the discard pile"),
    Obstacle.NOT_OFFERED: mark("why not", "Not one of the choices"),
    Obstacle.STANDS: mark("why not", "Already built"),
    Obstacle.MISSING_UNITS: mark("why not", "Not for sale: %(units)s"),
    Obstacle.NO_SUCH_PAYMENT: mark("why not", "You cannot pay for it like that"),
}
SUGGESTION = mark("why not", "Nothing in this game is called “%(card)s”; did you mean “%(near)s”?")
NONE_FOR_SALE = mark("why not", "No %(resource)s for sale")
FEW_FOR_SALE = mark("why not", "Not enough %(resource)s for sale")
MISSING_COINS = mark_plural("You need %(n)d more coin", "You need %(n)d more coins")
UNITS_OF_TYPES = mark_plural("%(n)d unit of %(resources)s", "%(n)d units of %(resources)s")
ALTERNATIVE = mark("alternatives", "%(this)s or %(that)s")


class Speech(Protocol):
    """A language: the methods of a `Translator`, and the names of resources."""

    def pgettext(self, context: str, message: str, /, **values: object) -> str: ...

    def ngettext(self, one: str, many: str, n: int, /, **values: object) -> str: ...

    def units(self, resource: str, n: int) -> str:
        """Return "2 wood"."""

    def resource(self, resource: str) -> str: ...


class English:
    """The source language of the sentences."""

    def pgettext(self, context: str, message: str, /, **values: object) -> str:
        return message % values

    def ngettext(self, one: str, many: str, n: int, /, **values: object) -> str:
        return (one if n == 1 else many) % {"n": n, **values}

    def units(self, resource: str, n: int) -> str:
        return f"{n} {resource}"

    def resource(self, resource: str) -> str:
        return resource


ENGLISH = English()


@dataclass(frozen=True)
class Refusal:
    """A reason why a move is refused. Fields that do not apply are 0 or empty."""

    code: Code
    card: str | None = None  # the card or other thing
    near: str | None = None  # UNKNOWN: a similar id
    asked: str = field(default="", compare=False)  # NOT_NOW: the verb of a possible move
    price: int = 0  # COINS_SHORT: the price ...
    short: int = 0  # ... and how many coins are missing
    missing: tuple[Units, ...] = ()  # MISSING_UNITS: every minimal set that would suffice
    cost: Units = field(default=(), compare=False)  # MISSING_UNITS: the printed cost

    def tell(self, speech: Speech = ENGLISH) -> str:
        """Return the reason as a sentence."""
        if self.code is Obstacle.COINS_SHORT:
            return speech.ngettext(*MISSING_COINS, self.short)
        if question := _question(self.asked):
            return speech.pgettext(*question)
        if self.near:
            return speech.pgettext(*SUGGESTION, card=self.card, near=self.near)
        match self.missing:
            case (((resource, n),),):
                sentence = NONE_FOR_SALE if (resource, n) in self.cost else FEW_FOR_SALE
                return speech.pgettext(*sentence, resource=speech.resource(resource))
        units = _missing_units(self.missing, speech) if self.missing else ""
        return speech.pgettext(*sentence_of(self.code), card=self.card, units=units)

    def __str__(self) -> str:
        return self.tell()

    def facts(self) -> dict[str, Any]:
        """Return the refusal as plain JSON, without fields that do not apply."""
        facts: dict[str, Any] = {
            "card": self.card,
            "near": self.near,
            "asked": self.asked,
            "price": self.price,
            "short": self.short,
            "missing": [dict(units) for units in self.missing],
        }
        return {"code": self.code.slug, **{key: fact for key, fact in facts.items() if fact}}


def sentence_of(code: Code) -> Message:
    """Return the sentence of a reason, from here or from the game that declares it."""
    told = (SENTENCES, *(words.obstacles for words in vocabularies()))
    # two games may use the same number
    return next(sentences[one] for sentences in told for one in sentences if one is code)


def known_reasons() -> list[Code]:
    """Return the reasons of all games against moves, by number."""
    own = (code for words in vocabularies() for code in words.obstacles)
    return sorted({*Obstacle, *own})


def _question(verb: str) -> Message | None:
    """Return the question that asks for a move with a verb."""
    questions = (one.question for one in all_verbs().get(verb, ()))
    return next(filter(None, questions), None)


def unknown_thing(id: str, known: Iterable[str]) -> Refusal:
    """Return the refusal of an unknown thing."""
    near = similar_words(id, known)
    return Refusal(Obstacle.UNKNOWN, id, near=near[0] if near else None)


@dataclass(frozen=True)
class Offer:
    """A use of a card: the legal moves for it, cheapest first, or the reason why there are none."""

    move: Any  # without a payment
    plans: tuple[Any, ...] = ()
    refusal: Refusal | None = None


def _missing_units(missing: Sequence[Units], speech: Speech) -> str:
    """Return "1 wood, 1 clay or 1 ore": the units missing in any case, then the alternatives."""
    sets = [dict(units) for units in missing]
    certain = {r: min(units.get(r, 0) for units in sets) for r in sets[0]}
    rest = [{r: n - certain.get(r, 0) for r, n in units.items()} for units in sets]
    parts = [speech.units(resource, n) for resource, n in certain.items() if n]
    if len(sets) > MAX_LISTED_LACKS:
        resources = dict.fromkeys(r for units in rest for r, n in units.items() if n)
        named = ", ".join(speech.resource(r) for r in resources)
        parts.append(
            speech.ngettext(*UNITS_OF_TYPES, sum(rest[0].values()), resources=f"({named})")
        )
    elif len(sets) > 1:
        ways = [" + ".join(speech.units(r, n) for r, n in units.items() if n) for units in rest]
        parts.append(_join_alternatives(ways, speech))
    return ", ".join(parts)


def _join_alternatives(ways: Sequence[str], speech: Speech) -> str:
    text = ways[0]
    for way in ways[1:]:
        text = speech.pgettext(*ALTERNATIVE, this=text, that=way)
    return text
