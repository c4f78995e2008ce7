"""What a game is called, with the number of its seats."""

from heptapolis.i18n import Translator
from heptapolis.variants import Ruleset


def ruleset_name(rules: Ruleset, seats: int, t: Translator) -> str:
    """ "Game, 3 seats"; a variant that always has as many seats needs its title alone."""
    title = rules.title(t.language)
    if len(rules.variant.seats) == 1:
        return title
    return t.ngettext("%(game)s, %(n)d seat", "%(game)s, %(n)d seats", seats, game=title)
