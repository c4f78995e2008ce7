"""What the server has for each variant, attached to the id of its rules: a line for each."""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from heptapolis.i18n import Translator
from heptapolis.options import Option
from heptapolis.server.view_models import PlainViewResponse, ViewResponse
from heptapolis.slots import SERVER
from heptapolis.variants import Ruleset, Variant, rulesets

Words = Sequence[tuple[str, str]]  # a value, and what people call it


class BoardGroup(NamedTuple):
    """Boards that a seat can choose, under a heading; some come with an expansion."""

    heading: str
    boards: Words
    needs: str = ""  # the expansion


class VariantPart:
    """What the server says of a variant of which it knows nothing else; others say more."""

    view_model: type[ViewResponse] = PlainViewResponse

    # ── the game as JSON ─────────────────────────────────────────────────────────────────────────

    def view_facts(self, view: Any) -> dict[str, Any]:
        """What its view model has beyond what all have."""
        return {"game": view.game, "position": dict(view.position())}

    def move_facts(self, move: Any, view: Any) -> dict[str, Any]:
        """A legal move, its text taken apart."""
        verb = str(move).partition(" ")[0]
        return {"text": str(move), "verb": verb, "card": None, "wonder": None, "price": 0}

    def catalog_facts(self, edition: Any) -> dict[str, Any]:
        """All that it is played with."""
        return {}

    # ── its options ──────────────────────────────────────────────────────────────────────────────

    def settle(self, options: Any, variant: Variant) -> Any:
        """The same options with every chance drawn; Refused names what people get wrong."""
        return options

    def about(self, rules: Ruleset, t: Translator, seats: int = 0) -> str:
        """The game in a sentence, for those who choose one, or what it is for so many; perhaps
        nothing."""
        return ""

    def book(self, rules: Ruleset, seats: int) -> str:
        """The id of the rules that people read of a game for so many; "" if none are written."""
        return ""

    def label(self, option: Option, t: Translator) -> str:
        return option.help

    def rule(self, option: Option) -> str:
        """The number of the rule that an option is about; "" if there is none."""
        return ""

    def words(self, option: Option, t: Translator) -> Words:
        """The values that a form offers; "" stands for the default where that is none of them."""
        return [(value, value) for value in option.choices]

    def boards(self, variant: Variant, t: Translator) -> Sequence[BoardGroup]:
        """What each seat can choose for itself in an option of things."""
        return ()

    def seat_notes(self, options: Any, variant: Variant, t: Translator) -> list[str]:
        """What was chosen for each seat before the game; nothing if that is left to the deal."""
        return []


PLAIN = VariantPart()


def server_part(rules: Ruleset) -> VariantPart:
    """What the server has for a ruleset."""
    return rules.part(SERVER, plain=lambda: PLAIN)


def view_model() -> Any:
    """Every way in which a view can be answered, as one type."""
    models = dict.fromkeys(server_part(rules).view_model for rules in rulesets())
    return reduce(or_, models, PlainViewResponse)


def facts_of(thing: object, model: type[Any], but: frozenset[str] = frozenset()) -> dict[str, Any]:
    """The attributes of a thing that a model has fields for."""
    return {name: getattr(thing, name) for name in model.model_fields if name not in but}
