"""The numbers of a report on Duel in words."""

from heptapolis.balance.estimate import Performance
from heptapolis.balance.wording import game_facts
from heptapolis.games.duel.balance.numbers import DuelSetting
from heptapolis.i18n import Translator
from heptapolis.i18n.vocabulary import mark, percent
from heptapolis.variants import all_outcomes

TIE_BREAK = mark("how a game ends", "points equal, blue cards decide")


def end_name(end: str, t: Translator) -> str:
    return t.pgettext(*(TIE_BREAK if end == "tie_break" else all_outcomes()[end].label))


def setting_facts(setting: DuelSetting, t: Translator) -> list[str]:
    facts = game_facts(setting.games, setting.players, setting.seed, t)
    if setting.wonders == "first_game":
        facts.append(t.gettext("the set of wonders for a first game"))
    return facts


def first_player(first: Performance, t: Translator) -> str:
    """Tell whether going first helps."""
    wins, sign = percent(first.wins.value, t), first.off_par(1 / 2, 1)
    if sign > 0:
        return t.gettext("Going first helps: the first player wins %(share)s.", share=wins)
    if sign < 0:
        return t.gettext("Going first hurts: the first player wins %(share)s.", share=wins)
    return t.gettext(
        "Going first neither helps nor hurts: the first player wins %(share)s.", share=wins
    )


def ways_to_win(points: float, military: float, science: float, t: Translator) -> str:
    return t.gettext(
        "Points decide %(points)s of the games, armies %(military)s, science %(science)s.",
        points=percent(points, t),
        military=percent(military, t),
        science=percent(science, t),
    )


def marker(share: float, spaces: int, t: Translator) -> str:
    """Tell how often the conflict marker ends near the middle."""
    return t.ngettext(
        "In %(share)s of the games the marker ends within %(n)d space of the middle.",
        "In %(share)s of the games the marker ends within %(n)d spaces of the middle.",
        spaces,
        share=percent(share, t),
    )
