"""The numbers of a report on classic in words."""

from collections.abc import Sequence

from heptapolis.balance.estimate import Performance
from heptapolis.balance.wording import game_facts
from heptapolis.games.classic.balance.numbers import ClassicSetting
from heptapolis.games.classic.edition import ClassicEdition
from heptapolis.i18n import Translator
from heptapolis.i18n.names import name
from heptapolis.i18n.rulesets import ruleset_name
from heptapolis.variants import Ruleset, variant


def board_name(board: str, edition: ClassicEdition, t: Translator) -> str:
    """Return "Rhodes A" for rhodes:A."""
    place, _, side = board.partition(":")
    return f"{name(edition.catalog.wonder[place], t)} {side}"


def variant_name(setting: ClassicSetting, t: Translator) -> str:
    """Return "Classic, 3 seats"."""
    rules = Ruleset(variant("classic"), tuple(sorted(setting.expansions)))
    return ruleset_name(rules, setting.seats, t)


def setting_facts(setting: ClassicSetting, t: Translator) -> list[str]:
    facts = game_facts(setting.games, setting.players, setting.seed, t)
    if setting.sides != "random":
        facts.append(t.gettext("only side %(side)s", side=setting.sides))
    return facts


def better_sides(better_a: Sequence[str], better_b: Sequence[str], t: Translator) -> str:
    sentences = []
    if better_a:
        names = ", ".join(better_a)
        sentences.append(t.gettext("Clearly better with side A: %(names)s.", names=names))
    if better_b:
        names = ", ".join(better_b)
        sentences.append(t.gettext("Clearly better with side B: %(names)s.", names=names))
    return " ".join(sentences) or t.gettext("No wonder has a clearly better side.")


def seats(by_seat: Sequence[Performance], par: float, t: Translator) -> str:
    """Tell whether the seat matters."""
    signs = [own.off_par(par, len(by_seat)) for own in by_seat]
    more, less = (
        ", ".join(str(seat + 1) for seat, sign in enumerate(signs) if sign == direction)
        for direction in (1, -1)
    )
    sentences = []
    if more:
        sentences.append(t.gettext("Seats that win clearly more: %(seats)s.", seats=more))
    if less:
        sentences.append(t.gettext("Seats that win clearly less: %(seats)s.", seats=less))
    return " ".join(sentences) or t.gettext("No seat wins clearly more or less than the others.")
