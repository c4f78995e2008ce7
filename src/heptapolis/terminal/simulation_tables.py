"""Results of simulated games as tables."""

from collections.abc import Mapping

from rich.table import Table as Grid

from heptapolis.balance.estimate import Performance
from heptapolis.balance.wording import percents
from heptapolis.i18n import Translator
from heptapolis.i18n.vocabulary import number, percent
from heptapolis.terminal.fitting import FittedTable
from heptapolis.terminal.panels import plain_table
from heptapolis.terminal.score_sheet import heading
from heptapolis.variants import column_of


def means_table(means: Mapping[str, float], t: Translator) -> Grid:
    """Return the mean points by column of the score sheet, one below the other.

    Nine words side by side are too wide for many terminals.
    """
    table = plain_table(t.gettext("Mean points"))
    table.show_header = False
    table.add_column()
    table.add_column(justify="right")
    for column, mean in means.items():
        table.add_row(heading(column_of(column), t), number(mean, t))
    return table


def performance_table(
    title: str, who: str, rows: Mapping[str, Performance], t: Translator
) -> FittedTable:
    table = plain_table(title)
    table.add_column(who)
    for label in (
        t.gettext("Games"),
        t.gettext("Points"),
        t.gettext("Wins"),
        t.gettext("95%% interval"),
    ):
        table.add_column(label, justify="right")
    for label, row in rows.items():
        points, share = number(row.points.value, t), percent(row.wins.value, t)
        table.add_row(label, str(row.games), points, share, percents(row.wins, t))
    return FittedTable(table)


def performance_facts(row: Performance) -> dict[str, float]:
    """Return a performance as plain JSON."""
    return {
        "games": row.games,
        "points": row.points.value,
        "wins": row.wins.value,
        "low": row.wins.low,
        "high": row.wins.high,
    }
