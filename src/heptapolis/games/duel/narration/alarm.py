"""Warnings of an early victory: by war (D33) or by science (D29)."""

from heptapolis.games.duel.narration.wording import DuelWording
from heptapolis.i18n.spans import Phrase

SYMBOLS_SHORT = 2  # of the winning six: from here on a rival must consider it


def war_alarm(wording: DuelWording) -> Phrase:
    """Return the warning when a card of this age, or a wonder of the city, can bring the army to
    the capital."""
    table, seat = wording.table, wording.table.ahead
    if seat is None or table.is_over:
        return Phrase()
    deck = [card.id for card in wording.catalog.cards if card.age == table.age]
    strongest = max(table.strength(seat, id) for id in [*deck, *table.city(seat).unbuilt])
    spaces = table.spaces_to_capital
    if spaces > strongest:
        return Phrase()
    return wording.t.phrases.ngettext(
        "%(n)d more shield and %(name)s wins",
        "%(n)d more shields and %(name)s wins",
        spaces,
        name=wording.player(seat),
    )


def science_alarm(wording: DuelWording, seat: int) -> str:
    """Return the warning when a city lacks few of the symbols that win."""
    table = wording.table
    missing = wording.catalog.constants.symbols_to_win - len(table.city(seat).symbols)
    if missing > SYMBOLS_SHORT or table.is_over:
        return ""
    return wording.t.ngettext("%(n)d more symbol wins", "%(n)d more symbols win", missing)
