"""Sentences of the findings."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from heptapolis.balance.estimate import (
    ColumnPoints,
    Estimate,
    Performance,
    Spread,
)
from heptapolis.i18n import Translator
from heptapolis.i18n.vocabulary import (
    column,
    number,
    percent,
)


class NamedPerformance(NamedTuple):
    """An item with its name and its performance."""

    name: str
    performance: Performance


def format_signed(value: float, t: Translator, digits: int = 1) -> str:
    return number(value, t, digits, sign="+")


def percents(share: Estimate, t: Translator) -> str:
    """Return the interval of a share as text."""
    return f"{percent(share.low, t)} – {percent(share.high, t)}"


def interval(estimate: Estimate, t: Translator, digits: int = 1) -> str:
    return f"{number(estimate.low, t, digits)} – {number(estimate.high, t, digits)}"


def game_facts(games: int, players: str, seed: int, t: Translator) -> list[str]:
    """Return which games were played, and by which bots."""
    return [
        t.ngettext("%(n)d game", "%(n)d games", games),
        t.gettext("players: %(players)s", players=players),
        t.gettext("seed %(seed)s", seed=seed),
    ]


# ── findings ─────────────────────────────────────────────────────────────────────────────────────


def best_and_worst(rows: Sequence[NamedPerformance], par: float, t: Translator) -> str:
    """Return the first and the last of a list sorted by wins, if they are significantly off par."""
    signs = [row.performance.off_par(par, len(rows)) for row in rows]
    sentences = []
    if 1 in signs:
        best = rows[signs.index(1)]
        share = percent(best.performance.wins.value, t)
        sentences.append(t.gettext("Most wins: %(name)s (%(share)s).", name=best.name, share=share))
    if -1 in signs:
        worst = rows[len(rows) - 1 - signs[::-1].index(-1)]
        share = percent(worst.performance.wins.value, t)
        sentences.append(
            t.gettext("Fewest wins: %(name)s (%(share)s).", name=worst.name, share=share)
        )
    return " ".join(sentences) or t.gettext("Nothing here wins clearly more or less than par.")


def lead(columns: Mapping[str, ColumnPoints], t: Translator) -> str:
    """Return the winners' lead, and the column with most of it."""
    gaps = {name: points.gap.value for name, points in columns.items()}
    total = gaps.pop("total")
    most = max(gaps, key=lambda name: gaps[name])
    return t.gettext(
        "Winners are %(total)s points ahead, most of all in this column: %(column)s (%(points)s).",
        total=number(total, t),
        column=column(most, t),
        points=format_signed(gaps[most], t),
    )


def connection(columns: Mapping[str, ColumnPoints], t: Translator) -> str:
    """Return the columns with the highest and the lowest correlation with winning."""
    r = {name: own.correlation.value for name, own in columns.items() if name != "total"}
    ordered = sorted(r, key=lambda name: -r[name])
    return t.gettext(
        "Most closely tied to winning: %(most)s (%(r)s); least: %(least)s (%(s)s).",
        most=column(ordered[0], t),
        r=format_signed(r[ordered[0]], t, 2),
        least=column(ordered[-1], t),
        s=format_signed(r[ordered[-1]], t, 2),
    )


def usual_totals(all_totals: Spread, winners: Spread, t: Translator) -> str:
    low, _, high = all_totals.quartiles
    winning_low, _, winning_high = winners.quartiles
    return t.gettext(
        "Half of all totals are between %(low)d and %(high)d, half of the winning ones between "
        "%(winning_low)d and %(winning_high)d.",
        low=low,
        high=high,
        winning_low=winning_low,
        winning_high=winning_high,
    )


def usual_margin(margins: Spread, t: Translator) -> str:
    return t.ngettext(
        "Half of the games are decided by %(n)d point at most.",
        "Half of the games are decided by %(n)d points at most.",
        int(margins.quartiles[1]),
    )
