"""What the numbers say, in words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from heptapolis.balance.classic import numbers as classic
from heptapolis.balance.duel import numbers as duel
from heptapolis.balance.estimate import (
    Column,
    Estimate,
    Spread,
    Standing,
)
from heptapolis.classic.edition import ClassicEdition
from heptapolis.i18n import Translator
from heptapolis.i18n.names import name
from heptapolis.i18n.vocabulary import (
    column,
    mark,
    number,
    percent,
)

ENDS = {
    "points": mark("how a game ends", "points"),
    "tie_break": mark("how a game ends", "points equal, blue cards decide"),
    "military": mark("how a game ends", "military victory"),
    "science": mark("how a game ends", "scientific victory"),
    "shared": mark("how a game ends", "shared victory"),
}


class Named(NamedTuple):
    """Somebody or something, and how it fared."""

    name: str
    standing: Standing


def signed(value: float, digits: int = 1) -> str:
    return f"{value:+.{digits}f}".replace("-", "−")


def percents(share: Estimate) -> str:
    """The interval of a share."""
    return f"{percent(share.low)} – {percent(share.high)}"


def interval(estimate: Estimate, digits: int = 1) -> str:
    return f"{estimate.low:.{digits}f} – {estimate.high:.{digits}f}".replace("-", "−")


def board_name(board: str, edition: ClassicEdition, t: Translator) -> str:
    """ "Rhodes A" for rhodes:A."""
    place, _, side = board.partition(":")
    return f"{name(edition.catalog.wonder[place], t)} {side}"


def end_name(end: str, t: Translator) -> str:
    return t.pgettext(*ENDS[end])


# ── which games ──────────────────────────────────────────────────────────────────────────────────


def classic_variant(setting: classic.Setting, t: Translator) -> str:
    """ "Classic, 3 seats"."""
    if setting.leaders:
        return t.ngettext(
            "Classic with Leaders, %(n)d seat", "Classic with Leaders, %(n)d seats", setting.seats
        )
    return t.ngettext("Classic, %(n)d seat", "Classic, %(n)d seats", setting.seats)


def classic_facts(setting: classic.Setting, t: Translator) -> str:
    """What a reader must know to play the same games again."""
    parts = [classic_variant(setting, t), *_common_facts(setting, t)]
    if setting.sides != "random":
        parts.append(t.gettext("only sides %(side)s", side=setting.sides))
    return ", ".join(parts) + "."


def duel_facts(setting: duel.Setting, t: Translator) -> str:
    parts = [t.pgettext("variant", "Duel"), *_common_facts(setting, t)]
    if setting.wonders == "first_game":
        parts.append(t.gettext("wonders of a first game"))
    return ", ".join(parts) + "."


def _common_facts(setting: classic.Setting | duel.Setting, t: Translator) -> Iterator[str]:
    yield t.ngettext("%(n)d game", "%(n)d games", setting.games)
    yield t.gettext("players: %(players)s", players=setting.players)
    yield t.gettext("seed %(seed)s", seed=setting.seed)


# ── findings ─────────────────────────────────────────────────────────────────────────────────────


def best_and_worst(rows: Sequence[Named], par: float, t: Translator) -> str:
    """The ends of a list that is sorted by wins, as far as they are clearly off par."""
    signs = [row.standing.verdict(par, len(rows)) for row in rows]
    told = []
    if 1 in signs:
        best = rows[signs.index(1)]
        share = percent(best.standing.wins.value)
        told.append(t.gettext("Most wins: %(name)s (%(share)s).", name=best.name, share=share))
    if -1 in signs:
        worst = rows[len(rows) - 1 - signs[::-1].index(-1)]
        share = percent(worst.standing.wins.value)
        told.append(t.gettext("Fewest wins: %(name)s (%(share)s).", name=worst.name, share=share))
    return " ".join(told) or t.gettext("Nothing here wins clearly more or less than par.")


def better_sides(better_a: Sequence[str], better_b: Sequence[str], t: Translator) -> str:
    told = []
    if better_a:
        told.append(t.gettext("Clearly better with side A: %(names)s.", names=", ".join(better_a)))
    if better_b:
        told.append(t.gettext("Clearly better with side B: %(names)s.", names=", ".join(better_b)))
    return " ".join(told) or t.gettext("No wonder has a clearly better side.")


def seats(standings: Sequence[Standing], par: float, t: Translator) -> str:
    """Whether it matters where one sits."""
    signs = [standing.verdict(par, len(standings)) for standing in standings]
    more, less = (
        ", ".join(str(seat + 1) for seat, sign in enumerate(signs) if sign == wanted)
        for wanted in (1, -1)
    )
    told = []
    if more:
        told.append(t.gettext("Seats that win clearly more: %(seats)s.", seats=more))
    if less:
        told.append(t.gettext("Seats that win clearly less: %(seats)s.", seats=less))
    return " ".join(told) or t.gettext("No seat wins clearly more or less than the others.")


def lead(columns: Mapping[str, Column], t: Translator) -> str:
    """By how much the winners are ahead, and where."""
    gaps = {name: found.gap.value for name, found in columns.items()}
    total = gaps.pop("total")
    most = max(gaps, key=lambda name: gaps[name])
    return t.gettext(
        "Winners are %(total)s points ahead; most in this column: %(column)s (%(points)s).",
        total=number(total),
        column=column(most, t),
        points=signed(gaps[most]),
    )


def connection(columns: Mapping[str, Column], t: Translator) -> str:
    """Which columns go with winning most and least."""
    found = {name: own.correlation.value for name, own in columns.items() if name != "total"}
    ordered = sorted(found, key=lambda name: -found[name])
    return t.gettext(
        "Winning goes most with: %(most)s (%(r)s); least with: %(least)s (%(s)s).",
        most=column(ordered[0], t),
        r=signed(found[ordered[0]], 2),
        least=column(ordered[-1], t),
        s=signed(found[ordered[-1]], 2),
    )


def usual_totals(everybody: Spread, winners: Spread, t: Translator) -> str:
    low, _, high = everybody.quartiles
    winning_low, _, winning_high = winners.quartiles
    return t.gettext(
        "Half of all totals are from %(low)d to %(high)d, "
        "half of the winning ones from %(winning_low)d to %(winning_high)d.",
        low=low,
        high=high,
        winning_low=winning_low,
        winning_high=winning_high,
    )


def usual_margin(margins: Spread, t: Translator) -> str:
    return t.ngettext(
        "Half of the games are decided by %(n)d point or less.",
        "Half of the games are decided by %(n)d points or less.",
        int(margins.quartiles[1]),
    )


def first_player(first: Standing, t: Translator) -> str:
    """Whether beginning helps."""
    wins, verdict = percent(first.wins.value), first.verdict(1 / 2, 1)
    if verdict > 0:
        return t.gettext("Beginning helps: the first player wins %(share)s.", share=wins)
    if verdict < 0:
        return t.gettext("Beginning hurts: the first player wins %(share)s.", share=wins)
    return t.gettext(
        "Beginning neither helps nor hurts: the first player wins %(share)s.", share=wins
    )


def ways_to_win(points: float, military: float, science: float, t: Translator) -> str:
    return t.gettext(
        "Points decide %(points)s of the games, armies %(military)s, science %(science)s.",
        points=percent(points),
        military=percent(military),
        science=percent(science),
    )


def marker(share: float, spaces: int, t: Translator) -> str:
    """How often the conflict marker ends near the middle."""
    return t.ngettext(
        "In %(share)s of the games the marker ends at most %(n)d space from the middle.",
        "In %(share)s of the games the marker ends at most %(n)d spaces from the middle.",
        spaces,
        share=percent(share),
    )
