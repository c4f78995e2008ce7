"""Name the players of a table for a page."""

from collections.abc import Sequence

from heptapolis.bots.characters import CHARACTERS
from heptapolis.i18n import Translator, players
from heptapolis.server.table_log import Chair
from heptapolis.web import labels


def names_of(chairs: Sequence[Chair], t: Translator) -> list[str]:
    """Return the players' names by seat, made unique."""
    plain = [_name(seat, chair, t) for seat, chair in enumerate(chairs)]
    return [
        labels.CharacterName(name, character) if (character := character_of(chair)) else name
        for name, chair in zip(labels.number_duplicates(plain), chairs, strict=True)
    ]


def _name(seat: int, chair: Chair, t: Translator) -> str:
    if not chair.bot:
        return labels.person(chair.name, t)
    character = character_of(chair)
    return players.bot_title(character, t) if character else t.gettext("Bot %(n)d", n=seat + 1)


def character_of(chair: Chair) -> str:
    """Return the character in a seat, or ""."""
    bot = (chair.bot or "").partition(":")[0]
    return bot if bot in CHARACTERS else ""
