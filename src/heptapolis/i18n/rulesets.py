"""The name of a game, with the number of its seats."""

from heptapolis.i18n import Translator
from heptapolis.variants import Ruleset


def ruleset_name(rules: Ruleset, seats: int, t: Translator) -> str:
    """Return "Game, 3 seats"; without seats for a variant with a fixed number."""
    title = rules.title(t.language)
    if len(rules.variant.seats) == 1:
        return title
    return t.ngettext("%(game)s, %(n)d seat", "%(game)s, %(n)d seats", seats, game=title)
