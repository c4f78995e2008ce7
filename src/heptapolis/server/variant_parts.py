"""Register the server's parts for each variant by the id of its rules."""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from heptapolis.i18n import Translator
from heptapolis.options import Option
from heptapolis.server.view_models import PlainViewResponse, ViewResponse
from heptapolis.slots import SERVER
from heptapolis.variants import Ruleset, Variant, rulesets

Words = Sequence[tuple[str, str]]  # values and their labels


class BoardGroup(NamedTuple):
    """Group boards under a heading. A group may depend on an expansion."""

    heading: str
    boards: Words
    needs: str = ""  # the expansion


class VariantPart:
    """Provide the defaults for a variant. Subclasses override them."""

    view_model: type[ViewResponse] = PlainViewResponse

    # ── the game as JSON ─────────────────────────────────────────────────────────────────────────

    def view_facts(self, view: Any) -> dict[str, Any]:
        """Return the fields of the view model beyond the common ones."""
        return {"game": view.game, "position": dict(view.position())}

    def move_facts(self, move: Any, view: Any) -> dict[str, Any]:
        """Return the parts of a legal move."""
        verb = str(move).partition(" ")[0]
        return {"text": str(move), "verb": verb, "card": None, "wonder": None, "price": 0}

    def catalog_facts(self, edition: Any) -> dict[str, Any]:
        """Return everything in the catalogue."""
        return {}

    # ── options ──────────────────────────────────────────────────────────────────────────────────

    def settle(self, options: Any, variant: Variant) -> Any:
        """Return the options with all random choices drawn. Raise RequestError for invalid ones."""
        return options

    def about(self, rules: Ruleset, t: Translator, seats: int = 0) -> str:
        """Return a sentence about each expansion that has one, or about the game, optionally for a
        number of seats. It may be empty."""
        added = (t.pgettext(*one.about) for one in rules.chosen_expansions if one.about)
        return " ".join(added) or self.about_game(rules, t, seats)

    def about_game(self, rules: Ruleset, t: Translator, seats: int) -> str:
        """Return a sentence about the game itself."""
        return ""

    def book(self, rules: Ruleset, seats: int) -> str:
        """Return the id of the rulebook of the first expansion that has one, or of the game for a
        number of seats. House rules are written by the house."""
        if rules.variant.id != rules.variant.rules:
            return ""
        added = (one.book for one in rules.chosen_expansions)
        return next(filter(None, added), self.book_of_game(rules, seats))

    def book_of_game(self, rules: Ruleset, seats: int) -> str:
        """Return the id of the game's own rulebook, or ""."""
        return ""

    def label(self, option: Option, t: Translator) -> str:
        return option.help

    def rule(self, option: Option) -> str:
        """Return the number of the rule for an option, or ""."""
        return ""

    def words(self, option: Option, t: Translator) -> Words:
        """Return the values that a form offers. "" is the default if none of them is."""
        return [(value, value) for value in option.choices]

    def boards(self, variant: Variant, t: Translator) -> Sequence[BoardGroup]:
        """Return the boards that each seat can choose."""
        return ()

    def seat_notes(self, options: Any, variant: Variant, t: Translator) -> list[str]:
        """Return notes on choices made for each seat before the game, or nothing if it is dealt."""
        return []


PLAIN_PART = VariantPart()


def server_part(rules: Ruleset) -> VariantPart:
    """Return the server's part for a ruleset."""
    return rules.part(SERVER, plain=lambda: PLAIN_PART)


def view_model() -> Any:
    """Return the union of all view models."""
    models = dict.fromkeys(server_part(rules).view_model for rules in rulesets())
    return reduce(or_, models, PlainViewResponse)


def facts_of(thing: object, model: type[Any], but: frozenset[str] = frozenset()) -> dict[str, Any]:
    """Return the attributes that a model has fields for."""
    return {name: getattr(thing, name) for name in model.model_fields if name not in but}
